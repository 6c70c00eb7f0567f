import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

/// An app that never loads a container, and one that changes its mind.
@Suite struct DefaultContainerModeTests {
  private func launched() throws -> Timeline {
    var timeline = try SmallShop.timeline()
    try timeline.perform(.installSaved(SmallShop.container(5), age: .hours(1)))
    try timeline.perform(.app(.setRefreshMode(.defaultContainer)))
    try timeline.launchAndSettle()
    timeline.wait(.seconds(2))
    return timeline
  }

  @Test func onlyTheDefaultIsEverInUse() throws {
    var timeline = try launched()
    #expect(
      timeline.words() == [
        "launched", "appStart by launch", "container default 1 timed out", "ready by container",
      ])
    try timeline.perform(.app(.refresh()))
    try timeline.perform(.screen("Home"))
    timeline.wait(.days(2))
    #expect(timeline.live.container?.version == "1")
    #expect(timeline.world.server.requestCount == 0)
    #expect(timeline.live.refreshAllowance()?.tokens == 30)
    #expect(timeline.codes.filter { $0 == .defaultContainerMode }.count == 1)
    #expect(timeline.codes.filter { $0 == .refreshInDefaultMode }.count == 1)
    #expect(timeline.counts == [1, 0, 1, 0])
  }

  @Test func theModeIsSetAtEveryLaunch() throws {
    var timeline = try launched()
    try timeline.perform(.kill)
    try timeline.launch()
    timeline.wait(.days(1))
    #expect(timeline.live.container?.source == .default)
    #expect(timeline.world.disk.savedContainers["GTM-SHOP"]?.container.version.version == "5")
  }

  @Test func backInTheStandardModeARefreshIsAnswered() throws {
    var timeline = try launched()
    try timeline.perform(.app(.setRefreshMode(.standard)))
    #expect(timeline.live.container?.version == "1")
    try timeline.perform(.app(.refresh()))
    timeline.settle()
    #expect(timeline.words().last == "refreshed 2")
    #expect(timeline.live.untilRefresh() == .hours(12))
  }

  /// The mode is looked at when the app refreshes; the SDK's own timer goes on.
  @Test func whileItRunsTheModeStopsTheRefreshesOfTheApp() throws {
    var timeline = try SmallShop.launched()
    try timeline.perform(.app(.setRefreshMode(.defaultContainer)))
    try timeline.perform(.publish(SmallShop.container(3)))
    try timeline.perform(.app(.refresh()))
    timeline.wait(.hours(11))
    #expect(timeline.codes.contains(.refreshInDefaultMode))
    #expect(timeline.world.server.requestCount == 1)
    timeline.wait(.hours(2))
    #expect(timeline.live.container?.version == "3")
    #expect(timeline.world.server.requestCount == 2)
  }

  @Test func thereIsNoPreviewEither() throws {
    var timeline = try launched()
    try timeline.perform(.draft(SmallShop.container(9)))
    try timeline.perform(
      .openURL(
        SmallShop.app.previewScheme + "://preview/p?id=GTM-SHOP&gtm_auth=a&gtm_preview=9"))
    timeline.settle()
    #expect(timeline.live.container?.version == "1")
    #expect(timeline.codes.last == .refreshInDefaultMode)
  }
}
