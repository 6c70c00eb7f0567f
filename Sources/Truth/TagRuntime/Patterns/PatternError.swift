import CICU

/// The reason why a regular expression cannot be used.
package struct PatternError: Error, Sendable, Hashable {
  /// The kinds of refusals; a `part` is the faulty piece of the pattern.
  package enum Reason: Error, Sendable, Hashable {
    /// The pattern has no sign, which an iPhone does not take.
    case empty
    /// The pattern is longer than the limit.
    case tooLong(bytes: Int, limit: Int)
    /// A kind of group that the language does not have, such as `(?R)`, or JavaScript's `(?i)`.
    case groupSyntax(part: String)
    /// An invalid or duplicate name of a group.
    case groupName(part: String)
    /// A reference to a group that the pattern does not have.
    case missingGroup(part: String)
    /// A look-behind of unbounded length.
    case lookBehindLength(part: String)
    /// A `\` escape that is incomplete.
    case badEscape(part: String)
    /// An invalid character class.
    case badCharacterClass(part: String)
    /// A `[` without its `]`.
    case missingBracket(part: String)
    /// A `(` without its `)`, or the other way round.
    case missingParenthesis(part: String)
    /// A `\` at the end.
    case trailingBackslash
    /// A repetition of nothing, or of a repetition.
    case badRepetition(part: String)
    /// A brace that does not begin a counted repetition.
    case badInterval(part: String)
    /// A counted repetition whose minimum is above its maximum.
    case intervalOrder(part: String)
    /// A counted repetition past the limit of ICU.
    case repetitionTooLarge(part: String)
    /// Groups nested deeper than the limit.
    case tooDeep(limit: Int)
    /// The compiled pattern is larger than ICU allows.
    case tooLarge
    /// Anything else.
    case other(part: String)
  }

  /// The kind of refusal.
  package var reason: Reason
  package var pattern: String
  package var language: PatternLanguage
  /// ICU's name for the error; nil if ICU did not compile it.
  private var icuName: String?

  /// Creates the error for a refusal by ICU.
  init(_ refusal: ICUExpression.Refusal, pattern: String, language: PatternLanguage) {
    self.init(reason: refusal.reason, pattern: pattern, language: language)
    icuName = refusal.name
  }

  /// Creates an error that tagsim itself found.
  package init(reason: Reason, pattern: String, language: PatternLanguage = .icu) {
    self.reason = reason
    self.pattern = pattern
    self.language = language
  }
}

// MARK: - ICU

extension PatternError.Reason {
  /// Derives the reason that ICU gave after it had read the given number of units.
  init(_ error: CICUError, after count: Int, of pattern: [UInt16]) {
    let read = pattern.prefix(max(count, 0))
    let whole = String(decoding: pattern, as: UTF16.self)
    // From the last such sign that was read to the end of the part read.
    func part(from sign: Unicode.Scalar) -> String {
      guard let start = read.lastIndex(of: UInt16(sign.value)) else { return whole }
      return String(decoding: pattern[start..<max(read.count, start + 1)], as: UTF16.self)
    }
    let last = Self.sign(read.last)
    // The kind of a group is after its parenthesis, and may have one itself.
    func group() -> String {
      let starts = read.indices.dropLast().filter { read[$0] == 0x28 && read[$0 + 1] == 0x3F }
      guard let start = starts.last else { return part(from: "(") }
      return String(decoding: read[start...], as: UTF16.self)
    }
    switch error {
    case CICUErrorEscape where read.count == pattern.count && last == "\\":
      self = .trailingBackslash
    case CICUErrorEscape: self = .badEscape(part: part(from: "\\"))
    case CICUErrorCharacterName: self = .badEscape(part: whole)
    case CICUErrorProperty:
      self = .badCharacterClass(part: part(from: last == "]" ? "[" : "\\"))
    case CICUErrorRange, CICUErrorSetOfTexts: self = .badCharacterClass(part: part(from: "["))
    case CICUErrorBracket: self = .missingBracket(part: part(from: "["))
    case CICUErrorParenthesis: self = .missingParenthesis(part: whole)
    case CICUErrorInterval: self = .badInterval(part: part(from: "{"))
    case CICUErrorIntervalOrder: self = .intervalOrder(part: part(from: "{"))
    case CICUErrorNumberTooBig: self = .repetitionTooLarge(part: part(from: "{"))
    case CICUErrorGroupReference: self = .missingGroup(part: part(from: "\\"))
    case CICUErrorLookBehind: self = .lookBehindLength(part: part(from: "("))
    case CICUErrorGroupName: self = .groupName(part: part(from: "<"))
    case CICUErrorFlag, CICUErrorUnimplemented: self = .groupSyntax(part: group())
    case CICUErrorRuleSyntax:
      self = Self.syntax(read, Self.sign(pattern.dropFirst(read.count).first), part)
    case CICUErrorTooBig, CICUErrorMemory, CICUErrorStack: self = .tooLarge
    case CICUErrorNested: self = .tooDeep(limit: Pattern.depthLimit)
    default: self = .other(part: whole)
    }
  }

  /// The signs that repeat the preceding item.
  private static let repeating = ["*", "+", "?", "{", "}"]

