extension PredicateFunction {
  /// The left number is less.
  static let less = PredicateFunction(
    id: "_lt", words: "is less than", negatedWords: "is not less than",
    comparison: .number { $0 < 0 })
}
