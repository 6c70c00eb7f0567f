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
  public init(
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
  public var offset: Int { index }

  /// Reads one value and leaves what follows it unread.
  ///
  /// - Throws: `JSONError` with the position of the first mistake.
  public mutating func readValue() throws(JSONError) -> Value {
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
