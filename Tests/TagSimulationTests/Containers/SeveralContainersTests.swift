import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

/// Several containers in one app: one data layer, and everything else of their own.
@Suite struct SeveralContainersTests {
  private let ads = TwoContainers.ads
  private static let title = TypedRead(kind: .string, key: "title")
  private static let tier = TypedRead(kind: .string, key: "tier")

  private func running() throws -> Timeline {
    var timeline = try TwoContainers.timeline()
    try timeline.launchAndSettle()
    return timeline
  }

  private func handler(_ kind: HandlerRegistration.Kind, _ name: String) -> HandlerRegistration {
    HandlerRegistration(container: ads, kind: kind, name: name)
  }

  @Test func aLaunchOpensThemInTheirOrder() throws {
    let timeline = try running()
    #expect(
      timeline.words() == [
        "launched", "appStart by launch", "refreshed 2", "container network 2",
        "ready by container", "refreshed 12 of GTM-ADS", "container network 12 of GTM-ADS",
      ])
    #expect(timeline.world.disk.savedContainers.keys == ["GTM-SHOP", ads])
    #expect(timeline.live.reading(of: Self.title).value == "v2")
    #expect(timeline.live.reading(of: Self.title, in: ads).value == "ads v12")
  }

  @Test func eachHasItsDefaultAndItsSavedCopy() throws {
    var timeline = try TwoContainers.timeline(isOnline: false)
    try timeline.perform(
      .installSaved(TwoContainers.container(13), container: ads, age: .hours(1)))
    try timeline.launchAndSettle()
    #expect(timeline.live.container?.version == "1")
    #expect(timeline.live.container?.source == .default)
    #expect(timeline.live.container(ads)?.version == "13")
    #expect(timeline.live.container(ads)?.source == .saved)
    #expect(timeline.live.untilRefresh() == .hours(1))
    #expect(timeline.live.untilRefresh(of: ads) == .hours(11) - .milliseconds(6))
    try timeline.perform(.kill)
    try timeline.perform(.emptyDisk)
    try timeline.launchAndSettle()
    #expect(timeline.live.container(ads)?.version == "11")
  }

  @Test func oneDataLayerFeedsThemAll() throws {
    var timeline = try running()
    try timeline.perform(.app(.push(["event": "buy", "price": 7])))
    let record = try #require(
      timeline.rows(in: 1...).compactMap(\.event.update).first { $0.event == "buy" })
    #expect(record.firings.map(\.container) == ["GTM-SHOP", ads])
    #expect(
      record.firings.map { $0.tags.map(\.name) } == [
        ["Purchase", "celebrate"], ["track", "celebrate"],
      ])
  }

  /// A handler belongs to the container that it was registered with, whatever its name.
  @Test func aHandlerIsAskedForItsContainerOnly() throws {
    var timeline = try running()
    #expect(timeline.live.reading(of: Self.tier).value == "plain")
    #expect(timeline.live.reading(of: Self.tier, in: ads).value == "anybody")
    try timeline.perform(.app(.push(["event": "buy"])))
    let record = try #require(
      timeline.rows(in: 1...).compactMap(\.event.update).first { $0.event == "buy" })
    #expect(
      record.firings.map { $0.tags.last?.result } == [
        .called(function: "celebrate"), .nothingRan(function: "celebrate"),
      ])
    #expect(timeline.words().filter { $0.hasPrefix("party") }.count == 1)
    #expect(timeline.codes.filter { $0 == .noHandler }.count == 1)
  }

  @Test func eachIsRefreshedByItself() throws {
    let app = TwoContainers.app(timers: [.minutes(20), .hours(2)])
    var timeline = try TwoContainers.timeline(of: app)
    try timeline.launchAndSettle()
    let before = timeline.rowCount
    try timeline.perform(.publish(TwoContainers.container(14), container: ads))
    try timeline.perform(.app(.refresh(container: ads)))
    try timeline.perform(.app(.refresh(container: ads)))
    timeline.settle()
    #expect(
      timeline.words(from: before) == [
        "published 14 of GTM-ADS", "refresh refused of GTM-ADS", "refreshed 14 of GTM-ADS",
      ])
    #expect(timeline.live.refreshAllowance(of: ads)?.tokens == 29)
    #expect(timeline.live.refreshAllowance()?.tokens == 30)
    let requests = timeline.world.server.requestCount
    timeline.wait(.minutes(121))
    #expect(timeline.world.server.requestCount == requests + 6 + 1)
  }

  /// What a build of the app does with its first container, from the next launch on.
  @Test func theTimerOfTheFirstCanBeSet() throws {
    var timeline = try TwoContainers.timeline(of: TwoContainers.app(timers: [nil, nil]))
    func requests(within duration: Duration) -> Int {
      let before = timeline.world.server.requestCount
      timeline.wait(duration)
      return timeline.world.server.requestCount - before
    }
    try timeline.launchAndSettle()
    try timeline.perform(.setRefreshTimer(.minutes(20)))
    #expect(requests(within: .minutes(121)) == 0)
    try timeline.relaunch()
    #expect(requests(within: .minutes(121)) == 6)
    try timeline.perform(.setRefreshTimer(nil))
    try timeline.relaunch()
    #expect(requests(within: .minutes(121)) == 0)
  }

  @Test func aClosedContainerIsGoneAndTheOtherGoesOn() throws {
    var timeline = try running()
    #expect(timeline.live.isRegistered(handler(.tag, "track")))
    try timeline.perform(.app(.close(container: ads)))
    #expect(timeline.words().last == "closed GTM-ADS")
    #expect(timeline.live.container(ads) == nil)
    #expect(!timeline.live.isRegistered(handler(.tag, "track")))
    #expect(!timeline.live.isRegistered(handler(.macro, "tier")))
    #expect(timeline.live.untilRefresh(of: ads) == nil)
    let kept = HandlerRegistration(container: "GTM-SHOP", kind: .macro, name: "tier")
    #expect(timeline.live.isRegistered(kept))
    try timeline.perform(.app(.push(["event": "buy"])))
    let record = try #require(
      timeline.rows(in: 1...).compactMap(\.event.update).first { $0.event == "buy" })
    #expect(record.firings.map(\.container) == ["GTM-SHOP"])
    #expect(timeline.live.reading(of: Self.title, in: ads).value == "")
    timeline.wait(.hours(13))
    #expect(timeline.world.server.requestCount == 2 + 1)
  }

  @Test func aClosedContainerCanBeOpenedAgain() throws {
    var timeline = try running()
    try timeline.perform(.app(.close(container: ads)))
    let before = timeline.rowCount
    try timeline.perform(.open(container: ads, AppOpening()))
    timeline.settle()
    #expect(timeline.words(from: before) == ["container saved 12 of GTM-ADS"])
    #expect(timeline.live.isRegistered(handler(.tag, "track")))
    #expect(timeline.live.refreshAllowance(of: ads)?.tokens == 30)
  }

  @Test func anAnswerToAClosedContainerIsIgnored() throws {
    var timeline = try running()
    timeline.wait(.seconds(10))
    try timeline.perform(.app(.refresh(container: ads)))
    try timeline.perform(.app(.close(container: ads)))
    timeline.settle()
    #expect(timeline.codes.last == .ignoredAnswer)
    #expect(timeline.live.container(ads) == nil)
  }

  // MARK: Handlers

  @Test func aHandlerCanBeTakenBackAndRegisteredAgain() throws {
    var timeline = try running()
    try timeline.perform(.register(.macro, "tier", container: ads, isOn: false))
    #expect(timeline.live.reading(of: Self.tier, in: ads).value == "")
    #expect(timeline.live.reading(of: Self.tier).value == "plain")
    try timeline.perform(.register(.macro, "tier", container: ads, isOn: true))
    #expect(timeline.live.reading(of: Self.tier, in: ads).value == "anybody")
    #expect(throws: ActError.unknownHandler("celebrate", kind: .tag, known: ["track"])) {
      try timeline.perform(.register(.tag, "celebrate", container: ads, isOn: true))
    }
  }

  @Test func aNilHandlerMayRaiseInsteadOfUnregistering() throws {
    var timeline = try TwoContainers.timeline()
    try timeline.perform(.setQuirk(.nilHandlerRaises, isOn: true))
    try timeline.launchAndSettle()
    try timeline.perform(.register(.macro, "tier", container: ads, isOn: false))
    #expect(timeline.lines.last?.line.record == LogRecord(.nilHandler, ["tier"]))
    #expect(timeline.live.isRegistered(handler(.macro, "tier")))
  }

  @Test func anUnknownContainerIsRefused() throws {
    var timeline = try running()
    let error = ActError.unknownContainer("GTM-NONE", known: ["GTM-SHOP", ads])
    for act in [
      .open(container: "GTM-NONE", AppOpening()), .app(.close(container: "GTM-NONE")),
      .app(.refresh(container: "GTM-NONE")),
      .app(.read(Self.title.key, Self.title.kind, container: "GTM-NONE")),
      .publish(SmallShop.container(3), container: "GTM-NONE"),
      .draft(SmallShop.container(3), container: "GTM-NONE"),
      .installDefault(SmallShop.container(3), container: "GTM-NONE"),
      .register(.tag, "track", container: "GTM-NONE", isOn: true),
    ] as [Act] {
      #expect(throws: error) { try timeline.perform(act) }
    }
  }

  // MARK: Blocking

  @Test func aBlockingFirstOneMakesTheSecondWait() throws {
    let app = TwoContainers.app(first: AppOpening(isBlocking: true))
    var timeline = try TwoContainers.timeline(of: app)
    try timeline.launch()
    timeline.wait(.milliseconds(184))
    #expect(timeline.live.container(ads) == nil)
    timeline.settle()
    #expect(
      timeline.words() == [
        "launched", "refreshed 2", "container network 2", "ready by container",
        "frozen 185 ms, 0 waited", "appStart by launch", "refreshed 12 of GTM-ADS",
        "container network 12 of GTM-ADS",
      ])
  }

  @Test func twoThatBlockFollowEachOther() throws {
    let blocking = AppOpening(isBlocking: true)
    var timeline = try TwoContainers.timeline(
      of: TwoContainers.app(first: blocking, second: blocking))
    try timeline.launch()
    try timeline.perform(.screen("About"))
    timeline.settle()
    #expect(
      timeline.words() == [
        "launched", "refreshed 2", "container network 2", "ready by container",
        "frozen 185 ms, 1 waited", "refreshed 12 of GTM-ADS", "container network 12 of GTM-ADS",
        "frozen 185 ms, 1 waited", "appStart by launch", "seen About",
      ])
  }
}
