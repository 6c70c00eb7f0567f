import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

/// An app that sends what waits when it goes into the background, as the guide shows.
@Suite struct BackgroundTaskTests {
  private static let hour = NetworkCondition.slow(latency: .seconds(50), jitter: .zero)

  private func waiting(
    _ hits: Int, in network: NetworkCondition = .online, version: SDKVersion = SDKVersion(3, 12),
    interval: Duration? = nil
  ) throws -> Timeline {
    // From 3.10 on one request takes all hits of the same security: every other one keeps them
    // apart.
    var timeline = try SmallShop.tracking(version: version) { app in
      app.sendsHitsInBackground = true
      app.foregroundInterval = interval
    }
    for number in 1...hits {
      var builder = HitBuilder.screenView(name: "s\(number)")
      builder.set("useSecure", number.isMultiple(of: 2) ? "1" : "0")
      try timeline.perform(.app(.send(builder.fields, tracker: nil)))
    }
    try timeline.perform(.network(network))
    return timeline
  }

  private func words(_ timeline: Timeline, from count: Int) -> [String] {
    timeline.words(from: count).filter { !$0.hasPrefix("dispatched") }
  }

  @Test func itSendsUntilThereIsNoData() throws {
    var timeline = try waiting(3)
    let count = timeline.rows.count
    try timeline.perform(.background())
    #expect(!timeline.live.isSuspended)
    timeline.settle()
    #expect(
      words(timeline, from: count) == [
        "background", "task 180.0 seconds", "completed good", "completed good", "completed good",
        "completed noData", "task ended dispatched(TagRuntime.DispatchResult.noData)",
      ])
    #expect(timeline.counts == [3, 0, 3, 0])
    #expect(timeline.live.isSuspended)
    #expect(timeline.live.nextDue() == nil || timeline.live.isSuspended)
  }

  @Test(arguments: [nil, true, false])
  func aLineMayOverrideWhatTheAppDoes(_ sendsHits: Bool?) throws {
    var timeline = try waiting(1)
    try timeline.perform(.background(sendsHits: sendsHits))
    timeline.settle()
    #expect(timeline.counts[2] == (sendsHits == false ? 0 : 1))
  }

  @Test(arguments: [NetworkCondition.reset, .offline])
  func aFailureEndsTheTask(_ network: NetworkCondition) throws {
    var timeline = try waiting(2, in: network)
    try timeline.perform(.background())
    timeline.settle()
    #expect(timeline.live.isSuspended)
    #expect(timeline.live.backgroundTask == nil)
    #expect(timeline.counts == [2, 2, 0, 0])
    #expect(timeline.words().last?.hasPrefix("task ended") == true)
  }

  // MARK: Expiry

  /// The fourth request is in flight when the time is over: its answer ends the task.
  @Test func theHitInFlightAtTheExpiryIsTheLast() throws {
    var timeline = try waiting(9, in: .slow(latency: .seconds(46), jitter: .zero))
    try timeline.perform(.background())
    timeline.wait(.seconds(180))
    #expect(timeline.words().last == "task expired")
    #expect(timeline.live.backgroundTask?.isExpired == true)
    timeline.wait(.seconds(5))
    #expect(timeline.words().last == "task ended expired")
    #expect(timeline.counts == [9, 5, 4, 0])
    #expect(timeline.live.isSuspended)
    timeline.wait(.hours(1))
    #expect(timeline.live.isRunning)
  }

  @Test func theSystemEndsAProcessWhoseTaskIsOverdue() throws {
    var timeline = try waiting(9, in: Self.hour)
    try timeline.perform(.background())
    timeline.wait(.seconds(184))
    #expect(timeline.live.isRunning)
    timeline.wait(.seconds(2))
    #expect(!timeline.live.isRunning)
    #expect(timeline.codes.contains(.backgroundTaskOverdue))
    #expect(timeline.words().last == "killed")
    // The fourth request is with the collector, and its answer finds nobody.
    timeline.wait(.seconds(30))
    #expect(timeline.counts == [9, 6, 3, 0])
    #expect(timeline.world.ledger.receipt(4) != nil)
  }

  @Test func inTheForegroundATaskHasAllTheTimeItWants() throws {
    var timeline = try waiting(6, in: Self.hour)
    try timeline.perform(.background())
    timeline.wait(.seconds(60))
    try timeline.perform(.foreground)
    timeline.wait(.seconds(400))
    #expect(timeline.live.isRunning)
    #expect(!timeline.words().contains("task expired"))
    #expect(timeline.counts == [6, 0, 6, 0])
    #expect(timeline.live.backgroundTask == nil)
  }

  @Test func goingBackAgainGivesATaskItsTimeAnew() throws {
    var timeline = try waiting(9, in: Self.hour)
    try timeline.perform(.background())
    timeline.wait(.seconds(60))
    try timeline.perform(.foreground)
    timeline.wait(.seconds(20))
    try timeline.perform(.background())
    #expect(!timeline.live.isSuspended)
    timeline.wait(.seconds(179))
    #expect(!timeline.words().contains("task expired"))
    timeline.wait(.seconds(1))
    #expect(timeline.words().contains("task expired"))
    #expect(timeline.words().count { $0.hasPrefix("task 180") } == 1)
  }

  // MARK: The period

  @Test(
    arguments: [
      (SDKVersion(3, 10), nil, .seconds(120)), (SDKVersion(3, 12), nil, nil),
      (SDKVersion(3, 12), .seconds(30), .seconds(30)),
    ] as [(SDKVersion, Duration?, Duration?)])
  func thePeriodStaysOffUnlessTheAppSetsIt(
    _ version: SDKVersion, _ interval: Duration?, _ period: Duration?
  ) throws {
    var timeline = try waiting(1, version: version, interval: interval)
    try timeline.perform(.background())
    timeline.settle()
    try timeline.perform(.foreground)
    #expect(timeline.live.runtime?.dispatchInterval.period == period)
    try timeline.send("Cart")
    #expect(timeline.live.untilDispatch == period)
  }
}
