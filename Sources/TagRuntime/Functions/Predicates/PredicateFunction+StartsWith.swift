extension PredicateFunction {
  /// The left text begins with the right one.
  static let startsWith = PredicateFunction(
    id: "_sw", words: "starts with", negatedWords: "does not start with",
    comparison: .text { ByteText.begins($0, with: $1) })
}
