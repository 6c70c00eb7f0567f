public import OrderedCollections

/// What Firebase keeps of an installation: it outlasts the process and an upgrade, and goes with
/// the app.
///
/// Source: Firebase §3; user properties, the user's id, default parameters and whether events are
/// collected last until they are changed.
public struct FirebaseMemory: Sendable, Hashable {
  /// Whether the first opening was logged.
  package var hasOpened = false
  /// How many sessions there were.
  package var sessionNumber: Int64 = 0
  /// When the last session began, by the wall clock; nil before the first.
  package var sessionStarted: WallTime?
  /// When the app was last known to be in use, by the wall clock.
  package var lastActive: WallTime?
  /// The id that the app gave its user.
  package var userID: String?
  /// The user properties in the order in which they were set first; one that was taken back is nil.
  package var userProperties: OrderedDictionary<String, String?> = [:]
  /// What every event gets, unless it has it already.
  package var defaultParameters: OrderedDictionary<String, Value> = [:]
  /// Whether events are collected.
  package var isCollecting = true
  /// Whether events are sent at once.
  package var isDebugging = false
  /// The names of the app's events so far.
  package var eventNames: OrderedSet<String> = []
  /// The version of the app that was launched last.
  package var appVersion: String?
  /// Its build.
  package var appBuild: String?
  /// The release of the operating system at the last launch.
  package var osVersion: String?
  /// When waiting events are to be sent, by the wall clock; nil while none waits.
  package var uploadDue: WallTime?

  /// Creates what a new installation has.
  public init() {}
}

/// What Firebase knows while the app runs: the data layer of the second generation.
public struct FirebaseState: Sendable, Hashable {
  /// A session of a user with the app.
  public struct Session: Sendable, Hashable {
    /// Its number, from 1.
    public var number: Int64
    /// When it began, by the wall clock.
    public var started: WallTime

    /// Creates one.
    package init(number: Int64, started: WallTime) {
      self.number = number
      self.started = started
    }

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
  /// How many events wait for the container.
  public var heldEvents = 0
  /// When waiting events are to be sent, by the wall clock; nil while none waits.
  public var uploadDue: WallTime?
}

/// Where an app is, as the system tells it.
public enum AppPhase: String, Sendable, Hashable, CaseIterable {
  /// It is seen.
  case foreground
  /// It is not seen.
  case background
}

// MARK: - What follows from it

extension FirebaseState {
  /// What is known from what is kept.
  init(of memory: FirebaseMemory) {
    for (name, value) in memory.userProperties.elements {
      if let value {
        userProperties[name] = value
      } else {
        undefinedProperties.append(name)
      }
    }
    userID = memory.userID
    defaultParameters = memory.defaultParameters
    isCollecting = memory.isCollecting
    isDebugging = memory.isDebugging
    session = memory.session
    uploadDue = memory.uploadDue
  }
}

extension FirebaseMemory {
  /// The session that goes on, or the last one; nil before the first.
  var session: FirebaseState.Session? {
    sessionStarted.map { FirebaseState.Session(number: sessionNumber, started: $0) }
  }

  /// What Firebase adds to each event: model; its names are those of the exported data.
  ///
  /// `origin` is who logged the event, in the words of the exported data.
  func added(_ origin: String, _ facts: DeviceFacts) -> OrderedDictionary<String, String> {
    var added: OrderedDictionary<String, String> = [
      "firebase_event_origin": origin, "app_id": facts.appID, "app_version": facts.appVersionName,
    ]
    if let session {
      added["ga_session_id"] = String(session.id)
      added["ga_session_number"] = String(session.number)
    }
    if let userID { added["user_id"] = userID }
    if isDebugging { added["ga_debug_mode"] = "1" }
    return added
  }
}

// MARK: - Value

/// A value of a map, as a store keeps it.
extension FirebaseMemory {
  private enum Key {
    static let hasOpened = "hasOpened"
    static let sessionNumber = "sessionNumber"
    static let sessionStarted = "sessionStarted"
    static let lastActive = "lastActive"
    static let userID = "userID"
    static let userProperties = "userProperties"
    static let defaultParameters = "defaultParameters"
    static let isCollecting = "isCollecting"
    static let isDebugging = "isDebugging"
    static let eventNames = "eventNames"
    static let appVersion = "appVersion"
    static let appBuild = "appBuild"
    static let osVersion = "osVersion"
    static let uploadDue = "uploadDue"
  }

