public import OrderedCollections

/// Where an app's hits of one property are put together: what is set stays for all hits that
/// follow.
///
/// Source: GAITrackerImpl 3.09, section 12 of the behaviour notes. A tracking id is not checked.
///
/// Legacy name: GAITracker
public struct Tracker: Sendable, Hashable {
  /// The tracker that tags of containers send with.
  ///
  /// Source: section 6.6 of the behaviour notes.
  static let containerName = "_GTM_DEFAULT_TRACKER_"

  /// Its name; one that is made without is called by its tracking id.
  public let name: String
  /// What is set on it, by code.
  public private(set) var fields: OrderedDictionary<String, String> = [:]
  /// Whether hits carry the phone's advertising id.
  ///
  /// Legacy name: GAITracker allowIDFACollection
  public internal(set) var collectsAdvertisingID = false
  var limiter = HitLimiter()

  init(name: String, trackingID: String?) {
    self.name = name
    fields["&tid"] = trackingID
  }

  /// What is set for a code; nil where nothing is.
  public func value(of code: String) -> String? { fields[code] }

  /// Sets a field for all hits that follow; nil takes it back. False for one too many, which is
  /// not set.
  mutating func set(_ code: String, _ value: String?) -> Bool {
    let isFull = fields.count >= Limits.trackerFields && fields[code] == nil
    if isFull, value != nil { return false }
    // What is set again goes to its old place, and what is new to the end.
    fields[code] = value
    return true
  }

  /// The fields of a hit: its own, then what is set here and it does not override.
  func snapshot(
    of own: OrderedDictionary<String, String?>
  ) -> OrderedDictionary<String, String> {
    var snapshot: OrderedDictionary<String, String> = [:]
    for (code, value) in own.elements { if let value { snapshot[code] = value } }
    for (code, value) in fields.elements where own.index(forKey: code) == nil {
      snapshot[code] = value
    }
    return snapshot
  }
}
