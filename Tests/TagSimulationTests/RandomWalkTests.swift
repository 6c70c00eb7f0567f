import OrderedCollections
import TagRuntime
import Testing

@testable import TagSimulation

@Suite struct RandomWalkTests {
  private static let acts = 300

  private func walk(
    seed: UInt64, _ visit: (Timeline) -> Void = { _ in }
  ) throws -> Timeline {
    var app = TwoContainers.app(
      first: AppOpening(isBlocking: seed.isMultiple(of: 2)), timers: [nil, .minutes(90)])
    app.trackers = [AppTracker(trackingID: "UA-1-1")]
    var timeline = try TwoContainers.timeline(of: app)
    var walk = RandomWalk(seed: seed)
    try timeline.launch()
    for _ in 0..<Self.acts {
      walk.advance(&timeline)
      visit(timeline)
    }
    return timeline
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func theLedgerBalancesAfterEveryStep(seed: UInt64) throws {
    let timeline = try walk(seed: seed)
    var hasLasted = false
    var hasDiskFailed = false
    var disk = "ok"
    var rows = timeline.rows(in: 1...)[...]
    timeline.look(afterSteps: Array(0...timeline.stepCount)) { step, simulation in
      while let row = rows.first, row.step <= step {
        rows.removeFirst()
        if case .disk(let condition) = row.event.kind {
          if condition != "empty" { disk = condition }
          hasDiskFailed = hasDiskFailed || condition != "ok"
        }
        if case .launched = row.event.kind { hasDiskFailed = disk != "ok" }
      }
      let world = simulation.world
      let ledger = world.ledger
      #expect(ledger.queued == ledger.waiting + ledger.sent + ledger.lost)
      #expect(ledger.waiting == world.disk.hits.count)
      #expect(ledger.lost == ledger.lostByReason.map(\.count).reduce(0, +))
      // Nothing is known of the arrival of a hit that the phone has no more.
      let old = ledger.ended.compactMap(\.id).filter { ledger.receipt($0) != nil }
      #expect(old == [], "step \(step)")
      if let runtime = simulation.runtime {
        // A process knows all that lasts, unless the disk failed it or was emptied meanwhile.
        let isComplete = runtime.lasting == world.disk.lasting
        #expect(isComplete || hasDiskFailed, "step \(step)")
      }
      hasLasted = hasLasted || !world.disk.lasting.keys.isEmpty
      #expect(world.disk.hits.map(\.id) == world.disk.hits.map(\.id).sorted())
    }
    // The walk has to reach what it is about.
    #expect(timeline.world.ledger.sent > 0)
    #expect(hasLasted)
  }

  /// Whoever only counts has no rows and no lines made, and sees the same world and firings.
  @Test(arguments: [21, 22] as [UInt64])
  func aWorldThatTellsNothingGoesTheSameWay(seed: UInt64) throws {
    let timeline = try walk(seed: seed)
    var silent = timeline.simulation(afterStep: 0)
    silent.isTelling = false
    var fired: [UpdateRecord.Firing] = []
    for step in 1...timeline.stepCount {
      let record = timeline.history.step(step).redo(on: &silent)
      #expect(record.rows.isEmpty && record.lines.isEmpty)
      fired += record.updates.flatMap(\.firings)
    }
    #expect(Observation(silent) == Observation(timeline.live))
    #expect(fired == timeline.rows(in: 1...).flatMap { $0.event.update?.firings ?? [] })
    #expect(fired.count > 20)
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func everyStepOfAWalkCanBeGoneBackTo(seed: UInt64) throws {
    var seen: OrderedDictionary<Int, Observation> = [:]
    let timeline = try walk(seed: seed) { seen[$0.stepCount] = Observation($0.live) }
    #expect(timeline.stepCount > 2 * History.stretchSteps)
    #expect(seen.count > Self.acts / 2)
    for (step, observation) in seen.elements.reversed() {
      #expect(Observation(timeline.simulation(afterStep: step)) == observation)
    }
  }

  @Test(arguments: [61, 62, 63] as [UInt64])
  func aWalkThatWentBackIsAsIfItHadNotGoneOn(seed: UInt64) throws {
    var timeline = try walk(seed: seed)
    var walk = RandomWalk(seed: seed + 1)
    for round in 1...12 {
      let sealed = timeline.stepCount
      timeline.seal()
      for _ in 0..<round { walk.advance(&timeline) }
      timeline.cutBack(toStep: round.isMultiple(of: 3) ? max(1, sealed - 4 * round) : sealed)
      for _ in 0..<round % 5 { walk.advance(&timeline) }
      timeline.expectFresh()
    }
  }

  @Test(arguments: [21, 22] as [UInt64])
  func twoWalksOfOneSeedAreEqual(seed: UInt64) throws {
    let one = try walk(seed: seed)
    let two = try walk(seed: seed)
    #expect(one.rows(in: 1...).map(\.event.words) == two.rows(in: 1...).map(\.event.words))
    #expect(one.rows(in: 1...).map(\.event.wall) == two.rows(in: 1...).map(\.event.wall))
    #expect(one.lines == two.lines)
    #expect(Observation(one.live) == Observation(two.live))
    let other = try walk(seed: seed + 100)
    #expect(one.rows(in: 1...).map(\.event.words) != other.rows(in: 1...).map(\.event.words))
  }

  @Test(arguments: [31, 32, 33] as [UInt64])
  func aTracedRowFiresWhatTheRowFired(seed: UInt64) throws {
    let timeline = try walk(seed: seed)
    var updates = 0
    for row in timeline.rows(in: 1...) {
      let traced = timeline.traced(row: row)
      #expect(traced?.firings == row.event.update?.firings)
      #expect(traced?.update == row.event.update?.update)
      guard let traced else { continue }
      updates += 1
      #expect(traced.explanations.count == traced.firings.count)
      #expect(traced.dataLayer != nil)
      for (explanation, firing) in zip(traced.explanations, traced.firings) {
        let fired = explanation.tags.filter(\.didFire).map(\.name)
        #expect(fired == firing.tags.filter(\.didFire).map(\.name))
      }
    }
    #expect(updates > 20)
  }

  /// Every kind of row that these acts can lead to turns up in one of the walks.
  @Test func theWalksGoEverywhere() throws {
    var words: Set<String> = []
    var codes: Set<LogCode> = []
    for seed in 51...60 as ClosedRange<UInt64> {
      let timeline = try walk(seed: seed)
      words.formUnion(
        timeline.words().compactMap { $0.split(separator: " ").first.map(String.init) })
      codes.formUnion(timeline.codes)
    }
    let kinds: Set = [
      "launched", "background", "foreground", "killed", "slow", "status", "disk", "container",
      "refreshed", "refresh", "open", "closed", "link", "frozen", "buy", "dispatched",
      "published", "device", "read", "jumped", "sent", "completed", "task", "opted", "reinstalled",
      "upgraded", "clock",
    ]
    #expect(kinds.subtracting(words) == [])
    let wanted: Set<LogCode> = [
      .saveFailed, .unknownScheme, .noHandler, .alreadyOpened, .loadStatus,
      .readOfClosed, .defaultContainerMode, .hitLost,
    ]
    #expect(wanted.subtracting(codes) == [])
  }

  @Test func aForkGoesTheSameWay() throws {
    var timeline = try walk(seed: 41)
    var fork = timeline
    var left = RandomWalk(seed: 42)
    var right = RandomWalk(seed: 42)
    for _ in 0..<50 {
      left.advance(&timeline)
      right.advance(&fork)
    }
    #expect(Observation(timeline.live) == Observation(fork.live))
  }
}
