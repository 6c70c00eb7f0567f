import OrderedCollections
package import TagRuntime

/// Something that happens by itself, if nobody acts before.
package struct Upcoming: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// The opener of a container stops waiting.
    case openTimeout(container: String)
    /// The SDK asks the network for a container.
    case refresh(container: String)
    /// The app's own timer refreshes a container.
    case appRefresh(container: String)
    /// The version in use of a container is as old as the SDK's refresh period.
    case stale(container: String)
    /// A dispatch of a queue begins.
    case dispatch(HitQueue)
    /// The time of the background task is over.
    case taskExpired
    /// The system ends the app, whose task did not end.
    case taskOverdue
    /// What kept the app awake in the background is over.
    case modeEnded
    /// A day's report closes without hits that still wait.
    case reportClosed
  }

  package var kind: Kind
  /// The time until then.
  package var left: Duration
  /// The hits that it concerns: those that wait for the dispatch, or that come too late.
  package var hits: [StoredHit] = []
}

/// What happens by itself: a copy of the world goes on without acts until everything that may
/// happen has happened once. So it is what `wait` would show, whatever holds a timer up on the way.
extension Simulation {
  /// The events after which a copy that goes on for long is believed.
  package static let upcomingLimit = 1000

  /// The time for which a container is watched: its app may refresh it for ever.
  fileprivate static let watched = Duration.hours(24)

  /// Returns what happens by itself, the first of each kind, soonest first.
  ///
  /// - Complexity: at most `upcomingLimit` events.
  package func upcoming() -> [Upcoming] {
    var play = UpcomingPlay(self)
    while play.goOn() {}
    return play.found.values.enumerated()
      .sorted { ($0.element.left, $0.offset) < ($1.element.left, $1.offset) }.map(\.element)
  }

  /// Returns the time until something happens by itself; nil if it does not.
  package func until(_ kind: Upcoming.Kind) -> Duration? { until([kind])[0] }

  /// Returns the times until several things happen by themselves, each nil if it does not.
  package func until(_ kinds: [Upcoming.Kind]) -> [Duration?] {
    var play = UpcomingPlay(self)
    while kinds.contains(where: { play.found[$0] == nil }), play.goOn() {}
    return kinds.map { play.found[$0]?.left }
  }
}

/// A copy of a world that goes on by itself, and what was noted on the way.
private struct UpcomingPlay {
  private var world: Simulation
  private let start: Instant
  /// What is planned at the beginning.
  private var planned: [(due: Instant, kind: Upcoming.Kind)] = []
  private(set) var found: OrderedDictionary<Upcoming.Kind, Upcoming> = [:]
  private var steps = 0
  /// The hits that the next report to close would miss; read once the play gets there.
  private var close: (time: WallTime, hits: [StoredHit])?

  init(_ world: Simulation) {
    self.world = world
    (self.world.isTelling, self.world.isTracing, self.world.lookout) = (false, false, nil)
    start = world.now.instant
    close = nextClose
    planned = timers
  }

  /// Lets the next event happen; false at the end, when everything is noted.
  mutating func goOn() -> Bool {
    guard acts, mayChange, let due = world.events.nextDue(), let event = world.events.popNext()
    else {
      // Behind the limit, what nothing has put off since the beginning is believed.
      for next in timers where acts && planned.contains(where: { $0 == next }) {
        note(next.kind, at: next.due)
      }
      pass(until: nil)
      return false
    }
    steps += 1
    if let kind = kind(of: event.kind) { note(kind, at: due, hits(of: kind)) }
    pass(until: due)
    world.begin()
    if due > world.now.instant { world.pass(due - world.now.instant) }
    world.happen(event.kind, launch: event.launch)
    _ = world.finish()
    return true
  }

  /// Whether the app's code runs.
  private var acts: Bool { world.isRunning && !world.isSuspended }

  /// What is planned, as far as it will do something.
  private var timers: [(due: Instant, kind: Upcoming.Kind)] {
    world.events.pending.compactMap { event in kind(of: event.kind).map { (event.due, $0) } }
  }

  /// Whether an event may add to what is noted, or take from it.
  private var mayChange: Bool {
    guard steps < Simulation.upcomingLimit else { return false }
    if !world.isSettled { return true }
    let isWatched = world.now.instant - start < Simulation.watched
    let timers = timers
    let isOpen = timers.contains { next in
      found[next.kind] == nil && (isWatched || !isPutOff(next.kind))
    }
    return isOpen || isWatched && !timers.isEmpty && isWaiting
  }

