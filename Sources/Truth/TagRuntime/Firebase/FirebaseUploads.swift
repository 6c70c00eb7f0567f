/// The data of uploads that outlasts the process.
///
/// That an iOS phone keeps all of it is inferred; Android's library keeps the same times.
public struct FirebaseUploadRecord: Sendable, Hashable {
  /// The time at which waiting events are due, by the wall clock; nil if no upload is scheduled.
  public package(set) var due: WallTime?
  /// The time of the last successful upload, by the wall clock; nil before the first.
  public package(set) var succeeded: WallTime?
  /// The number of uploads that failed since then.
  public package(set) var failures: Int64 = 0
  /// The end of the rest that the server asked for, by the wall clock; nil outside of one.
  public package(set) var restEnds: WallTime?
  /// The time at which the configuration was fetched, by the wall clock; nil before the first.
  var configured: WallTime?

  /// Creates the data of an installation that has uploaded nothing.
  public init() {}

  /// Returns the rest of a period that began with the last successful upload; nil if it is over. A
  /// success in the future was before the clock was set back, and does not count.
  package func left(of period: Duration, at now: WallTime) -> Duration? {
    guard let succeeded, succeeded <= now else { return nil }
    let left = succeeded + period - now
    return left > .zero ? left : nil
  }
}

/// The flow of uploads: waiting events travel an hour after the last successful upload, or 15 s
/// after one of them was stored if that hour is over or nothing was uploaded yet. They travel at
/// once when the app is left and when the network comes back, and a second after the last upload
/// in debug mode.
///
/// ```
///          event stored, launch             timer, app left, network back, debug mode
///   idle ───────────────────────► scheduled ──────────────────────────────────► under way
///    ▲ │                            ▲                                            │ │ │ ▲
///    │ │ app left, network back     └── failed: 30 min, 1 h … 16 h; told to ─────┘ │ └─┘
///    │ └────────────────────────────┐   rest (429, 503): 12 h                      │ new ones
///    │                              └──► under way                                 │ came
///    └── nothing waits, or six more tries failed ──────────────────────────────────┘
/// ```
///
/// An event that arrives during an upload does not begin another upload, and without a network
/// waiting events stay due until there is one. After six tries they wait for a new event, a launch
/// or the network. Nothing ends a rest early.
///
/// Source: Firebase §6.1, Firebase §6.3.
struct FirebaseUploads: Sendable, Hashable {
  enum State: Sendable, Hashable {
    case idle
    case scheduled
    case underWay
  }

  enum Event: Sendable, Hashable {
    /// The data that an earlier process left is known.
    case loaded(FirebaseUploadRecord)
    case stored
    case timerFired
    case enteredBackground
    case debugModeBegan
    case networkCameBack
    /// An upload ended, or could not begin; the status is that of a request that failed.
    case ended(DispatchResult, status: Int? = nil, hasHits: Bool, isReachable: Bool)
    case forgotten
  }

  enum Action: Sendable, Hashable {
    case startTimer(Duration)
    case cancelTimer
    case fetchConfiguration
    case upload
  }

  private(set) var state = State.idle
  private(set) var record = FirebaseUploadRecord()

  /// The answers after which Firebase rests.
  private static let restStatuses = [429, 503]

  /// Whether events wait that a past or coming upload is for.
  private var waits: Bool { record.due != nil || record.failures > 0 }

  /// Handles an event.
  ///
  /// `isDebugging` says whether Firebase is in debug mode.
  mutating func handle(
    _ event: Event, at now: WallTime, isDebugging: Bool, _ settings: Settings
  ) -> [Action] {
    switch event {
    case .loaded(let left):
      record = left
      guard let due = left.due else { return [] }
      // A clock that was set back in between does not make them wait for longer.
      let longest =
        left.restEnds != nil
        ? settings.eventUploadRest : retryDelay(settings) ?? settings.eventUpload
      return schedule(in: min(max(settings.eventUploadSoon, due - now), longest), from: now)
    case .stored:
      if isDebugging { return hurry(at: now, settings) }
      guard state == .idle else { return [] }
      let left = record.left(of: settings.eventUpload, at: now)
      return schedule(in: left ?? settings.eventUploadSoon, from: now)
    case .timerFired:
      record.restEnds = nil
      return send(at: now, settings)
    case .enteredBackground, .networkCameBack:
      return waits && !rests(at: now) ? send(at: now, settings) : []
    case .debugModeBegan: return waits ? hurry(at: now, settings) : []
    case .ended(let result, let status, let hasHits, let isReachable):
      state = .scheduled
      if result == .good {
        if needsConfiguration(at: now, settings) { record.configured = now }
        record.succeeded = now
      }
      if result == .good || !hasHits {
        record.failures = 0
        record.restEnds = nil
      }
      guard hasHits else { return stop() }
      if result == .error { return failed(status, at: now, settings) }
      return isReachable ? send(at: now, settings) : []
    case .forgotten:
      record = FirebaseUploadRecord()
      if state == .scheduled { state = .idle }
      return []
    }
  }

  private mutating func failed(
    _ status: Int?, at now: WallTime, _ settings: Settings
  ) -> [Action] {
    if let status, Self.restStatuses.contains(status) {
      record.restEnds = now + settings.eventUploadRest
      return schedule(in: settings.eventUploadRest, from: now)
    }
    record.failures += 1
    return retryDelay(settings).map { schedule(in: $0, from: now) } ?? stop()
  }

  /// Returns the delay after the last failure; nil if there was none, or if its series of tries is
  /// over. The next failure begins another series.
  private func retryDelay(_ settings: Settings) -> Duration? {
    guard record.failures > 0 else { return nil }
    let tried = (record.failures - 1) % (settings.eventUploadRetries + 1)
    return tried < settings.eventUploadRetries ? settings.eventUploadRetry * (1 << tried) : nil
  }

  private func rests(at now: WallTime) -> Bool { record.restEnds.map { $0 > now } ?? false }

  private func needsConfiguration(at now: WallTime, _ settings: Settings) -> Bool {
    record.configured.map { now - $0 > settings.configurationAge } ?? true
  }

  private mutating func schedule(in delay: Duration, from now: WallTime) -> [Action] {
    state = .scheduled
    record.due = now + delay
    return [.startTimer(delay)]
  }

  private mutating func stop() -> [Action] {
    state = .idle
    record.due = nil
    return [.cancelTimer]
  }

  /// Sends the waiting events in debug mode.
  private mutating func hurry(at now: WallTime, _ settings: Settings) -> [Action] {
    guard state != .underWay, !rests(at: now) else { return [] }
    let left = record.left(of: settings.eventUploadInDebugMode, at: now)
    return left.map { schedule(in: $0, from: now) } ?? send(at: now, settings)
  }

  /// Sends the waiting events, unless that is under way.
  private mutating func send(at now: WallTime, _ settings: Settings) -> [Action] {
    if state == .underWay { return [] }
    state = .underWay
    record.due = record.due ?? now
    return (needsConfiguration(at: now, settings) ? [.fetchConfiguration] : []) + [.upload]
  }
}
