public import OrderedCollections

/// Google Analytics inside the app: its trackers and their common settings.
///
/// Source: Dispatch §2; GAI.
///
/// Legacy name: GAI
public struct Analytics: Sendable {
  /// The trackers by name, in the order in which they were made.
  ///
  /// Legacy name: GAI trackers
  public private(set) var trackers: OrderedDictionary<String, Tracker> = [:]
  /// The default tracker: the first one that was made, unless another was chosen.
  ///
  /// Legacy name: GAI defaultTracker
  public private(set) var defaultTracker: String?
  /// Whether nothing is tracked.
  ///
  /// Legacy name: GAI optOut
  public internal(set) var isOptedOut = false
  /// Whether hits are removed from the store as if they were sent, while nothing is sent.
  ///
  /// Legacy name: GAI dryRun
  public internal(set) var isDryRun = false
  /// The app's treatment of the log lines of Analytics, which has a separate logger.
  ///
  /// Its levels run in the opposite order, from none to verbose, and it has no debug level; levels
  /// of the same name mean the same.
  ///
  /// Source: Dispatch §2.5; GAILogger.
  ///
  /// Legacy name: GAI logger, GAILogger
  public internal(set) var logger = Logger()
  /// Whether the log has reported that the app has no library for the advertising id.
  var hasToldOfAdvertising = false
  var counter = HitCounter()
  /// The tracker of containers, if the platform keeps it from one firing to the next.
  var containerTracker: Tracker?
  /// The calls since the last hit.
  var usage = UsageLog()

  /// Makes a tracker, or returns the one of that name; nil for an empty name, and if there are too
  /// many trackers.
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

  /// Chooses the default tracker.
  mutating func choose(_ name: String) {
    if trackers[name] != nil { defaultTracker = name }
  }

  mutating func replace(_ tracker: Tracker) { trackers[tracker.name] = tracker }

  /// Changes a tracker; returns false if there is none.
  mutating func change(_ name: String?, _ change: (inout Tracker) -> Void) -> Bool {
    guard let name = name ?? defaultTracker, var tracker = trackers[name] else { return false }
    change(&tracker)
    trackers[name] = tracker
    return true
  }

  static func trimmed(_ name: String) -> String? {
    let text = name.trimmed(\.isWhitespace)
    return text.isEmpty ? nil : String(text)
  }
}

/// The counters that number the hits of a process.
///
/// Source: Wire §1.
struct HitCounter: Sendable, Hashable {
  /// The number that links hits to AdMob: random at the start, and one more for each screen view.
  private(set) var adMobHitID: Int64 = 1
  private var cacheBuster: UInt64 = 0
  private var position: Int64 = 0

  init() {}

  /// Starts the counters as a new process does.
  ///
  /// - Parameters:
  ///   - random: the source whose named streams the first numbers come from.
  ///   - made: hits of the installation so far.
  init(_ random: RandomSource, after made: Int64) {
    var hitIDs = random.forked("AdMob hit ids")
    var cacheBusters = random.forked("cache busters")
    adMobHitID = hitIDs.integer(in: 1...Int64(Int32.max - 1))
    cacheBuster = cacheBusters.next()
    position = made
  }

  mutating func screenSeen() {
    adMobHitID = adMobHitID < Int64(Int32.max) ? adMobHitID + 1 : 1
  }

  /// Returns the numbers of a hit that is made now.
  mutating func next() -> HitNumbers {
    defer { cacheBuster &+= 1 }
    position += 1
    return HitNumbers(position: position, cacheBuster: cacheBuster)
  }
}

/// The fields of an app's hits for one property: a field that is set stays for all later hits.
///
/// Source: Dispatch §3; GAITrackerImpl 3.09. A tracking id is not checked.
///
/// Legacy name: GAITracker
public struct Tracker: Sendable, Hashable {
  /// The tracker that tags of containers send with.
  ///
  /// Source: LegacySDK §11.1.
  static let containerName = "_GTM_DEFAULT_TRACKER_"

  /// Its name; a tracker made without a name gets its tracking id.
  public let name: String
  /// The fields that code has set on it.
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

  /// Returns the value that is set for a code; nil if none is.
  public func value(of code: String) -> String? { fields[code] }

  /// Sets a field for all later hits; nil removes it. Returns false beyond the limit, and does not
  /// set the field then.
  mutating func set(_ code: String, _ value: String?) -> Bool {
    let isFull = fields.count >= Limits.trackerFields && fields[code] == nil
    if isFull, value != nil { return false }
    // A field that is set again keeps its place, and a new one goes to the end.
    fields[code] = value
    return true
  }

  /// Returns the fields of a hit: its own fields, then those of the tracker that it does not
  /// override.
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

/// The hash by which Analytics draws a sample: the same client always gets the same result.
///
/// Source: Dispatch §3.5; the hash is the one of Analytics' first clients, 28 bits wide, taken from
/// the last character to the first.
enum ClientHash {
  static func hash(_ text: String) -> Int {
    var hash: UInt32 = 0
    for character in text.utf16.reversed() {
      let code = UInt32(character)
      hash = ((hash << 6) & 0x0FFF_FFFF) &+ code &+ (code << 14)
      let overflow = hash & 0x0FE0_0000
      if overflow != 0 { hash ^= overflow >> 21 }
    }
    return Int(hash)
  }

  /// Whether a client is part of a sample.
  ///
  /// `rate` is the text of `&sf`, in percent; a text that is not a number excludes nothing.
  static func isSampled(_ client: String, rate: String?) -> Bool {
    guard let rate = rate.flatMap({ Double($0) }), rate.isFinite else { return true }
    return Double(hash(client) % 10_000) < rate * 100
  }
}

/// The credits that limit an app's tracking.
///
/// Source: Dispatch §3.3; GAITrackerImpl and TAGDispatcher 3.09: 60 credits, one more every two
/// seconds, one for each hit; nothing is added before the first hit.
package struct HitLimiter: Sendable, Hashable {
  /// The time until another credit is added.
  package static let creditPeriod = Duration.seconds(2)
  /// A credit in milliseconds of waiting, so that fractions are exact.
  private static let credit = creditPeriod.wholeMilliseconds
  private static let limit = credit * Int64(Limits.hitCredits)

  private var earned = limit
  private var last: Instant?

  /// Whether one more hit may pass now; if so, it costs a credit.
  mutating func accepts(at now: Instant) -> Bool {
    earned = available(at: now)
    last = now
    guard earned >= Self.credit else { return false }
    earned -= Self.credit
    return true
  }

  func credits(at now: Instant) -> Int { Int(available(at: now) / Self.credit) }

  private func available(at now: Instant) -> Int64 {
    guard let last else { return earned }
    return min(Self.limit, earned + max(0, (now - last).wholeMilliseconds))
  }
}
