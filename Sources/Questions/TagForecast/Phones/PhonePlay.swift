import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation

/// Plays a phone: its world moves from one action to the next, and the effects are counted.
struct PhonePlay {
  @Boxed private var plan: ForecastPlan
  @Boxed private var story: PhoneStory
  private var world: Simulation
  @Boxed private var counts: ForecastCounts
  /// The container in use.
  private var container = ForecastCounts.Container.default
  private var isPublished = false
  private var session: Session?
  /// When the new version came into use, after the publication.
  private var adopted: Int64?
  /// When a request for a container first went unanswered, after the publication.
  private var failed: Int64?
  private var askedTagServer = 0
  private var askedCollector = 0
  /// The ledger of hits when the version was published.
  private var before: Ledger
  /// The figures of the phone itself.
  private var own: PhoneFigures

  private struct Session {
    /// The hour after the publication in which it began; negative if before.
    var hour: Int
    /// Whether any of its events ran under the old version, and under the new one.
    var metOld = false
    var metNew = false
    /// The number of times that each tag fired.
    var firings: [Int]
  }

  /// How long before the publication the counting of sessions begins, in milliseconds.
  private static let countedBefore = ForecastPlan.day

  private init(ofPhone number: Int, _ plan: ForecastPlan, _ counts: ForecastCounts) {
    self.plan = plan
    self.counts = counts
    story = PhoneStory(ofPhone: number, plan)
    world = plan.beginning.timeline.live
    world.isTelling = false
    before = world.world.ledger
    own = PhoneFigures(days: Int(plan.numbers.days), tags: plan.tags.names.count)
  }

  /// Plays a phone to the end of the forecast, and adds its counts.
  ///
  /// - Returns: whether it reached its end; false if it was cancelled, which makes the counts
  ///   useless.
  static func play(
    _ number: Int, _ plan: ForecastPlan, _ counts: inout ForecastCounts,
    _ isGivenUp: () -> Bool
  ) -> Bool {
    var play = PhonePlay(ofPhone: number, plan, ForecastCounts(days: 0, tags: 0))
    swap(&play.counts, &counts)
    let isWhole = play.run(number, isGivenUp)
    swap(&play.counts, &counts)
    return isWhole
  }

  private mutating func run(_ number: Int, _ isGivenUp: () -> Bool) -> Bool {
    perform(.setSeed(PhoneScenario.seed(ofPhone: number, plan)))
    for action in story.actions {
      if isGivenUp() { return false }
      pass(to: action.after)
      var isStep = false
      if case .journey = action.kind {
        if session == nil { continue }
        isStep = true
        counts.steps += 1
      }
      if case .enter = action.kind { beginSession() }
      if let act = PhoneScenario.act(for: action, story, plan, isRunning: world.isRunning, world),
        !perform(act), isStep
      {
        counts.undone += 1
      }
      note(action)
    }
    pass(to: plan.length)
    endSession()
    finish(number)
    return true
  }

  // MARK: Time

  private mutating func pass(to moment: Int64) {
    let target = Instant.start + .milliseconds(moment)
    while let due = world.nextDue(), due <= target, let record = world.step() { look(at: record) }
    if target > world.now.instant { world.pass(target - world.now.instant) }
  }

  /// Returns whether the action was possible: a user cannot press a button on another screen.
  @discardableResult private mutating func perform(_ act: Act) -> Bool {
    guard let record = try? world.perform(act) else { return false }
    look(at: record)
    return true
  }

  // MARK: What happened

  private var sincePublished: Int64 {
    world.now.instant.milliseconds - ForecastPlan.publishedAfter
  }

  private mutating func look(at record: StepRecord) {
    for load in record.loads where load.container == plan.containerID { look(at: load) }
    for update in record.updates {
      for firing in update.firings where firing.container == plan.containerID { count(firing) }
    }
    let tagServer = world.world.server.requestCount
    let collector = world.world.requests.receivedCount
    if isPublished {
      let minute = Int(sincePublished / ForecastPlan.minute)
      if minute < counts.tagServer.count {
        counts.tagServer[minute] += tagServer - askedTagServer
        counts.collector[minute] += collector - askedCollector
      }
    }
    (askedTagServer, askedCollector) = (tagServer, collector)
  }

  private mutating func look(at load: LoadEvent) {
    if isPublished, failed == nil, case .failed(.network, _) = load.kind {
      failed = sincePublished
    }
    switch load.source {
    case .none, .default: container = .default
    case .saved, .network, .preview:
      container = load.version == plan.newVersion ? .new : .old
    }
    if isPublished, container == .new, adopted == nil { adopted = sincePublished }
  }

  private mutating func count(_ firing: UpdateRecord.Firing) {
    let hour = Int(sincePublished / ForecastPlan.hour)
    if isPublished, hour < counts.events.count {
      counts.events[hour][container.rawValue] += 1
      own.dayEvents[hour / 24].add(isNew: container == .new)
      own.events[container.rawValue] += 1
    }
    guard session != nil else { return }
    if container == .old { session?.metOld = true }
    if container == .new { session?.metNew = true }
    let places = container == .new ? plan.tags.ofNew : plan.tags.ofOld
    for tag in firing.tags where tag.didFire {
      if let place = plan.tags.place(of: tag, in: places) { session?.firings[place] += 1 }
    }
  }

  private mutating func note(_ action: PhoneStory.Action) {
    switch action.kind {
    case .publish:
      isPublished = true
      before = world.world.ledger
    case .leave, .kill, .reinstall: endSession()
    default: break
    }
  }

