import OrderedCollections
import TagRuntime

extension Linter {
  /// Finds patterns that are invalid, that match everything or that match nothing.
  func patterns() -> [LintFinding] {
    let uses = firstUses
    return container.predicates.enumerated().compactMap { position, predicate in
      guard let use = uses[position] else { return nil }
      let place = place(ofRule: use.rule)
      let end = use.isNegative ? "is always true" : "is never true"
      if predicate.patternError != nil {
        return refusal(
          of: predicate.call, predicate.ignoresCase, place, effect: "the condition \(end)")
      }
      guard let pattern = predicate.pattern else { return nil }
      if let finding = limit(of: pattern, place, effect: "the condition counts as false") {
        return finding
      }
      if let difference = difference(of: pattern, predicate.ignoresCase, effect: end) {
        return LintFinding(.foreignPattern, at: place, difference)
      }
      if pattern.findsNothing {
        return LintFinding(
          .uselessPattern, at: place,
          "the pattern \(quoted(pattern.text)) matches no text: '^' belongs at the beginning "
            + "and '$' at the end; write a backslash before a literal sign")
      }
      if pattern.findsEverything, !Self.meansAny.contains(pattern.text) {
        return LintFinding(
          .uselessPattern, at: place,
          "the pattern \(quoted(pattern.text)) matches every text, so the condition tests "
            + "nothing: a pattern that may be empty matches everywhere")
      }
      return nil
    } + patternsOfMacros()
  }

  /// Finds the same in macros that extract a group from a text.
  private func patternsOfMacros() -> [LintFinding] {
    container.macros.enumerated().compactMap { index, macro in
      guard macro.id == MacroFunction.regexGroup.id,
        let text = macro.parameters["arg1"]?.constantText
      else { return nil }
      let ignoresCase =
        macro.parameters["ignore_case"]?.constantValue.flatMap { ValueConversion.boolean($0) }
        ?? false
      let place = place(ofMacro: index)
      let language = container.patternLanguage
      guard let pattern = try? Pattern(text, ignoreCase: ignoresCase, language: language) else {
        return refusal(of: macro, ignoresCase, place, effect: "it has no value")
      }
      return limit(of: pattern, place, effect: "it has no value")
    }
  }

  private func refusal(
    of call: CompiledFunction, _ ignoresCase: Bool, _ place: LintPlace, effect: String
  ) -> LintFinding? {
    let text = call.parameters["arg1"]?.constantText ?? ""
    let language = container.patternLanguage
    guard let error = error(of: text, ignoresCase, language) else { return nil }
    // So says an iPhone of an empty pattern, before its engine sees it.
    let emptyWords = text.isEmpty ? "The value “” is invalid." : nil
    guard let words = error.engineWords ?? emptyWords else {
      return LintFinding(
        .foreignPattern, at: place, "\(error); phones may accept it, but here \(effect)")
    }
    var sentence = "\(error) (\(words)); \(effect)"
    if language == .javaScript, self.error(of: text, ignoresCase, .icu) == nil {
      sentence += " on iOS; Android, which matches like Java, accepts the pattern"
    }
    return LintFinding(.brokenPattern, at: place, sentence)
  }

  private func error(
    of text: String, _ ignoresCase: Bool, _ language: PatternLanguage
  ) -> PatternError? {
    do throws(PatternError) {
      _ = try Pattern(text, ignoreCase: ignoresCase, language: language)
      return nil
    } catch {
      return error
    }
  }

  /// Describes how phones differ for a pattern that this engine accepts.
  private func difference(
    of pattern: Pattern, _ ignoresCase: Bool, effect: String
  ) -> String? {
    let shown = "the pattern \(quoted(pattern.text))"
    let isLegacy = pattern.language == .icu
    if let escape = pattern.plainEscapes.first {
      let letter = quoted(String(escape.dropFirst()))
      return isLegacy
        ? "\(shown) has \(quoted(escape)), which only means \(letter) on iOS, and which Android "
          + "rejects; write only the letter"
        : "\(shown) has \(quoted(escape)), which only means \(letter) in JavaScript, by which v5 "
          + "matches on iOS; write the pattern without it"
    }
    if isLegacy { return nil }
    if let error = error(of: pattern.text, ignoresCase, .icu), let words = error.engineWords {
      return "\(error) (\(words)): on Android the condition \(effect)"
    }
    guard pattern.looksBehind else { return nil }
    return "\(shown) uses look-behind, which iOS before 16.4 does not support in v5: there the "
      + "condition \(effect); use two conditions instead"
  }

  // MARK: Limits

  /// The length of the texts that a pattern is tried on.
  private static let trialLength = 100
  /// The number of characters of a pattern that are tried.
  private static let trialLetters = 8

  /// Tries texts on which the engine may give up a search for the pattern: each repeats a character
  /// of the pattern, and ends with other characters or with nothing else.
  private func limit(
    of pattern: Pattern, _ place: LintPlace, effect: String
  ) -> LintFinding? {
    // Without a repetition there are few ways to match a short text.
    guard pattern.mayGiveUp, pattern.text.contains(where: "*+{".contains) else { return nil }
    let isLetter = { (scalar: Unicode.Scalar) in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    let letters = OrderedSet(pattern.text.unicodeScalars.filter(isLetter)).prefix(Self.trialLetters)
    for letter in letters {
      let text = String(repeating: String(letter), count: Self.trialLength)
      for end in ["!" + String(String.UnicodeScalarView(letters)), ""] {
        guard case .gaveUp(let limit) = pattern.look(in: text + end) else { continue }
        let sample = String(repeating: String(letter), count: 5) + "…" + end
        return LintFinding(
          .foreignPattern, at: place,
          "\(limit), such as \(quoted(sample)): there \(effect), while a phone, which has no such "
            + "limit, computes for a tenth of a second and more at every event with such a text; "
            + "write it without a repetition within a repetition")
      }
    }
    return nil
  }

  /// Patterns that people use to check whether there is a value at all.
  private static let meansAny: Set<String> = [
    ".*", "^.*", ".*$", "^.*$", "(.*)", "^(.*)$", "^(.*)", "(.*)$",
  ]
}
