/// The flow that sends the hits of one queue: one request in flight, oldest hit first.
///
/// ```
///            dispatch, timer                 hits read
///   idle ─────────────────────► reading ───────────────► sending ──┐
///    ▲                           │   ▲ page sent, looping │   ▲    │ answer: next request
///    │                           │   └────────────────────┘   └────┘
///    ├───────────────────────────┘ none
///    └────────────────────────────────────────────────────┘ no answer, none left, or one was asked
/// ```
///
/// Source: Dispatch §6, Dispatch §7; GAIBatchingDispatcher and TAGDispatcher 3.09. Without an
/// answer hits stay for the next timer, with no backoff unless the strict profile is on. That a
/// pixel without an answer ends its dispatch is a decision of this runtime.
struct Dispatcher: Sendable {
  enum State: Sendable, Hashable {
    case idle
    case reading
    case sending(HitRequest)
  }

  enum Action: Sendable {
    case startTimer(Duration)
    case cancelTimer
    case read(after: Int64, limit: Int)
    case deliver(HitRequest)
    case remove(StoredHit, HitOutcome)
    case keep(StoredHit)
    case finished(DispatchResult)
    case log(LogRecord)
  }

  /// The environment when a request is made.
  struct Context: Sendable {
    var now: WallTime
    var isDryRun: Bool
    /// The URL for events of Firebase.
    var uploadURL = ""
    /// The user agent of an Analytics request.
    var userAgent: String?
  }

  let rules: DispatchRules
  /// The time of the step, by the wall clock.
  var now = WallTime(milliseconds: 0)
  /// The time at which the last dispatch of this process began.
  private var lastDispatch: WallTime?
  /// Whether a timer began the dispatch that runs; if there is nothing to send, it was none.
  private var isTimed = false
  private(set) var state = State.idle
  private(set) var isReachable = true
  private(set) var hasHits = true
  private(set) var interval: Duration?
  /// The number of requests that failed in a row, if the rules back off; a success or a returning
  /// network resets it.
  private(set) var failures = 0
  private var isTimerRunning = false
  /// The time until which each hit travels alone; nil if several may travel together.
  private var aloneUntil: WallTime?
  /// Whether the running dispatch ends after one request.
  private var isSingle = false
  private var page: [StoredHit] = []
  private var isLastPage = false
  private var lastID: Int64 = 0
  private var requestCount = 0
  private var endedCount = 0
  private var keptCount = 0
  /// The status of the request with which the last dispatch ended; nil if it got no answer.
  private(set) var failedStatus: Int?
  /// Whether a hit was stored since the last read began, so that its answer may not include it.
  private var hasNewHits = false

  init(_ rules: DispatchRules, interval: Duration?) {
    self.rules = rules
    self.interval = interval
  }

  /// The request in flight.
  var request: HitRequest? {
    if case .sending(let request) = state { request } else { nil }
  }

  /// The hits that were read and are not settled yet.
  var hitsInHand: [StoredHit] { page + (request?.hits ?? []) }

  private var canDispatch: Bool { isReachable && hasHits }

  // MARK: Changes in its environment

  mutating func launched(isReachable: Bool) -> [Action] {
    self.isReachable = isReachable
    return schedule()
  }

  mutating func hitStored() -> [Action] {
    hasHits = true
    hasNewHits = true
    return schedule()
  }

  /// Handles a store that was emptied from outside.
  mutating func storeEmptied() -> [Action] {
    page = []
    hasHits = false
    hasNewHits = false
    return schedule()
  }

  mutating func reachabilityChanged(_ isReachable: Bool) -> [Action] {
    self.isReachable = isReachable
    return failuresChanged(to: 0) + schedule()
  }

  mutating func intervalChanged(_ interval: Duration?) -> [Action] {
    self.interval = interval
    return scheduleAnew()
  }

  /// Changes the number of failures; a running timer is restarted with another time.
  private mutating func failuresChanged(to count: Int) -> [Action] {
    guard rules.backsOff, failures != count else { return [] }
    failures = count
    return isTimerRunning ? scheduleAnew() : []
  }

  /// Restarts the periodic timer, then sends hits.
  mutating func timerFired() -> [Action] {
    isTimerRunning = false
    if state == .idle { (lastDispatch, isTimed) = (now, true) }
    return schedule() + dispatch()
  }

