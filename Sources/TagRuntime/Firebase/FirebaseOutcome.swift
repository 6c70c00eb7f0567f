/// What became of an event that was logged with Firebase: what was logged, what the container made
/// of it, and what went on to Firebase.
public struct FirebaseOutcome: Sendable, Hashable {
  /// Who logged it.
  public enum Source: Sendable, Hashable {
    /// The app.
    case app
    /// Firebase itself.
    case automatic
  }

  /// An event that went on to Firebase.
  public struct Passed: Sendable, Hashable {
    /// The event.
    public var event: FirebaseEvent
    /// The tag that logged it in the container's name; nil for the event at hand.
    public var tag: String?

    /// Creates one.
    public init(event: FirebaseEvent, tag: String? = nil) {
      self.event = event
      self.tag = tag
    }
  }

  /// The event as it was logged, with what Firebase adds to each.
  public var logged: FirebaseEvent
  /// Who logged it.
  public var source: Source
  /// What Firebase has against it.
  public var faults: [FirebaseFault] = []
  /// Whether a fault kept it from the container and from Firebase.
  public var isDropped = false
  /// The names of the tags that kept it from Firebase.
  public var suppressedBy: [String] = []
  /// What went on to Firebase, in order.
  public var passed: [Passed] = []
  /// How long it waited for the container; nil where it did not.
  public var waited: Duration?

  /// Creates an outcome in which nothing has happened yet.
  public init(logged: FirebaseEvent, source: Source) {
    self.logged = logged
    self.source = source
  }
}
