/// A statement for the monitor. Without one it does nothing.
public struct ViewCommand: Sendable, Hashable {
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