  // MARK: A dispatch

  /// - Parameter isSingle: whether it ends after one request and reports its result in any case, as
  ///   with a completion handler.
  mutating func dispatch(isSingle: Bool = false) -> [Action] {
    guard state == .idle else { return isSingle ? [.finished(.noData)] : [] }
    guard canDispatch else { return [.finished(.noData)] }
    self.isSingle = isSingle
    lastID = 0
    requestCount = 0
    endedCount = 0
    keptCount = 0
    return [read()]
  }

  mutating func hitsRead(_ hits: [StoredHit], _ context: Context) -> [Action] {
    guard state == .reading else { return [] }
    var actions: [Action] = []
    if rules.firstWait != nil, lastID == 0 {
      if !isTimed {
        lastDispatch = now
        actions = scheduleAnew()
      } else if hits.isEmpty {
        lastDispatch = nil
      }
      isTimed = false
    }
    isLastPage = hits.count < rules.hitsPerFetch
    for stored in hits {
      lastID = stored.id
      if context.now - stored.hit.created > rules.age {
        actions.append(.remove(stored, .lost(rules.ageLoss)))
      } else if isLeftAlone(stored, context.now) {
        keptCount += 1
      } else {
        page.append(stored)
      }
    }
    return actions + next(context)
  }

  /// Whether a hit must wait because it was tried a moment ago; one that was tried in the future,
  /// before the clock was set back, does not.
  private func isLeftAlone(_ stored: StoredHit, _ now: WallTime) -> Bool {
    guard let pause = rules.retryPause, let tried = stored.lastTried else { return false }
    return tried <= now && now - tried < pause
  }

  mutating func delivered(_ result: DeliveryResult, _ context: Context) -> [Action] {
    guard case .sending(let request) = state else { return [] }
    let tried = request.hits.map { stored in
      var stored = stored
      stored.tries += 1
      stored.firstTried = stored.firstTried ?? context.now
      stored.lastTried = context.now
      return stored
    }
    guard let status = rules.status(of: result) else {
      return tried.map { failed($0, status: nil, context) } + breakOff()
    }
    if request.hits.count > 1, rules.statusesAgainstBatches.contains(status) {
      aloneUntil = context.now + rules.batchPause
    }
    let verdict = rules.verdicts.verdict(of: status)
    let actions =
      tried.map { decide($0, verdict, status, context) }
      + logged(verdict, tried.count)
    // If the rules say so, a collector that fails does not get the next hits either.
    if verdict == .failed, rules.stopsAtFailure { return actions + breakOff(status) }
    return actions + failuresChanged(to: 0) + (isSingle ? finish() : next(context))
  }

  /// Ends the dispatch after a failure; the remaining hits are sent at the next opportunity.
  private mutating func breakOff(_ status: Int? = nil) -> [Action] {
    failedStatus = status
    page = []
    state = .idle
    hasHits = true
    let result: DispatchResult = keptCount > 0 ? .error : .good
    return failuresChanged(to: failures + 1) + schedule() + [.finished(result)]
  }

  private func logged(_ verdict: DispatchRules.Verdict, _ count: Int) -> [Action] {
    // Under the SDK's rules any answer to Analytics counts as sent, and its log says so.
    guard verdict == .sent || rules.verdicts == .anyAnswer else { return [] }
    return [.log(LogRecord(.hitsSent, [String(count)]))]
  }

  private mutating func decide(
    _ stored: StoredHit, _ verdict: DispatchRules.Verdict, _ status: Int, _ context: Context
  ) -> Action {
    switch verdict {
    case .failed: return failed(stored, status: status, context)
    case .sent:
      endedCount += 1
      return .remove(stored, .sent(status: status))
    case .refused:
      endedCount += 1
      return .remove(stored, .lost(.refused(status: status)))
    }
  }

  /// Keeps a hit that failed, unless it has failed for too long.
  private mutating func failed(
    _ stored: StoredHit, status: Int?, _ context: Context
  ) -> Action {
    if let giveUp = rules.giveUp, let first = stored.firstTried, context.now - first > giveUp {
      endedCount += 1
      return .remove(stored, .lost(.gaveUp(status: status)))
    }
    keptCount += 1
    return .keep(stored)
  }

