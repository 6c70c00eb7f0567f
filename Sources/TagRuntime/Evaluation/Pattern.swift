import CRE2

/// A regular expression that comes from data: compiled once, matched in time linear in the text.
///
/// The syntax is RE2's: Perl's without back-references and look-around, which no matcher can run
/// in linear time. Text is UTF-8, a match is a "find" (unanchored) as in the SDK's `_re`.
package final class Pattern: Sendable {
  /// The longest pattern in bytes.
  package static let lengthLimit = 1_000
  /// Memory in bytes that one compiled pattern may use (RE2's max_mem). Past it a pattern is
  /// refused, or its matching falls back to RE2's slower, still linear automaton.
  package static let memoryLimit: Int64 = 1 << 20

  /// The pattern as it was written.
  package let text: String
  private let address: UInt

  /// Compiles a pattern.
  ///
  /// - Throws: `PatternError` with the reason and the part of the pattern that was refused.
  /// - Complexity: O(n) in the length of the pattern, within `memoryLimit`.
  package init(_ text: String, ignoreCase: Bool) throws(PatternError) {
    let length = text.utf8.count
    guard length <= Self.lengthLimit else {
      throw PatternError(reason: .tooLong(bytes: length, limit: Self.lengthLimit), pattern: text)
    }
    let compiled = Self.withBytes(of: text) { bytes, count in
      cre2_compile(bytes, count, ignoreCase, Self.memoryLimit)
    }
    if let reason = PatternError.Reason(of: compiled) {
      cre2_free(compiled)
      throw PatternError(reason: reason, pattern: text)
    }
    self.text = text
    self.address = UInt(compiled.address)
  }

  deinit { cre2_free(compiled) }

  private var compiled: CRE2Pattern { CRE2Pattern(address: address) }

  /// The number of groups in parentheses, without group 0, the whole match.
  package var groupCount: Int { Int(cre2_group_count(compiled)) }

  /// Whether the pattern is found anywhere in a text.
  ///
  /// - Complexity: O(n) in the length of the text.
  package func isFound(in text: String) -> Bool {
    Self.withBytes(of: text) { bytes, count in cre2_find(compiled, bytes, count) }
  }

  /// The text of one group of the first match.
  ///
  /// `number` is the group, 0 for the whole match.
  ///
  /// - Returns: nil when nothing is found, when there is no such group or when it took no part.
  /// - Complexity: O(n) in the length of the text.
  package func group(_ number: Int, in text: String) -> String? {
    guard number >= 0, number <= groupCount else { return nil }
    var spans = [CRE2Span](repeating: CRE2Span(offset: -1, length: 0), count: number + 1)
    let isFound = Self.withBytes(of: text) { bytes, count in
      cre2_find_groups(compiled, bytes, count, &spans, Int32(number + 1))
    }
    let span = spans[number]
    guard isFound, span.offset >= 0 else { return nil }
    let bytes = text.utf8.dropFirst(span.offset).prefix(span.length)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func withBytes<Result>(
    of text: String, _ body: (UnsafePointer<CChar>?, Int) -> Result
  ) -> Result {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress, $0.count) }
    }
  }
}

// MARK: - Reach

extension Pattern {
  /// Patterns with anchors that are found in every line of text.
  private static let anchoredAll: Set<String> = [
    "^", "$", "^.*", ".*$", "^.*$", "^(.*)$", "^(.*)", "(.*)$",
  ]

  /// Whether the pattern is surely found in every text: it is found in the empty one and asks
  /// nothing of where it stands.
  package var findsEverything: Bool {
    if Self.anchoredAll.contains(text) { return true }
    return isFound(in: "") && !text.contains { "^$\\".contains($0) }
  }

  /// Whether the pattern is surely found in no text: it wants a character before the beginning of
  /// the text or after its end.
  ///
  /// - Complexity: O(n) in the length of the pattern.
  package var findsNothing: Bool {
    let letters = Array(text.unicodeScalars)
    guard !letters.contains("|"), !letters.contains("["), !letters.contains("\\") else {
      return false
    }
    for (position, letter) in letters.enumerated() {
      if letter == "^", position > 0, Self.isPlain(letters[position - 1]) { return true }
      guard letter == "$", position + 1 < letters.count, Self.isPlain(letters[position + 1]) else {
        continue
      }
      let after = position + 2 < letters.count ? letters[position + 2] : " "
      if !["?", "*", "{"].contains(after) { return true }
    }
    return false
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}

/// Why a regular expression cannot be used.
package struct PatternError: Error, Sendable, Hashable {
  /// The kinds of refusals; a `part` is the piece of the pattern that is meant.
  package enum Reason: Sendable, Hashable {
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
  package var reason: Reason
  /// The whole pattern.
  package var pattern: String

  /// Creates an error.
  package init(reason: Reason, pattern: String) {
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

// MARK: - Sentence

extension PatternError: CustomStringConvertible {
  /// One sentence: which pattern, what is wrong, what to do.
  package var description: String { "pattern '\(shown)': \(explanation)" }

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
