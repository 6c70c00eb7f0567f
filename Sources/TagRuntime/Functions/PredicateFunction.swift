/// One kind of condition that the SDK implements.
struct PredicateFunction: Sendable {
  /// How the two sides are compared.
  enum Comparison: Sendable {
    /// As texts, case-sensitive.
    case text(@Sendable (_ left: String, _ right: String) -> Bool)
    /// As numbers: exact when both are integers, else as doubles; -1, 0 or 1 in order.
    case number(@Sendable (_ order: Int) -> Bool)
    /// The right side is a pattern that is looked for in the left one.
    case pattern
  }

  let id: String
  /// How people read it: "equals".
  let words: String
  /// How people read its opposite: "does not equal".
  let negatedWords: String
  let comparison: Comparison
}

extension PredicateFunction {
  /// Every condition of this runtime; adding one means a file and a line here.
  static let all: [PredicateFunction] = [
    .equals, .contains, .startsWith, .endsWith, .matches, .greater, .greaterOrEquals, .less,
    .lessOrEquals,
  ]

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  static func named(_ id: String) -> PredicateFunction? { byID[id] }
}
