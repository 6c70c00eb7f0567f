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
