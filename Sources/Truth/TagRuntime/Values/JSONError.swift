/// The reason why a text is not the expected JSON, and its position.
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

  /// The kind of mistake.
  public var code: Code
  /// The position of the mistake.
  public var position: TextPosition
  /// The text found there, a few characters at most.
  public var found: String
  /// The JSON expected there, in words, such as "a key in quotes".
  public var expected: String
}

extension JSONError {
  /// Creates the error for a mistake at a byte offset of a text.
  package init(
    _ code: Code, _ expected: String, at offset: Int, in text: UnsafeBufferPointer<UInt8>
  ) {
    let tail = text[min(offset, text.count)...].prefix(12)
    let word = tail.prefix { $0 > 0x20 && $0 != 0x7F }
    let shown = word.isEmpty ? tail.prefix(1) : word
    self.init(
      code: code, position: TextPosition(offset: offset, in: text),
      found: "'" + String(decoding: shown, as: UTF8.self) + "'", expected: expected)
  }
}

extension JSONError: CustomStringConvertible {
  /// One sentence: the mistake, its position, and the expected text.
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

/// A position in a text that a person can find: a byte offset with its line and column.
public struct TextPosition: Sendable, Hashable {
  /// Bytes from the start of the text, from 0.
  public var offset: Int
  /// The line, from 1.
  public var line: Int
  /// The column in characters (Unicode scalars), from 1.
  public var column: Int

  /// Creates a position from an offset with its line and column.
  package init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// Finds the position of a byte offset in a text.
  ///
  /// - Complexity: O(n) in the offset; meant for errors.
  package init(offset: Int, in bytes: [UInt8]) {
    self = bytes.withUnsafeBufferPointer { TextPosition(offset: offset, in: $0) }
  }

  /// Finds the position of a byte offset in a text.
  ///
  /// - Complexity: O(n) in the offset; meant for errors.
  package init(offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    self.init(offset: 0, line: 1, column: 1)
    advance(to: offset, in: bytes)
  }

  /// Moves the position forward to a byte offset in the same text.
  ///
  /// - Complexity: O(n) in the bytes that it passes.
  package mutating func advance(to offset: Int, in bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { advance(to: offset, in: $0) }
  }

  private mutating func advance(to offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    var place = self.offset
    while place < min(offset, bytes.count) {
      if bytes[place] == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if bytes[place] & 0xC0 != 0x80 {
        column += 1
      }
      place += 1
    }
    self.offset = offset
  }
}
