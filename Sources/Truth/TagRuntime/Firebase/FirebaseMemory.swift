public import OrderedCollections

/// The data that Firebase stores about an installation: it outlasts the process and an upgrade, and
/// is deleted with the app.
///
/// Source: Firebase §3; user properties, the user's id, default parameters and whether events are
/// collected last until they are changed.
public struct FirebaseMemory: Sendable, Hashable {
  /// Whether the first opening was logged.
  package var hasOpened = false
  package var sessionNumber: Int64 = 0
  /// The time at which the last session began, by the wall clock; nil before the first.
  package var sessionStarted: WallTime?
  /// The time at which the app was last known to be in use, by the wall clock.
  package var lastActive: WallTime?
  /// The id that the app gave its user.
  package var userID: String?
  /// The settings of consent mode that the app made.
  package var consent = Consent()
  /// The settings in force when Firebase last asked, with those of the app's defaults.
  package var consentInForce = Consent()
  /// The time at which the setting of personalized advertising was made.
  package var personalizationSet: WallTime?
  /// The user properties in the order in which they were first set.
  package var userProperties: OrderedDictionary<String, String> = [:]
  /// The parameters that every event gets, unless it has them already.
  package var defaultParameters: OrderedDictionary<String, Value> = [:]
  package var isCollecting = true
  /// Whether events are sent at once.
  package var isDebugging = false
  /// The names of the app's events so far.
  package var eventNames: OrderedSet<String> = []
  /// The version of the app that was launched last.
  package var appVersion: String?
  package var appBuild: String?
  /// The release of the operating system at the last launch.
  package var osVersion: String?
  /// When events are uploaded.
  package var uploads = FirebaseUploadRecord()
  /// The time of the first opening.
  package var firstOpened: WallTime?
  /// The number of first openings, also of earlier installations.
  package var firstOpenings: Int64 = 0
  /// The engagement of all time, of the session, and the time of its last report.
  package var engagement: Int64 = 0
  package var sessionEngagement: Int64 = 0
  package var engagementSet: WallTime?
  /// The time at which the user's id was set.
  package var userIDSet: WallTime?
  /// The times at which the user properties of the app were set.
  package var propertyTimes: OrderedDictionary<String, WallTime> = [:]
  /// The time at which an event of each name was last stored.
  package var eventTimes: OrderedDictionary<String, WallTime> = [:]
  /// The number of the last bundle.
  package var bundle: Int64 = 0
  package var propertyChanges: Int64 = 0
  /// That number when the bundle began; nil if none is open.
  package var bundledChanges: Int64?

  /// Creates the data of a new installation.
  public init() {}
}

/// The state of Firebase while the app runs: the data layer of the second generation.
public struct FirebaseState: Sendable, Hashable {
  /// A session of a user with the app.
  public struct Session: Sendable, Hashable {
    /// Its number, from 1.
    public var number: Int64
    /// The time at which it began, by the wall clock.
    public var started: WallTime

    package init(number: Int64, started: WallTime) {
      self.number = number
      self.started = started
    }

    /// The parameter `ga_session_id`: the seconds since 1970 at which it began.
    public var id: Int64 { started.milliseconds / 1000 }
  }

  /// The user properties that are set, in the order in which they were first set.
  public var userProperties: OrderedDictionary<String, String> = [:]
  /// The id that the app gave its user.
  public var userID: String?
  /// The parameters that every event gets, unless it has them already.
  public var defaultParameters: OrderedDictionary<String, Value> = [:]
  /// Whether events are collected.
  public var isCollecting = true
  /// The settings of consent mode in force.
  public var consent = Consent()
  /// Whether events are sent at once.
  public var isDebugging = false
  /// The current session, or the last one; nil before the first.
  public var session: Session?
  /// The number of events that wait for the container.
  public var heldEvents = 0
  /// When events are uploaded.
  public var uploads = FirebaseUploadRecord()
}

/// The phase of an app, as the system reports it.
public enum AppPhase: String, Sendable, Hashable, CaseIterable {
  case foreground
  /// It is not visible.
  case background
}

// MARK: - Derived data

