/// How far one event reached into a container, as numbers: the results of its rules, the conditions
/// that decided them, and the variables that were resolved.
package struct EventReach: Sendable, Hashable {
  /// The result of a rule with all its conditions tested.
  package enum Outcome: Sendable, Hashable {
    case held
    /// A condition did not hold.
    case didNotHold
    /// A condition could not be tested before one did not hold: it fires nothing, and blocks.
    case undecided
  }

  package struct Rule: Sendable, Hashable {
    package let outcome: Outcome
    /// The places of the conditions that did not hold or could not be tested, in the order in which
    /// the SDK checks conditions.
    package let missing: [Int]
    /// The places of the decisive conditions: all the others held, so that a different result of
    /// this one would have changed the result of the rule.
    package let decisive: [Int]
  }

  /// By the position of a rule: its result.
  package let rules: [Rule]
  /// The positions of the variables that the evaluation resolved, in ascending order.
  package let variables: [Int]
}

extension TracedEvaluation {
  /// How far the event reached: conditions that the SDK did not reach are tested on a copy.
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
    // A condition that occurs twice in a rule is one condition: it cannot have two results.
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

/// The reach of a value that an app read, while tracing.
package struct ReadingReach: Sendable, Hashable {
  package let containerID: String
  /// The container that was in use.
  package let compiled: CompiledContainer
  /// The positions of the variables that were resolved, in ascending order: the one that was read
  /// and those that it refers to.
  package let variables: [Int]
}
