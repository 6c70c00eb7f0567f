/// The flow of uploads: events travel about an hour after the first waiting one, when the app goes
/// into the background, some seconds after a launch that is later than that, some seconds after the
/// first opening, and at once in debug mode.
///
/// ```
///         event stored            hour over, background, launch, debug mode
///   none ──────────────► due ───────────────────────────────────────────► under way
///    ▲                   ▲ │ ▲                                             │     │
///    │   net comes back ─┘ │ └── failed (half an hour), or new ones came ──┘     │
///    └─────────────────────┴───────────── nothing waits ─────────────────────────┘
/// ```
///
/// An event that arrives during an upload does not begin another upload, and without a network the
/// upload stays due until there is one.
///
/// Source: Firebase §6.1; about an hour, to save the battery, and at once with the debug flag; that
/// entering the background sends too is what users report. The rest is a model.
struct FirebaseUploads: Sendable, Hashable {
  enum State: Sendable, Hashable {
    case none
    case due(WallTime)
    /// Events are sent. They were due at this time, or nil if they were not scheduled.
    case underWay(due: WallTime?)
  }

  enum Event: Sendable, Hashable {
    /// The data that an earlier process left is known.
    case loaded(due: WallTime?)
    /// The app is opened for the first time; the next stored event reports it.
    case firstOpening
    case stored
    case timerFired
    case enteredBackground
    case debugModeBegan
    case networkCameBack
    /// An upload ended, or could not begin.
    case ended(DispatchResult, hasHits: Bool, isReachable: Bool)
    case forgotten
  }

  enum Action: Sendable, Hashable {
    case startTimer(Duration)
    case cancelTimer
    case upload
  }

  private(set) var state = State.none
  /// Whether a due upload found no network, so that waiting events are sent as soon as there is
  /// one, regardless of the clock.
  private var awaitsNetwork = false
  /// The time at which the events of the first opening are due; nil if none is still to be stored.
  private var firstUpload: WallTime?

  /// The time at which waiting events are due, by the wall clock; nil while none waits.
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

  /// Handles an event.
  ///
  /// `isDebugging` says whether Firebase is in debug mode.
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
      // The quick upload is for the first stored events, however they travel. A clock that was set
      // back meanwhile does not delay it.
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
      // No longer under way in any case.
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

  /// Sends the waiting events, unless that is under way.
  private mutating func send() -> [Action] {
    if case .underWay = state { return [] }
    awaitsNetwork = false
    state = .underWay(due: due)
    return [.upload]
  }
}
