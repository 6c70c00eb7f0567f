import TagRuntime
import Testing

@testable import TagSimulation

/// What is said to happen by itself happens then and not earlier, and nothing else does.
struct UpcomingTests {
  /// What was seen to happen, with the time until then.
  private struct Seen {
    var dispatches: [HitQueue: Duration] = [:]
    var requests: [String: Duration] = [:]
    var timeouts: [String: Duration] = [:]
    var expired: Duration?
    var killed: Duration?
  }

  /// A world after a walk: one in five is online, the others are offline, in the background, killed
  /// or without answers.
  private static func world(_ seed: UInt64) throws -> Simulation {
    var walk = RandomWalk(seed: seed)
    var timeline = try seed % 2 == 0 ? SmallShop.timeline() : TwoContainers.timeline()
    try timeline.launchAndSettle()
    for _ in 0..<40 { walk.advance(&timeline) }
    if !timeline.live.isRunning { try timeline.launchAndSettle() }
    switch seed % 10 {
    case 1, 6: try timeline.perform(.network(.offline))
    case 2: try timeline.perform(.background(sendsHits: false))
    case 7: try timeline.perform(.background(sendsHits: true))
    case 3: try timeline.perform(.kill)
    case 4, 8, 9: try timeline.perform(.network(.answersLost))
    default: try timeline.perform(.network(.online))
    }
    try? timeline.perform(.screen("Home"))
    return timeline.live
  }

  /// Plays a world for a day without acts.
  private static func seen(_ start: Simulation) -> Seen {
    var (world, seen) = (start, Seen())
    var sent = start.world.requests.entries.last?.number ?? 0
    while let due = world.nextDue(), due - start.now.instant <= .hours(24) {
      guard let record = world.step() else { break }
      let left = world.now.instant - start.now.instant
      for entry in world.world.requests.entries where entry.number > sent {
        sent = entry.number
        note(left, for: entry.request.queue, in: &seen.dispatches)
      }
      for load in record.loads {
        if load.kind == .began(.network) { note(left, for: load.container, in: &seen.requests) }
        if case .handedOut(.timedOut, _) = load.kind {
          note(left, for: load.container, in: &seen.timeouts)
        }
      }
      for row in record.rows {
        switch row.kind {
        case .backgroundTaskExpired: seen.expired = seen.expired ?? left
        case .killed: seen.killed = seen.killed ?? left
        default: break
        }
      }
    }
    return seen
  }

  private static func note<Key>(_ left: Duration, for key: Key, in times: inout [Key: Duration]) {
    if times[key] == nil { times[key] = left }
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func promisedMomentsCome(_ seed: UInt64) throws {
    let world = try Self.world(seed)
    let promised = Dictionary(
      uniqueKeysWithValues: world.upcoming().map { ($0.kind, $0) })
    let seen = Self.seen(world)
    for queue in HitQueue.allCases {
      let promise = promised[.dispatch(queue)].flatMap { $0.hits.isEmpty ? nil : $0.left }
      let sent = seen.dispatches[queue]
      let wasUnderWay = !world.isSettled
      if let promise, promise <= .hours(23) {
        let late = try #require(sent, "\(queue) is never sent") - promise
        #expect(late < .seconds(5) && (late >= .zero || wasUnderWay), "\(queue): \(late)")
      } else if !wasUnderWay {
        #expect(sent == nil, "\(queue) is sent without a word")
      }
    }
    for id in world.runtime?.containerStatuses.map(\.id) ?? [] {
      let timers = [promised[.refresh(container: id)], promised[.appRefresh(container: id)]]
        .compactMap { $0?.left }
      let isLoading = !world.isSettled || world.container(id)?.isOpening == true
      if let first = seen.requests[id], !isLoading { #expect(timers.contains(first), "\(id)") }
      if let asks = promised[.refresh(container: id)]?.left, asks <= .hours(24) {
        #expect(seen.requests[id].map { $0 <= asks } == true, "\(id) asks in \(asks)")
      }
      #expect(seen.timeouts[id] == promised[.openTimeout(container: id)]?.left)
    }
    #expect(seen.expired == promised[.taskExpired]?.left)
    #expect(seen.killed == promised[.taskOverdue]?.left)
    for (kind, next) in promised where next.left <= .hours(24) {
      guard case .stale(let id) = kind else { continue }
      #expect(try Self.age(of: id, world, in: next.left) == world.settings.refreshPeriod)
    }
    if let close = promised[.reportClosed], close.left <= .hours(24) {
      let then = Self.later(world, close.left).world.disk
      #expect(close.hits.allSatisfy { then.hit($0.id) != nil })
    }
  }

  private static func later(_ world: Simulation, _ duration: Duration) -> Simulation {
    var world = world
    let target = world.now.instant + duration
    while let due = world.nextDue(), due < target, world.step() != nil {}
    world.pass(target - world.now.instant)
    return world
  }

  private static func age(
    of id: String, _ world: Simulation, in duration: Duration
  ) throws -> Duration? {
    let then = later(world, duration)
    return try #require(then.container(id)).age(at: then.now.wall)
  }
}
