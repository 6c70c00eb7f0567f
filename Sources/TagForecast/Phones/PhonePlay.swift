import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation

/// Plays a phone: its world goes from one deed to the next, and what comes of it is counted.
struct PhonePlay {
  private let plan: ForecastPlan
  private let story: PhoneStory
  private var world: Simulation
  private var counts: ForecastCounts
  /// What is in use.
  private var container = ForecastCounts.Container.default
  private var isPublished = false
  /// The session that goes on.
  private var session: Session?
  private var adopted: Int64?
  private var failedLoads = 0
  private var askedTagServer = 0
  private var askedCollector = 0
  /// The account of hits when the version was published.
  private var before: Ledger
  /// What the phone itself comes to.
  private var own: PhoneFigures

  /// A session, while it goes on.
  private struct Session {
    /// The hour after the publication in which it began; negative before it.
    var hour: Int
    /// Whether one of its events met the old version, and the new one.
    var metOld = false
    var metNew = false
    /// How often each tag has fired.
    var firings: [Int]
  }

  /// How long before the publication sessions begin to count, in milliseconds.
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

  /// Plays a phone to the end of the forecast, and adds what came of it.
  static func play(_ number: Int, _ plan: ForecastPlan, _ counts: inout ForecastCounts) {
    var play = PhonePlay(ofPhone: number, plan, ForecastCounts(days: 0, tags: 0))
    swap(&play.counts, &counts)
    play.run(number)
    swap(&play.counts, &counts)
  }

  private mutating func run(_ number: Int) {
    perform(.setSeed(PhoneScenario.seed(ofPhone: number, plan)))
    for deed in story.deeds {
      pass(to: deed.after)
      if case .journey = deed.kind, session == nil { continue }
      if case .enter = deed.kind { beginSession() }
      if let act = PhoneScenario.act(for: deed, story, plan, isRunning: world.isRunning, world) {
        perform(act)
      }
      note(deed)
    }
    pass(to: plan.length)
    endSession()
    finish(number)
  }

  // MARK: Time

  private mutating func pass(to moment: Int64) {
    let target = Instant.start + .milliseconds(moment)
    while let due = world.nextDue(), due <= target, let record = world.step() { look(at: record) }
    if target > world.now.instant { world.pass(target - world.now.instant) }
  }

  private mutating func perform(_ act: Act) {
    // What cannot be done, a person could not do either: a button of a screen that is not seen.
    guard let record = try? world.perform(act) else { return }
    look(at: record)
  }

  // MARK: What happened

  private var sincePublished: Int64 {
    world.now.instant.milliseconds - ForecastPlan.publishedAfter
  }

  private mutating func look(at record: StepRecord) {
    for load in record.loads where load.container == plan.containerID { look(at: load) }
    for firing in record.firings where firing.container == plan.containerID { count(firing) }
    let (tagServer, collector) = (world.world.server.requestCount, world.world.requests.count)
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
    if isPublished, case .failed(.network, _) = load.kind { failedLoads += 1 }
    switch load.source {
    case .none, .default: container = .default
    case .saved, .network, .preview:
      container = load.version == plan.newVersion ? .new : .old
    }
    if container == .new, adopted == nil { adopted = sincePublished }
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

  private mutating func note(_ deed: PhoneStory.Deed) {
    switch deed.kind {
    case .publish:
      isPublished = true
      before = world.world.ledger
    case .leave, .kill, .reinstall: endSession()
    default: break
    }
  }

  /// What happens while the app starts is a part of the session.
  private mutating func beginSession() {
    // Rounded down, so that what is before the publication is negative.
    let hour = (sincePublished + ForecastPlan.publishedAfter) / ForecastPlan.hour
    session = Session(
      hour: Int(hour - ForecastPlan.publishedAfter / ForecastPlan.hour),
      firings: Array(repeating: 0, count: plan.tags.names.count))
  }

  private mutating func endSession() {
    guard let session else { return }
    self.session = nil
    // Before the app has been given its container, at a start, every session has the default one.
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
    if let first = story.firstUse {
      let minute = Int((first - ForecastPlan.publishedAfter) / ForecastPlan.minute)
      counts.opened[minute] += 1
    }
    if let adopted {
      counts.adopted[min(counts.adopted.count - 1, Int(adopted / ForecastPlan.minute))] += 1
    } else {
      counts.reasons[reason.rawValue] += 1
    }
    let ledger = world.world.ledger
    let lost = HitLoss.Kind.allCases.map { ledger.lost($0) - before.lost($0) }
    let made = ledger.queued - before.queued
    counts.carried += before.waiting
    counts.made += made
    counts.hits.add(
      before.waiting + made,
      [
        ledger.sent - before.sent, ledger.waiting, ledger.late - before.late,
        ledger.duplicates - before.duplicates,
      ] + lost)
    counts.take(own)
    counts.note(strange(number, ledger, lost: lost.reduce(0, +)))
  }

  private var reason: ForecastCounts.Reason {
    guard story.takesContainers else { return .otherSDK }
    guard story.firstUse != nil else { return .notOpened }
    guard world.world.refreshMode == .standard else { return .neverAsks }
    let saved = world.world.disk.savedContainers[plan.containerID]
    if saved?.container.version.version == plan.newVersion { return .saved }
    return failedLoads > 0 ? .offline : .notDue
  }

  private func strange(_ number: Int, _ ledger: Ledger, lost: Int) -> StrangePhone {
    let first = story.firstUse.map { $0 - ForecastPlan.publishedAfter }
    let end = adopted ?? (plan.length - ForecastPlan.publishedAfter)
    let minutes = first.map { Int(max(0, end - $0) / ForecastPlan.minute) } ?? 0
    let late = ledger.late - before.late
    let doubled = ledger.duplicates - before.duplicates
    return StrangePhone(
      number: number, score: minutes / 60 + 2 * late + 4 * lost + 8 * doubled,
      minutesToNew: adopted == nil ? nil : minutes, reason: adopted == nil ? reason : nil,
      lost: lost, late: late, doubled: doubled,
      waiting: ledger.waiting)
  }
}

/// Plays the phones of a forecast, a block at a time.
package enum PlayedPhones {
  /// How many phones are played at a time.
  package static let blockSize = 64

  /// What some phones come to.
  ///
  /// - Parameters:
  ///   - numbers: the numbers of the phones.
  ///   - plan: the forecast.
  package static func play(_ numbers: some Sequence<Int>, _ plan: ForecastPlan) -> ForecastCounts {
    var counts = ForecastCounts(plan)
    for number in numbers { PhonePlay.play(number, plan, &counts) }
    return counts
  }
}
