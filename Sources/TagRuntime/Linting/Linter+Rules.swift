import OrderedCollections

extension Linter {
  // MARK: Never true

  /// Rules that cannot be true whatever the app does.
  func neverTrueRules() -> [LintFinding] {
    container.rules.enumerated().compactMap { index, rule in
      guard let reason = neverReason(of: rule) else { return nil }
      let effect = effect(of: index)
      return LintFinding(
        .ruleNeverTrue, at: place(ofRule: index),
        "it can never be true: \(reason)\(effect); correct one of its conditions")
    }
  }

  /// Why a rule is never true; undefined macros and bad patterns have codes of their own.
  private func neverReason(of rule: CompiledRule) -> String? {
    switch container.contradiction(in: rule) {
    case .sameCondition(let position)?:
      return "'\(words(ofCondition: position))' would have to hold and not to hold"
    case .twoTexts(let slot, let first, let second)?:
      let name = BoundedWords.cut(container.slots[slot].name)
      return "\(name) cannot equal both \(quoted(first)) and \(quoted(second))"
        + (TextFolding.folded(first) == TextFolding.folded(second)
          ? ", which differ only in case or white space" : "")
    case .clash(let first, let second, let isNegative)?:
      return "'\(words(ofCondition: first))' and "
        + "'\(words(ofCondition: second, isNegative: isNegative))' cannot both hold"
    case nil: break
    }
    if let position = rule.positive.first(where: { isConstant($0, false) }) {
      return "'\(words(ofCondition: position))' compares constants and never holds"
    }
    if let position = rule.negative.first(where: { isConstant($0, true) }) {
      return
        "'\(words(ofCondition: position, isNegative: true))' compares constants and never holds"
    }
    return nil
  }

  private func isConstant(_ position: Int, _ truth: Bool) -> Bool {
    let predicate = container.predicates[position]
    return container.constant(predicate.left) != nil
      && container.constant(predicate.right) != nil
      && container.fixedTruth(of: position) == truth && predicate.patternError == nil
  }

  /// What comes of it that a rule is never true.
  private func effect(of rule: Int) -> String {
    let source = version.rules[rule]
    let others = Set(source.addTags)
    let dead = ContainerDescriber.once(source.addTags).filter { tag in
      others.contains(tag)
        && container.rulesAdding[tag].allSatisfy { neverIsTrue(container.rules[$0]) }
    }
    if dead.isEmpty { return "" }
    return ", so \(self.tags(dead)) never \(dead.count == 1 ? "fires" : "fire")"
  }

  /// Whether a rule cannot be true, for whatever reason.
  func neverIsTrue(_ rule: CompiledRule) -> Bool {
    container.contradiction(in: rule) != nil
      || rule.positive.contains { container.fixedTruth(of: $0) == false }
      || rule.negative.contains { container.fixedTruth(of: $0) == true }
  }

  // MARK: Always true

  /// Rules that fire tags at every event.
  func alwaysTrueRules() -> [LintFinding] {
    container.rules.enumerated().compactMap { index, rule in
      let tags = ContainerDescriber.once(rule.source.addTags)
      guard !tags.isEmpty, container.isAlwaysTrue(rule) else { return nil }
      return LintFinding(
        .ruleAlwaysTrue, at: place(ofRule: index),
        "it is true at every event, so \(self.tags(tags)) \(tags.count == 1 ? "fires" : "fire") "
          + "at each one: add a condition on the event unless that is meant")
    }
  }

  // MARK: Tags

  /// Tags that no rule fires.
  func unfiredTags() -> [LintFinding] {
    version.tags.indices.filter { container.rulesAdding[$0].isEmpty }.map { index in
      LintFinding(
        .tagNeverFired, at: place(ofTag: index),
        "no \(ruleWord) fires it: give it a firing \(isFirebase ? "" : "rule or ")trigger, or "
          + "remove it")
    }
  }

  /// Tags that are kept from firing whenever they would fire.
  func blockedTags() -> [LintFinding] {
    version.tags.indices.compactMap { index in
      let blockers = container.rulesRemoving[index]
      let firing = container.rulesAdding[index].filter { !neverIsTrue(container.rules[$0]) }
      guard !blockers.isEmpty, !firing.isEmpty else { return nil }
      var used: [Int] = []
      for rule in firing {
        guard
          let blocker = blockers.first(where: {
            container.implies(container.rules[rule], container.rules[$0])
          })
        else { return nil }
        if !used.contains(blocker) { used.append(blocker) }
      }
      let names = list(used.map(ruleName))
      return LintFinding(
        .tagAlwaysBlocked, at: place(ofTag: index),
        "\(names) \(used.count == 1 ? "blocks" : "block") it whenever it would fire: narrow what "
          + "blocks it")
    }
  }
}
