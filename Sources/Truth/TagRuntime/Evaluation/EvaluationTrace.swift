/// The observations of a traced evaluation, condition by condition: numbers and values, no words.
struct EvaluationTrace: Sendable {
  /// One check of a condition by a rule.
  private struct Look: Sendable {
    let predicate: Int
    let isNegative: Bool
    let result: Int
    /// The previous check by the same rule; -1 for none.
    let previous: Int
  }

  private var results: [PredicateResult] = []
  private var looks: [Look] = []
  /// By the position of a rule: its last check; -1 for none.
  private var lastLooks: [Int]
  /// By the position of a rule: its result; nil if it was not evaluated.
  private var truths: [Truth?]
  /// By the position of a condition: its result if it is tested once; -1 for none.
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

  /// Records that a variable is resolved.
  mutating func resolve(slot: Int) { isResolved[slot] = true }

  /// The positions of the variables that were resolved, in ascending order.
  var variables: [Int] { isResolved.indices.filter { isResolved[$0] } }

  // MARK: Rules

  /// Begins the evaluation of a rule. If a rule is evaluated again, its last time counts.
  mutating func begin(rule: Int) {
    lastLooks[rule] = -1
    truths[rule] = nil
  }

  mutating func end(rule: Int, _ truth: Truth) { truths[rule] = truth }

  func isTrue(rule: Int) -> Bool { truths[rule] == .holds }

  /// Records that a rule checks a condition, with the number of the result.
  mutating func look(at predicate: Int, isNegative: Bool, in rule: Int, _ result: Int) {
    looks.append(
      Look(
        predicate: predicate, isNegative: isNegative, result: result, previous: lastLooks[rule]))
    lastLooks[rule] = looks.count - 1
  }

  /// Returns what a rule saw of a condition, the first time if it checked more often; nil if it did
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

  /// Returns the number and the result of a condition that is tested once.
  func known(_ predicate: Int) -> (number: Int, result: PredicateResult)? {
    let number = remembered[predicate]
    return number < 0 ? nil : (number, results[number])
  }

  /// Stores the result of a condition, for all rules that check it if it is tested once.
  ///
  /// - Returns: the number of the result.
  mutating func keep(_ result: PredicateResult, of predicate: Int, isRemembered: Bool) -> Int {
    results.append(result)
    if isRemembered { remembered[predicate] = results.count - 1 }
    return results.count - 1
  }
}

/// The result of a condition and the values it saw.
struct PredicateResult: Sendable {
  let truth: Truth
  let left: Resolved
  let right: Resolved
  /// The reason why it could not be decided.
  var trouble: String?
  /// The function that the SDK lacks for it, in words: no value that an app pushes helps then.
  var lack: String?
  /// The calls of the app's code that it caused.
  var calls: [AnsweredCall] = []
}

/// A finished, traced evaluation: the source of its explanations.
///
/// Conditions that the SDK did not reach are tested on demand, on a copy, so that the reader sees
/// all of them; the log lines and pushes of the copy are dropped.
final class TracedEvaluation: Sendable {
  let container: CompiledContainer
  var containerID: String { evaluator.containerID }
  private let evaluator: Evaluator
  private let trace: EvaluationTrace
  private let fired: [FiredTag]
  /// By the position of a tag: its place among the fired tags; -1 for none.
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

  /// Returns the evaluation with all conditions tested.
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

  /// Returns what a tag would do if it fired; nil if its parameters have no value. This runs on a
  /// copy, without the app's code for a tag.
  func outlook(ofTag position: Int) -> TagOutlook? {
    var copy = evaluator
    return copy.outlook(ofTag: position)
  }

  /// Returns what an expression is at the event, on a copy.
  func value(of expression: CompiledExpression) -> Resolved {
    var copy = evaluator
    return copy.expand(expression)
  }

  /// Returns the same event in another container, where no tag has fired yet.
  func meeting(_ other: CompiledContainer) -> TracedEvaluation {
    TracedEvaluation(evaluator.meeting(other), EvaluationTrace(of: other), [])
  }

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

  /// Explains rules as the event met them.
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
              container: container, position: predicate, isNegative: isNegative, result: result,
              wasReached: seen != nil))
        }
      }
      return RuleExplanation(container: container, position: rule, conditions: conditions)
    }
  }

  /// Returns the SDK function whose lack keeps a rule from holding, if a condition that was tested
  /// showed it: none is tested for this, since that may call the app.
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
  /// were only read to explain it do not count.
  var variables: [Int] { trace.variables }

  /// The calls of the app's code, at most `Limits.logLinesPerEvaluation`.
  var calls: [AnsweredCall] { evaluator.answers }

  /// Returns the calls of the app's code that a fired tag made, those for its parameters first.
  func calls(ofTag position: Int) -> ArraySlice<AnsweredCall> {
    places[position] < 0 ? [] : evaluator.answers[evaluator.answersOfTags[places[position]]]
  }
}
