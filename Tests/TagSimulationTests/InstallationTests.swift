import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport
import Testing

/// What outlasts a process, a newer build and a new installation.
@Suite struct InstallationTests {
  private func clientID(_ timeline: inout Timeline) throws -> String? {
    try timeline.send("Home")
    return timeline.world.lastHit?.hit.added["&cid"]
  }

  @Test(arguments: [(false, 1), (true, 0)])
  func anOptOutOutlastsTheProcess(_ isForgotten: Bool, _ lost: Int) throws {
    var timeline = try SmallShop.tracking()
    try timeline.perform(.setQuirk(.optOutForgotten, isOn: isForgotten))
    try timeline.perform(.app(.setOptOut(true)))
    try timeline.relaunch()
    #expect(timeline.live.runtime?.analytics.isOptedOut == !isForgotten)
    try timeline.send("Home")
    #expect(timeline.world.ledger.lost(.optedOut) == lost)
    try timeline.perform(.app(.setOptOut(false)))
    try timeline.relaunch()
    #expect(timeline.live.runtime?.analytics.isOptedOut == false)
  }

  /// What the SDK restores by itself is no call of the app's.
  @Test func anOptOutThatIsRestoredLeavesNoLetter() throws {
    var timeline = try SmallShop.tracking()
    try timeline.perform(.app(.setOptOut(true)))
    try timeline.relaunch()
    try timeline.perform(.app(.setOptOut(false)))
    try timeline.send("Home")
    let letters = timeline.world.lastHit?.hit.added["&_u"] ?? ""
    #expect(letters.count { $0 == "q" } == 1, "\(letters)")
  }

  @Test func optingOutDeletesWhatWaits() throws {
    var timeline = try SmallShop.tracking()
    try timeline.send("Home", "Cart")
    try timeline.perform(.app(.setOptOut(true)))
    #expect(timeline.counts == [2, 0, 0, 2])
    #expect(timeline.world.ledger.lost(.optedOut) == 2)
    #expect(timeline.words().last == "opted out true")
  }

  @Test func aNewInstallationLosesWhatWaitsAndIsAnotherClient() throws {
    var timeline = try SmallShop.tracking()
    let first = try clientID(&timeline)
    try timeline.perform(.app(.setOptOut(false)))
    try timeline.perform(.reinstall)
    #expect(timeline.counts == [1, 0, 0, 1])
    #expect(timeline.world.ledger.lost(.uninstalled) == 1)
    #expect(timeline.words().suffix(2) == ["killed", "reinstalled 1"])
    #expect(timeline.world.disk.savedContainers.isEmpty)
    try timeline.launchAndSettle()
    let second = try clientID(&timeline)
    #expect(second != nil)
    #expect(second != first)
    #expect(timeline.world.lastHit?.id == 2, "a number is never used again")
  }

  /// Hits are counted through all launches, and anew after an installation; what keeps caches from
  /// answering begins somewhere else in every process.
  @Test func whatHitsAreCountedBy() throws {
    func numbers(_ timeline: inout Timeline) throws -> HitNumbers {
      try timeline.send("Home")
      let hit = try #require(timeline.world.lastHit?.hit)
      #expect(hit.added["&_s"] == hit.numbers.map { String($0.position) })
      return try #require(hit.numbers)
    }
    var timeline = try SmallShop.tracking(version: SDKVersion(3, 17))
    let first = try numbers(&timeline)
    let second = try numbers(&timeline)
    try timeline.relaunch()
    let third = try numbers(&timeline)
    #expect([first, second, third].map(\.position) == [1, 2, 3])
    #expect(second.cacheBuster == first.cacheBuster &+ 1)
    #expect(third.cacheBuster != second.cacheBuster &+ 1)
    #expect(timeline.world.disk.hitCount == 3)
    try timeline.perform(.reinstall)
    try timeline.launchAndSettle()
    #expect(try numbers(&timeline).position == 1)
  }

  @Test func aNewInstallationForgetsTheOptOut() throws {
    var timeline = try SmallShop.tracking()
    try timeline.perform(.app(.setOptOut(true)))
    try timeline.perform(.reinstall)
    try timeline.launchAndSettle()
    #expect(timeline.live.runtime?.analytics.isOptedOut == false)
  }

  /// The request was on its way when the app was removed.
  @Test func aRequestOfTheOldInstallationIsNoneOfTheNew() throws {
    var timeline = try SmallShop.tracking()
    try timeline.perform(.network(.slow(latency: .seconds(60), jitter: .zero)))
    try timeline.send("Home")
    try timeline.perform(.app(.dispatch))
    timeline.wait(.seconds(1))
    try timeline.perform(.reinstall)
    try timeline.launch()
    try timeline.send("Cart")
    timeline.wait(.seconds(30))
    #expect(timeline.world.ledger.receipt(2) == nil)
    #expect(timeline.world.hit(1)?.state == .sent)
    #expect(timeline.world.ledger.lost(.uninstalled) == 0)
  }

  @Test func aNewerBuildKeepsEverything() throws {
    var timeline = try SmallShop.tracking()
    let client = try clientID(&timeline)
    try timeline.perform(.upgrade(build: nil, version: "2.0"))
    #expect(!timeline.live.isRunning)
    #expect(timeline.words().suffix(2) == ["killed", "upgraded 2"])
    #expect(timeline.counts == [1, 1, 0, 0])
    try timeline.launchAndSettle()
    #expect(try clientID(&timeline) == client)
    #expect(timeline.world.lastHit?.hit.added["&av"] == "2.0")
    timeline.wait(.seconds(121))
    #expect(timeline.counts == [2, 0, 2, 0])
    try timeline.perform(.upgrade(build: 42, version: nil))
    #expect(timeline.world.app.build == 42)
    #expect(timeline.world.app.version == "2.0")
  }

  @Test func theClientComesFromTheSeed() throws {
    var clients: [String?] = []
    for seed in [1, 1, 2] as [UInt64] {
      var timeline = try SmallShop.tracking(settings: .with { $0.seed = seed })
      clients.append(try clientID(&timeline))
    }
    #expect(clients[0] == clients[1])
    #expect(clients[0] != clients[2])
  }
}
