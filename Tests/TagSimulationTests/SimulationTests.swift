import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

/// A small app through its life, told by the rows of the event list.
@Suite struct SimulationTests {
  @Test func aLaunchBringsTheContainer() throws {
    let timeline = try SmallShop.launched()
    #expect(
      timeline.words() == [
        "launched", "appStart by launch", "refreshed 2", "container network 2",
        "ready by container",
      ])
    #expect(timeline.live.reading(of: TypedRead(kind: .string, key: "title")).value == "v2")
    #expect(timeline.world.server.requestCount == 1)
    #expect(timeline.world.disk.savedContainers.keys == ["GTM-SHOP"])
  }

  @Test func aScreenAndATapFireTheirTags() throws {
    var timeline = try SmallShop.launched()
    let before = timeline.rowCount
    try timeline.perform(.screen("Home"))
    try timeline.tap("Buy")
    try timeline.tap("About")
    let told = timeline.words(from: before).map { $0.replacing(" +Pixel", with: "") }
    #expect(
      told == [
        "openScreen by screen(\"Home\") +Screen", "buy by tap(\"Buy\") +Purchase +celebrate",
        "party by handler celebrate", "seen About",
      ])
    #expect(timeline.live.screen?.name == "About")
    let payloads = timeline.world.disk.hits.prefix(2).map(\.hit.payload)
    #expect(
      payloads.map { $0.split(separator: "&v=1").first } == [
        "t=screenview&cd=Home", "t=event&ev=5",
      ])
  }

  @Test func aKillLosesNothingAndTheNextLaunchSends() throws {
    var timeline = try SmallShop.launched()
    try timeline.perform(.screen("Home"))
    #expect(timeline.counts == [1, 1, 0, 0])
    try timeline.perform(.kill)
    #expect(!timeline.live.isRunning)
    timeline.wait(.hours(1))
    #expect(timeline.counts == [1, 1, 0, 0])
    try timeline.launch()
    timeline.wait(.milliseconds(999))
    #expect(timeline.counts == [1, 1, 0, 0])
    timeline.wait(.seconds(1))
    #expect(timeline.counts == [1, 0, 1, 0])
    #expect(timeline.words().last == "dispatched good 1 0")
  }

  @Test func aKillWhileARequestIsInFlightKeepsTheHit() throws {
    var timeline = try SmallShop.launched()
    try timeline.perform(.screen("Home"))
    try timeline.perform(.app(.dispatch))
    timeline.wait(.milliseconds(50))
    #expect(timeline.live.runtime?.requestInFlight(.analytics)?.hits.map(\.id) == [1])
    try timeline.perform(.kill)
    timeline.wait(.seconds(1))
    #expect(timeline.counts == [1, 1, 0, 0])
  }

  @Test func offlineHitsWaitForTheNetwork() throws {
    var timeline = try SmallShop.launched()
    try timeline.perform(.network(.offline))
    try timeline.perform(.screen("Home"))
    timeline.wait(.hours(5))
    #expect(timeline.counts == [1, 1, 0, 0])
    #expect(timeline.live.untilDispatch == nil)
    try timeline.perform(.network(.online))
    #expect(timeline.live.untilDispatch == .seconds(120))
    timeline.wait(.seconds(121))
    #expect(timeline.counts == [1, 0, 1, 0])
  }

  @Test func losingTheNetworkUnderwayKeepsTheHit() throws {
    var timeline = try SmallShop.launched()
    try timeline.perform(.screen("Home"))
    try timeline.perform(.app(.dispatch))
    timeline.wait(.milliseconds(50))
    try timeline.perform(.network(.offline))
    timeline.settle()
    #expect(timeline.counts == [1, 1, 0, 0])
    #expect(timeline.world.disk.hits.map(\.tries) == [1])
    #expect(timeline.words().last == "dispatched error 0 0")
  }

  @Test(arguments: [nil, .seconds(10)] as [Duration?])
  func theDispatchIntervalHoldsForEveryLaunch(_ interval: Duration?) throws {
    var timeline = try SmallShop.timeline()
    try timeline.perform(.app(.setDispatchInterval(interval)))
    for _ in 1...2 {
      try timeline.launchAndSettle()
      #expect(timeline.live.runtime?.dispatchInterval.period == interval)
      try timeline.perform(.kill)
    }
  }

  /// What is set while a process runs ends with it, as a tracker does.
  @Test(arguments: [
    AppCall.setDispatchInterval(.seconds(10)), .setRefreshMode(.defaultContainer),
    .setLogger(Logger(level: .verbose)), .setAnalyticsLogger(Logger(level: .verbose)),
  ])
  func aSettingOfAProcessEndsWithIt(_ call: AppCall) throws {
    func settings(_ timeline: Timeline) throws -> [AnyHashable] {
      let runtime = try #require(timeline.live.runtime)
      return [
        runtime.dispatchInterval.period, runtime.refreshMode, runtime.logger,
        runtime.analytics.logger,
      ]
    }
    var timeline = try SmallShop.timeline()
    try timeline.launchAndSettle()
    let usual = try settings(timeline)
    for end in [Act.kill, .reinstall, .upgrade(build: nil, version: nil)] {
      try timeline.perform(.app(call))
      #expect(try settings(timeline) != usual)
      try timeline.perform(end)
      try timeline.launchAndSettle()
      #expect(try settings(timeline) == usual)
    }
  }

  @Test func inTheBackgroundTimersWait() throws {
    var timeline = try SmallShop.launched()
    try timeline.perform(.screen("Home"))
    try timeline.perform(.background())
    timeline.wait(.hours(24))
    #expect(timeline.counts == [1, 1, 0, 0])
    #expect(timeline.world.server.requestCount == 1)
    #expect(throws: ActError.inBackground) { try timeline.perform(.screen("Home")) }
    try timeline.perform(.foreground)
    timeline.settle()
    #expect(timeline.counts == [1, 0, 1, 0])
    #expect(timeline.world.server.requestCount == 2)
  }

  @Test func whatWasDeferredHappensInItsOrder() throws {
    var timeline = try SmallShop.timeline()
    try timeline.perform(.installSaved(SmallShop.container(5), age: .hours(1)))
    try timeline.launch()
    try timeline.perform(.background())
    timeline.wait(.seconds(10))
    let before = timeline.rowCount
    try timeline.perform(.foreground)
    // The disk had answered before the opener's time was up.
    #expect(timeline.words(from: before).prefix(2) == ["foreground", "container saved 5"])
  }

  @Test(arguments: [Duration.hours(12), .days(3)])
  func aJumpFiresEachDueTimerAtMostOnce(_ duration: Duration) throws {
    var timeline = try SmallShop.launched()
    try timeline.perform(.screen("Home"))
    timeline.wait(.seconds(10))
    let started = timeline.live.now
    try timeline.perform(.jump(duration))
    #expect(timeline.live.now.instant == started.instant + duration)
    timeline.settle()
    #expect(timeline.world.server.requestCount == 2)
    #expect(timeline.counts == [1, 0, 1, 0])
    #expect(timeline.live.untilRefresh() == .hours(12))
  }

  @Test func theSameVersionIsNoChange() throws {
    var timeline = try SmallShop.timeline()
    try timeline.perform(.installSaved(SmallShop.container(2), age: .hours(13)))
    try timeline.launchAndSettle()
    #expect(timeline.lines.map(\.line.record.text).contains("No change for container: GTM-SHOP"))
    #expect(timeline.live.container?.source == .saved)
    #expect(timeline.live.container?.age(at: timeline.live.now.wall) == .zero)
  }

  @Test func aDispatchCountsOnlyWhatItSentItself() throws {
    var timeline = try SmallShop.timeline()
    // One hit travels in a request.
    try timeline.perform(.setSDKVersion(SDKVersion(3, 9)))
    try timeline.launchAndSettle()
    for _ in 1...3 { try timeline.perform(.screen("Home")) }
    try timeline.perform(.app(.dispatch))
    timeline.wait(.milliseconds(300))
    #expect(timeline.counts == [3, 1, 2, 0])
    try timeline.perform(.kill)
    try timeline.launch()
    timeline.wait(.seconds(2))
    #expect(timeline.words().last == "dispatched good 1 0")
  }

  @Test func aHitThatWasNeverStoredIsNotLostByADispatch() throws {
    var timeline = try SmallShop.launched()
    try timeline.perform(.app(.makeTracker(name: nil, trackingID: "UA-1-1")))
    try timeline.perform(.app(.setField("&sf", "0", tracker: nil)))
    try timeline.perform(.app(.send(HitBuilder.screenView(name: "Home").fields, tracker: nil)))
    try timeline.perform(.screen("Home"))
    try timeline.dispatchAndSettle()
    #expect(timeline.counts == [2, 0, 1, 1])
    #expect(timeline.words().last == "dispatched good 1 0")
  }

  @Test func theStoreDropsItsOldestHit() throws {
    var timeline = try SmallShop.launched(isOnline: false)
    for _ in 0...Limits.storedHits { try timeline.perform(.app(.push(["event": "openScreen"]))) }
    #expect(timeline.counts == [Limits.storedHits + 1, Limits.storedHits, 0, 1])
    #expect(timeline.world.disk.hits.first?.id == 2)
    #expect(timeline.world.ledger.ended.map(\.outcome) == [.lost(.storeFull(limit: 2000))])
  }
}
