/// A regular expression that comes from data, compiled once. A match is a "find" (unanchored) as in
/// the SDK's `_re`.
///
/// Patterns that are a plain text, or a list of texts, are compared directly. All others are
/// matched by ICU, the engine of the phones; those of JavaScript are converted to its language
/// first. The cost of one search is limited; beyond the limit it gives up. The limits count work,
/// not time, so a search has the same result everywhere.
///
/// Source: LegacySDK §9.7, Firebase §5.5.
package final class Pattern: Sendable {
  /// The longest pattern in bytes.
  package static let lengthLimit = 32_768
  /// The steps that the searches of one event may take together, or a single search outside of an
  /// event: 30 ms of a usual pattern, at most 100 ms of the slowest. Those of a pattern whose steps
  /// are slower count more (`StepCost`).
  package static let stepLimit = 2_000_000
  /// The depth to which ICU lets groups nest.
  package static let depthLimit = 99
  /// The bytes in which ICU keeps its backtracking positions, its own default.
  package static let memoryLimit = 8_000_000

  /// The pattern as it was written.
  package let text: String
  package let language: PatternLanguage
  /// Escapes of letters that mean only the letter, such as JavaScript's `\A`.
  package let plainEscapes: [String]
  /// Whether a pattern of JavaScript has a look-behind, which iOS supports only since 16.4
  /// (Firebase §5.5).
  package let looksBehind: Bool
  /// What a search depends on, besides the text.
  struct Identity: Sendable, Hashable {
    let text: String
    let ignoresCase: Bool
    let language: PatternLanguage
  }

  private let ignoresCase: Bool
  private let plain: PlainPattern?
  private let expression: ICUExpression

  /// Compiles a pattern.
  ///
  /// - Throws: `PatternError` with the reason and the part of the pattern that was refused.
  /// - Complexity: O(n) in the length of the pattern, within the limits.
  package init(
    _ text: String, ignoreCase: Bool, language: PatternLanguage = .icu
  ) throws(PatternError) {
    let length = text.utf8.count
    guard length <= Self.lengthLimit else {
      throw PatternError(
        reason: .tooLong(bytes: length, limit: Self.lengthLimit), pattern: text,
        language: language)
    }
    ignoresCase = ignoreCase
    self.text = text
    self.language = language
    plain = PlainPattern(text, ignoreCase: ignoreCase, language)
    do throws(PatternError.Reason) {
      switch language {
      case .icu, .java:
        plainEscapes = ICUExpression.plainEscapes(of: text)
        // Source: Platforms §6; Apple's reference of `NSRegularExpression`, which takes no pattern
        // without a sign, and Android's of `Pattern`, which takes no escape of another letter.
        if language == .icu, text.isEmpty { throw .empty }
        if language == .java, let escape = plainEscapes.first { throw .badEscape(part: escape) }
        looksBehind = false
        expression = ICUExpression(text, ignoreCase: ignoreCase)
      case .javaScript:
        let read = try ECMAScriptPattern(text, ignoreCase: ignoreCase)
        plainEscapes = read.plainEscapes
        looksBehind = read.looksBehind
        expression = ICUExpression(read)
      }
    } catch {
      throw PatternError(reason: error, pattern: text, language: language)
    }
    // A plain pattern is always valid, and rarely needs the engine.
    guard plain == nil else { return }
    do throws(ICUExpression.Refusal) {
      try expression.compile()
    } catch {
      throw PatternError(error, pattern: text, language: language)
    }
  }

  var identity: Identity {
    Identity(text: text, ignoresCase: ignoresCase, language: language)
  }

  /// Whether a search for it may give up: the engine matches it.
  package var mayGiveUp: Bool { plain == nil }

  /// The number of groups in parentheses, without group 0, the whole match.
  package var groupCount: Int { expression.groupCount }
}

package enum PatternLanguage: Sendable, Hashable {
  /// ICU's, on which iOS' `NSRegularExpression` is built.
  case icu
  /// That of Android's `Pattern`, which is built on ICU and refuses escapes of other letters.
  case java
  /// The language of JavaScript's `RegExp` without the flag `u`, as v5 uses it on iOS.
  case javaScript
}

