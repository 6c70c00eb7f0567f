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
/// Source: Firebase §4.3, Firebase §4.4.
struct FirebaseUse: Sendable, Hashable {
  enum State: Sendable, Hashable {
    case away
    /// The app is in the foreground, and the time since then is not reported yet.
    case inUse(since: Instant)
  }

  private(set) var state = State.away
  /// The visible screen, as Firebase knows it.
  private(set) var screen: SeenScreen?
  /// The class of the view that Firebase tracks by itself.
  private var tracked: String?
  /// Whether the view was there before the app was in use, so that its event is not logged yet.
  private var isEarly = false
  /// The id of the first screen, which is random for each process.
  var firstScreenID: Int64 = 1
  /// The number of ids that were assigned.
  private var screensSeen: Int64 = 0
  /// The ids of the classes that Firebase has tracked in this process.
  private var screenIDs: [String: Int64] = [:]
  var rememberedScreens: Int { screenIDs.count }

  var isInUse: Bool { state != .away }

  mutating func begin(at now: Instant) { state = .inUse(since: now) }

  mutating func end() { state = .away }

  /// Forgets the screen and the unreported time until now; whether the app is in use stays as it
  /// is.
  mutating func forget(at now: Instant) {
    (screen, tracked) = (nil, nil)
    if isInUse { begin(at: now) }
  }

  // MARK: Engagement

  /// Returns the parameters for the unreported time in the foreground; nil if it is too short.
  mutating func takeEngagement(
    at now: Instant, atLeast shortest: Duration
  ) -> OrderedDictionary<String, Value>? {
    guard case .inUse(let since) = state, now - since >= shortest else { return nil }
    begin(at: now)
    let parameters: OrderedDictionary<String, Value> = [
      "engagement_time_msec": .int((now - since).wholeMilliseconds)
    ]
    return parameters.merging(screenParameters) { $1 }
  }

  // MARK: Screens

  /// The parameters of the visible screen that an event carries; empty before the first screen.
  var screenParameters: OrderedDictionary<String, Value> {
    screen?.parameters(["firebase_screen", "firebase_screen_class", "firebase_screen_id"]) ?? [:]
  }

  /// Whether another screen than this view is visible, or its event is not logged yet.
  func isNews(_ name: String) -> Bool { screen?.class != name || screen?.name != nil || isEarly }

  /// Shows a view that Firebase tracks by itself: it has a class and no name.
  ///
  /// - Returns: the parameters of its event, with the screen before.
  @discardableResult
  mutating func track(_ name: String) -> OrderedDictionary<String, Value> {
    let before = isEarly ? nil : screen
    (tracked, isEarly) = (name, !isInUse)
    let id = screenIDs[name] ?? nextID()
    if screenIDs.count < Limits.numberedScreens { screenIDs[name] = id }
    return show(SeenScreen(class: name, id: id), after: before)
  }

  /// Shows a screen that the app logged; without a class it has that of the tracked view.
  ///
  /// - Returns: the parameters of its event, with the screen before.
  mutating func show(_ name: String?, class given: String?) -> OrderedDictionary<String, Value> {
    show(SeenScreen(name: name, class: given ?? tracked, id: nextID()), after: screen)
  }

  private mutating func nextID() -> Int64 {
    defer { screensSeen += 1 }
    return firstScreenID &+ screensSeen
  }

  private mutating func show(
    _ new: SeenScreen, after before: SeenScreen?
  ) -> OrderedDictionary<String, Value> {
    screen = new
    let names = ["firebase_previous_screen", "firebase_previous_class", "firebase_previous_id"]
    return screenParameters.merging(before?.parameters(names) ?? [:]) { $1 }
  }
}

/// A screen as Firebase knows it: one that it tracks by itself has no name.
struct SeenScreen: Sendable, Hashable {
  var name: String?
  var `class`: String?
  /// The id that distinguishes one screen from another.
  var id: Int64

  /// Returns its parameters under the names for its name, its class and its id.
  func parameters(_ names: [String]) -> OrderedDictionary<String, Value> {
    var parameters: OrderedDictionary<String, Value> = [:]
    parameters[names[0]] = name.map { .string($0) }
    parameters[names[1]] = `class`.map { .string($0) }
    parameters[names[2]] = .int(id)
    return parameters
  }
}

/// The campaign in a link.
///
/// Source: Firebase §4.5; that a universal link counts as a campaign in this way is a model.
enum FirebaseCampaign {
  /// The parameters of a campaign and the URL parameters that supply them; one of the first four
  /// makes a campaign.
  private static let sources: OrderedDictionary<String, String> = [
    "source": "utm_source", "medium": "utm_medium", "campaign": "utm_campaign", "gclid": "gclid",
    "term": "utm_term", "content": "utm_content", "aclid": "aclid", "cp1": "cp1", "anid": "anid",
  ]

  /// Returns the campaign parameters of a URL; nil if it has none.
  ///
  /// - Complexity: O(n) in its length.
  static func parameters(of url: String) -> OrderedDictionary<String, Value>? {
    let found = sources.compactMapValues { QueryText.value(of: $0, inURL: url) }
      .filter { !$0.value.isEmpty }
    guard sources.keys.prefix(4).contains(where: { found[$0] != nil }) else { return nil }
    return found.mapValues { .string($0) }
  }
}
