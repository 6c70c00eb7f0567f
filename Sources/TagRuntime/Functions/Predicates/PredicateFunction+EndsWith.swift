extension PredicateFunction {
  /// The left text ends with the right one.
  static let endsWith = PredicateFunction(
    id: "_ew", words: "ends with", negatedWords: "does not end with",
    comparison: .text { ByteText.ends($0, with: $1) })
}
