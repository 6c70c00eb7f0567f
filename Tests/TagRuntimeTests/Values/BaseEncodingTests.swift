import Testing

@testable import TagRuntime

@Suite struct BaseEncodingTests {
  /// Every length around the groups of three, with all kinds of bytes.
  @Test(arguments: BaseEncoding.allCases.filter { $0 != .text }, [true, false])
  func whatIsWrittenReadsBack(_ encoding: BaseEncoding, _ isPadded: Bool) throws {
    for length in 0...70 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 53 + length * 7) }
      let text = try #require(encoding.text(of: bytes, isPadded: isPadded))
      #expect(encoding.bytes(of: text) == bytes)
    }
  }
}
