import OrderedCollections

/// The strict JSON reader of the project: RFC 8259, exact integers, positions in errors and a
/// depth limit. Scenario text, container files and traces share it.
///
/// An integer outside the 64-bit range becomes the nearest double. Of equal keys in a map the
/// last value wins and the first place stays.
public struct JSONReader {
  /// How deep lists and maps may nest (Foundation's limit as well).
  public static let depthLimit = 512

  /// What is accepted beyond JSON.
  public struct Extensions: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: Int
    /// Creates a set from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The word `absent`, for a list slot that a push leaves alone.
    public static let absent = Extensions(rawValue: 1)
  }

  let bytes: [UInt8]
  let extensions: Extensions
  let depthLimit: Int
  var index: Int
  var depth = 0

  /// Creates a reader that starts at a byte offset of a text.
  package init(
    _ bytes: [UInt8], from offset: Int = 0, extensions: Extensions = [],
    depthLimit: Int = JSONReader.depthLimit
  ) {
    self.bytes = bytes
    self.index = offset
    self.extensions = extensions
    self.depthLimit = depthLimit
  }

  /// Reads a whole text as one value.
  ///
  /// - Throws: `JSONError` with the position of the first mistake.
  /// - Complexity: O(n) in the length of the text.
  public static func read(
    _ bytes: [UInt8], from offset: Int = 0, extensions: Extensions = [],
    depthLimit: Int = JSONReader.depthLimit
  ) throws(JSONError) -> Value {
    var reader = JSONReader(
      bytes, from: offset, extensions: extensions, depthLimit: depthLimit)
    let value = try reader.readValue()
    reader.skipWhitespace()
    if reader.index < bytes.count { throw reader.error(.trailingText, "the end of the text") }
    return value
  }

  /// Reads a whole text as one value.
  ///
  /// - Throws: `JSONError` with the position of the first mistake.
  /// - Complexity: O(n) in the length of the text.
  public static func read(_ text: String, extensions: Extensions = []) throws(JSONError) -> Value {
    try read(Array(text.utf8), extensions: extensions)
  }

  /// The offset of the first byte that was not read yet.
  package var offset: Int { index }

  /// Reads one value and leaves what follows it unread.
  ///
  /// - Throws: `JSONError` with the position of the first mistake.
  package mutating func readValue() throws(JSONError) -> Value {
    skipWhitespace()
    guard let byte = peek else { throw error(.unexpectedEnd, "a value") }
    switch byte {
    case UInt8(ascii: "{"): return try readMap()
    case UInt8(ascii: "["): return try readList()
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"): return try readWord("true", .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    case UInt8(ascii: "a") where extensions.contains(.absent):
      return try readWord("absent", .absent)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    default: throw error(.unexpectedCharacter, "a value")
    }
  }

  private mutating func readMap() throws(JSONError) -> Value {
    try descend()
    var members: OrderedDictionary<String, Value> = [:]
    index += 1
    skipWhitespace()
    if peek == UInt8(ascii: "}") { return ascend(.map(members)) }
    while true {
      skipWhitespace()
      guard let quote = peek else { throw error(.unexpectedEnd, "a key in quotes") }
      guard quote == UInt8(ascii: "\"") else {
        throw error(.unexpectedCharacter, "a key in quotes")
      }
      let key = try readString()
      skipWhitespace()
      try consume(UInt8(ascii: ":"), "':' after the key")
      members[key] = try readValue()
      skipWhitespace()
      if peek == UInt8(ascii: "}") { return ascend(.map(members)) }
      try consume(UInt8(ascii: ","), "',' or '}'")
    }
  }

  private mutating func readList() throws(JSONError) -> Value {
    try descend()
    var elements: [Value] = []
    index += 1
    skipWhitespace()
    if peek == UInt8(ascii: "]") { return ascend(.list(elements)) }
    while true {
      elements.append(try readValue())
      skipWhitespace()
      if peek == UInt8(ascii: "]") { return ascend(.list(elements)) }
      try consume(UInt8(ascii: ","), "',' or ']'")
    }
  }

  private mutating func descend() throws(JSONError) {
    depth += 1
    if depth > depthLimit {
      throw error(.tooDeep(limit: depthLimit), "at most \(depthLimit) levels")
    }
  }

  private mutating func ascend(_ value: Value) -> Value {
    index += 1
    depth -= 1
    return value
  }

  private mutating func readWord(_ word: StaticString, _ value: Value) throws(JSONError) -> Value {
    let length = word.utf8CodeUnitCount
    let matches =
      index + length <= bytes.count
      && (0..<length).allSatisfy { bytes[index + $0] == word.utf8Start[$0] }
    guard matches else { throw error(.unexpectedCharacter, "a value") }
    index += length
    return value
  }
}

