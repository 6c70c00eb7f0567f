public import TagRuntime

extension Expectation {
  /// What can become of an event of Firebase.
  public enum EventFate: String, Sendable, Hashable, CaseIterable {
    /// The app or Firebase logged it, and Firebase took it.
    case logged
    /// Firebase did not take it.
    case dropped
    /// A tag kept it from Firebase.
    case suppressed
    /// It went on to Firebase: as it was logged, or logged by a tag.
    case passed
  }

  /// What is expected of the events of one name.
  public struct EventState: Sendable, Hashable {
    /// The name, that of Firebase's own events in its long form.
    public var name: String
    /// What became of them.
    public var fate: EventFate
    /// How many they are; nil is at least one.
    public var times: Int?
    /// The code of what Firebase has against them; nil is any or none.
    public var code: Int?
    /// A part of their parameters; nil is any.
    public var parameters: Value?

    /// Creates an expectation of events.
    public init(
      name: String, fate: EventFate, times: Int? = nil, code: Int? = nil,
      parameters: Value? = nil
    ) {
      self.name = name
      self.fate = fate
      self.times = times
      self.code = code
      self.parameters = parameters
    }
  }

  /// What is expected of Firebase itself.
  public enum FirebaseExpectation: Sendable, Hashable {
    /// It has something of this code against an event of the last act; nil is nothing at all.
    case error(Int?)
    /// Whether it sends events at once.
    case debug(Bool)
    /// Whether it logs at all.
    case collection(Bool)
    /// The user's id; nil is none.
    case userID(String?)
    /// The number of the session, counted from the installation.
    case session(Comparison<Int>)
  }
}
