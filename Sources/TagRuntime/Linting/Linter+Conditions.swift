import OrderedCollections

extension Linter {
  /// The first rule of each condition, with whether the condition is unwanted there.
  var firstUses: [(rule: Int, isNegative: Bool)?] {
    var uses: [(rule: Int, isNegative: Bool)?] = Array(
      repeating: nil, count: container.predicates.count)
    for (index, rule) in container.rules.enumerated() {
      for (list, isNegative) in [(rule.positive, false), (rule.negative, true)] {
        for position in list where uses[position] == nil { uses[position] = (index, isNegative) }
      }
    }
    return uses
  }

  // MARK: Patterns

  /// Patterns that are refused, that find everything or that find nothing.
  func patterns() -> [LintFinding] {
    let uses = firstUses
    return container.predicates.enumerated().compactMap { position, predicate in
      guard let use = uses[position] else { return nil }
      let place = place(ofRule: use.rule)
      if predicate.patternError != nil { return refusal(of: predicate, place, use.isNegative) }
      guard let pattern = predicate.pattern else { return nil }
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
    }
  }

  private func refusal(
    of predicate: CompiledPredicate, _ place: LintPlace, _ isNegative: Bool
  ) -> LintFinding? {
    do throws(PatternError) {
      let text = predicate.call.parameters["arg1"]?.constantText ?? ""
      _ = try Pattern(text, ignoreCase: predicate.ignoresCase)
      return nil
    } catch {
      if error.isBroken {
        return LintFinding(
          .brokenPattern, at: place,
          "\(error.description); the condition \(isNegative ? "always" : "never") holds")
      }
      return LintFinding(
        .foreignPattern, at: place,
        "\(error.description); phones may know it, but tagsim takes the condition for "
          + (isNegative ? "one that always holds" : "one that never holds"))
    }
  }

  /// Patterns by which people ask whether there is a value at all.
  private static let meansAny: Set<String> = [
    ".*", "^.*", ".*$", "^.*$", "(.*)", "^(.*)$", "^(.*)", "(.*)$",
  ]

  // MARK: Texts

  private struct Compared: Hashable {
    var subject: Int
    var folded: String
  }

  /// Texts of conditions on one macro that look the same and are not.
  func lookalikes() -> [LintFinding] {
    let uses = firstUses
    var seen: OrderedDictionary<Compared, OrderedDictionary<String, Int>> = [:]
    for (position, predicate) in container.predicates.enumerated() {
      guard let use = uses[position], predicate.kind?.id != PredicateFunction.matches.id,
        let subject = container.subjects[position], case .text? = predicate.kind?.comparison,
        let text = predicate.right?.constantText
      else { continue }
      let compared = Compared(subject: subject, folded: TextFolding.folded(text))
      if seen[compared]?[text] == nil { seen[compared, default: [:]][text] = use.rule }
    }
    return seen.elements.compactMap { compared, texts in
      guard texts.count > 1, let last = texts.elements.last else { return nil }
      let name = BoundedWords.cut(container.slots[compared.subject].name)
      let all = list(texts.elements.map { "\(quoted($0.key)) in \(ruleName($0.value))" })
      return LintFinding(
        .lookalikeConditions, at: place(ofRule: last.value),
        "\(name) is compared with texts that differ only in case, white space or quotes: \(all); "
          + "use the one that the app pushes")
    }
  }

  /// Texts that are compared or looked up and hold what people do not see.
  func oddTexts() -> [LintFinding] {
    var found: [LintFinding] = []
    for (position, use) in firstUses.enumerated() {
      guard let use, let text = container.predicates[position].right?.constantText,
        let oddity = TextFolding.oddity(of: text)
      else { continue }
      found.append(
        LintFinding(
          .oddText, at: place(ofRule: use.rule),
          "the text \(quoted(text)) of its condition on \(conditions[position].left) \(oddity): "
            + "correct it unless the app pushes just that"))
    }
    for (index, macro) in version.macros.enumerated() {
      for key in ["name", "key", "function_call_macro_name", "classPath"] {
        guard let text = macro.parameters[key]?.constantText,
          let oddity = TextFolding.oddity(of: text)
        else { continue }
        found.append(
          LintFinding(
            .oddText, at: place(ofMacro: index),
            "the name \(quoted(text)) that it looks up \(oddity): correct it unless the app uses "
              + "just that"))
      }
    }
    return found
  }
}

extension PatternError {
  /// Whether no matcher at all would take the pattern; the matchers of phones know more than the
  /// one here.
  fileprivate var isBroken: Bool {
    switch reason {
    case .badCharacterClass, .missingBracket, .missingParenthesis, .trailingBackslash: true
    // Possessive repetitions are such that phones know.
    case .badRepetition(let part): !part.hasSuffix("+") || part.count < 2
    default: false
    }
  }
}