// MARK: - Matching

extension Pattern {
  /// The result of a search for a pattern.
  package enum Look: Sendable, Hashable {
    case found
    case notFound
    case gaveUp(PatternLimit)
  }

  /// Searches a text for the pattern.
  ///
  /// - Complexity: O(n) in the length of the text for a plain pattern, and within the limits for
  ///   all others.
  package func look(in text: String) -> Look {
    var steps = Self.stepLimit
    return look(in: text, spending: &steps)
  }

  /// Searches a text for the pattern, and subtracts the cost from the remaining steps. A search
  /// that gives up uses all of them.
  ///
  /// - Complexity: as of `look(in:)`.
  package func look(in text: String, spending steps: inout Int) -> Look {
    if let isFound = plain?.isFound(in: text) { return isFound ? .found : .notFound }
    switch expression.find(in: text, spending: &steps, group: nil) {
    case .found: return .found
    case .notFound: return .notFound
    case .limit(let kind): return .gaveUp(PatternLimit(kind: kind, pattern: self.text, text: text))
    }
  }

  /// Whether the pattern is found anywhere in a text; a search that gave up found nothing.
  ///
  /// - Complexity: as of `look(in:)`.
  package func isFound(in text: String) -> Bool { look(in: text) == .found }

  /// Returns the text of one group of the first match.
  ///
  /// `number` is the group, 0 for the whole match.
  ///
  /// - Returns: nil if nothing is found, if there is no such group or if it took no part.
  /// - Throws: `PatternLimit` if the search gave up.
  /// - Complexity: as of `look(in:)`.
  package func group(_ number: Int, in text: String) throws(PatternLimit) -> String? {
    var steps = Self.stepLimit
    return try group(number, in: text, spending: &steps)
  }

  /// Returns the text of one group, as `group(_:in:)`, and subtracts the cost from the remaining
  /// steps.
  ///
  /// - Throws: `PatternLimit` if the search gave up.
  /// - Complexity: as of `look(in:)`.
  package func group(
    _ number: Int, in text: String, spending steps: inout Int
  ) throws(PatternLimit) -> String? {
    guard number >= 0, number <= groupCount else { return nil }
    switch expression.find(in: text, spending: &steps, group: number) {
    case .found(let text): return text
    case .notFound: return nil
    case .limit(let kind): throw PatternLimit(kind: kind, pattern: self.text, text: text)
    }
  }
}

/// The reason why the search for a pattern gave up.
package struct PatternLimit: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable, CaseIterable {
    case steps
    case memory
    /// The pattern ran out before, and the steps of the run are used up.
    case run
  }

  package let kind: Kind
  package let pattern: String
  /// The length of the text in bytes.
  package let bytes: Int

  init(kind: Kind, pattern: String, text: String) {
    self.kind = kind
    self.pattern = pattern
    bytes = text.utf8.count
  }
}

// MARK: - Reach

extension Pattern {
  /// Patterns with anchors that are found in every line of text.
  private static let anchoredAll: Set<String> = [
    "^", "$", "^.*", ".*$", "^.*$", "^(.*)$", "^(.*)", "(.*)$",
  ]

  /// Whether the pattern is certainly found in every text: it is found in the empty one and does
  /// not depend on its position.
  package var findsEverything: Bool {
    if Self.anchoredAll.contains(text) { return true }
    // The end of any text looks ahead as the empty one does; a look-behind sees more there.
    if text.contains("(?<") { return false }
    return isFound(in: "") && !text.contains { "^$\\".contains($0) }
  }

  /// Whether the pattern is certainly found in no text: it requires a character before the
  /// beginning of the text or after its end.
  ///
  /// - Complexity: O(n) in the length of the pattern.
  package var findsNothing: Bool {
    // A negative look-ahead may contain something that is never found.
    if text.contains("(?") { return false }
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
