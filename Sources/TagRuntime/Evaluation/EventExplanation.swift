/// What one event did in one container: every tag, with the reason.
public struct EventExplanation: Sendable, Hashable {
  /// The public id of the container.
  public var containerID: String
  /// The version of the container that was in use.
  public var version: String
  /// The event.
  public var event: String
  /// All tags in container order.
  public var tags: [TagExplanation]
}
