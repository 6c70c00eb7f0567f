extension PredicateFunction {
  /// The left number is greater or the same.
  static let greaterOrEquals = PredicateFunction(
    id: "_ge", words: "is at least", negatedWords: "is not at least",
    comparison: .number { $0 >= 0 })
}
