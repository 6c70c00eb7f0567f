extension PredicateFunction {
  /// The texts of both sides are the same, including case.
  static let equals = PredicateFunction(
    id: "_eq", words: "equals", negatedWords: "does not equal",
    comparison: .text { ByteText.isSame($0, $1) })
}
