/// A condition as an evaluation looked at it.
struct ConditionSeen: Sendable {
  let predicate: Int
  let isNegative: Bool
  let result: PredicateResult
}

/// What a condition came to and what it saw.
struct PredicateResult: Sendable {
  let truth: Truth
  let left: Resolved
  let right: Resolved
  /// Why it could not be decided.
  var trouble: String?
}
