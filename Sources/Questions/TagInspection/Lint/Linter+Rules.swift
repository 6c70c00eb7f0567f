import OrderedCollections
import TagRuntime

extension Linter {
  // MARK: Never true

  /// Finds rules that cannot be true whatever the app does.
  func neverTrueRules() -> [LintFinding] {
    let isDead = container.rulesAdding.map { rules in rules.allSatisfy { isNeverTrue[$0] } }
    return container.rules.enumerated().compactMap { index, rule in
      guard isNeverTrue[index], let reason = neverReason(of: rule) else { return nil }
      let effect = effect(of: index, isDead)
      return LintFinding(
        .ruleNeverTrue, at: place(ofRule: index),
        "it can never be true: \(reason)\(effect); correct one of its conditions")
    }
  }

  /// Explains why a rule is never true; undefined macros and bad patterns have separate codes.
  private func neverReason(of rule: CompiledRule) -> String? {
    switch container.contradiction(in: rule) {
    case .sameCondition(let position)?:
      return "'\(words(ofCondition: position))' must be both true and false"
    case .twoTexts(let slot, let first, let second)?:
      let name = BoundedWords.cut(container.slots[slot].name)
      return "\(name) cannot equal both \(quoted(first)) and \(quoted(second))"
        + (TextFolding.folded(first) == TextFolding.folded(second)
          ? ", which differ only in case or white space" : "")
    case .clash(let first, let second, let isNegative)?:
      return "'\(words(ofCondition: first))' and "
        + "'\(words(ofCondition: second, isNegative: isNegative))' cannot both be true"
    case nil: break
    }
    if let position = rule.positive.first(where: { isConstant($0, false) }) {
      return "'\(words(ofCondition: position))' compares constants and is never true"
    }
    if let position = rule.negative.first(where: { isConstant($0, true) }) {
      return
        "'\(words(ofCondition: position, isNegative: true))' compares constants and is never true"
    }
    return nil
  }

  private func isConstant(_ position: Int, _ truth: Bool) -> Bool {
    let predicate = container.predicates[position]
    return container.constant(predicate.left) != nil
      && container.constant(predicate.right) != nil
      && container.fixedTruth(of: position) == truth && predicate.patternError == nil
  }

  /// Describes the consequences of a rule that is never true.
  private func effect(of rule: Int, _ isDead: [Bool]) -> String {
    let dead = OrderedSet(version.rules[rule].addTags.lazy.filter { isDead[$0] }).elements
    if dead.isEmpty { return "" }
    return ", so \(tags(dead)) never \(dead.count == 1 ? "fires" : "fire")"
  }

  // MARK: Always true

  /// Finds rules that fire tags at every event.
  func alwaysTrueRules() -> [LintFinding] {
    container.rules.enumerated().compactMap { index, rule in
      let tags = ContainerDescriber.once(rule.source.addTags)
      guard !tags.isEmpty, isAlwaysTrue[index] else { return nil }
      return LintFinding(
        .ruleAlwaysTrue, at: place(ofRule: index),
        "it is true on every event, so \(self.tags(tags)) \(tags.count == 1 ? "fires" : "fire") "
          + "on each one: add a condition on the event unless that is intended")
    }
  }

  // MARK: Tags

  /// Finds tags that no rule fires.
  func unfiredTags() -> [LintFinding] {
    version.tags.indices.filter { container.rulesAdding[$0].isEmpty }.map { index in
      LintFinding(
        .tagNeverFired, at: place(ofTag: index),
        "no \(vocabulary.rule) fires it: give it a firing \(isFirebase ? "" : "rule or ")trigger, "
          + "or remove it")
    }
  }

  /// The maximum number of pairs of rules compared to find blocked tags; a hostile file could have
  /// billions.
  private static let comparisons = 20_000

  /// Finds tags that are blocked whenever they would fire.
  func blockedTags() -> [LintFinding] {
    var left = Self.comparisons
    return version.tags.indices.compactMap { index in
      let blockers = container.rulesRemoving[index]
      let firing = container.rulesAdding[index].filter { !isNeverTrue[$0] }
      guard !blockers.isEmpty, !firing.isEmpty, let used = blocking(firing, blockers, &left) else {
        return nil
      }
      let names = list(used.map(ruleName))
      return LintFinding(
        .tagAlwaysBlocked, at: place(ofTag: index),
        "\(names) \(used.count == 1 ? "blocks" : "block") it whenever it would fire: narrow the "
          + "blocking rule")
    }
  }

  /// Returns the rules that block all of the firing rules; nil if one of these is not blocked.
  private func blocking(_ firing: [Int], _ blockers: [Int], _ left: inout Int) -> [Int]? {
    var used: OrderedSet<Int> = []
    for rule in firing {
      let blocker = blockers.first { candidate in
        left -= 1
        return left > 0 && container.implies(container.rules[rule], container.rules[candidate])
      }
      guard let blocker else { return nil }
      used.append(blocker)
    }
    return used.elements
  }
}

