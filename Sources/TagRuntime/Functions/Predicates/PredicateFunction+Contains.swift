extension PredicateFunction {
  /// The right text stands somewhere in the left one.
  static let contains = PredicateFunction(
    id: "_cn", words: "contains", negatedWords: "does not contain",
    comparison: .text { ByteText.contains($0, $1) })
}