  private mutating func next(_ context: Context) -> [Action] {
    var actions: [Action] = []
    var rules = rules
    if let aloneUntil, context.now < aloneUntil { rules.hitsPerRequest = 1 }
    while !page.isEmpty, rules.loops || requestCount < rules.hitsPerFetch {
      let (request, tooLarge) = HitRequestMaker.request(from: &page, rules, context)
      actions += tooLarge.map { .remove($0, .lost(.tooLarge)) }
      if !tooLarge.isEmpty {
        endedCount += tooLarge.count
        actions.append(.log(LogRecord(.hitTooLarge)))
        if isSingle, request == nil { return actions + finish() }
      }
      guard let request else { continue }
      requestCount += 1
      if context.isDryRun {
        endedCount += request.hits.count
        actions += request.hits.map { .remove($0, .lost(.dryRun)) }
        if isSingle { return actions + finish() }
        continue
      }
      state = .sending(request)
      return actions + [.deliver(request)]
    }
    let hasMore = !isLastPage && (rules.loops || requestCount < rules.hitsPerFetch)
    return actions + (hasMore ? [read()] : finish())
  }

  private mutating func read() -> Action {
    state = .reading
    hasNewHits = false
    return .read(after: lastID, limit: rules.hitsPerFetch)
  }

  private mutating func finish() -> [Action] {
    state = .idle
    // Pages are read by id, so the hits that are still stored are those that this dispatch kept or
    // did not reach, and those that came while the last page was read.
    hasHits = keptCount > 0 || hasNewHits || !isLastPage || !page.isEmpty
    page = []
    let result: DispatchResult = keptCount > 0 ? .error : endedCount > 0 ? .good : .noData
    return schedule() + [.finished(result)]
  }

  /// Starts or stops the periodic timer so that it runs exactly when hits can be sent.
  ///
  /// Without a period nothing is retried automatically either: the app sends by hand.
  private mutating func schedule() -> [Action] {
    var wanted = canDispatch ? interval : nil
    if let period = wanted { wanted = wait(period) }
    if wanted != nil, failures > 0 { wanted = RetryBackoff.delay(afterFailures: failures) }
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

  /// Returns the time until the next dispatch of a period. On Android it counts from the last
  /// dispatch, of which a process knows its own (inferred).
  ///
  /// Source: Platforms §8.
  private func wait(_ period: Duration) -> Duration {
    guard let firstWait = rules.firstWait else { return period }
    // A dispatch in the future was before the clock was set back.
    let passed = lastDispatch.map { now - $0 } ?? period
    return passed >= .zero && passed < period ? period - passed : min(firstWait, period)
  }

  private mutating func scheduleAnew() -> [Action] {
    let wasRunning = isTimerRunning
    isTimerRunning = false
    return (wasRunning ? [.cancelTimer] : []) + schedule()
  }
}

/// The wait of a queue after requests that failed in a row: twice as long each time.
///
/// It has no random part, since a single phone needs none, and it ignores a server's `Retry-After`,
/// since the answers in this simulation have none.
///
/// Source: inferred, Dispatch §8; uploaders of today begin with one to five seconds and stay below
/// an hour.
package enum RetryBackoff {
  /// The wait after the first failure.
  package static let first = Duration.seconds(2)
  package static let longest = Duration.minutes(30)

  /// Returns the wait after the given number of failures in a row, from 1.
  ///
  /// - Complexity: O(1).
  static func delay(afterFailures count: Int) -> Duration {
    // Beyond this the longest wait is reached in any case, and a shift cannot overflow.
    let doublings = min(max(0, count - 1), 16)
    return min(longest, first * (1 << doublings))
  }
}

/// The period of automatic dispatch, and its setter.
public struct DispatchInterval: Sendable, Hashable {
  /// A possible setter of the period.
  public enum Setter: String, Sendable, Hashable {
    /// The SDK, by default.
    case sdk
    case app
    /// A dispatch with a completion handler, which switches it off.
    case completionHandler
  }

  /// The period; nil is off.
  public var period: Duration?
  /// The setter of the period.
  public var setter: Setter
}

/// The result of a dispatch.
///
/// Legacy name: TAGDispatchResult, GAIDispatchResult
public enum DispatchResult: String, Sendable, Hashable {
  /// There was no network, or nothing to send.
  case noData = "no data"
  /// Everything that could be sent was sent.
  case good
  /// A request failed; the unsent hits wait.
  case error
}
