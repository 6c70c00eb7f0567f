import OrderedCollections

extension Linter {
  // MARK: Never true

  /// Rules that cannot be true whatever the app does.
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
  private func effect(of rule: Int, _ isDead: [Bool]) -> String {
    let dead = OrderedSet(version.rules[rule].addTags.lazy.filter { isDead[$0] }).elements
    if dead.isEmpty { return "" }
    return ", so \(tags(dead)) never \(dead.count == 1 ? "fires" : "fire")"
  }

  // MARK: Always true

  /// Rules that fire tags at every event.
  func alwaysTrueRules() -> [LintFinding] {
    container.rules.enumerated().compactMap { index, rule in
      let tags = ContainerDescriber.once(rule.source.addTags)
      guard !tags.isEmpty, isAlwaysTrue[index] else { return nil }
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

  /// Pairs of rules that are compared to find blocked tags; a hostile file could have billions.
  private static let comparisons = 20_000

  /// Tags that are kept from firing whenever they would fire.
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
        "\(names) \(used.count == 1 ? "blocks" : "block") it whenever it would fire: narrow what "
          + "blocks it")
    }
  }

  /// The rules that block whenever one of others is true; nil where one of these goes through.
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
