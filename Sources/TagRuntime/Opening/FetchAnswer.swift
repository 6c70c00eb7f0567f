/// What came of a question to the tag server.
public enum FetchAnswer: Sendable {
  /// The phone is offline: nothing was asked.
  case noNetwork
  /// The connection broke, or nothing came in time.
  case noAnswer
  /// The server answered with this HTTP status.
  case response(status: Int, Body)

  /// What an answer holds.
  public enum Body: Sendable {
    /// A container.
    case container(CompiledContainer)
    /// An empty resource: what the phone has is the newest.
    case noChange
    /// Something that is no container.
    case unreadable
  }
}
