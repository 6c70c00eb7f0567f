import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

/// An app that sends what waits when it goes into the background, as the guide shows.
@Suite struct BackgroundTaskTests {
  private static let hour = NetworkCondition.slow(latency: .seconds(50), jitter: .zero)

  private func waiting(_ hits: Int, in network: NetworkCondition = .online) throws -> Timeline {
    // From 3.10 on one request takes all hits of the same security: every other one keeps them
    // apart.
    var timeline = try SmallShop.tracking(version: SDKVersion(3, 12)) {
      $0.sendsHitsInBackground = true
    }
    for number in 1...hits {
      var builder = HitBuilder.screenView(name: "s\(number)")
      builder.set("useSecure", number.isMultiple(of: 2) ? "1" : "0")
      try timeline.perform(.app(.send(builder.fields, tracker: nil)))
    }
    try timeline.perform(.network(network))
    return timeline
  }

  @Test(arguments: [nil, true, false])
  func aLineMayOverrideWhatTheAppDoes(_ sendsHits: Bool?) throws {
    var timeline = try waiting(1)
    try timeline.perform(.background(sendsHits: sendsHits))
    timeline.settle()
    #expect(timeline.counts[2] == (sendsHits == false ? 0 : 1))
  }

  // MARK: Expiry

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
}
