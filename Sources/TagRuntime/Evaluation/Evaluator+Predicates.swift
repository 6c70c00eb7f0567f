import OrderedCollections

extension Evaluator {
  /// Tests a condition and tells what it saw.
  ///
  /// A side that failed or is undefined makes it false, even `equals` with "" (section 6.5 of the
  /// behaviour notes); so does a side that is no number where numbers are compared.
  mutating func examine(predicate position: Int) -> PredicateResult {
    let predicate = container.predicates[position]
    guard spendStep() else {
      return PredicateResult(
        isTrue: false, left: .failed, right: .failed, trouble: "a limit was reached")
    }
    guard let kind = predicate.kind else {
      logMissingImplementation(predicate.call.id)
      return PredicateResult(
        isTrue: false, left: .failed, right: .failed,
        trouble: missingImplementation(predicate.call.id))
    }
    guard let leftSide = predicate.left, let rightSide = predicate.right else {
      let keys = predicate.call.parameters.keys.joined(separator: ", ")
      log(.incorrectKeys, kind.id, "[arg0, arg1]", "[\(keys)]")
      return PredicateResult(
        isTrue: false, left: .failed, right: .failed, trouble: "it lacks one of its two sides")
    }
    let left = expand(leftSide)
    let right = expand(rightSide)
    guard let leftValue = left.value, let rightValue = right.value else {
      return PredicateResult(
        isTrue: false, left: left, right: right, trouble: Self.nothing(left, right))
    }
    return compare(predicate, kind, leftValue, rightValue)
  }

  private static func nothing(_ left: Resolved, _ right: Resolved) -> String {
    let side = left.value == nil ? "left" : "right"
    let isFailed = left == .failed || (left.value != nil && right == .failed)
    return isFailed
      ? "its \(side) side could not be resolved" : "its \(side) side has no value: always false"
  }

  private mutating func compare(
    _ predicate: CompiledPredicate, _ kind: PredicateFunction, _ left: Value, _ right: Value
  ) -> PredicateResult {
    var isTrue = false
    var trouble: String?
    switch kind.comparison {
    case .text(let holds):
      isTrue = holds(ValueConversion.text(left), ValueConversion.text(right))
    case .number(let holds):
      if let left = ValueConversion.number(left), let right = ValueConversion.number(right) {
        let order = left.order(to: right)
        isTrue = holds(order)
      } else {
        let side = ValueConversion.number(left) == nil ? "left" : "right"
        trouble = "its \(side) side is not a number: always false"
      }
    case .pattern:
      (isTrue, trouble) = match(predicate, left, right)
    }
    return PredicateResult(
      isTrue: isTrue, left: .value(left), right: .value(right), trouble: trouble)
  }

  private mutating func match(
    _ predicate: CompiledPredicate, _ left: Value, _ right: Value
  ) -> (Bool, String?) {
    if let reason = predicate.patternError { return (false, "bad pattern: \(reason)") }
    let text = ValueConversion.text(left)
    if let pattern = predicate.pattern { return (pattern.isFound(in: text), nil) }
    do throws(PatternError) {
      let pattern = try Pattern(
        ValueConversion.text(right), ignoreCase: predicate.ignoresCase)
      return (pattern.isFound(in: text), nil)
    } catch {
      return (false, "bad pattern: \(error.description)")
    }
  }
}