// MARK: - Conditions

extension Linter {
  /// The first rule of each condition, and whether the condition must be false there.
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

  // MARK: Texts

  private struct Compared: Hashable {
    var subject: Int
    var folded: String
  }

  /// Finds texts in conditions on one macro that look the same and differ.
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
        "\(name) is compared with text that differs only in case, white space or quotes: \(all); "
          + "use the one that the app pushes")
    }
  }

  /// Finds compared or looked-up texts with characters that people do not see.
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
            + "correct it unless the app pushes exactly that"))
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
              + "exactly that"))
      }
    }
    return found
  }
}

// MARK: - Rules

extension LintEntry {
  static let rules: [LintEntry] = [
    LintEntry(
      .ruleNeverTrue, .error, "a rule can never be true",
      """
      All conditions of a rule must be true at the same time. Here two of them exclude each other,
      such as 'event equals openScreen' and 'event equals tapBuy', or one compares constants that
      differ. Put alternatives in separate rules: a tag fires when any of its rules is true.

      Split the rule, or correct a condition.
      """),
    LintEntry(
      .ruleAlwaysTrue, .note, "a rule fires tags on every event",
      """
      The rule has no condition, or only conditions that are always true, so its tags fire on every
      event that the app pushes. That is right for a tag that copies all events, but a flood for any
      other.

      Add a condition on the event name unless you really mean all events.
      """),
    LintEntry(
      .tagNeverFired, .warning, "no rule fires a tag",
      """
      A tag fires when one of its rules is true, but this one has no rules, so it does nothing. A
      rule that only blocks a tag does not count.

      Add a rule, or remove the tag. In an export, its trigger may have been left out, which is a
      separate finding.
      """),
    LintEntry(
      .tagAlwaysBlocked, .error, "a tag is blocked whenever it would fire",
      """
      A blocking rule overrides all rules that fire a tag, whatever their order. Here one is true
      whenever a firing rule is, so the tag never fires.

      Narrow the blocking rule, for instance to one screen or one kind of user.
      """),
    LintEntry(
      .undefinedInCondition, .error, "a condition compares a macro that is not defined",
      """
      The rule uses a name in double braces that nothing in the container defines. Such a condition
      is false; if it is negated, it always passes.

      Enable the built-in variable, add the macro, or correct the name, which is case-sensitive.
      """),
    LintEntry(
      .brokenPattern, .error, "the phone rejects a pattern",
      """
      The phone's pattern engine rejects the pattern of a condition: a bracket or parenthesis is
      unmatched, a sign repeats nothing, or the syntax is not supported.

      The SDK treats such a condition as false. The message ends in the engine's own words. Write a
      backslash before literal signs: . * + ? ( ) [ ] { } ^ $ | and the backslash. In v5 on iOS,
      patterns are JavaScript patterns, which reject '(?i)'; choose 'ignore case' instead.
      """),
    LintEntry(
      .uselessPattern, .warning, "a pattern matches every text, or none",
      """
      A pattern may match anywhere in the text. One that may be empty ('a*', 'x|') matches
      everywhere; one that requires something before '^' or after '$' matches nowhere.

      Use 'contains' or 'equals' if you do not need a pattern. To check whether there is any value,
      '.*' is fine and not reported.
      """),
    LintEntry(
      .foreignPattern, .warning, "a pattern differs between phones, or costs too much",
      """
      First-generation containers match with ICU on both platforms. In v5, iOS matches with
      JavaScript and Android with Java, which uses ICU there. So a v5 pattern may work on one
      platform and be rejected on the other, and a letter after a backslash, such as '\\A' or '\\p',
      is only that letter in JavaScript.

      Some patterns, such as '^(a+)+$', have more ways through a text than can be tried. Matching
      stops after a fixed number of steps: the condition then counts as false, and the log says so.
      A phone has no such limit: it computes for a tenth of a second and more at every event with
      such a text, and may hang. Write patterns that every platform accepts: two
      conditions, one of them negated, instead of look-around; 'ignore case' instead of '(?i)'; no
      repetition within a repetition. JavaScript supports look-behind only since iOS 16.4 and
      rejects such a pattern before that.
      """),
    LintEntry(
      .lookalikeConditions, .warning, "conditions differ only invisibly",
      """
      One macro is compared with several texts that differ only in case, white space or the kind of
      quotes. One of them is probably a mistake, because every such difference matters.

      Find out what the app pushes, and use that everywhere.
      """),
    LintEntry(
      .oddText, .warning, "a text contains invisible characters",
      """
      White space at the ends, special spaces, invisible characters and quotes around text often
      come from pasting. They matter in every comparison and in every key.

      Retype the text in the web interface.
      """),
  ]
}
