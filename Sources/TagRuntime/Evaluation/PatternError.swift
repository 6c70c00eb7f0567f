import CRE2

/// Why a regular expression cannot be used.
public struct PatternError: Error, Sendable, Hashable {
  /// The kinds of refusals; a `part` is the piece of the pattern that is meant.
  public enum Reason: Sendable, Hashable {
    /// The pattern is longer than the limit.
    case tooLong(bytes: Int, limit: Int)
    /// A reference to an earlier group, such as `\1`.
    case backReference(part: String)
    /// A look ahead or behind, such as `(?=` or `(?<!`.
    case lookAround(part: String)
    /// Another group syntax that is not supported, such as `(?>`.
    case groupSyntax(part: String)
    /// A `\` escape that is not known.
    case badEscape(part: String)
    /// A character class that is not valid.
    case badCharacterClass(part: String)
    /// A `[` without its `]`.
    case missingBracket(part: String)
    /// A `(` without its `)`, or the other way round.
    case missingParenthesis(part: String)
    /// A `\` at the end.
    case trailingBackslash
    /// A repetition of nothing, or of a repetition.
    case badRepetition(part: String)
    /// A counted repetition past RE2's limit of 1,000.
    case repetitionTooLarge(part: String)
    /// The compiled pattern needs more memory than the limit.
    case tooLarge(memoryLimit: Int64)
    /// Anything else.
    case other(part: String)
  }

  /// What is wrong.
  public var reason: Reason
  /// The whole pattern.
  public var pattern: String

  /// Creates an error.
  public init(reason: Reason, pattern: String) {
    self.reason = reason
    self.pattern = pattern
  }
}

extension PatternError.Reason {
  /// The reason that RE2 gave, or nil when it accepted the pattern.
  init?(of compiled: CRE2Pattern) {
    let error = cre2_error(compiled)
    if error == CRE2ErrorNone { return nil }
    var length = 0
    let start = cre2_error_part(compiled, &length)
    let bytes = UnsafeRawBufferPointer(start: start, count: length)
    let part = String(decoding: bytes, as: UTF8.self)
    switch error {
    case CRE2ErrorBadEscape:
      self = Self.isBackReference(part) ? .backReference(part: part) : .badEscape(part: part)
    case CRE2ErrorBadCharacterClass: self = .badCharacterClass(part: part)
    case CRE2ErrorMissingBracket: self = .missingBracket(part: part)
    case CRE2ErrorMissingParenthesis: self = .missingParenthesis(part: part)
    case CRE2ErrorTrailingBackslash: self = .trailingBackslash
    case CRE2ErrorRepetitionOperator: self = .badRepetition(part: part)
    case CRE2ErrorRepetitionSize: self = .repetitionTooLarge(part: part)
    case CRE2ErrorGroupSyntax:
      self = Self.isLookAround(part) ? .lookAround(part: part) : .groupSyntax(part: part)
    case CRE2ErrorTooLarge, CRE2ErrorOutOfMemory:
      self = .tooLarge(memoryLimit: Pattern.memoryLimit)
    default: self = .other(part: part)
    }
  }

  private static func isBackReference(_ part: String) -> Bool {
    let escaped = part.dropFirst().first
    return escaped == "k" || escaped == "g" || ("1"..."9").contains(escaped ?? "0")
  }

  // RE2 names the part up to where it gave up, so `(?<` stands for `(?<=` and `(?<!`.
  private static func isLookAround(_ part: String) -> Bool {
    part.hasPrefix("(?=") || part.hasPrefix("(?!") || part.hasPrefix("(?<")
  }
}
