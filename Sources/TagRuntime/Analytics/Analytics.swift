public import OrderedCollections

/// Google Analytics inside the app: its trackers and what is switched for all of them.
///
/// Source: GAI, section 11.1 of the behaviour notes.
///
/// Legacy name: GAI
public struct Analytics: Sendable {
  /// The trackers by name, in the order in which they were made.
  ///
  /// Legacy name: GAI trackers
  public private(set) var trackers: OrderedDictionary<String, Tracker> = [:]
  /// The tracker that is used where none is named: the first one that was made, unless another was
  /// chosen.
  ///
  /// Legacy name: GAI defaultTracker
  public private(set) var defaultTracker: String?
  /// Whether nothing is tracked.
  ///
  /// Legacy name: GAI optOut
  public internal(set) var isOptedOut = false
  /// Whether hits are taken out of the store as if they were sent, and nothing is.
  ///
  /// Legacy name: GAI dryRun
  public internal(set) var isDryRun = false
  /// What the app does with the log lines of Analytics, which has a logger of its own.
  ///
  /// Its levels run the other way, from none to verbose, and it knows no debug; by their names they
  /// mean the same.
  ///
  /// Source: GAILogger, section 13.5 of the behaviour notes.
  ///
  /// Legacy name: GAI logger, GAILogger
  public internal(set) var logger = Logger()
  /// The number that ties hits to AdMob; every screen view draws a new one.
  var adMobHitID: Int64?

  /// Makes a tracker, or gives the one of that name; nil for an empty name, and where there are too
  /// many.
  ///
  /// A name that exists keeps its tracking id. White space around a name does not count.
  mutating func makeTracker(named name: String?, trackingID: String) -> Tracker? {
    guard let name = Self.trimmed(name ?? trackingID) else { return nil }
    if let tracker = trackers[name] { return tracker }
    guard trackers.count < Limits.trackers else { return nil }
    let tracker = Tracker(name: name, trackingID: trackingID)
    trackers[name] = tracker
    defaultTracker = defaultTracker ?? name
    return tracker
  }

  mutating func removeTracker(named name: String) {
    trackers[name] = nil
    if defaultTracker == name { defaultTracker = nil }
  }

  /// Chooses the tracker that is used where none is named.
  mutating func choose(_ name: String) {
    if trackers[name] != nil { defaultTracker = name }
  }

  mutating func replace(_ tracker: Tracker) { trackers[tracker.name] = tracker }

  /// Changes a tracker; false where there is none.
  mutating func change(_ name: String?, _ change: (inout Tracker) -> Void) -> Bool {
    guard let name = name ?? defaultTracker, var tracker = trackers[name] else { return false }
    change(&tracker)
    trackers[name] = tracker
    return true
  }

  static func trimmed(_ name: String) -> String? {
    var text = name[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text.isEmpty ? nil : String(text)
  }
}
