extension PredicateFunction {
  /// The left number is greater.
  static let greater = PredicateFunction(
    id: "_gt", words: "is greater than", negatedWords: "is not greater than",
    comparison: .number { $0 > 0 })
}
