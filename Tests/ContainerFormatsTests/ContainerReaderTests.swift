import Foundation
import TagRuntime
import Testing

@testable import ContainerFormats

@Suite struct ContainerReaderTests {
  @Test(
    arguments: [
      ([], .empty),
      // Half a unit, half a pair, a text of the kind within one, and more than there is.
      ([0xFF, 0xFE, 0x7B], .wrongEncoding(encoding: "UTF-16")),
      ([0xFE, 0xFF, 0xD8, 0x00], .wrongEncoding(encoding: "UTF-16")),
      ([0x7B, 0x00, 0x00, 0x00, 0x7D, 0x00], .wrongEncoding(encoding: "UTF-32")),
      ([0xFF, 0xFE, 0x7B, 0x00, 0x00, 0x00], .wrongEncoding(encoding: "UTF-16")),
      ([0, 0, 0, 0x7B, 0, 0x11, 0, 0], .wrongEncoding(encoding: "UTF-32")),
      (
        Array("{\"a\": \"".utf8) + [0xE9, 0x22, 0x7D],
        .notUTF8(.init(offset: 7, line: 1, column: 8))
      ),
      (
        Array("<plist><dict><key>".utf8) + [0xE9] + Array("</key></dict></plist>".utf8),
        .notUTF8(.init(offset: 18, line: 1, column: 19))
      ),
      ([0x1F, 0x8B, 0x08], .foreign(.gzip)),
      ([0x50, 0x4B, 0x03, 0x04], .foreign(.zip)),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D], .foreign(.image)),
      (Array(" \n\t".utf8), .foreign(.whiteSpace)), (Array("\n\n".utf8), .foreign(.whiteSpace)),
      ([0xEF, 0xBB, 0xBF], .foreign(.whiteSpace)),
      (Array("<!DOCTYPE html><html>".utf8), .foreign(.htmlPage)),
      (Array("<resources/>".utf8), .foreign(.xml)),
      (Array("hello there".utf8), .foreign(.text(start: "hello there"))),
      (
        Array("{\"fingerprint\": 1, \"resource\": {}, \"runtime\": []}".utf8),
        .firebaseMember(place: "fingerprint", expected: "a string")
      ),
    ] as [([UInt8], ContainerError.Code)])
  func refuses(bytes: [UInt8], code: ContainerError.Code) throws {
    let error = ContainerError(code: code, name: "test")
    #expect(throws: error) { try ContainerReader.read(bytes, name: "test") }
  }

  private static let texts = [
    #"{"a": "größe 😀", "b": 2}"#,
    #"<plist version="1.0"><dict><key>a</key><string>größe 😀</string></dict></plist>"#,
  ]

  /// The readers of iOS take them, with a mark at the start and without one.
  ///
  /// Source: Formats §1.1.
  @Test(
    arguments: texts,
    [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian])
  func readsWideText(_ text: String, _ encoding: String.Encoding) throws {
    let wide = try #require(text.data(using: encoding))
    let mark = try #require("\u{FEFF}".data(using: encoding))
    let plain = try ContainerReader.read(Array(text.utf8), name: "test")
    #expect(try ContainerReader.read(Array(wide), name: "test") == plain)
    #expect(try ContainerReader.read(Array(mark + wide), name: "test") == plain)
  }

  @Test func refusesLargeFiles() throws {
    let bytes = [UInt8](repeating: 0x0A, count: ContainerLimits.bytes + 1)
    #expect(
      try ContainerReader.refusal(of: bytes) == .tooLarge(bytes: 10_000_001, limit: 10_000_000))
  }

  @Test(
    arguments: [
      (Array("{}".utf8), .json(start: 0)),
      (Array("\n\n  {}".utf8), .json(start: 0)),
      ([0xEF, 0xBB, 0xBF, 0x5B, 0x5D], .json(start: 3)),
      (Array("bplist00".utf8), .propertyList),
      (Array("  <?xml version=\"1.0\"?>\n<!DOCTYPE plist>".utf8), .propertyList),
      (Array("<plist>".utf8), .propertyList),
      ([0x0A, 0x08] + Array("function".utf8), .binary),
      ([0x0A, 0x0A] + Array("\n nonsense".utf8), .binary),
      // A container whose keys do not come first.
      ([0x6A, 0x01, 0x31], .binary),
    ] as [([UInt8], ContainerFormat)])
  func tellsFormatsApart(bytes: [UInt8], format: ContainerFormat) {
    #expect(ContainerFormat(of: bytes) == format)
  }
}
