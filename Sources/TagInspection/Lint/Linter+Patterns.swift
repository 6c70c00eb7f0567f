import OrderedCollections
import TagRuntime

extension Linter {
  /// Patterns that are refused, that find everything or that find nothing.
  func patterns() -> [LintFinding] {
    let uses = firstUses
    return container.predicates.enumerated().compactMap { position, predicate in
      guard let use = uses[position] else { return nil }
      let place = place(ofRule: use.rule)
      if predicate.patternError != nil {
        let end = use.isNegative ? "always holds" : "never holds"
        return refusal(
          of: predicate.call, predicate.ignoresCase, place,
          effect: "the condition \(end)", here: "tagsim takes the condition for one that \(end)")
      }
      guard let pattern = predicate.pattern else { return nil }
      if let finding = limit(of: pattern, place, effect: "the condition counts as false") {
        return finding
      }
      if container.dialect.patternLanguage == .javaScript, pattern.looksBehind {
        return LintFinding(
          .foreignPattern, at: place,
          "the pattern \(quoted(pattern.text)) looks behind, which iOS before 16.4 does not know "
            + "in v5: there the condition \(use.isNegative ? "always" : "never") holds; use two "
            + "conditions instead")
      }
      if pattern.findsNothing {
        return LintFinding(
          .uselessPattern, at: place,
          "the pattern \(quoted(pattern.text)) is found in no text: '^' stands at the beginning "
            + "and '$' at the end; write a backslash before a sign that is meant as such")
      }
      if pattern.findsEverything, !Self.meansAny.contains(pattern.text) {
        return LintFinding(
          .uselessPattern, at: place,
          "the pattern \(quoted(pattern.text)) is found in every text, so the condition tells "
            + "nothing apart: a pattern that may be empty matches everywhere")
      }
      return nil
    } + patternsOfMacros()
  }

  /// The same of the macros that take a group out of a text.
  private func patternsOfMacros() -> [LintFinding] {
    container.macros.enumerated().compactMap { index, macro in
      guard macro.id == MacroFunction.regexGroup.id,
        let text = macro.parameters["arg1"]?.constantText
      else { return nil }
      let ignoresCase =
        macro.parameters["ignore_case"]?.constantValue.flatMap(ValueConversion.boolean) ?? false
      let place = place(ofMacro: index)
      let language = container.dialect.patternLanguage
      guard let pattern = try? Pattern(text, ignoreCase: ignoresCase, language: language) else {
        return refusal(
          of: macro, ignoresCase, place, effect: "it has no value",
          here: "tagsim gives it no value")
      }
      return limit(of: pattern, place, effect: "it has no value")
    }
  }

  private func refusal(
    of call: CompiledFunction, _ ignoresCase: Bool, _ place: LintPlace, effect: String,
    here: String
  ) -> LintFinding? {
    do throws(PatternError) {
      let text = call.parameters["arg1"]?.constantText ?? ""
      _ = try Pattern(
        text, ignoreCase: ignoresCase, language: container.dialect.patternLanguage)
      return nil
    } catch {
      if error.isBroken(container.dialect.patternLanguage) {
        return LintFinding(.brokenPattern, at: place, "\(error.description); \(effect)")
      }
      return LintFinding(
        .foreignPattern, at: place, "\(error.description); phones may know it, but \(here)")
    }
  }

  // MARK: Limits

  /// How long the texts are on which a pattern is tried.
  private static let trialLengths = [100, 1000]
  /// How many characters of a pattern are tried.
  private static let trialLetters = 8

  /// The shortest text tried on which a pattern is given up: a character of the pattern, over and
  /// over, with nothing else at the end, or with all.
  private func limit(
    of pattern: Pattern, _ place: LintPlace, effect: String
  ) -> LintFinding? {
    guard pattern.mayGiveUp else { return nil }
    let isLetter = { (scalar: Unicode.Scalar) in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    let letters = OrderedSet(pattern.text.unicodeScalars.filter(isLetter)).prefix(Self.trialLetters)
    for length in Self.trialLengths {
      for letter in letters {
        let text = String(repeating: String(letter), count: length)
        for end in ["!" + String(String.UnicodeScalarView(letters)), ""] {
          guard case .gaveUp(let limit) = pattern.look(in: text + end) else { continue }
          let sample = String(repeating: String(letter), count: 5) + "…" + end
          return LintFinding(
            .foreignPattern, at: place,
            "\(limit), such as \(quoted(sample)): there \(effect); write it without a repetition "
              + "within a repetition")
        }
      }
    }
    return nil
  }

  /// Patterns by which people ask whether there is a value at all.
  private static let meansAny: Set<String> = [
    ".*", "^.*", ".*$", "^.*$", "(.*)", "^(.*)$", "^(.*)", "(.*)$",
  ]
}

extension PatternError {
  /// Whether no matcher at all would take the pattern; the matchers of phones know more than the
  /// one here.
  fileprivate func isBroken(_ language: PatternLanguage) -> Bool {
    switch reason {
    // In JavaScript it is a number of a character.
    case .missingGroup: language == .icu
    case .badCharacterClass, .missingBracket, .missingParenthesis, .trailingBackslash, .strange:
      true
    // Possessive repetitions are such that phones know.
    case .badRepetition(let part): !part.hasSuffix("+") || part.count < 2
    default: false
    }
  }
}
