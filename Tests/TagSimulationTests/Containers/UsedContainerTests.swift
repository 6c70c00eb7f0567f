import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

/// A version that is given to the running app from outside, as if it had been published and
/// fetched. No SDK has this; what it does is our own definition.
@Suite struct UsedContainerTests {
  private func launched(_ acts: [Act] = []) throws -> Timeline {
    var timeline = try SmallShop.timeline()
    try timeline.perform(.installSaved(SmallShop.container(5), age: .hours(1)))
    for act in acts { try timeline.perform(act) }
    try timeline.launchAndSettle()
    return timeline
  }

  @Test func itIsInUseAtOnceAndSavedWithoutARequest() throws {
    var timeline = try launched([.network(.offline)])
    let requests = timeline.world.server.requestCount
    let tokens = timeline.live.refreshAllowance()?.tokens
    let refresh = timeline.live.untilRefresh()
    try timeline.perform(.useContainer(SmallShop.container(9)))
    timeline.settle()
    #expect(timeline.live.container?.version == "9")
    #expect(timeline.live.container?.source == .network)
    #expect(timeline.words().last == "refreshed 9")
    #expect(timeline.world.disk.savedContainers["GTM-SHOP"]?.container.version.version == "9")
    #expect(timeline.world.server.requestCount == requests)
    #expect(timeline.live.refreshAllowance()?.tokens == tokens)
    #expect(timeline.live.untilRefresh() == refresh)
  }

  @Test func theNextLaunchFindsItSaved() throws {
    var timeline = try launched([.network(.offline)])
    try timeline.perform(.useContainer(SmallShop.container(9)))
    timeline.settle()
    try timeline.relaunch()
    #expect(timeline.live.container?.version == "9")
    #expect(timeline.live.container?.source == .saved)
  }

  @Test func onlyARunningAppCanUseOne() throws {
    var timeline = try SmallShop.timeline()
    #expect(throws: ActError.notRunning) {
      try timeline.perform(.useContainer(SmallShop.container(9)))
    }
    #expect(throws: ActError.self) {
      try timeline.perform(.useContainer(SmallShop.container(9), container: "GTM-OTHER"))
    }
  }
}