  /// Finds the violated rule of the syntax, for which ICU has one error.
  private static func syntax(
    _ read: ArraySlice<UInt16>, _ next: String, _ part: (Unicode.Scalar) -> String
  ) -> PatternError.Reason {
    let last = sign(read.last)
    if last == "*", sign(read.dropLast().last) == "(" { return .groupSyntax(part: part("(")) }
    if let bracket = read.lastIndex(of: 0x5B), !read[bracket...].contains(0x5D),
      bracket > read.lastIndex(of: 0x28) ?? -1
    {
      return .badCharacterClass(part: part("["))
    }
    if repeating.contains(last) { return .badRepetition(part: last) }
    if repeating.contains(next) { return .badRepetition(part: next) }
    return .groupSyntax(part: part("("))
  }

  private static func sign(_ unit: UInt16?) -> String {
    unit.map { String(decoding: [$0], as: UTF16.self) } ?? ""
  }
}

// MARK: - Sentence

extension PatternError: CustomStringConvertible {
  /// One sentence: the pattern, the fault, the remedy.
  package var description: String { "pattern '\(Self.shown(pattern))': \(explanation)" }

  static func shown(_ pattern: String) -> String {
    pattern.unicodeScalars.count > 60
      ? String(String.UnicodeScalarView(pattern.unicodeScalars.prefix(60))) + "…" : pattern
  }

  private var owner: String { language == .javaScript ? "JavaScript" : "ICU" }

  private var explanation: String {
    switch reason {
    case .empty: "it is empty, which an iPhone refuses; write '.*' to match every text"
    case .tooLong(let bytes, let limit):
      "it has \(NumberText.grouped(bytes)) bytes, but at most \(NumberText.grouped(limit)) are "
        + "allowed; shorten it"
    case .groupSyntax(let part): "\(owner) does not have '\(part)'; \(advice(for: part))"
    case .groupName(let part):
      "'\(part)' is not the name of one group; use letters and digits, and each name once"
    case .missingGroup(let part):
      "'\(part)' refers to a group that the pattern does not have; count its parentheses"
    case .lookBehindLength(let part):
      "'\(part)' has look-behind of unlimited length; use a count such as '{1,100}' instead of '+' "
        + "or '*'"
    case .badEscape(let part): "'\(part)' is not an escape; write '\\\\' for a backslash"
    case .badCharacterClass(let part):
      "'\(part)' is not a valid character class; expected such as '[a-z]'"
    case .missingBracket(let part): "'\(part)' has no closing ']'; add it, or write '\\['"
    case .missingParenthesis(let part):
      "a parenthesis of '\(part)' is unmatched; add the other one, or write '\\(' or '\\)'"
    case .trailingBackslash: "it ends in '\\'; write '\\\\' for a backslash"
    case .badRepetition(let part):
      "'\(part)' has nothing to repeat; write '\\' before it to mean the character"
    case .badInterval(let part):
      "'\(part)' is not a repetition such as '{2}' or '{2,4}'; write '\\{' to mean the character"
    case .intervalOrder(let part): "'\(part)' has a minimum count above its maximum; swap them"
    case .repetitionTooLarge(let part): "'\(part)' repeats too often; use a smaller count"
    case .tooDeep(let limit):
      "its groups are nested more than \(limit) deep; write it with fewer groups"
    case .tooLarge: "it is too large once compiled; shorten it"
    case .other(let part): "it is not a regular expression near '\(part)'; check its syntax"
    }
  }

  /// Suggests a replacement for a group that the language does not have.
  private func advice(for part: String) -> String {
    if part.hasPrefix("(?P") { return "write '(?<name>…)'" }
    if part.hasPrefix("(?i") { return "choose 'ignore case' for the condition instead" }
    return "write the pattern without it"
  }

  /// The engine's own words; nil if tagsim refused it first.
  package var engineWords: String? {
    switch language {
    case .icu, .java: icuName
    case .javaScript: icuName == nil ? javaScriptWords : nil
    }
  }

  /// The words of JavaScriptCore; nil for limits of this program.
  private var javaScriptWords: String? {
    switch reason {
    case .groupSyntax: "unrecognized character after (?"
    case .groupName: "invalid group specifier name"
    case .badCharacterClass: "range out of order in character class"
    case .missingBracket: "missing terminating ] for character class"
    case .missingParenthesis: "unmatched parentheses"
    case .trailingBackslash: "\\ at end of pattern"
    case .badRepetition: "nothing to repeat"
    case .intervalOrder: "numbers out of order in {} quantifier"
    case .empty, .tooLong, .missingGroup, .lookBehindLength, .badEscape, .badInterval,
      .repetitionTooLarge, .tooDeep, .tooLarge, .other:
      nil
    }
  }
}

extension PatternLimit: CustomStringConvertible {
  /// One sentence: the pattern, the text, the limit.
  package var description: String {
    "pattern '\(PatternError.shown(pattern))': matching stopped in a text of "
      + "\(NumberText.grouped(bytes)) bytes, where \(need)"
  }

  private var need: String {
    switch kind {
    case .steps:
      "the patterns of the event need more than \(NumberText.grouped(Pattern.stepLimit)) steps"
    case .memory: "it needs more than \(NumberText.grouped(Pattern.memoryLimit)) bytes"
    case .run:
      "the patterns that ran out have used up the \(NumberText.grouped(PatternBudget.runLimit)) "
        + "steps of the run"
    }
  }
}
