import TagRuntime
import Testing

@testable import ContainerFormats

/// Binaries that went through something that takes them for text.
@Suite struct TextDamageTests {
  @Test func changedLineEndsAreTold() throws {
    let bytes = ContainerBuilder.sample().bytes()
    let changed = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    let count = bytes.count { $0 == 0x0A }
    #expect(try ContainerReader.refusal(of: changed) == .lineEndsChanged(count: count))
  }

  @Test func aByteWithoutItsPartnerIsNoLineEnd() throws {
    let damage = TextDamage.lineEndsChanged([0x0D, 0x0A, 0x01, 0x0A])
    #expect(damage == nil)
    #expect(TextDamage.lineEndsChanged(Array("\r\ntext\r\n".utf8)) == nil)
  }

  @Test func latin1IsTold() throws {
    let bytes = ContainerBuilder.sample().bytes()
    let first = try #require(bytes.firstIndex { $0 >= 0x80 })
    let count = bytes.count { $0 >= 0x80 }
    let changed = bytes.flatMap { Array(String(Unicode.Scalar($0)).utf8) }
    #expect(
      try ContainerReader.refusal(of: changed) == .transcoded(count: count, firstOffset: first))
  }

  /// What stands near the end of every binary is missed.
  @Test func aBinaryWithoutItsEndIsRemarkedOn() throws {
    var builder = ContainerBuilder.sample()
    builder.resource.resourceFormatVersion = nil
    let version = try ContainerReader.read(builder.bytes(), name: "GTM-AB12")
    #expect(version.remarks.count == 1)
    #expect(version.remarks[0].hasSuffix("it may be truncated."))
  }
}
