/// Words of the language that this version does not know: who writes one has made no mistake in
/// spelling.
enum LaterWords {
  /// Verbs.
  static let verbs = [
    "bind", "branch", "branches", "examples", "first", "hide", "include", "log-event", "pause",
    "press", "repeat", "sdk", "seed", "show", "snapshot", "teardown", "user-property",
  ]
  /// Verbs that open a block, which an `end` closes.
  static let blocks = ["branch", "examples", "repeat", "teardown"]
  /// What can be expected.
  static let expectations = ["screen"]

  /// Where the thing can be said instead, or an empty text.
  static func instead(of verb: String) -> String {
    switch verb {
    case "sdk": "'sdk: v3' in the header"
    case "seed": "'seed: 7' in the header"
    default: ""
    }
  }
}
