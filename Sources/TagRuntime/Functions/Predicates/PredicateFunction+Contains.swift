extension PredicateFunction {
  /// The right text stands somewhere in the left one.
  static let contains = PredicateFunction(
    id: "_cn", words: "contains", negatedWords: "does not contain",
    comparison: .text { $0.utf8.isEmpty ? $1.isEmpty : $0.contains($1) })
}