extension FirebaseState {
  /// Derives the state from the stored data.
  init(of memory: FirebaseMemory) {
    userProperties = memory.userProperties
    userID = memory.userID
    defaultParameters = memory.defaultParameters
    isCollecting = memory.isCollecting
    consent = memory.consentInForce
    isDebugging = memory.isDebugging
    session = memory.session
    uploads = memory.uploads
  }
}

extension FirebaseMemory {
  /// The data of another installation on this phone: the number of first openings is in the
  /// keychain, which an iPhone does not clear.
  ///
  /// Source: Firebase §4.1.
  package var reinstalled: FirebaseMemory {
    var memory = FirebaseMemory()
    memory.firstOpenings = firstOpenings
    return memory
  }

  /// The current session, or the last one; nil before the first.
  var session: FirebaseState.Session? {
    sessionStarted.map { FirebaseState.Session(number: sessionNumber, started: $0) }
  }

  /// Returns the data that Firebase adds to each event: a model; its names are those of the
  /// exported data.
  ///
  /// `origin` is the source of the event, in the words of the exported data.
  func added(_ origin: String, _ facts: DeviceFacts) -> OrderedDictionary<String, String> {
    var added: OrderedDictionary<String, String> = [
      "firebase_event_origin": origin, "app_id": facts.appID, "app_version": facts.appVersionName,
    ]
    if isDebugging {
      added["ga_debug_mode"] = "1"
      added["firebase_realtime"] = "1"
    }
    added["bundle"] = String(bundle)
    if facts.tracking != nil || !consentInForce.isEmpty { identify(&added, facts) }
    return added
  }

  /// Adds the identifiers that consent and the user's answer about tracking let through. A phone
  /// always sends them; here they are left out as long as neither is asked about.
  ///
  /// Source: Firebase §7.2, Firebase §7.5.
  private func identify(_ added: inout OrderedDictionary<String, String>, _ facts: DeviceFacts) {
    added["gcs"] = consentInForce.gcs
    if !consentInForce.denies(.analyticsStorage) {
      added["app_instance_id"] = instanceID(of: facts)
    }
    if let id = facts.advertisingID, !consentInForce.denies(.adStorage) {
      added["advertising_id"] = id
    }
    if let tracking = facts.tracking, tracking != .authorized { added["limited_ad_tracking"] = "1" }
  }

  /// The id of this installation: 32 hexadecimal digits, others after its data was reset.
  ///
  /// Source: inferred, Firebase §7.2; its form is that of the ids in uploads.
  private func instanceID(of facts: DeviceFacts) -> String {
    let digits = facts.clientID.replacing("-", with: "").dropLast(4)
    let count = String(UInt16(truncatingIfNeeded: firstOpenings), radix: 16)
    return digits + String(repeating: "0", count: 4 - count.count) + count
  }

  /// The user properties as they travel, Firebase's own first.
  ///
  /// Source: Firebase §3.5.
  var travelling: OrderedDictionary<String, FirebaseProperty> {
    var properties: OrderedDictionary<String, FirebaseProperty> = [:]
    if let firstOpened {
      properties["_fi"] = FirebaseProperty("1", set: firstOpened)
      let hour: Int64 = 3_600_000
      let time = (firstOpened.milliseconds / hour + 1) * hour
      properties["_fot"] = FirebaseProperty(String(time), set: firstOpened)
    }
    if let session {
      properties["_sid"] = FirebaseProperty(String(session.id), set: session.started)
      properties["_sno"] = FirebaseProperty(String(session.number), set: session.started)
    }
    if let engagementSet {
      properties["_lte"] = FirebaseProperty(String(engagement), set: engagementSet)
      properties["_se"] = FirebaseProperty(String(sessionEngagement), set: engagementSet)
    }
    // A file of an earlier release does not contain the time: then it was before this session.
    let unknown = session?.started ?? firstOpened ?? WallTime(milliseconds: 0)
    if let status = consentInForce[.adPersonalization], status != .euConsentPolicy {
      // Source: Firebase §7.2.
      properties["_npa"] = FirebaseProperty(
        status == .denied ? "1" : "0", set: personalizationSet ?? unknown)
    }
    if let userID { properties["_id"] = FirebaseProperty(userID, set: userIDSet ?? unknown) }
    for (name, value) in userProperties.elements {
      properties[name] = FirebaseProperty(value, set: propertyTimes[name] ?? unknown)
    }
    return properties
  }