  /// All of it as one map; what is nil is left out.
  ///
  /// - Complexity: O(n) in its size.
  public var value: Value {
    var members: OrderedDictionary<String, Value> = [
      Key.hasOpened: .bool(hasOpened), Key.sessionNumber: .int(sessionNumber),
      Key.isCollecting: .bool(isCollecting), Key.isDebugging: .bool(isDebugging),
      Key.userProperties: .map(userProperties.mapValues { $0.map { .string($0) } ?? .null }),
      Key.defaultParameters: .map(defaultParameters),
      Key.eventNames: .list(eventNames.map { .string($0) }),
    ]
    let times = [
      (Key.sessionStarted, sessionStarted), (Key.lastActive, lastActive),
      (Key.uploadDue, uploadDue),
    ]
    for (key, time) in times where time != nil {
      members[key] = time.map { .int($0.milliseconds) }
    }
    let texts = [
      (Key.userID, userID), (Key.appVersion, appVersion), (Key.appBuild, appBuild),
      (Key.osVersion, osVersion),
    ]
    for (key, text) in texts where text != nil { members[key] = text.map { .string($0) } }
    return .map(members)
  }

  /// Reads what `value` gave; nil where it is no map, or a member is of another kind.
  ///
  /// - Complexity: O(n) in its size.
  public init?(_ value: Value) {
    guard let members = value.members else { return nil }
    self.init()
    for (key, value) in members.elements {
      guard take(key, value) else { return nil }
    }
  }

  /// Takes over a member; false where it is of another kind. One that is not known is left out, for
  /// a newer version may have more.
  private mutating func take(_ key: String, _ value: Value) -> Bool {
    switch (key, value) {
    case (Key.hasOpened, .bool(let flag)): hasOpened = flag
    case (Key.isCollecting, .bool(let flag)): isCollecting = flag
    case (Key.isDebugging, .bool(let flag)): isDebugging = flag
    // It is counted on from here, and must not come to the end of the integers.
    case (Key.sessionNumber, .int(let number)): sessionNumber = min(max(number, 0), 1 << 53)
    case (Key.sessionStarted, .int(let time)): sessionStarted = WallTime(milliseconds: time)
    case (Key.lastActive, .int(let time)): lastActive = WallTime(milliseconds: time)
    case (Key.uploadDue, .int(let time)): uploadDue = WallTime(milliseconds: time)
    case (Key.userID, .string(let text)): userID = text
    case (Key.appVersion, .string(let text)): appVersion = text
    case (Key.appBuild, .string(let text)): appBuild = text
    case (Key.osVersion, .string(let text)): osVersion = text
    case (Key.userProperties, .map(let properties)):
      userProperties = properties.mapValues(\.text)
    case (Key.defaultParameters, .map(let parameters)): defaultParameters = parameters
    case (Key.eventNames, .list(let names)): eventNames = OrderedSet(names.compactMap(\.text))
    case (Key.hasOpened, _), (Key.isCollecting, _), (Key.isDebugging, _), (Key.sessionNumber, _),
      (Key.sessionStarted, _), (Key.lastActive, _), (Key.uploadDue, _), (Key.userID, _),
      (Key.appVersion, _), (Key.appBuild, _), (Key.osVersion, _), (Key.userProperties, _),
      (Key.defaultParameters, _), (Key.eventNames, _):
      return false
    default: break
    }
    return true
  }
}
