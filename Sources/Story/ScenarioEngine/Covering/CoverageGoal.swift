package import TagRuntime

/// A goal in a container that scenarios can reach, by its position.
package enum CoverageGoal: Hashable, Sendable {
  case tag(Int)
  case ruleTrue(Int)
  /// A rule is not true at an event.
  case ruleFalse(Int)
  /// A condition is decisive: at an event, all other conditions of its rule are true. Its number is
  /// its place in the order in which the SDK evaluates them.
  case decisive(rule: Int, condition: Int)
  /// A variable is read, by an event or by the app.
  case variable(Int)
}

/// The goals of a container that scenarios can reach, and the parts that are left out because no
/// scenario can reach them.
///
/// - A tag counts if a rule that can be true fires it and its function can be called.
/// - A rule counts if it fires or blocks a tag or chooses a variable, and if it is neither never
///   nor always true.
/// - A condition counts if its rule does and if its result can vary between events.
/// - A variable counts if the app can read it (not in v5), or if a condition or a tag refers to it.
package struct CoverageGoals: Sendable {
  /// All goals: tags, rules with their conditions, variables, each in container order.
  package let all: [CoverageGoal]
  /// The tags that no rule can fire or whose function cannot be called, by their positions.
  package let deadTags: [Int]
  /// The rules that can never be true, by their positions.
  package let neverTrue: [Int]
  /// The rules that are true at every event, by their positions.
  package let alwaysTrue: [Int]
  /// The rules that change nothing, by their positions.
  package let idleRules: [Int]
  private let places: [CoverageGoal: Int]

  /// Finds the goals of a container.
  ///
  /// - Complexity: O(n) in the size of the container.
  package init(of container: CompiledContainer) {
    let rules = container.rules
    let hasEffect = Self.hasEffect(container)
    neverTrue = rules.indices.filter { container.isNeverTrue(rules[$0]) }
    let never = Set(neverTrue)
    alwaysTrue = rules.indices.filter {
      !never.contains($0) && container.isAlwaysTrue(rules[$0])
    }
    let always = Set(alwaysTrue)
    idleRules = rules.indices.filter {
      !hasEffect[$0] && !never.contains($0) && !always.contains($0)
    }
    deadTags = container.tags.indices.filter { tag in
      !container.canRun(tag: tag) || container.rulesAdding[tag].allSatisfy(never.contains)
    }
    let dead = Set(deadTags)
    var goals = container.tags.indices.filter { !dead.contains($0) }.map(CoverageGoal.tag)
    for rule in rules.indices
    where hasEffect[rule] && !never.contains(rule) && !always.contains(rule) {
      goals += [.ruleTrue(rule), .ruleFalse(rule)]
      for (place, condition) in container.conditions(ofRule: rule).enumerated()
      where !container.isFixed(condition: condition.predicate) {
        goals.append(.decisive(rule: rule, condition: place))
      }
    }
    let isUsed = container.isUsedByEvents
    let canBeRead = container.version.generation != .firebase
    goals += container.slots.indices.filter { canBeRead || isUsed[$0] }.map(CoverageGoal.variable)
    all = goals
    places = Dictionary(uniqueKeysWithValues: goals.enumerated().map { ($1, $0) })
  }

  /// Returns the place of a goal among all; nil if it does not count.
  package func place(of goal: CoverageGoal) -> Int? { places[goal] }

  private static func hasEffect(_ container: CompiledContainer) -> [Bool] {
    var hasEffect = Array(repeating: false, count: container.rules.count)
    for rules in container.rulesAdding + container.rulesRemoving {
      for rule in rules { hasEffect[rule] = true }
    }
    for choice in container.slots.flatMap(\.choices) { hasEffect[choice.rule] = true }
    return hasEffect
  }
}
