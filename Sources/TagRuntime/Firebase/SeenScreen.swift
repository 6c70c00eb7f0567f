/// A screen as Firebase knows it.
struct SeenScreen: Sendable, Hashable {
  /// The name.
  var name: String
  /// The number by which one visit is told from another.
  var id: Int64
}
