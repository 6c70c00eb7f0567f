/// A value under a name, as a row holds it.
struct NamedRow<Content: Hashable & Sendable>: Sendable, Hashable {
  var name: String
  var content: Content
}
