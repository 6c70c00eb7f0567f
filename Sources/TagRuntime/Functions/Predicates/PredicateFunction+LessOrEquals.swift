extension PredicateFunction {
  /// The left number is less or the same.
  static let lessOrEquals = PredicateFunction(
    id: "_le", words: "is at most", negatedWords: "is not at most", comparison: .number { $0 <= 0 })
}