// MARK: - Scalars

extension JSONReader {
  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func skipWhitespace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  mutating func consume(_ byte: UInt8, _ expected: String) throws(JSONError) {
    guard let found = peek else { throw error(.unexpectedEnd, expected) }
    guard found == byte else { throw error(.unexpectedCharacter, expected) }
    index += 1
  }

  func error(_ code: JSONError.Code, _ expected: String, at offset: Int? = nil) -> JSONError {
    let offset = offset ?? index
    let tail = bytes[min(offset, bytes.count)...].prefix(12)
    let word = tail.prefix { $0 > 0x20 && $0 != 0x7F }
    let shown = word.isEmpty ? tail.prefix(1) : word
    let found = "'" + String(decoding: shown, as: UTF8.self) + "'"
    return JSONError(
      code: code, position: TextPosition(offset: offset, in: bytes), found: found,
      expected: expected)
  }

  mutating func readNumber() throws(JSONError) -> Value {
    let start = index
    if peek == UInt8(ascii: "-") { index += 1 }
    let firstDigit = index
    skipDigits()
    let digits = index - firstDigit
    let leadingZero = digits > 1 && bytes[firstDigit] == UInt8(ascii: "0")
    if digits == 0 || leadingZero { throw error(.badNumber, "a number", at: start) }
    var isInteger = true
    if peek == UInt8(ascii: ".") {
      isInteger = false
      index += 1
      try requireDigits(from: start)
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      isInteger = false
      index += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
      try requireDigits(from: start)
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger, let exact = Int64(text) { return .int(exact) }
    guard let double = Double(text), double.isFinite else {
      throw error(.badNumber, "a number within the range of a double", at: start)
    }
    return .double(double)
  }

  private mutating func skipDigits() {
    while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
  }

  private mutating func requireDigits(from start: Int) throws(JSONError) {
    let before = index
    skipDigits()
    if index == before { throw error(.badNumber, "a number", at: start) }
  }

  mutating func readString() throws(JSONError) -> String {
    index += 1
    let start = index
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      index += 1
    }
    if peek == UInt8(ascii: "\"") {
      index += 1
      return try utf8(bytes[start..<(index - 1)], at: start)
    }
    var buffer = Array(bytes[start..<index])
    while let byte = peek, byte != UInt8(ascii: "\"") {
      if byte < 0x20 { throw error(.controlCharacter, "no control character in a string") }
      if byte == UInt8(ascii: "\\") {
        buffer.append(contentsOf: try readEscape())
      } else {
        buffer.append(byte)
        index += 1
      }
    }
    guard peek != nil else { throw error(.unexpectedEnd, "'\"' at the end of a string") }
    index += 1
    return try utf8(buffer[...], at: start)
  }

  private func utf8(_ slice: ArraySlice<UInt8>, at start: Int) throws(JSONError) -> String {
    guard let text = String(validating: slice, as: UTF8.self) else {
      throw error(.invalidUTF8, "UTF-8 text", at: start)
    }
    return text
  }

