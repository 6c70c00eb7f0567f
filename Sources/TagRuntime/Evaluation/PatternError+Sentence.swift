extension PatternError: CustomStringConvertible {
  /// One sentence: which pattern, what is wrong, what to do.
  public var description: String { "pattern '\(shown)': \(explanation)" }

  private var shown: String {
    pattern.unicodeScalars.count > 60
      ? String(String.UnicodeScalarView(pattern.unicodeScalars.prefix(60))) + "…" : pattern
  }

  private var explanation: String {
    switch reason {
    case .tooLong(let bytes, let limit):
      "it has \(bytes) bytes and at most \(limit) are allowed; shorten it"
    case .backReference(let part):
      "'\(part)' is a back-reference, which linear-time matching does not know; "
        + "write out what the group may hold"
    case .lookAround(let part):
      "'\(part)' looks ahead or behind, which linear-time matching does not know; "
        + "use two conditions, one of them negated"
    case .groupSyntax(let part):
      "'\(part)' is a kind of group that is not supported; use '(…)' or '(?:…)'"
    case .badEscape(let part): "'\(part)' is no escape; write '\\\\' for a backslash"
    case .badCharacterClass(let part):
      "'\(part)' is no valid character class; expected such as '[a-z]'"
    case .missingBracket(let part): "'\(part)' has no closing ']'; add it, or write '\\['"
    case .missingParenthesis(let part):
      "a parenthesis of '\(part)' has no partner; add it, or write '\\(' or '\\)'"
    case .trailingBackslash: "it ends in '\\'; write '\\\\' for a backslash"
    case .badRepetition(let part):
      "'\(part)' has nothing to repeat; write '\\' before it to mean the character"
    case .repetitionTooLarge(let part):
      "'\(part)' repeats too often; at most 1000 times are allowed"
    case .tooLarge(let memoryLimit):
      "it needs more than \(memoryLimit) bytes once compiled; use smaller repetitions"
    case .other(let part): "it is no regular expression near '\(part)'; check its syntax"
    }
  }
}
