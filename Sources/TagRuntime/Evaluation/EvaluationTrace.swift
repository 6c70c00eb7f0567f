/// What a traced evaluation saw, condition by condition: numbers and values, no words.
struct EvaluationTrace: Sendable {
  /// A condition as a rule looked at it.
  private struct Look: Sendable {
    let predicate: Int
    let isNegative: Bool
    /// Where its result stands.
    let result: Int
    /// The look before it of the same rule; -1 for none.
    let previous: Int
  }

  private var results: [PredicateResult] = []
  private var looks: [Look] = []
  /// By the position of a rule: its last look; -1 for none.
  private var lastLooks: [Int]
  /// By the position of a rule: what it came to; nil where it was not looked at.
  private var truths: [Truth?]
  /// By the position of a condition: its result where it is tested once; -1 for none.
  private var remembered: [Int]
  /// By the position of a variable: whether it was resolved.
  private var isResolved: [Bool]

  init(of container: CompiledContainer) {
    lastLooks = Array(repeating: -1, count: container.rules.count)
    truths = Array(repeating: nil, count: container.rules.count)
    remembered = Array(repeating: -1, count: container.predicates.count)
    isResolved = Array(repeating: false, count: container.slots.count)
  }

  // MARK: Variables

  /// A variable is resolved.
  mutating func resolve(slot: Int) { isResolved[slot] = true }

  /// The positions of the variables that were resolved, in ascending order.
  var variables: [Int] { isResolved.indices.filter { isResolved[$0] } }

  // MARK: Rules

  /// A rule is looked at, maybe once more: its last time counts.
  mutating func begin(rule: Int) {
    lastLooks[rule] = -1
    truths[rule] = nil
  }

  mutating func end(rule: Int, _ truth: Truth) { truths[rule] = truth }

  func isTrue(rule: Int) -> Bool { truths[rule] == .holds }

  /// A rule looks at a condition with the result of a number.
  mutating func look(at predicate: Int, isNegative: Bool, in rule: Int, _ result: Int) {
    looks.append(
      Look(
        predicate: predicate, isNegative: isNegative, result: result, previous: lastLooks[rule]))
    lastLooks[rule] = looks.count - 1
  }

  /// What a rule saw of a condition, the first time where it looked more often; nil where it did
  /// not reach it.
  func result(of predicate: Int, isNegative: Bool, in rule: Int) -> PredicateResult? {
    var first: Int?
    var next = lastLooks[rule]
    while next >= 0 {
      if looks[next].predicate == predicate, looks[next].isNegative == isNegative {
        first = looks[next].result
      }
      next = looks[next].previous
    }
    return first.map { results[$0] }
  }

  // MARK: Conditions

  /// The number and the result of a condition that is tested once.
  func known(_ predicate: Int) -> (number: Int, result: PredicateResult)? {
    let number = remembered[predicate]
    return number < 0 ? nil : (number, results[number])
  }

  /// Keeps the result of a condition, for all who look at it where it is tested once.
  ///
  /// - Returns: the number of the result.
  mutating func keep(_ result: PredicateResult, of predicate: Int, isRemembered: Bool) -> Int {
    results.append(result)
    if isRemembered { remembered[predicate] = results.count - 1 }
    return results.count - 1
  }
}

/// What a condition came to and what it saw.
struct PredicateResult: Sendable {
  let truth: Truth
  let left: Resolved
  let right: Resolved
  /// Why it could not be decided.
  var trouble: String?
  /// That the SDK lacks a function for it, in words: then no value that an app pushes helps.
  var lack: String?
  /// The calls of the app's code that it made.
  var calls: [AnsweredCall] = []
}

/// An evaluation that was traced, as it ended: whoever asks for its explanation looks here.
///
/// Conditions that the SDK did not reach are looked at when they are asked for, on a copy, so that
/// the reader sees all of them; whatever this says or pushes is dropped.
final class TracedEvaluation: Sendable {
  let container: CompiledContainer
  var containerID: String { evaluator.containerID }
  private let evaluator: Evaluator
  private let trace: EvaluationTrace
  private let fired: [FiredTag]
  /// By the position of a tag: its place among those that fired; -1 for none.
  private let places: [Int]

