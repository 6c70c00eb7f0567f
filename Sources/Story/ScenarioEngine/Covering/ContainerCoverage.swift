package import TagRuntime

/// The goals that scenarios reached in one container.
package struct ContainerCoverage: Sendable {
  /// The count of goals of a kind.
  package struct Tally: Sendable, Hashable {
    package var reached = 0
    package var all = 0
  }

  package let id: String
  package let compiled: CompiledContainer
  package let goals: CoverageGoals
  package private(set) var events = 0
  /// Whether each goal was reached, in the order of the goals.
  private var isReached: [Bool]

  /// Creates the coverage of a container without reached goals.
  package init(id: String, of container: CompiledContainer) {
    self.id = id
    compiled = container
    goals = CoverageGoals(of: container)
    isReached = Array(repeating: false, count: goals.all.count)
  }

  /// Whether this is the coverage of a container with that id and content.
  package func isOf(_ id: String, _ container: CompiledContainer) -> Bool {
    self.id == id && (compiled === container || compiled == container)
  }

  /// Whether a goal was reached; false if it does not count.
  package func hasReached(_ goal: CoverageGoal) -> Bool {
    goals.place(of: goal).map { isReached[$0] } ?? false
  }

  /// The goals that nothing reached, in order.
  package var missing: [CoverageGoal] {
    zip(goals.all, isReached).filter { !$0.1 }.map(\.0)
  }

  // MARK: Adding

  /// Records reached goals.
  ///
  /// - Returns: the goals that count and are reached for the first time.
  package mutating func reach(_ reached: [CoverageGoal]) -> [CoverageGoal] {
    reached.filter { goal in
      guard let place = goals.place(of: goal), !isReached[place] else { return false }
      isReached[place] = true
      return true
    }
  }

  /// Records an event of the container.
  ///
  /// - Returns: the goals that are reached for the first time.
  /// - Complexity: O(n) in the conditions of the container.
  package mutating func add(
    _ event: EventExplanation, _ firing: UpdateRecord.Firing
  ) -> [CoverageGoal] {
    events += 1
    let reach = event.reach
    var reached = firing.tags.filter(\.didFire).map { CoverageGoal.tag($0.tag) }
    for (position, rule) in reach.rules.enumerated() {
      reached.append(rule.outcome == .held ? .ruleTrue(position) : .ruleFalse(position))
      reached += rule.decisive.map { .decisive(rule: position, condition: $0) }
    }
    return self.reach(reached + reach.variables.map(CoverageGoal.variable))
  }

  /// Adds the goals that other runs reached in the same container.
  package mutating func add(_ other: ContainerCoverage) {
    events += other.events
    for place in isReached.indices where other.isReached[place] { isReached[place] = true }
  }

  // MARK: Counting

  package var tags: Tally { tally { if case .tag = $0 { true } else { false } } }
  /// The conditions that were decisive.
  package var conditions: Tally { tally { if case .decisive = $0 { true } else { false } } }
  package var variables: Tally { tally { if case .variable = $0 { true } else { false } } }
  /// The rules that were both true and not true.
  package var rules: Tally {
    var tally = Tally()
    for case .ruleTrue(let rule) in goals.all {
      tally.all += 1
      if hasReached(.ruleTrue(rule)), hasReached(.ruleFalse(rule)) { tally.reached += 1 }
    }
    return tally
  }

  private func tally(_ isMeant: (CoverageGoal) -> Bool) -> Tally {
    var tally = Tally()
    for (goal, isReached) in zip(goals.all, isReached) where isMeant(goal) {
      tally.all += 1
      if isReached { tally.reached += 1 }
    }
    return tally
  }

  // MARK: Words

  /// Describes a goal that was reached, or that nothing reached, in the words of its generation.
  package func words(_ goal: CoverageGoal, isReached: Bool) -> String {
    let words = compiled.dialect.vocabulary
    let verb = isReached ? "is" : "was never"
    switch goal {
    case .tag(let tag):
      return "tag \(compiled.tagNames[tag]) \(isReached ? "fires" : "never fired")"
    case .ruleTrue(let rule): return "\(compiled.title(ofRule: rule)) \(verb) true"
    case .ruleFalse(let rule): return "\(compiled.title(ofRule: rule)) \(verb) false"
    case .decisive(let rule, let place):
      let condition = compiled.conditions(ofRule: rule)[place]
      let sentence = compiled.sentence(condition.predicate, condition.isNegative)
      return "'\(sentence)' \(isReached ? "is decisive for" : "never decided") "
        + compiled.title(ofRule: rule)
    case .variable(let slot): return "\(words.macro) \(compiled.slots[slot].name) \(verb) read"
    }
  }
}
