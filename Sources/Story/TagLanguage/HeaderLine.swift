/// One line of a header: `key: value # comment`.
struct HeaderLine {
  /// The bytes without the comment and the surrounding blanks.
  let range: Range<Int>
  private let bytes: [UInt8]

  init(_ line: Range<Int>, in lexer: Lexer) {
    bytes = lexer.bytes
    var end = line.lowerBound
    var isInString = false
    // A comment needs a blank before it, so that a title may contain "issue#7".
    while end < line.upperBound {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") { isInString.toggle() }
      let isAfterBlank = end == line.lowerBound || Self.isBlank(bytes[end - 1])
      if byte == UInt8(ascii: "#"), isAfterBlank, !isInString { break }
      end += 1
    }
    range = Self.trimmed(line.lowerBound..<end, bytes)
  }

  var isEmpty: Bool { range.isEmpty }
  var isDashes: Bool { bytes[range].elementsEqual("---".utf8) }
  var text: String { String(decoding: bytes[range], as: UTF8.self) }

  /// The first word, up to a blank.
  var firstWord: String {
    String(decoding: bytes[range].prefix { !Self.isBlank($0) }, as: UTF8.self)
  }

  private var colon: Int? {
    guard let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")) else { return nil }
    // A colon after a blank or a quote is part of a statement, not the end of a key.
    let before = bytes[range.lowerBound..<colon]
    let isKey = !before.isEmpty && !before.contains { Self.isBlank($0) || $0 == UInt8(ascii: "\"") }
    return isKey ? colon : nil
  }

  /// The key, or nil if the line has none.
  var key: String? {
    colon.map { String(decoding: bytes[range.lowerBound..<$0], as: UTF8.self) }
  }

  private var valueRange: Range<Int> {
    let start = (colon ?? range.lowerBound - 1) + 1
    return Self.trimmed(start..<range.upperBound, bytes)
  }

  /// The index at which the value begins.
  var valueStart: Int { valueRange.lowerBound }

  /// The value, unchanged.
  var writtenValue: String { String(decoding: bytes[valueRange], as: UTF8.self) }

  /// The parts of the value between its commas.
  var parts: [String] {
    value.split(separator: ",").map { Self.trimmed($0) }.filter { !$0.isEmpty }
  }

  /// The value, without quotes if it is in quotes.
  var value: String {
    let value = bytes[valueRange]
    let quote = UInt8(ascii: "\"")
    let isQuoted = value.count >= 2 && value.first == quote && value.last == quote
    return String(decoding: isQuoted ? value.dropFirst().dropLast() : value, as: UTF8.self)
  }

  /// Returns a text without surrounding blanks.
  static func trimmed(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[trimmed(0..<bytes.count, bytes)], as: UTF8.self)
  }

  static func trimmed(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    while start < end, isBlank(bytes[start]) { start += 1 }
    return start..<end
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}
