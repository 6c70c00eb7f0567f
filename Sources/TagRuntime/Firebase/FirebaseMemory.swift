public import OrderedCollections

/// What Firebase keeps of an installation: it outlasts the process and an upgrade, and goes with
/// the app.
///
/// Source: the reference of `Analytics` for iOS: user properties, the user's id, default parameters
/// and whether events are collected last until they are changed.
public struct FirebaseMemory: Sendable, Hashable {
  /// Whether the first opening was logged.
  public var hasOpened = false
  /// How many sessions there were.
  public var sessionNumber: Int64 = 0
  /// When the last session began, by the wall clock; nil before the first.
  public var sessionStarted: WallTime?
  /// When the app was last known to be in use, by the wall clock.
  public var lastActive: WallTime?
  /// The id that the app gave its user.
  public var userID: String?
  /// The user properties in the order in which they were set first; one that was taken back is nil.
  public var userProperties: OrderedDictionary<String, String?> = [:]
  /// What every event gets, unless it has it already.
  public var defaultParameters: OrderedDictionary<String, Value> = [:]
  /// Whether events are collected.
  public var isCollecting = true
  /// Whether events are sent at once.
  public var isDebugging = false
  /// The names of the app's events so far.
  public var eventNames: OrderedSet<String> = []
  /// The version of the app that was launched last.
  public var appVersion: String?
  /// Its build.
  public var appBuild: String?
  /// The release of the operating system at the last launch.
  public var osVersion: String?
  /// When waiting events are to be sent, by the wall clock; nil while none waits.
  public var uploadDue: WallTime?

  /// Creates what a new installation has.
  public init() {}
}
