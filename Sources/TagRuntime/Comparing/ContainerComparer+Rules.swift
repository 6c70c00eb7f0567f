extension ContainerComparer {
  /// Matches rules of one name, those with the same conditions first; then those of one meaning.
  /// After that every rule stands for its meaning, and a changed rule for itself.
  mutating func matchRules() {
    let oldMeanings = old.source.rules.indices.map(old.meaning)
    let newMeanings = new.source.rules.indices.map(new.meaning)
    func name(_ position: Int, _ side: ComparedContainer) -> String? {
      side.source.rules[position].name
    }
    var matching = rules
    struct Whole: Hashable {
      var name: String
      var meaning: ComparedContainer.Meaning
    }
    matching.match(
      old: { rule in name(rule, old).map { Whole(name: $0, meaning: oldMeanings[rule]) } },
      new: { rule in name(rule, new).map { Whole(name: $0, meaning: newMeanings[rule]) } })
    matching.match(old: { name($0, old) }, new: { name($0, new) })
    matching.match(old: { oldMeanings[$0] }, new: { newMeanings[$0] })

    rules = matching
    var tokenOf: [ComparedContainer.Meaning: Int] = [:]
    func token(_ meaning: ComparedContainer.Meaning) -> Int {
      if let known = tokenOf[meaning] { return known }
      tokenOf[meaning] = tokenOf.count
      return tokenOf.count - 1
    }
    old.ruleTokens = oldMeanings.map(token)
    new.ruleTokens = newMeanings.map(token)
    for (before, after) in rules.pairs where oldMeanings[before] != newMeanings[after] {
      // Below zero, so that it is the token of no meaning.
      old.ruleTokens[before] = -1 - before
      new.ruleTokens[after] = -1 - before
    }
  }

  /// What is told of rules of their own. Rules without a name are told with what they fire.
  mutating func compareRules() {
    for (before, after) in rules.pairs {
      let first = old.description.rules[before]
      let second = new.description.rules[after]
      let isChanged = old.ruleTokens[before] < 0
      guard let oldName = first.name, let newName = second.name, isChanged || oldName != newName
      else { continue }
      let never =
        first.never == second.never
        ? []
        : [
          second.never.map { "never true: " + $0 }
            ?? "no longer never true"
        ]
      changes.append(
        Change(
          kind: .rule, deed: isChanged ? .changed : .renamed, name: oldName,
          newName: isChanged ? nil : newName,
          details: isChanged ? ["\(first.sentence) → \(second.sentence)"] + never : []))
    }
    let oldTokens = Set(old.ruleTokens)
    let newTokens = Set(new.ruleTokens)
    for position in rules.oldAlone where !newTokens.contains(old.ruleTokens[position]) {
      addRule(position, old, .removed)
    }
    for position in rules.newAlone where !oldTokens.contains(new.ruleTokens[position]) {
      addRule(position, new, .added)
    }
  }

  private mutating func addRule(_ position: Int, _ side: ComparedContainer, _ deed: Change.Deed) {
    let rule = side.description.rules[position]
    guard let name = rule.name else { return }
    let clause = rule.isAlways ? rule.sentence : "when " + rule.sentence
    let effects = [("fires", rule.fires), ("blocks", rule.blocks)].compactMap { verb, tags in
      tags.isEmpty
        ? nil : "\(verb) \(ContainerDescription.names(tags.map { side.description.tags[$0].name }))"
    }
    changes.append(
      Change(
        kind: .rule, deed: deed, name: name,
        details: [clause + (effects.isEmpty ? "" : ": " + effects.joined(separator: "; "))]))
  }
}
