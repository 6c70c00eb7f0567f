import TagReference
import TagRuntime
import TagSimulation

/// What a dispatch reads and sends next, and when the phone tries again.
extension Judge {
  /// What is known of the dispatch of a queue.
  struct Dispatching: Sendable {
    /// The hits that were read and not sent yet; nil where that is not known.
    var page: [Int64]?
    /// The last hit that was read.
    var last: Int64 = 0
    /// Whether there may be more to read.
    var isFull = false
    /// The requests that failed in a row.
    var times = ReferenceDispatch()
  }

  private static func flow(
    of queue: HitQueue, in world: Simulation
  ) -> Runtime.Flows.Dispatch? {
    world.runtime?.dispatch(of: queue)
  }

  /// Follows the dispatches of all queues through a step.
  mutating func judgeDispatches(_ step: Timeline.RedoneStep) throws(Departure) {
    for queue in HitQueue.allCases { try judgeDispatch(of: queue, step) }
  }

  private mutating func judgeDispatch(
    of queue: HitQueue, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    let before = Self.flow(of: queue, in: step.before)
    let after = Self.flow(of: queue, in: step.after)
    let number = step.before.world.requests.count
    let request = step.after.world.requests.entries.suffix(32)
      .last { $0.number > number && $0.request.queue == queue }
    guard let before, let after, isFollowed(step) else {
      dispatching[queue].page = nil
      return
    }
    if before == .sending, after == .reading, dispatching[queue].page?.isEmpty == false {
      // What is left of the last page shows that another dispatch has begun.
      (dispatching[queue].last, dispatching[queue].isFull) = (0, false)
    }
    if before == .reading, after != .reading {
      try judgeRead(of: queue, request, step)
    } else if before == .sending, let request {
      try judgeNext(request, of: queue, step)
    }
    if after == .idle {
      dispatching[queue].page = []
      (dispatching[queue].last, dispatching[queue].isFull) = (0, false)
    }
  }

  /// Whether a step is one in which only one thing happens to a queue.
  func isFollowed(_ step: Timeline.RedoneStep) -> Bool {
    switch step.act {
    case nil: break
    case .jump?, .setClock?, .foreground?, .openURL?, .launch?, .kill?, .reinstall?, .upgrade?:
      return false
    default: break
    }
    let isDry = step.before.runtime?.analytics.isDryRun ?? false
    return !isDry && step.after.runtime?.analytics.isDryRun == false && !step.isThawed
  }

  /// Whether the phone is one with Android; one of the second generation is played as on iOS.
  func isAndroid(_ step: Timeline.RedoneStep) -> Bool {
    step.after.settings.platform == .android && step.after.settings.generation == .legacy
  }

  private func isStrict(_ step: Timeline.RedoneStep) -> Bool {
    step.after.runtime?.settings.delivery == .strict
  }

  /// The disk has read hits: those that may be sent are, and those that are too old are deleted.
  private mutating func judgeRead(
    of queue: HitQueue, _ request: RequestLog.Entry?, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    let waiting = ledger.waiting(of: queue).compactMap { ledger.entry($0) }
    let known = dispatching[queue]
    let page = ReferenceDispatch.page(
      of: waiting, in: queue, isStrict: isStrict(step), isAndroid: isAndroid(step),
      after: known.isFull ? known.last : 0, at: step.after.now.wall.milliseconds)
    dispatching[queue].page = page.hits
    (dispatching[queue].last, dispatching[queue].isFull) = (page.last, page.isFull)
    for id in page.tooOld where step.after.world.disk.hit(id) != nil {
      throw departed(.requests, step, "hit \(id) is too old, and was read without being deleted")
    }
    if known.page == nil { dispatching[queue].page = nil }
    if let request { return try judgeNext(request, of: queue, step) }
    guard known.page != nil, let first = page.hits.first, step.after.world.disk.hit(first) != nil
    else { return }
    throw departed(.requests, step, "hit \(first) is read and not sent, though nothing keeps it")
  }

