/// A piece of visible text that is drawn as one: a base with what combines with it.
struct TextCluster: Sendable, Hashable {
  /// The scalars of the piece.
  var text: String
  /// The columns it takes, 1 or 2; 0 only for marks that have no base.
  var width: Int
}
