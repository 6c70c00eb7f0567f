import TagRuntime

/// Turns one rule of a binary container into a rule of the model.
struct RuleReader {
  /// How many macros, tags and conditions the container has.
  struct Counts {
    var macros: Int
    var tags: Int
    var predicates: Int
  }

  private let resolver: ValueResolver
  private let counts: Counts
  private let user: String

  init(_ resolver: ValueResolver, _ counts: Counts, _ user: String) {
    self.resolver = resolver
    self.counts = counts
    self.user = user
  }

  func read(_ rule: WireRule) throws(ReadFault) -> ContainerRule {
    var made = ContainerRule()
    made.positivePredicates = try check(rule.positivePredicate, .predicates, counts.predicates)
    made.negativePredicates = try check(rule.negativePredicate, .predicates, counts.predicates)
    made.addTags = try check(rule.addTag, .tags, counts.tags)
    made.removeTags = try check(rule.removeTag, .tags, counts.tags)
    made.addMacros = try check(rule.addMacro, .macros, counts.macros)
    made.removeMacros = try check(rule.removeMacro, .macros, counts.macros)
    made.addTagRuleNames = try texts(rule.addTagRuleName)
    made.removeTagRuleNames = try texts(rule.removeTagRuleName)
    made.addMacroRuleNames = try texts(rule.addMacroRuleName)
    made.removeMacroRuleNames = try texts(rule.removeMacroRuleName)
    made.addTagTriggerIDs = try texts(rule.addTagRuleTriggerID)
    made.removeTagTriggerIDs = try texts(rule.removeTagRuleTriggerID)
    made.addMacroTriggerIDs = try texts(rule.addMacroRuleTriggerID)
    made.removeMacroTriggerIDs = try texts(rule.removeMacroRuleTriggerID)
    return made
  }

  private func check(
    _ indices: [Int32], _ dictionary: ContainerDictionary, _ count: Int
  ) throws(ReadFault) -> [Int] {
    var checked: [Int] = []
    checked.reserveCapacity(indices.count)
    for index in indices {
      guard index >= 0, index < count else {
        throw .index(dictionary, Int(index), count: count, usedBy: user)
      }
      checked.append(Int(index))
    }
    return checked
  }

  private func texts(_ indices: [Int32]) throws(ReadFault) -> [String] {
    var texts: [String] = []
    texts.reserveCapacity(indices.count)
    for index in indices { texts.append(try resolver.text(index, usedBy: user)) }
    return texts
  }
}
