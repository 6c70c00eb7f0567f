extension PredicateFunction {
  /// The pattern is found somewhere in the left text; case counts unless `ignore_case` is set.
  static let matches = PredicateFunction(
    id: "_re", words: "matches", negatedWords: "does not match", comparison: .pattern)
}