  /// Records that an event is stored: in a new bundle if a user property was set since the last one
  /// began.
  ///
  /// - Returns: the time at which the previous event of the same name was stored.
  mutating func stored(_ event: FirebaseEvent) -> WallTime? {
    if bundledChanges != propertyChanges {
      bundle += 1
      bundledChanges = propertyChanges
    }
    let previous = eventTimes[event.name]
    if previous != nil || eventTimes.count < Limits.eventNames * 2 {
      eventTimes[event.name] = event.logged
    }
    return previous
  }

  /// Adds milliseconds of engagement with the app.
  mutating func engage(_ milliseconds: Int64, at wall: WallTime) {
    engagement += milliseconds
    sessionEngagement += milliseconds
    engagementSet = wall
  }
}

// MARK: - Value

/// The data as a value of a map, as a store holds it.
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
    static let consent = "consent"
    static let consentInForce = "consentInForce"
    static let personalizationSet = "personalizationSet"
    static let isDebugging = "isDebugging"
    static let eventNames = "eventNames"
    static let appVersion = "appVersion"
    static let appBuild = "appBuild"
    static let osVersion = "osVersion"
    static let uploadDue = "uploadDue"
    static let uploadSucceeded = "uploadSucceeded"
    static let uploadFailures = "uploadFailures"
    static let uploadRestEnds = "uploadRestEnds"
    static let configured = "configured"
    static let firstOpened = "firstOpened"
    static let firstOpenings = "firstOpenings"
    static let engagement = "engagement"
    static let sessionEngagement = "sessionEngagement"
    static let engagementSet = "engagementSet"
    static let userIDSet = "userIDSet"
    static let propertyTimes = "propertyTimes"
    static let eventTimes = "eventTimes"
    static let bundle = "bundle"
    static let propertyChanges = "propertyChanges"
    static let bundledChanges = "bundledChanges"
  }

  /// All data as one map; nil values are left out.
  ///
  /// - Complexity: O(n) in its size.
  public var value: Value {
    var members: OrderedDictionary<String, Value> = [
      Key.hasOpened: .bool(hasOpened), Key.sessionNumber: .int(sessionNumber),
      Key.isCollecting: .bool(isCollecting), Key.isDebugging: .bool(isDebugging),
      Key.firstOpenings: .int(firstOpenings),
      Key.userProperties: .map(userProperties.mapValues { .string($0) }),
      Key.defaultParameters: .map(defaultParameters),
      Key.eventNames: .list(eventNames.map { .string($0) }),
      Key.engagement: .int(engagement), Key.sessionEngagement: .int(sessionEngagement),
      Key.propertyTimes: Self.value(of: propertyTimes), Key.eventTimes: Self.value(of: eventTimes),
      Key.bundle: .int(bundle), Key.propertyChanges: .int(propertyChanges),
      Key.uploadFailures: .int(uploads.failures),
    ]
    members[Key.bundledChanges] = bundledChanges.map { .int($0) }
    for (key, consent) in [(Key.consent, consent), (Key.consentInForce, consentInForce)]
    where !consent.isEmpty {
      members[key] = consent.value
    }
    let times = [
      (Key.sessionStarted, sessionStarted), (Key.lastActive, lastActive),
      (Key.uploadDue, uploads.due), (Key.uploadSucceeded, uploads.succeeded),
      (Key.uploadRestEnds, uploads.restEnds), (Key.configured, uploads.configured),
      (Key.firstOpened, firstOpened),
      (Key.engagementSet, engagementSet), (Key.userIDSet, userIDSet),
      (Key.personalizationSet, personalizationSet),
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

  private static func value(of times: OrderedDictionary<String, WallTime>) -> Value {
    .map(times.mapValues { .int($0.milliseconds) })
  }

  private static func times(_ members: OrderedDictionary<String, Value>)
    -> OrderedDictionary<String, WallTime>
  {
    members.compactMapValues {
      if case .int(let time) = $0 { WallTime(milliseconds: time) } else { nil }
    }
  }

  /// Clamps a number that is incremented from here on, so that it cannot overflow.
  private static func counted(_ number: Int64) -> Int64 { min(max(number, 0), 1 << 53) }

  /// Reads what `value` returned; nil if it is not a map, or if a member is of another kind.
  ///
  /// - Complexity: O(n) in its size.
  public init?(_ value: Value) {
    guard let members = value.members else { return nil }
    self.init()
    for (key, value) in members.elements {
      guard take(key, value) else { return nil }
    }
  }

  /// Restores a member; returns false if it is of another kind. An unknown member is ignored,
  /// because a newer version may have more.
  private mutating func take(_ key: String, _ value: Value) -> Bool {
    switch (key, value) {
    case (Key.hasOpened, .bool(let flag)): hasOpened = flag
    case (Key.isCollecting, .bool(let flag)): isCollecting = flag
    case (Key.isDebugging, .bool(let flag)): isDebugging = flag
    case (Key.sessionNumber, .int(let number)): sessionNumber = Self.counted(number)
    case (Key.sessionStarted, .int(let time)): sessionStarted = WallTime(milliseconds: time)
    case (Key.lastActive, .int(let time)): lastActive = WallTime(milliseconds: time)
    case (Key.uploadDue, .int(let time)): uploads.due = WallTime(milliseconds: time)
    case (Key.uploadSucceeded, .int(let time)): uploads.succeeded = WallTime(milliseconds: time)
    case (Key.uploadFailures, .int(let number)): uploads.failures = Self.counted(number)
    case (Key.uploadRestEnds, .int(let time)): uploads.restEnds = WallTime(milliseconds: time)
    case (Key.configured, .int(let time)): uploads.configured = WallTime(milliseconds: time)
    case (Key.firstOpened, .int(let time)): firstOpened = WallTime(milliseconds: time)
    case (Key.firstOpenings, .int(let number)): firstOpenings = Self.counted(number)
    case (Key.engagement, .int(let number)): engagement = Self.counted(number)
    case (Key.sessionEngagement, .int(let number)): sessionEngagement = Self.counted(number)
    case (Key.engagementSet, .int(let time)): engagementSet = WallTime(milliseconds: time)
    case (Key.userIDSet, .int(let time)): userIDSet = WallTime(milliseconds: time)
    case (Key.personalizationSet, .int(let time)):
      personalizationSet = WallTime(milliseconds: time)
    case (Key.consent, .map(let answers)): consent = Consent(answers)
    case (Key.consentInForce, .map(let answers)): consentInForce = Consent(answers)
    case (Key.propertyTimes, .map(let times)): propertyTimes = Self.times(times)
    case (Key.eventTimes, .map(let times)): eventTimes = Self.times(times)
    case (Key.bundle, .int(let number)): bundle = Self.counted(number)
    case (Key.propertyChanges, .int(let number)): propertyChanges = Self.counted(number)
    case (Key.bundledChanges, .int(let number)): bundledChanges = Self.counted(number)
    case (Key.userID, .string(let text)): userID = text
    case (Key.appVersion, .string(let text)): appVersion = text
    case (Key.appBuild, .string(let text)): appBuild = text
    case (Key.osVersion, .string(let text)): osVersion = text
    case (Key.userProperties, .map(let properties)):
      userProperties = properties.compactMapValues(\.text)
    case (Key.defaultParameters, .map(let parameters)): defaultParameters = parameters
    case (Key.eventNames, .list(let names)): eventNames = OrderedSet(names.compactMap(\.text))
    case (Key.hasOpened, _), (Key.isCollecting, _), (Key.isDebugging, _), (Key.sessionNumber, _),
      (Key.sessionStarted, _), (Key.lastActive, _), (Key.uploadDue, _), (Key.userID, _),
      (Key.appVersion, _), (Key.appBuild, _), (Key.osVersion, _), (Key.userProperties, _),
      (Key.defaultParameters, _), (Key.eventNames, _), (Key.firstOpened, _), (Key.engagement, _),
      (Key.firstOpenings, _),
      (Key.sessionEngagement, _), (Key.engagementSet, _), (Key.userIDSet, _),
      (Key.propertyTimes, _), (Key.eventTimes, _), (Key.bundle, _), (Key.propertyChanges, _),
      (Key.bundledChanges, _), (Key.uploadSucceeded, _), (Key.uploadFailures, _),
      (Key.uploadRestEnds, _), (Key.configured, _), (Key.consent, _), (Key.consentInForce, _),
      (Key.personalizationSet, _):
      return false
    default: break
    }
    return true
  }
}
