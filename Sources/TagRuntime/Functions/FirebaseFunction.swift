import OrderedCollections

/// One kind of variable, tag or condition of containers of the second generation (v5).
///
/// A container brings the instructions of its variables and tags along; over all known containers
/// they mean the same, which is what stands in these tables. Parameters are named without `vtp_`.
///
/// Source: section 3.4 of the format notes.
struct FirebaseFunction: Sendable {
  let id: String
  let kind: MissingFunction.Kind
  /// Parameters without which it comes to nothing.
  var required: [String] = []
  /// How long the value of a variable stays the same.
  var stability: Stability = .constant
  /// What a variable reads, what a tag does, or how a condition compares.
  let words: String
}

extension FirebaseFunction {
  /// Every function that is known, each kind in one table.
  static let all = variables + tags + conditions

  /// Conditions are functions of the phone, named as in the first generation.
  private static let conditions = PredicateFunction.all.map {
    FirebaseFunction(id: $0.id, kind: .condition, words: $0.words)
  }

  private struct Key: Hashable {
    var id: String
    var kind: MissingFunction.Kind
  }

  private static let byKey = Dictionary(
    uniqueKeysWithValues: all.map { (Key(id: $0.id, kind: $0.kind), $0) })

  /// The function of an id, or nil where nothing is known of it.
  static func named(_ id: String, _ kind: MissingFunction.Kind) -> FirebaseFunction? {
    byKey[Key(id: id, kind: kind)]
  }
}
