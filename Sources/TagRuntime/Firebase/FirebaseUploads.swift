/// The flow of uploads: events travel about an hour after the first that waits, when the app goes
/// into the background, some seconds after a launch that comes later than that, some seconds after
/// the first opening, and at once in debug mode.
///
/// ```
///         event stored            hour over, background, launch, debug mode
///   none ──────────────► due ───────────────────────────────────────────► under way
///    ▲                   ▲ │ ▲                                             │     │
///    │   net comes back ─┘ │ └── failed (half an hour), or new ones came ──┘     │
///    └─────────────────────┴───────────── nothing waits any more ────────────────┘
/// ```
///
/// What comes while an upload is under way does not begin another one, and without a network it
/// stays due until there is one.
///
/// Source: Firebase §6.1; about an hour, to save the battery, and at once with the debug flag; that
/// the background sends too is what users report. The rest is a model.
struct FirebaseUploads: Sendable, Hashable {
  enum State: Sendable, Hashable {
    case none
    case due(WallTime)
    /// Events are sent. They were due at this time, or nobody had waited for them.
    case underWay(due: WallTime?)
  }

  enum Event: Sendable, Hashable {
    /// It is known what an earlier process left.
    case loaded(due: WallTime?)
    /// The app is opened for the first time; what is stored next tells of it.
    case firstOpening
    case stored
    case timerFired
    case enteredBackground
    case debugModeBegan
    case networkCameBack
    /// An upload ended, or could not begin.
    case ended(DispatchResult, hasHits: Bool, isReachable: Bool)
    /// All that was stored is forgotten.
    case forgotten
  }

  enum Action: Sendable, Hashable {
    case startTimer(Duration)
    case cancelTimer
    case upload
  }

  private(set) var state = State.none
  /// Whether an upload that was due found no network, so that what waits goes as soon as there is
  /// one, whatever the clock shows then.
  private var awaitsNetwork = false
  /// When the events of the first opening are to be sent; nil where none is yet to be stored.
  private var firstUpload: WallTime?

  /// When waiting events are to be sent, by the wall clock; nil while none waits.
  private(set) var due: WallTime? {
    get {
      switch state {
      case .none: nil
      case .due(let due): due
      case .underWay(let due): due
      }
    }
    set {
      switch (state, newValue) {
      case (.underWay, _): state = .underWay(due: newValue)
      case (.none, let due?), (.due, let due?): state = .due(due)
      case (.none, nil), (.due, nil): state = .none
      }
    }
  }

  /// Takes an event.
  ///
  /// `isDebugging` tells whether Firebase is in debug mode.
  mutating func handle(
    _ event: Event, at now: WallTime, isDebugging: Bool, _ settings: Settings
  ) -> [Action] {
    switch event {
    case .loaded(let left):
      due = left
      guard let left else { return [] }
      let delay = max(settings.eventUploadAfterLaunch, left - now)
      return [.startTimer(min(delay, settings.eventUpload))]
    case .stored:
      // The quick upload is for what is stored first, however that travels.
      // A clock that was set back meanwhile does not put it off.
      let soon = settings.eventUploadAfterFirstOpening
      let first = firstUpload.map { min(soon, max(.zero, $0 - now)) }
      firstUpload = nil
      if isDebugging {
        due = due ?? now
        return send()
      }
      guard due == nil else { return [] }
      return schedule(in: first ?? settings.eventUpload, from: now)
    case .firstOpening:
      firstUpload = now + settings.eventUploadAfterFirstOpening
      return []
    case .timerFired: return send()
    case .enteredBackground, .debugModeBegan: return due == nil ? [] : send()
    case .networkCameBack:
      guard let due, awaitsNetwork || due <= now else { return [] }
      return send()
    case .ended(let result, let hasHits, let isReachable):
      // No longer under way, whatever follows.
      state = due.map { .due($0) } ?? .none
      if !hasHits {
        due = nil
        return [.cancelTimer]
      }
      if result == .error { return schedule(in: settings.eventUploadRetry, from: now) }
      guard isReachable else {
        awaitsNetwork = true
        return []
      }
      // They came while the others were sent.
      return isDebugging ? send() : schedule(in: settings.eventUpload, from: now)
    case .forgotten:
      due = nil
      awaitsNetwork = false
      firstUpload = nil
      return []
    }
  }

  private mutating func schedule(in delay: Duration, from now: WallTime) -> [Action] {
    due = now + delay
    return [.startTimer(delay)]
  }

  /// Sends what waits, unless that is under way.
  private mutating func send() -> [Action] {
    if case .underWay = state { return [] }
    awaitsNetwork = false
    state = .underWay(due: due)
    return [.upload]
  }
}
