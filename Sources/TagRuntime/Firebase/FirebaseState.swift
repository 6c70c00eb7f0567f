public import OrderedCollections

/// What Firebase knows while the app runs: the data layer of the second generation.
public struct FirebaseState: Sendable, Hashable {
  /// A session of a user with the app.
  public struct Session: Sendable, Hashable {
    /// Its number, from 1.
    public var number: Int64
    /// When it began, by the wall clock.
    public var started: WallTime

    /// The parameter `ga_session_id`: the seconds since 1970 at which it began.
    public var id: Int64 { started.milliseconds / 1000 }
  }

  /// The user properties that are set, in the order in which they were set first.
  public var userProperties: OrderedDictionary<String, String> = [:]
  /// The user properties that were taken back, or set to an empty text, and travel as "undefined".
  public var undefinedProperties: [String] = []
  /// The id that the app gave its user.
  public var userID: String?
  /// What every event gets, unless it has it already.
  public var defaultParameters: OrderedDictionary<String, Value> = [:]
  /// Whether events are collected.
  public var isCollecting = true
  /// Whether events are sent at once.
  public var isDebugging = false
  /// The session that goes on, or the last one; nil before the first.
  public var session: Session?
  /// What became of the last event.
  public var lastOutcome: FirebaseOutcome?
  /// How many events wait for the container.
  public var heldEvents = 0
  /// When waiting events are to be sent, by the wall clock; nil while none waits.
  public var uploadDue: WallTime?
}
