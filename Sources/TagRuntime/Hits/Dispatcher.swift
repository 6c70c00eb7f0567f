/// The flow that sends hits: one request in flight, oldest hit first.
///
/// ```
///            dispatch, timer                 hits read
///   idle ─────────────────────► reading ───────────────► sending ──┐
///    ▲                             │ none                 │  ▲     │ response: next hit
///    └─────────────────────────────┘                      │  └─────┘
///    └────────────────────────────────────────────────────┘ no response, or none left
/// ```
///
/// Source: GAIBatchingDispatcher 3.09, section 11.2 of the behaviour notes: any HTTP answer counts
/// as sent for Analytics; without an answer the hits stay for the next timer, with no backoff.
/// Pixels want 200–299 and are kept otherwise, for four hours (section 9); without an answer they
/// are treated like Analytics hits.
struct Dispatcher: Sendable {
  enum State: Sendable, Hashable {
    case idle
    case reading
    case sending(StoredHit)
  }

  enum Action: Sendable {
    case startTimer(Duration)
    case cancelTimer
    case read(after: Int64, limit: Int)
    case deliver(StoredHit)
    case remove(StoredHit, HitOutcome)
    case keep(StoredHit)
    case finished(DispatchResult)
    case log(LogRecord)
  }

  private(set) var state = State.idle
  private(set) var isReachable = true
  private(set) var hasHits = true
  private(set) var interval: Duration?
  private var isTimerRunning = false
  private var batch: [StoredHit] = []
  private var lastID: Int64 = 0
  private var answeredCount = 0
  private var keptCount = 0
  /// Whether a hit was stored since the last read began, so that its answer may not hold it.
  private var hasNewHits = false

  init(_ settings: Settings) { interval = settings.dispatchInterval }

  /// Whether a request is in flight.
  var isSending: Bool {
    if case .sending = state { true } else { false }
  }

  private var canDispatch: Bool { isReachable && hasHits }

  mutating func launched(isReachable: Bool) -> [Action] {
    self.isReachable = isReachable
    return schedule()
  }

  mutating func hitStored() -> [Action] {
    hasHits = true
    hasNewHits = true
    return schedule()
  }

  mutating func reachabilityChanged(_ isReachable: Bool) -> [Action] {
    self.isReachable = isReachable
    return schedule()
  }

  mutating func intervalChanged(_ interval: Duration?) -> [Action] {
    self.interval = interval
    let wasRunning = isTimerRunning
    isTimerRunning = false
    return (wasRunning ? [.cancelTimer] : []) + schedule()
  }

  /// The periodic timer: it starts anew, then hits are sent.
  mutating func timerFired() -> [Action] {
    isTimerRunning = false
    return schedule() + dispatch()
  }

  mutating func dispatch() -> [Action] {
    // A plain dispatch while a request is in flight is a no-op (section 11.2 of the notes).
    guard state == .idle else { return [] }
    guard canDispatch else { return [.finished(.noData)] }
    lastID = 0
    answeredCount = 0
    keptCount = 0
    return [read()]
  }

  mutating func hitsRead(_ hits: [StoredHit], at now: WallTime, _ settings: Settings) -> [Action] {
    guard state == .reading else { return [] }
    var actions: [Action] = []
    batch = []
    for stored in hits {
      lastID = stored.id
      if now - stored.hit.created > settings.hitAge {
        actions.append(.remove(stored, .lost(.tooOld)))
      } else {
        batch.append(stored)
      }
    }
    if hits.isEmpty { return actions + finish() }
    return actions + next()
  }

  mutating func delivered(
    _ result: DeliveryResult, at now: WallTime, _ settings: Settings
  ) -> [Action] {
    guard case .sending(var stored) = state else { return [] }
    stored.tries += 1
    stored.firstTried = stored.firstTried ?? now
    switch result {
    case .noResponse:
      state = .idle
      batch = []
      return [.keep(stored), .finished(.error)]
    case .response(let status):
      return settle(stored, status, now, settings) + next()
    }
  }

  private mutating func settle(
    _ stored: StoredHit, _ status: Int, _ now: WallTime, _ settings: Settings
  ) -> [Action] {
    answeredCount += 1
    if (200..<300).contains(status) {
      return [
        .remove(stored, .sent(status: status)), .log(LogRecord(.hitsSent, ["1"])),
      ]
    }
    switch stored.hit.kind {
    case .analytics:
      return [
        .remove(stored, .lost(.refused(status: status))), .log(LogRecord(.hitsSent, ["1"])),
      ]
    case .pixel:
      if now - (stored.firstTried ?? now) > settings.pixelGiveUp {
        return [.remove(stored, .lost(.gaveUp(status: status)))]
      }
      keptCount += 1
      return [.keep(stored)]
    }
  }

  private mutating func next() -> [Action] {
    if batch.isEmpty { return [read()] }
    let stored = batch.removeFirst()
    state = .sending(stored)
    return [.deliver(stored)]
  }

  private mutating func read() -> Action {
    state = .reading
    hasNewHits = false
    return .read(after: lastID, limit: Limits.hitsPerFetch)
  }

  private mutating func finish() -> [Action] {
    state = .idle
    // Pages are read by id up to the end, so what is still stored is what this dispatch kept, and
    // what came while the last page was read.
    hasHits = keptCount > 0 || hasNewHits
    let result: DispatchResult = keptCount > 0 ? .error : answeredCount > 0 ? .good : .noData
    return schedule() + [.finished(result)]
  }

  /// Starts or stops the periodic timer so that it runs exactly when hits can be sent.
  private mutating func schedule() -> [Action] {
    let wanted = canDispatch ? interval : nil
    if let wanted, !isTimerRunning {
      isTimerRunning = true
      return [.startTimer(wanted)]
    }
    if wanted == nil, isTimerRunning {
      isTimerRunning = false
      return [.cancelTimer]
    }
    return []
  }
}
