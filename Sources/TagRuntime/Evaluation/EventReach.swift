/// How far one event reached into a container, as numbers: what its rules came to, which conditions
/// decided that, which variables were resolved.
package struct EventReach: Sendable, Hashable {
  /// What a rule came to, with all its conditions looked at.
  package enum Outcome: Sendable, Hashable {
    /// All its conditions held.
    case held
    /// A condition did not hold.
    case didNotHold
    /// A condition could not be tested before one did not hold: it fires nothing, and blocks.
    case undecided
  }

  /// One rule at the event.
  package struct Rule: Sendable, Hashable {
    /// What it came to.
    package let outcome: Outcome
    /// The places of the conditions that did not hold or could not be tested, in the order in which
    /// the SDK looks at conditions.
    package let missing: [Int]
    /// The places of the conditions that were decisive: all the others held, so that the rule would
    /// have come to something else had this one.
    package let decisive: [Int]
  }

  /// By the position of a rule: what it came to.
  package let rules: [Rule]
  /// The positions of the variables that the evaluation resolved, in ascending order.
  package let variables: [Int]
}

extension TracedEvaluation {
  /// How far the event reached: conditions that the SDK did not reach are looked at on a copy.
  ///
  /// - Complexity: O(n) in the conditions of the container.
  var reach: EventReach {
    let complete = complete()
    return EventReach(
      rules: container.rules.indices.map(complete.reach(ofRule:)), variables: variables)
  }

  private func reach(ofRule rule: Int) -> EventReach.Rule {
    let explanation = explanations(of: [rule])[0]
    let conditions = explanation.conditions
    let missing = conditions.indices.filter { !conditions[$0].holds }
    // A condition that stands twice in a rule is one condition: it cannot come to two things.
    let isAlone = missing.dropFirst().allSatisfy {
      conditions[$0].isSame(as: conditions[missing[0]])
    }
    let outcome: EventReach.Outcome =
      missing.first.map { conditions[$0].isUndecided ? .undecided : .didNotHold } ?? .held
    return EventReach.Rule(
      outcome: outcome, missing: missing,
      decisive: missing.isEmpty ? Array(conditions.indices) : isAlone ? missing : [])
  }
}

extension EventExplanation {
  /// How far the event reached into the container.
  ///
  /// - Complexity: O(n) in the conditions of the container.
  package var reach: EventReach { evaluation.reach }
}

/// What a value that an app read led to, while tracing.
package struct ReadingReach: Sendable, Hashable {
  /// The public id of the container.
  package let containerID: String
  /// The container that was in use.
  package let compiled: CompiledContainer
  /// The positions of the variables that were resolved, in ascending order: the one that was read
  /// and those that it refers to.
  package let variables: [Int]
}
