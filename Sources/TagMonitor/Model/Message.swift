/// The line that answers what the user did last.
struct Message: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case ok
    case hint
    case failure
  }

  var kind: Kind
  var text: String

  /// The word that stands before the text, so that colour is not needed.
  var prefix: String {
    switch kind {
    case .ok: "ok: "
    case .hint: ""
    case .failure: "! "
    }
  }
}