  /// The hits of a request are the next ones of what was read, as many as fit.
  private mutating func judgeNext(
    _ entry: RequestLog.Entry, of queue: HitQueue, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    let ids = entry.request.hits.map(\.id)
    guard var page = dispatching[queue].page else { return }
    defer { dispatching[queue].page = Array(page.dropFirst(ids.count)) }
    // A hit that is too large for any request is deleted on the way.
    page.removeAll { id in
      let line = step.before.world.disk.hit(id).flatMap { Self.line(of: $0, at: entry.sent) }
      return line.map { $0.text.utf8.count > ReferencePayload.requestBytes } ?? false
    }
    if Self.flow(of: queue, in: step.before) == .sending, endsDispatch(before: entry, step) {
      throw departed(.requests, step, "a request follows one that failed, in the same dispatch")
    }
    try check(
      Array(page.prefix(ids.count)) == ids, .requests, step,
      "a request carries the hits \(ids), and next are \(page.prefix(20))")
    guard queue == .analytics else { return }
    let mayBatch =
      Self.phone(of: step).release >= SDKVersion(3, 10)
      && dispatching[queue].times.mayBatch(at: entry.sent.milliseconds)
    let most = mayBatch ? 20 : 1
    var lines = entry.request.hits.compactMap { Self.line(of: $0, at: entry.sent) }
    if page.count > ids.count, let next = step.after.world.disk.hit(page[ids.count]),
      let line = Self.line(of: next, at: entry.sent)
    {
      lines.append(line)
    }
    let count = ReferencePayload.batch(lines, most: most)
    // One that is too large for itself is found when its turn comes.
    try check(
      count == ids.count, .requests, step,
      "a request carries \(ids.count) hits, and \(count) fit into it")
  }

  /// Whether the answer to the request before one ends its dispatch.
  private func endsDispatch(
    before next: RequestLog.Entry, _ step: Timeline.RedoneStep
  ) -> Bool {
    let last = step.after.world.requests.entries.last {
      $0.number < next.number && $0.request.queue == next.request.queue
    }
    switch last?.answer {
    case nil, .processEnded?, .portal?, .status(200)?: return false
    case .none?: return true
    case .status(let status)?:
      let isSent = (200..<300).contains(status)
      switch next.request.queue {
      case .firebase: return status != 204
      case .analytics where isAndroid(step) && !isStrict(step): return true
      case .analytics, .pixels:
        let isRefused = (400..<500).contains(status) && status != 408 && status != 429
        return isStrict(step) && !isSent && !isRefused
      }
    }
  }

  // MARK: Timers

  /// Counts the failures of a request that was answered.
  mutating func noteAnswer(
    _ answer: RequestLog.Answer, _ request: HitRequest, isStrict: Bool,
    _ step: Timeline.RedoneStep
  ) {
    let queue = request.queue
    if isAndroid(step), queue == .analytics, request.hits.count > 1,
      case .status(let status) = answer
    {
      dispatching[queue].times.batchAnswered(status, at: step.after.now.wall.milliseconds)
    }
    guard isStrict else { return }
    switch answer {
    case .processEnded: break
    case .none: dispatching[queue].times.failed()
    case .portal: dispatching[queue].times.succeeded()
    case .status(let status):
      let isSettled =
        (200..<300).contains(status)
        || (400..<500).contains(status) && status != 408 && status != 429
      if isSettled {
        dispatching[queue].times.succeeded()
      } else {
        dispatching[queue].times.failed()
      }
    }
    answered.insert(queue)
  }

  /// The next attempt is due after the period, or, where a careful uploader has failed, after its
  /// pause.
  mutating func judgeTimers(_ step: Timeline.RedoneStep) throws(Departure) {
    defer { answered = [] }
    // A completion handler takes the period of Analytics away, and leaves pixels theirs.
    if let interval = step.after.runtime?.dispatchInterval, interval.setter != .completionHandler {
      pixelPeriod = interval.period
    }
    if step.before.world.isReachable != step.after.world.isReachable {
      for queue in HitQueue.dispatched { dispatching[queue].times.succeeded() }
    }
    guard let runtime = step.after.runtime, step.before.runtime != nil, step.act == nil,
      !step.before.isInBackground, !step.after.isInBackground, step.after.world.isReachable,
      // The first dispatch of a process has a timer of its own.
      step.after.now.instant - launched > .seconds(1)
    else { return }
    for queue in HitQueue.dispatched where step.after.world.disk.count(of: queue) > 0 {
      let due = step.before.untilDispatch(of: queue)
      let next = step.after.untilDispatch(of: queue)
      let isFired = due == step.after.now.instant - step.before.now.instant && next != .zero
      let wait = isStrict(step) ? dispatching[queue].times.wait : nil
      guard isFired || answered.contains(queue) && wait != nil else { continue }
      // Android's next one counts from a dispatch, of which none begins while another runs.
      if isAndroid(step), queue == .analytics, Self.flow(of: queue, in: step.before) != .idle {
        continue
      }
      let period = queue == .pixels ? pixelPeriod : runtime.dispatchInterval.period
      let wanted = period.map { wait.map { .milliseconds($0) } ?? $0 }
      guard next != wanted else { continue }
      throw departed(
        .timers, step,
        "the next dispatch of \(queue.rawValue) is due in \(Self.words(next)), and should be in "
          + Self.words(wanted))
    }
  }

  static func words(_ duration: Duration?) -> String {
    duration.map { "\($0.wholeMilliseconds) ms" } ?? "no time"
  }
}
