extension PredicateFunction {
  /// The left text begins with the right one.
  static let startsWith = PredicateFunction(
    id: "_sw", words: "starts with", negatedWords: "does not start with",
    comparison: .text { $0.hasPrefix($1) })
}
