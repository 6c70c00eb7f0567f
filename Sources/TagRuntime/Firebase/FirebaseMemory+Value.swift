import OrderedCollections

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
