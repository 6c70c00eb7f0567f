/// The strict JSON reader of the project: RFC 8259, exact integers, positions in errors and a
/// depth limit. Scenario text, container files and traces share it.
///
/// An integer outside the 64-bit range becomes the nearest double. If a map repeats a key, the last
/// value wins and the first place stays.
public struct JSONReader {
  /// The depth to which lists and maps may nest (Foundation's limit as well).
  public static let depthLimit = 512

  /// Syntax that is accepted beyond JSON.
  public struct Extensions: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: Int
    /// Creates a set from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The word `absent`, for a list slot that a push leaves alone.
    public static let absent = Extensions(rawValue: 1)
    /// An integer beyond 64 bits, of up to 38 digits, is the text of its digits, as Foundation
    /// keeps them.
    package static let longNumbers = Extensions(rawValue: 2)
  }

  private let bytes: [UInt8]
  private let extensions: Extensions
  private let depthLimit: Int
  /// The offset of the first byte that was not read yet.
  package private(set) var offset: Int

  /// Creates a reader that starts at a byte offset of a text.
  package init(
    _ bytes: [UInt8], from offset: Int = 0, extensions: Extensions = [],
    depthLimit: Int = JSONReader.depthLimit
  ) {
    self.bytes = bytes
    self.offset = offset
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
    return try reader.scan { scanner throws(JSONError) in
      let value = try scanner.readValue()
      scanner.skipWhitespace()
      if scanner.peek != nil { throw scanner.error(.trailingText, "the end of the text") }
      return value
    }
  }

  /// Reads a whole text as one value.
  ///
  /// - Throws: `JSONError` with the position of the first mistake.
  /// - Complexity: O(n) in the length of the text.
  public static func read(_ text: String, extensions: Extensions = []) throws(JSONError) -> Value {
    try read(Array(text.utf8), extensions: extensions)
  }

  /// Reads one value and leaves what follows it unread.
  ///
  /// - Throws: `JSONError` with the position of the first mistake.
  package mutating func readValue() throws(JSONError) -> Value {
    try scan { scanner throws(JSONError) in try scanner.readValue() }
  }

  private mutating func scan(
    _ body: (inout JSONScanner) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    let start = offset
    let (value, end) = try bytes.withUnsafeBufferPointer { text throws(JSONError) in
      var scanner = JSONScanner(text, from: start, extensions, depthLimit: depthLimit)
      return (try body(&scanner), scanner.index)
    }
    offset = end
    return value
  }
}
