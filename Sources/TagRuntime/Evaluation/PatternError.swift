import CPCRE2
import CRE2

/// Why a regular expression cannot be used.
package struct PatternError: Error, Sendable, Hashable {
  /// The kinds of refusals; a `part` is the piece of the pattern that is meant.
  package enum Reason: Error, Sendable, Hashable {
    /// The pattern is longer than the limit.
    case tooLong(bytes: Int, limit: Int)
    /// A group syntax that is not supported, such as `(?>`.
    case groupSyntax(part: String)
    /// What PCRE2 knows and the language of the phone does not, such as `(?R)`.
    case strange(part: String, PatternLanguage)
    /// A reference to a group that the pattern does not have.
    case missingGroup(part: String)
    /// A look-behind that may have several lengths.
    case lookBehindLength(part: String)
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
    /// A counted repetition past the limit of 1,000, which is RE2's.
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
    case CRE2ErrorBadEscape: self = .badEscape(part: part)
    case CRE2ErrorBadCharacterClass: self = .badCharacterClass(part: part)
    case CRE2ErrorMissingBracket: self = .missingBracket(part: part)
    case CRE2ErrorMissingParenthesis: self = .missingParenthesis(part: part)
    case CRE2ErrorTrailingBackslash: self = .trailingBackslash
    case CRE2ErrorRepetitionOperator: self = .badRepetition(part: part)
    case CRE2ErrorRepetitionSize: self = .repetitionTooLarge(part: part)
    case CRE2ErrorGroupSyntax: self = .groupSyntax(part: part)
    case CRE2ErrorTooLarge, CRE2ErrorOutOfMemory:
      self = .tooLarge(memoryLimit: Pattern.memoryLimit)
    default: self = .other(part: part)
    }
  }

  /// The reason that PCRE2 gave, or nil when it accepted the pattern.
  init?(of compiled: CPCRE2Pattern, _ pattern: String) {
    let error = cpcre2_error(compiled)
    if error == CPCRE2ErrorNone { return nil }
    let offset = cpcre2_error_offset(compiled)
    let part = { (sign: Unicode.Scalar, end: Unicode.Scalar?) in
      Self.part(of: pattern, before: offset, from: sign, to: end)
    }
    switch error {
    case CPCRE2ErrorBadEscape: self = .badEscape(part: part("\\", nil))
    case CPCRE2ErrorBadCharacterClass: self = .badCharacterClass(part: part("[", "]"))
    case CPCRE2ErrorMissingBracket: self = .missingBracket(part: part("[", "]"))
    case CPCRE2ErrorMissingParenthesis: self = .missingParenthesis(part: pattern)
    case CPCRE2ErrorTrailingBackslash: self = .trailingBackslash
    case CPCRE2ErrorRepetitionOperator:
      self = .badRepetition(part: Self.repetition(in: pattern, at: offset))
    case CPCRE2ErrorRepetitionSize: self = .repetitionTooLarge(part: part("{", "}"))
    case CPCRE2ErrorGroupSyntax: self = .groupSyntax(part: part("(", nil))
    case CPCRE2ErrorMissingGroup: self = .missingGroup(part: part("\\", nil))
    case CPCRE2ErrorLookBehindLength:
      self = .lookBehindLength(
        part: Self.part(of: pattern, before: offset + 1, from: "(", to: ")"))
    case CPCRE2ErrorTooLarge: self = .tooLarge(memoryLimit: Pattern.codeLimit)
    case CPCRE2ErrorOutOfMemory: self = .tooLarge(memoryLimit: Pattern.memoryLimit)
    default: self = .other(part: part("(", nil))
    }
  }

  /// The part of a pattern that begins with the last such sign before a place. It ends there, or
  /// with another sign after it, and has two characters at least: releases of PCRE2 do not agree
  /// how far they have read.
  private static func part(
    of pattern: String, before offset: Int, from sign: Unicode.Scalar, to end: Unicode.Scalar?
  ) -> String {
    let read = String(decoding: pattern.utf8.prefix(offset), as: UTF8.self).unicodeScalars
    let all = pattern.unicodeScalars
    guard let start = read.lastIndex(of: sign) else { return pattern }
    let length = max(read.distance(from: start, to: read.endIndex), 2)
    let rest = all.dropFirst(read.distance(from: read.startIndex, to: start))
    guard let end, let last = rest.firstIndex(of: end) else {
      return String(String.UnicodeScalarView(rest.prefix(end == nil ? length : rest.count)))
    }
    return String(String.UnicodeScalarView(rest[...last]))
  }

  /// The sign of a repetition, which stands at a place or right before it.
  private static func repetition(in pattern: String, at offset: Int) -> String {
    let signs: Set<UInt8> = Set("*+?{".utf8)
    let bytes = Array(pattern.utf8)
    for place in [offset, offset - 1] where bytes.indices.contains(place) {
      if signs.contains(bytes[place]) { return String(decoding: [bytes[place]], as: UTF8.self) }
    }
    return pattern
  }

  /// Whether the pattern is too large, whoever matches it.
  var isOfSize: Bool {
    switch self {
    case .tooLong, .tooLarge, .repetitionTooLarge: true
    default: false
    }
  }
}

// MARK: - Sentence

extension PatternError: CustomStringConvertible {
  /// One sentence: which pattern, what is wrong, what to do.
  package var description: String { "pattern '\(Self.shown(pattern))': \(explanation)" }

  fileprivate static func shown(_ pattern: String) -> String {
    pattern.unicodeScalars.count > 60
      ? String(String.UnicodeScalarView(pattern.unicodeScalars.prefix(60))) + "…" : pattern
  }

  private var explanation: String {
    switch reason {
    case .tooLong(let bytes, let limit):
      "it has \(bytes) bytes and at most \(limit) are allowed; shorten it"
    case .groupSyntax(let part):
      "'\(part)' is a kind of group that is not supported; use '(…)' or '(?:…)'"
    case .strange(let part, let language):
      "\(language.ignorance) '\(part)'; write the pattern without it"
    case .missingGroup(let part):
      "'\(part)' refers to a group that the pattern does not have; count its parentheses"
    case .lookBehindLength(let part):
      "'\(part)' may look behind over several lengths, which is not known here; "
        + "write an alternative for each length"
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

extension PatternLimit: CustomStringConvertible {
  /// One sentence: which pattern, in what text, which limit.
  package var description: String {
    "pattern '\(PatternError.shown(pattern))': it was given up in a text of "
      + "\(NumberText.grouped(bytes)) bytes, where it needs \(need)"
  }

  private var need: String {
    switch kind {
    case .steps: "more than \(NumberText.grouped(Pattern.stepLimit)) steps"
    case .depth: "more than \(NumberText.grouped(Pattern.depthLimit)) decisions in each other"
    case .memory: "more than \(NumberText.grouped(Pattern.lookMemoryLimit)) KiB"
    }
  }
}
