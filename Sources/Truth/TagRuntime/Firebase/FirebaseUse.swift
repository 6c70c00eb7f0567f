import OrderedCollections

/// Firebase's view of the use of an app: since when it is visible, and at which screen.
///
/// ```
///          foreground
///   away ──────────────► in use(since) ───┐ reported: since now
///    ▲                      │     ▲       │
///    └──────────────────────┘     └───────┘
///           background
/// ```
///
/// Source: Firebase §4.3, Firebase §4.4; the parameters of a screen event are a model.
struct FirebaseUse: Sendable, Hashable {
  enum State: Sendable, Hashable {
    case away
    /// The app is in the foreground, and the time since then is not reported yet.
    case inUse(since: Instant)
  }

  private(set) var state = State.away
  /// The visible screen, as Firebase knows it.
  private(set) var screen: SeenScreen?
  /// The id of the first screen, which is random for each process.
  var firstScreenID: Int64 = 1
  /// The number of ids that were assigned.
  private var screensSeen: Int64 = 0
  /// The ids of the screens that were seen in this process.
  private var screenIDs: [String: Int64] = [:]
  var rememberedScreens: Int { screenIDs.count }

  var isInUse: Bool { state != .away }

  mutating func begin(at now: Instant) { state = .inUse(since: now) }

  mutating func end() { state = .away }

  /// Forgets the screen and the unreported time until now; whether the app is in use stays as it
  /// is.
  mutating func forget(at now: Instant) {
    screen = nil
    if isInUse { begin(at: now) }
  }

  // MARK: Engagement

  /// Returns the parameters for the unreported time in the foreground; nil if it is too short.
  mutating func takeEngagement(
    at now: Instant, atLeast shortest: Duration
  ) -> OrderedDictionary<String, Value>? {
    guard case .inUse(let since) = state, now - since >= shortest else { return nil }
    begin(at: now)
    var parameters: OrderedDictionary<String, Value> = [
      "engagement_time_msec": .int((now - since).wholeMilliseconds)
    ]
    if let screen { parameters["firebase_screen"] = .string(screen.name) }
    parameters.merge(screenParameters) { $1 }
    return parameters
  }

  // MARK: Screens

  /// The parameters of the visible screen that an event carries; empty before the first screen.
  var screenParameters: OrderedDictionary<String, Value> {
    guard let screen else { return [:] }
    return ["firebase_screen_class": .string(screen.name), "firebase_screen_id": .int(screen.id)]
  }

  /// Whether it is another screen than the visible one.
  func isNews(_ name: String) -> Bool { screen?.name != name }

  mutating func show(_ name: String) {
    if let id = screenIDs[name] {
      screen = SeenScreen(name: name, id: id)
      return
    }
    let id = firstScreenID &+ screensSeen
    screensSeen += 1
    if screenIDs.count < Limits.numberedScreens { screenIDs[name] = id }
    screen = SeenScreen(name: name, id: id)
  }

  /// Returns the parameters of the event of the visible screen.
  func parameters(
    ofScreen name: String, after previous: SeenScreen?
  ) -> OrderedDictionary<String, Value> {
    var parameters: OrderedDictionary<String, Value> = [
      "firebase_screen": .string(name), "firebase_screen_class": .string(name),
    ]
    parameters.merge(screenParameters) { $1 }
    if let previous {
      parameters["firebase_previous_screen"] = .string(previous.name)
      parameters["firebase_previous_class"] = .string(previous.name)
      parameters["firebase_previous_id"] = .int(previous.id)
    }
    return parameters
  }
}

/// A screen as Firebase knows it.
struct SeenScreen: Sendable, Hashable {
  var name: String
  /// The id that distinguishes one screen from another.
  var id: Int64
}

/// The campaign in a link.
///
/// Source: Firebase §4.5; the list of automatic events names the parameters. That a universal link
/// counts as a campaign in this way is a model.
enum FirebaseCampaign {
  /// The parameters of a campaign and the URL parameters that supply them.
  private static let sources: OrderedDictionary<String, String> = [
    "source": "utm_source", "medium": "utm_medium", "campaign": "utm_campaign",
    "term": "utm_term", "content": "utm_content", "gclid": "gclid",
  ]

  /// Returns the campaign parameters of a URL; nil if it has none.
  ///
  /// - Complexity: O(n) in its length.
  static func parameters(of url: String) -> OrderedDictionary<String, Value>? {
    let found = sources.compactMapValues { QueryText.value(of: $0, inURL: url) }
    return found.isEmpty ? nil : found.mapValues { .string($0) }
  }
}