  init(_ evaluator: Evaluator, _ trace: EvaluationTrace, _ fired: [FiredTag]) {
    container = evaluator.container
    self.evaluator = evaluator
    self.trace = trace
    self.fired = fired
    var places = Array(repeating: -1, count: evaluator.container.tags.count)
    for place in fired.indices { places[fired[place].tag] = place }
    self.places = places
  }

  /// The same with all conditions looked at.
  ///
  /// - Complexity: O(n) in the conditions of the container.
  func complete() -> TracedEvaluation {
    var copy = evaluator
    var complete = trace
    for predicate in container.predicates.indices where trace.known(predicate) == nil {
      _ = complete.keep(copy.observe(predicate: predicate), of: predicate, isRemembered: true)
    }
    return TracedEvaluation(evaluator, complete, fired)
  }

  /// What a tag would do if it fired; nil where its parameters have no value. It is looked at on a
  /// copy, and the app's code for a tag is not run.
  func outlook(ofTag position: Int) -> TagOutlook? {
    var copy = evaluator
    return copy.outlook(ofTag: position)
  }

  /// The same event as another container would meet it, where no tag has fired yet.
  func meeting(_ other: CompiledContainer) -> TracedEvaluation {
    TracedEvaluation(evaluator.meeting(other), EvaluationTrace(of: other), [])
  }

  /// What became of a tag.
  func outcome(ofTag position: Int) -> TagExplanation.Outcome {
    let place = places[position]
    if place < 0 {
      for rule in container.rulesAdding[position] where trace.isTrue(rule: rule) {
        return .blocked
      }
      return .notFired
    }
    if case .refused(let reason) = fired[place].result { return .refused(reason: reason) }
    return .fired(fired[place].result)
  }

  /// Rules as the event met them.
  ///
  /// - Complexity: O(n) in their conditions.
  func explanations(of rules: [Int]) -> [RuleExplanation] {
    var copy: Evaluator?
    return rules.map { rule in
      var conditions: [ConditionExplanation] = []
      for (predicates, isNegative) in container.dialect.clauses(of: container.rules[rule]) {
        for predicate in predicates {
          let seen = trace.result(of: predicate, isNegative: isNegative, in: rule)
          let result =
            seen ?? trace.known(predicate)?.result ?? examine(predicate, on: &copy)
          conditions.append(
            ConditionExplanation(
              container, predicate, isNegative: isNegative, result, wasReached: seen != nil))
        }
      }
      return RuleExplanation(container, rule, conditions)
    }
  }

  /// The function of the SDK for lack of which a rule never holds, as far as a condition showed it
  /// that was looked at: none is tested for this, since that may ask the app.
  ///
  /// - Complexity: O(n) in its conditions.
  func lack(ofRule rule: Int) -> String? {
    container.rules[rule].positive.lazy.compactMap { predicate in
      let seen = self.trace.result(of: predicate, isNegative: false, in: rule)
      return (seen ?? self.trace.known(predicate)?.result)?.lack
    }.first
  }

  private func examine(_ predicate: Int, on copy: inout Evaluator?) -> PredicateResult {
    var evaluator = copy.take() ?? evaluator
    let result = evaluator.observe(predicate: predicate)
    copy = evaluator
    return result
  }

  /// The positions of the variables that the evaluation resolved, in ascending order; those that
  /// are looked at only to explain it do not count.
  var variables: [Int] { trace.variables }

  /// The calls of the app's code, at most `Limits.logLinesPerEvaluation`.
  var calls: [AnsweredCall] { evaluator.answers }

  /// The calls of the app's code that a tag made when it fired, those for its parameters first.
  func calls(ofTag position: Int) -> ArraySlice<AnsweredCall> {
    places[position] < 0 ? [] : evaluator.answers[evaluator.answersOfTags[places[position]]]
  }
}
