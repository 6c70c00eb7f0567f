import OrderedCollections

/// The events that Firebase logs by itself: the first opening, sessions, screens and engagement.
///
/// Source: the list of automatic events and the reference of `Analytics`; the order of those that
/// one moment brings, and what an event of a screen carries, are a model.
extension Runtime {
  static let screenView = "_vs"

  // MARK: Coming and going

  /// The app is in use: a first opening or an update, and a session where none goes on.
  mutating func beginUse() {
    let before = lasting.firebase
    guard before.isCollecting else { return }
    let facts = facts
    remember {
      $0.hasOpened = true
      $0.appVersion = facts.appVersionName
      $0.appBuild = facts.appVersion
      $0.osVersion = facts.osVersion
    }
    let isNewSession =
      before.sessionStarted == nil
      || before.lastActive.map { now.wall - $0 > settings.sessionTimeout } ?? true
    let wall = now.wall
    remember {
      $0.lastActive = wall
      guard isNewSession else { return }
      $0.sessionNumber += 1
      $0.sessionStarted = wall
    }
    if !before.hasOpened {
      logAutomatic("_f")
    } else {
      logUpdates(since: before)
    }
    if isNewSession { logAutomatic("_s") }
  }

  private mutating func logUpdates(since before: FirebaseMemory) {
    let memory = lasting.firebase
    if let old = before.appVersion,
      old != memory.appVersion || before.appBuild != memory.appBuild
    {
      logAutomatic("_au", ["previous_app_version": .string(old)])
    }
    if let old = before.osVersion, old != memory.osVersion {
      logAutomatic("_ou", ["previous_os_version": .string(old)])
    }
  }

  /// The app goes into the background: Firebase tells of the engagement and sends what waits.
  mutating func endUse() {
    logEngagement()
    engagedSince = nil
    let wall = now.wall
    remember { $0.lastActive = wall }
    if lasting.firebase.uploadDue != nil { upload() }
  }

  /// Time in the foreground that nobody has told of yet.
  private mutating func logEngagement() {
    guard let since = engagedSince else { return }
    let time = now.instant - since
    guard time >= settings.shortestEngagement else { return }
    engagedSince = now.instant
    var parameters: OrderedDictionary<String, Value> = [
      "engagement_time_msec": .int(time.wholeMilliseconds)
    ]
    if let seenScreen {
      parameters["firebase_screen"] = .string(seenScreen.name)
      parameters["firebase_screen_id"] = .int(seenScreen.id)
    }
    logAutomatic("_e", parameters)
  }

  // MARK: Screens

  /// A screen came up; the one that is seen already is no news.
  mutating func seeScreen(_ name: String) {
    guard lasting.firebase.isCollecting, seenScreen?.name != name else { return }
    let previous = seenScreen
    changeScreen(name)
    var parameters: OrderedDictionary<String, Value> = [
      "firebase_screen": .string(name), "firebase_screen_class": .string(name),
      "firebase_screen_id": .int(screensSeen),
    ]
    if let previous {
      parameters["firebase_previous_screen"] = .string(previous.name)
      parameters["firebase_previous_class"] = .string(previous.name)
      parameters["firebase_previous_id"] = .int(previous.id)
    }
    logAutomatic(Self.screenView, parameters)
  }

  /// The app logs the view of a screen by itself, which ends that of the one before.
  mutating func see(_ parameters: OrderedDictionary<String, Value>) {
    guard let name = parameters["screen_name"]?.text, seenScreen?.name != name else { return }
    changeScreen(name)
  }

  private mutating func changeScreen(_ name: String) {
    logEngagement()
    screensSeen += 1
    seenScreen = SeenScreen(name: name, id: screensSeen)
    let wall = now.wall
    remember { $0.lastActive = wall }
  }

  // MARK: Links

  /// The parameters of a campaign and those of an address that they are taken from.
  private static let campaign: OrderedDictionary<String, String> = [
    "source": "utm_source", "medium": "utm_medium", "campaign": "utm_campaign",
    "term": "utm_term", "content": "utm_content", "gclid": "gclid",
  ]

  /// A link with the parameters of a campaign opened the app.
  ///
  /// Source: the list of automatic events names the parameters of `firebase_campaign`; that a
  /// universal link is taken for a campaign like this is a model.
  mutating func openLink(_ url: String) {
    let found = Self.campaign.compactMapValues { QueryText.value(of: $0, inURL: url) }
    guard !found.isEmpty else { return }
    logAutomatic("_cmp", found.mapValues { .string($0) })
  }
}

// MARK: - Firebase uploads

/// When events travel: about an hour after the first that waits, when the app goes into the
/// background, some seconds after a launch that comes later than that, and at once in debug mode.
///
/// ```
///              event stored                          hour over, background, launch
///   no upload due ──────────────► due ───────────────────────────────► under way
///     ▲                          ▲ │ ▲                                   │   │
///     │        net comes back ───┘ │ └── failed (half an hour), new ones ┘   │
///     └────────────────────────────┴──── nothing waits any more ─────────────┘
/// ```
///
/// Source: the guide on DebugView: about an hour, to save the battery, and at once with the debug
/// flag; that the background sends too is what users report. The rest is a model.
extension Runtime {
  /// Events were stored.
  mutating func scheduleUpload() {
    if lasting.firebase.isDebugging {
      let wall = now.wall
      remember { $0.uploadDue = $0.uploadDue ?? wall }
      return upload()
    }
    if lasting.firebase.uploadDue == nil { scheduleUpload(in: settings.eventUpload) }
  }

  private mutating func scheduleUpload(in delay: Duration) {
    let due = now.wall + delay
    remember { $0.uploadDue = due }
    step.effects.append(.startTimer(.dispatch(.firebase), delay))
  }

  /// Sends what waits, unless that is under way.
  mutating func upload() { withDispatcher(of: .firebase) { $0.dispatch() } }

  /// The phone has a network again: what is overdue is sent.
  mutating func uploadIfDue() {
    if let due = lasting.firebase.uploadDue, due <= now.wall { upload() }
  }

  /// An upload ended, or could not begin.
  mutating func uploadEnded(_ result: DispatchResult) {
    let dispatcher = dispatchers[.firebase]
    if !dispatcher.hasHits {
      remember { $0.uploadDue = nil }
      step.effects.append(.cancelTimer(.dispatch(.firebase)))
    } else if result == .error {
      scheduleUpload(in: settings.eventUploadRetry)
    } else if dispatcher.isReachable {
      // They came while the others were sent.
      if lasting.firebase.isDebugging { upload() } else { scheduleUpload(in: settings.eventUpload) }
    }
  }
}