  private mutating func readEscape() throws(JSONError) -> String.UTF8View {
    let start = index
    index += 1
    guard let byte = peek else { throw error(.unexpectedEnd, "a character after '\\'") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""): return "\"".utf8
    case UInt8(ascii: "\\"): return "\\".utf8
    case UInt8(ascii: "/"): return "/".utf8
    case UInt8(ascii: "b"): return "\u{08}".utf8
    case UInt8(ascii: "f"): return "\u{0C}".utf8
    case UInt8(ascii: "n"): return "\n".utf8
    case UInt8(ascii: "r"): return "\r".utf8
    case UInt8(ascii: "t"): return "\t".utf8
    case UInt8(ascii: "u"): return String(try readUnicodeEscape(from: start)).utf8
    default: throw error(.badEscape, "an escape such as \\n or \\u00e9", at: start)
    }
  }

  private mutating func readUnicodeEscape(from start: Int) throws(JSONError) -> Character {
    let high = try readHexUnit(from: start)
    var scalar = UInt32(high)
    if (0xD800..<0xDC00).contains(high), peek == UInt8(ascii: "\\") {
      index += 1
      try consume(UInt8(ascii: "u"), "the second half of a surrogate pair")
      let low = try readHexUnit(from: start)
      guard (0xDC00..<0xE000).contains(low) else {
        throw error(.badEscape, "the second half of a surrogate pair", at: start)
      }
      scalar = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
    }
    guard let unicode = Unicode.Scalar(scalar) else {
      throw error(.badEscape, "a whole surrogate pair", at: start)
    }
    return Character(unicode)
  }

  private mutating func readHexUnit(from start: Int) throws(JSONError) -> UInt16 {
    guard index + 4 <= bytes.count else { throw error(.unexpectedEnd, "four hex digits") }
    var unit: UInt16 = 0
    for byte in bytes[index..<(index + 4)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw error(.badEscape, "four hex digits", at: start)
      }
      unit = unit << 4 | UInt16(digit)
    }
    index += 4
    return unit
  }
}

/// Why a text is not the JSON that was expected, and where.
public struct JSONError: Error, Sendable, Hashable {
  /// The kinds of mistakes.
  public enum Code: Sendable, Hashable {
    /// The text ended inside a value.
    case unexpectedEnd
    /// A byte that cannot start or continue what is being read.
    case unexpectedCharacter
    /// Something follows the value.
    case trailingText
    /// A number that JSON does not allow, such as `01` or `1.`.
    case badNumber
    /// A `\` escape that JSON does not know, or half of a surrogate pair.
    case badEscape
    /// A control character inside a string.
    case controlCharacter
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// Lists and maps nested deeper than the limit.
    case tooDeep(limit: Int)
  }

  /// What is wrong.
  public var code: Code
  /// Where it is wrong.
  public var position: TextPosition
  /// What was found there, a few characters at most.
  public var found: String
  /// What would have been right, in words.
  public var expected: String
}

extension JSONError: CustomStringConvertible {
  /// One sentence: what, where, what was expected.
  public var description: String {
    let place = "line \(position.line), column \(position.column)"
    switch code {
    case .unexpectedEnd: return "\(place): the text ends where \(expected) was expected"
    case .tooDeep(let limit): return "\(place): nested deeper than \(limit) levels"
    case .invalidUTF8: return "\(place): bytes that are not UTF-8 text"
    default: return "\(place): found \(found), expected \(expected)"
    }
  }
}

/// A place in a text that a person can find: a byte offset with its line and column.
public struct TextPosition: Sendable, Hashable {
  /// Bytes from the start of the text, from 0.
  public var offset: Int
  /// The line, from 1.
  public var line: Int
  /// The column in characters (Unicode scalars), from 1.
  public var column: Int

  /// Creates a position.
  package init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// The position of a byte offset in a text.
  ///
  /// - Complexity: O(n) in the offset; meant for errors.
  package init(offset: Int, in bytes: some Collection<UInt8>) {
    // A loop over contiguous bytes is many times faster, and an error may lie megabytes deep.
    let place =
      bytes.withContiguousStorageIfAvailable { Self.place(after: $0.prefix(offset)) }
      ?? Self.place(after: Array(bytes.prefix(offset))[...])
    self.init(offset: offset, line: place.line, column: place.column)
  }

  private static func place(
    after bytes: some Collection<UInt8>
  ) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}