  /// Begins a session, which includes what happens while the app starts.
  private mutating func beginSession() {
    // Rounded down, so that times before the publication are negative.
    let hour = (sincePublished + ForecastPlan.publishedAfter) / ForecastPlan.hour
    session = Session(
      hour: Int(hour - ForecastPlan.publishedAfter / ForecastPlan.hour),
      firings: Array(repeating: 0, count: plan.tags.names.count))
  }

  private mutating func endSession() {
    guard let session else { return }
    self.session = nil
    // At a start, every session has the default container until the app receives its own.
    let met: ForecastCounts.Container =
      switch (session.metOld, session.metNew) {
      case (true, true): .changing
      case (true, false): .old
      case (false, true): .new
      case (false, false): container
      }
    let place = met.rawValue
    guard session.hour >= -Int(Self.countedBefore / ForecastPlan.hour) else { return }
    own.sessions[place] += 1
    for (tag, count) in session.firings.enumerated() { own.firings[place][tag] += count }
    guard counts.sessions.indices.contains(session.hour) else { return }
    counts.sessions[session.hour][place] += 1
    own.daySessions[session.hour / 24].add(isNew: place == ForecastCounts.Container.new.rawValue)
  }

  // MARK: The end

  private mutating func finish(_ number: Int) {
    counts.phones += 1
    countAdoption()
    if adopted == nil { counts.reasons[reason.rawValue] += 1 }
    let ledger = world.world.ledger
    let losses = HitLoss.Kind.allCases.map { ledger.lost($0) - before.lost($0) }
    let lost = losses.map { max(0, $0) }
    let made = ledger.queued - before.queued
    // A hit that was lost before the publication but still reached the collector was on its way
    // then.
    let carried = before.waiting - losses.reduce(0) { $0 + min(0, $1) }
    counts.carried += carried
    counts.made += made
    counts.hits.add(
      carried + made,
      [
        ledger.sent - before.sent, ledger.waiting, ledger.late - before.late,
        ledger.duplicates - before.duplicates,
      ] + lost)
    counts.take(own)
    counts.note(strange(number, ledger, lost: lost.reduce(0, +)))
  }

  private mutating func countAdoption() {
    let group = story.group.rawValue
    let used = story.firstUse.map { $0 - ForecastPlan.publishedAfter }
    let seen = [used, adopted].compactMap { $0 }.min()
    counts.groups[group][ForecastCounts.GroupCount.phones.rawValue] += 1
    if seen != nil { counts.groups[group][ForecastCounts.GroupCount.opened.rawValue] += 1 }
    if adopted != nil { counts.groups[group][ForecastCounts.GroupCount.new.rawValue] += 1 }
    guard story.group == .inUse else { return }
    let last = counts.adopted.count - 1
    func minute(of moment: Int64?) -> Int? {
      moment.map { min(last, Int($0 / ForecastPlan.minute)) }
    }
    let (opened, changed, asked) = (minute(of: seen), minute(of: adopted), minute(of: failed))
    if let opened { counts.opened[opened] += 1 }
    if let changed { counts.adopted[changed] += 1 }
    for hour in counts.waiting.indices {
      let end = (hour + 1) * 60
      if let changed, changed < end { break }
      let why = reason(
        isOpened: opened.map { $0 < end } ?? false, hasFailed: asked.map { $0 < end } ?? false)
      counts.waiting[hour][why.rawValue] += 1
    }
  }

  private var reason: ForecastCounts.Reason {
    reason(isOpened: story.firstUse != nil, hasFailed: failed != nil)
  }

  /// Returns why the phone does not have the new version, given whether it was opened and whether a
  /// request failed by then.
  private func reason(isOpened: Bool, hasFailed: Bool) -> ForecastCounts.Reason {
    if story.group == .otherSDK { return .otherSDK }
    guard isOpened else { return .notOpened }
    guard world.world.refreshMode == .standard else { return .neverAsks }
    let saved = world.world.disk.savedContainers[plan.containerID]
    if adopted == nil, saved?.container.version.version == plan.newVersion { return .saved }
    return hasFailed ? .offline : .notDue
  }

  private func strange(_ number: Int, _ ledger: Ledger, lost: Int) -> Outlier {
    let first = story.firstUse.map { $0 - ForecastPlan.publishedAfter }
    let end = adopted ?? (plan.length - ForecastPlan.publishedAfter)
    let minutes = first.map { Int(max(0, end - $0) / ForecastPlan.minute) } ?? 0
    let late = ledger.late - before.late
    let doubled = ledger.duplicates - before.duplicates
    return Outlier(
      number: number, score: minutes / 60 + 2 * late + 4 * lost + 8 * doubled,
      minutesToNew: adopted == nil ? nil : minutes, reason: adopted == nil ? reason : nil,
      lost: lost, late: late, doubled: doubled,
      waiting: ledger.waiting)
  }
}

/// Plays the phones of a forecast, a block at a time.
package enum PlayedPhones {
  package static let blockSize = 64

  /// Returns the counts of some phones.
  ///
  /// - Parameters:
  ///   - numbers: the numbers of the phones.
  ///   - plan: the forecast.
  package static func play(_ numbers: some Sequence<Int>, _ plan: ForecastPlan) -> ForecastCounts {
    var counts = ForecastCounts(plan)
    for number in numbers { _ = PhonePlay.play(number, plan, &counts) { false } }
    return counts
  }

  /// Returns the counts of some phones; nil if they were cancelled.
  ///
  /// `isGivenUp` is checked before every action of a phone.
  package static func play(
    _ numbers: some Sequence<Int>, _ plan: ForecastPlan, isGivenUp: () -> Bool
  ) -> ForecastCounts? {
    var counts = ForecastCounts(plan)
    for number in numbers where !PhonePlay.play(number, plan, &counts, isGivenUp) { return nil }
    return counts
  }
}
