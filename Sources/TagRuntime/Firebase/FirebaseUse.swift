import OrderedCollections

/// What Firebase sees of the use of an app: since when somebody looks at it, and at which screen.
///
/// ```
///          foreground
///   away ──────────────► in use(since) ───┐ told of: since now
///    ▲                      │     ▲       │
///    └──────────────────────┘     └───────┘
///           background
/// ```
///
/// Source: Firebase §4.3, Firebase §4.4; what an event of a screen carries is a model.
struct FirebaseUse: Sendable, Hashable {
  enum State: Sendable, Hashable {
    case away
    /// The app is in the foreground, and nobody has told of the time since then.
    case inUse(since: Instant)
  }

  private(set) var state = State.away
  /// The screen that is seen, as Firebase knows it.
  private(set) var screen: SeenScreen?
  /// The number of the first screen, which is left to chance when the process begins.
  var firstScreenID: Int64 = 1
  /// How many numbers were given.
  private var screensSeen: Int64 = 0
  /// The numbers of the screens that were seen in this process.
  private var screenIDs: [String: Int64] = [:]
  /// How many screens have a number.
  var rememberedScreens: Int { screenIDs.count }

  var isInUse: Bool { state != .away }

  mutating func begin(at now: Instant) { state = .inUse(since: now) }

  mutating func end() { state = .away }

  /// The screen is forgotten, and the time until now is not told of; whether the app is in use
  /// stays as it is.
  mutating func forget(at now: Instant) {
    screen = nil
    if isInUse { begin(at: now) }
  }

  // MARK: Engagement

  /// What there is to tell of the time in the foreground that nobody has told of yet; nil where it
  /// is too short.
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

  /// What an event carries of the screen that is seen; nothing before the first.
  var screenParameters: OrderedDictionary<String, Value> {
    guard let screen else { return [:] }
    return ["firebase_screen_class": .string(screen.name), "firebase_screen_id": .int(screen.id)]
  }

  /// Whether it is another screen than the one that is seen.
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

  /// What the event of the screen that is seen carries.
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
  /// The name.
  var name: String
  /// The number by which one screen is told from another.
  var id: Int64
}

/// A campaign that a link brings.
///
/// Source: Firebase §4.5; the list of automatic events names the parameters. That a universal link
/// is taken for a campaign like this is a model.
enum FirebaseCampaign {
  /// The parameters of a campaign and those of an address that they are taken from.
  private static let sources: OrderedDictionary<String, String> = [
    "source": "utm_source", "medium": "utm_medium", "campaign": "utm_campaign",
    "term": "utm_term", "content": "utm_content", "gclid": "gclid",
  ]

  /// The parameters that an address has of a campaign; nil where it has none.
  ///
  /// - Complexity: O(n) in its length.
  static func parameters(of url: String) -> OrderedDictionary<String, Value>? {
    let found = sources.compactMapValues { QueryText.value(of: $0, inURL: url) }
    return found.isEmpty ? nil : found.mapValues { .string($0) }
  }
}
