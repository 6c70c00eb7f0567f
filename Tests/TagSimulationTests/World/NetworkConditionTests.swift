import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@testable import TagSimulation

/// What the states of the network mean for containers and for hits.
@Suite struct NetworkConditionTests {
  /// Launches in a network and waits for the end of the request.
  private func launched(
    in network: NetworkCondition, settings: Settings = Settings()
  ) throws -> Timeline {
    var timeline = try SmallShop.timeline(settings: settings)
    try timeline.perform(.network(network))
    try timeline.launch()
    timeline.wait(.seconds(70))
    return timeline
  }

  private func loaded(_ timeline: Timeline) -> LoadEvent? {
    timeline.loads.map(\.event).last { load in
      switch load.kind {
      case .succeeded(.network), .failed(.network, _): true
      default: false
      }
    }
  }

  @Test(
    arguments: [
      (.online, nil, 185), (.slow(latency: .seconds(3), jitter: .zero), nil, 3005),
      (.offline, .noNetwork, 6), (.status(503), .networkError, 185),
      (.status(404), .serverError, 185), (.status(999), .unknown, 185),
      (.status(200), .serverError, 185), (.timeout, .networkError, 60_005),
      (.reset, .networkError, 185), (.captive, .serverError, 185),
    ] as [(NetworkCondition, RefreshFailure?, Int64)])
  func aContainerComesOrFails(
    _ network: NetworkCondition, _ failure: RefreshFailure?, _ milliseconds: Int64
  ) throws {
    let timeline = try launched(in: network)
    let load = try #require(loaded(timeline))
    #expect(load.kind == failure.map { .failed(.network, $0) } ?? .succeeded(.network))
    #expect(load.instant - .start == .milliseconds(milliseconds))
    #expect(timeline.live.container?.source == (failure == nil ? .network : .default))
    #expect(timeline.world.server.requestCount == (failure == nil ? 1 : 0))
    #expect(timeline.world.disk.savedContainers.isEmpty == (failure != nil))
  }

  /// What becomes of a hit that is sent: queued, waiting, sent, lost; and the end of the dispatch.
  @Test(
    arguments: [
      (.online, [1, 0, 1, 0], "dispatched good 1 0", nil),
      (.slow(latency: .seconds(3), jitter: .seconds(2)), [1, 0, 1, 0], "dispatched good 1 0", nil),
      (.status(503), [1, 0, 0, 1], "dispatched good 0 1", .refused(status: 503)),
      (.timeout, [1, 1, 0, 0], "dispatched error 0 0", nil),
      (.reset, [1, 1, 0, 0], "dispatched error 0 0", nil),
      (.captive, [1, 0, 0, 1], "dispatched good 0 1", .swallowed),
    ] as [(NetworkCondition, [Int], String, HitLoss?)])
  func aHitIsSentKeptOrLost(
    _ network: NetworkCondition, _ counts: [Int], _ row: String, _ loss: HitLoss?
  ) throws {
    var timeline = try SmallShop.launched()
    try timeline.perform(.screen("Home"))
    try timeline.perform(.network(network))
    try timeline.perform(.app(.dispatch))
    timeline.wait(.seconds(61))
    #expect(timeline.counts == counts)
    #expect(timeline.words().last == row)
    #expect(timeline.world.ledger.ended.compactMap(\.loss) == [loss].compactMap { $0 })
    let said = timeline.lines.map(\.line.record).filter { $0.code == .hitLost }
    #expect(said.compactMap(\.arguments.last) == [loss].compactMap { $0?.words })
  }

  /// A pixel wants a status from 200 to 299, and is kept otherwise.
  @Test(arguments: [(NetworkCondition.status(503), 1), (.captive, 0), (.online, 0)])
  func aPixelIsKeptAfterAStatus(_ network: NetworkCondition, _ waiting: Int) throws {
    var timeline = try SmallShop.timeline()
    try timeline.perform(.device(Device(language: "es")))
    try timeline.launchAndSettle()
    try timeline.perform(.app(.push(["event": "buy"])))
    #expect(timeline.world.disk.hits.contains { $0.hit.typeName == "pixel" })
    try timeline.perform(.network(network))
    try timeline.dispatchAndSettle()
    #expect(timeline.counts[1] == waiting)
  }

  // MARK: Slow

  private static let slow = NetworkCondition.slow(latency: .seconds(1), jitter: .seconds(4))

  /// How long the request for the container took, by seed.
  private func delay(seed: UInt64) throws -> Duration {
    let load = try #require(loaded(launched(in: Self.slow, settings: .with { $0.seed = seed })))
    return load.instant - .start - .milliseconds(5)
  }

  @Test func jitterComesFromTheSeed() throws {
    let seeds = Array(1...20) as [UInt64]
    let delays = try seeds.map { try delay(seed: $0) }
    #expect(delays == (try seeds.map { try delay(seed: $0) }))
    #expect(Set(delays).count > 15)
    #expect(delays.allSatisfy { (.seconds(1)...Duration.seconds(5)).contains($0) })
    #expect(delays.contains { $0 < .seconds(2) })
    #expect(delays.contains { $0 > .seconds(4) })
  }

  @Test func anOpenerDoesNotWaitForASlowNetwork() throws {
    let timeline = try launched(in: .slow(latency: .seconds(3), jitter: .zero))
    #expect(
      timeline.words().dropFirst(3) == [
        "container default 1 timed out", "ready by container", "refreshed 2",
      ])
  }

  // MARK: Changes under way

  @Test func goingOfflineEndsTheRequestUnderWay() throws {
    var timeline = try SmallShop.timeline()
    try timeline.launch()
    timeline.wait(.milliseconds(50))
    try timeline.perform(.network(.offline))
    timeline.settle()
    #expect(
      timeline.words().dropFirst(2) == [
        "offline", "refresh failed no-network", "container default 1", "ready by container",
      ])
  }

  /// A request is answered in the network in which it was made.
  @Test func aRequestKeepsItsNetwork() throws {
    var timeline = try SmallShop.timeline()
    try timeline.perform(.network(.captive))
    try timeline.launch()
    timeline.wait(.milliseconds(50))
    try timeline.perform(.network(.online))
    timeline.settle()
    #expect(timeline.codes.contains(.loadUnparsable))
    #expect(timeline.live.untilRefresh() == .hours(1))
  }

  @Test func onlyLosingOrFindingTheNetworkIsNewsForTheSDK() throws {
    var timeline = try SmallShop.launched()
    timeline.wait(.seconds(2))
    try timeline.perform(.screen("Home"))
    let due = timeline.live.untilDispatch
    #expect(due != nil)
    for network in [.captive, Self.slow, .timeout, .reset, .status(500)] as [NetworkCondition] {
      try timeline.perform(.network(network))
      #expect(timeline.live.untilDispatch == due)
      #expect(timeline.world.isOnline)
    }
    try timeline.perform(.network(.offline))
    #expect(timeline.live.untilDispatch == nil)
  }

  @Test func theSameNetworkAgainIsNoRow() throws {
    var timeline = try SmallShop.timeline()
    for _ in 1...2 { try timeline.perform(.network(.status(500))) }
    try timeline.perform(.network(.status(501)))
    #expect(timeline.words().filter { $0.hasPrefix("status") } == ["status 500", "status 501"])
  }
}
