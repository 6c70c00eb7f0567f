/// A statement for the monitor. Without one it does nothing.
public struct ViewCommand: Sendable, Hashable {
  /// The panes that `focus` and `zoom` name.
  static let paneNames = [
    "explain", "events", "data", "values", "tags", "queue", "log", "phone", "device",
    "braze",
  ]
  /// The paces that the monitor can keep.
  static let paces = 0.25...3600

  /// What to do, such as `focus`.
  public var verb: Verb
  /// With what, such as `tags`.
  public var words: [String]

  /// Creates a view command.
  public init(verb: Verb, words: [String]) {
    self.verb = verb
    self.words = words
  }
}