  /// Whether the app's own timer puts an event off again and again.
  private func isPutOff(_ kind: Upcoming.Kind) -> Bool {
    guard case .refresh(let id) = kind else { return false }
    return world.untilAppRefresh(of: id) != nil
  }

  /// Whether a container ages, or a report is open for hits that wait.
  private var isWaiting: Bool { close != nil || !ages.isEmpty }

  private mutating func note(_ kind: Upcoming.Kind, at due: Instant, _ hits: [StoredHit] = []) {
    if found[kind] == nil { found[kind] = Upcoming(kind: kind, left: due - start, hits: hits) }
  }

  /// What an event is that happens now; nil where it does nothing by itself.
  private func kind(of event: ScheduledEvent.Kind) -> Upcoming.Kind? {
    switch event {
    case .timer(.opening(let id)): .openTimeout(container: id)
    case .timer(.refresh(let id)): .refresh(container: id)
    case .timer(.dispatch(let queue)), .timer(.initialDispatch(let queue)):
      world.world.isReachable && !world.isSending(queue) ? .dispatch(queue) : nil
    case .appRefreshTimer(let id): .appRefresh(container: id)
    case .backgroundTaskExpired: .taskExpired
    case .backgroundTaskOverdue: .taskOverdue
    case .backgroundModeEnded: .modeEnded
    case .timer(.engagement), .savedRead, .serverAnswered, .hitsRead, .collectorReceived,
      .collectorAnswered, .futurePolled:
      nil
    }
  }

  private func hits(of kind: Upcoming.Kind) -> [StoredHit] {
    guard case .dispatch(let queue) = kind, found[kind] == nil else { return [] }
    return world.world.disk.hits.filter { $0.hit.queue == queue }
  }

  // MARK: The clock

  /// Notes what comes with the clock until an instant; nil for good.
  private mutating func pass(until due: Instant?) {
    let now = world.now.instant
    for (id, left) in ages where due.map({ left <= $0 - now }) ?? !isRefreshed(id, in: left) {
      note(.stale(container: id), at: now + left)
    }
    while let (time, _) = close, due.map({ time - world.trueTime <= $0 - now }) ?? true {
      // Some of its hits may have been sent by now.
      guard let next = nextClose else { return close = nil }
      close = next
      guard next.time == time else { continue }
      note(.reportClosed, at: now + (time - world.trueTime), next.hits)
      close = nil
    }
  }

  /// The times until the open containers that are not stale become so.
  private var ages: [(id: String, left: Duration)] {
    (world.runtime?.containerStatuses ?? []).compactMap { container in
      let left = container.age(at: world.now.wall).map { world.settings.refreshPeriod - $0 }
      let isNoted = found[.stale(container: container.id)] != nil
      return left.flatMap { isNoted || $0 <= .zero ? nil : (container.id, $0) }
    }
  }

  /// Whether a timer of a container that runs out before would keep it fresh.
  private func isRefreshed(_ id: String, in left: Duration) -> Bool {
    guard !world.isSuspended else { return false }
    return [world.untilRefresh(of: id), world.untilAppRefresh(of: id)].contains {
      $0.map { $0 < left } ?? false
    }
  }

  /// The next close of a report that hits on the phone would miss; nil where one was noted.
  private var nextClose: (time: WallTime, hits: [StoredHit])? {
    guard found[.reportClosed] == nil else { return nil }
    let (now, ledger) = (world.trueTime, world.world.ledger)
    var next: (time: WallTime, hits: [StoredHit])?
    for stored in world.world.disk.hits where ledger.receipt(stored.id) == nil {
      let time = world.world.cutoff(of: stored.hit)
      if time <= now || next.map({ $0.time < time }) ?? false { continue }
      if next?.time == time { next?.hits.append(stored) } else { next = (time, [stored]) }
    }
    return next
  }
}

extension Simulation {
  /// Whether a request of a queue is on its way, or an upload under way.
  fileprivate func isSending(_ queue: HitQueue) -> Bool {
    let isUploading = queue == .firebase && runtime?.isUploading == true
    return isUploading || runtime?.requestInFlight(queue) != nil
  }
}
