import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

/// Links that preview a version, as the phone hands them to the app.
@Suite struct LinkTests {
  private static let start = SmallShop.app.previewScheme + "://preview/p?id="
  private static let link = start + "GTM-SHOP&gtm_auth=abc&gtm_preview=9"
  private static let exit = start + "GTM-SHOP&gtm_preview="

  private func timeline() throws -> Timeline {
    var timeline = try SmallShop.timeline()
    try timeline.perform(.draft(SmallShop.container(9)))
    return timeline
  }

  @Test(arguments: [false, true])
  func aLinkReachesARunningApp(_ isSuspended: Bool) throws {
    var timeline = try timeline()
    try timeline.launchAndSettle()
    if isSuspended { try timeline.perform(.background()) }
    let before = timeline.rowCount
    try timeline.perform(.openURL(Self.link))
    timeline.settle()
    #expect(
      timeline.words(from: before) == (isSuspended ? ["foreground"] : []) + [
        "link \(PreviewAnswer.previewing(container: "GTM-SHOP"))", "refreshed 9",
      ])
    #expect(timeline.live.container?.isPreviewed == true)
    timeline.wait(.seconds(10))
    try timeline.perform(.openURL(Self.exit))
    timeline.settle()
    #expect(timeline.live.container?.version == "2")
    #expect(timeline.live.container?.isPreviewed == false)
  }

  @Test(arguments: [[], [Act.launch(isCold: true, kind: nil, timeout: nil)]])
  func aLinkOfAnotherAppIsOpenedByNobody(_ acts: [Act]) throws {
    var timeline = try timeline()
    for act in acts { try timeline.perform(act) }
    timeline.settle()
    let (before, wasRunning) = (timeline.rowCount, timeline.live.isRunning)
    for url in ["tagmanager.c.com.other://preview/p?id=A", "https://www.example.com/", "", ":"] {
      try timeline.perform(.openURL(url))
    }
    timeline.settle()
    #expect(timeline.live.isRunning == wasRunning)
    #expect(timeline.rowCount == before + 4)
    #expect(timeline.words(from: before).allSatisfy { $0.hasPrefix("link refused") })
    #expect(timeline.codes.filter { $0 == .unknownScheme }.count == 4)
  }

  /// A link of the right scheme starts the app whatever follows.
  @Test func aLinkThatIsNoPreviewStartsTheAppAllTheSame() throws {
    var timeline = try timeline()
    try timeline.perform(.openURL(SmallShop.app.previewScheme.uppercased() + "://elsewhere"))
    timeline.settle()
    #expect(timeline.live.isRunning)
    #expect(timeline.codes.contains(.notAPreviewURL))
    #expect(timeline.live.container?.version == "2")
  }

  @Test func aVersionThatTheServerDoesNotHaveIsNotShown() throws {
    var timeline = try timeline()
    try timeline.perform(.openURL(Self.link.replacing("preview=9", with: "preview=8")))
    timeline.settle()
    #expect(timeline.words().contains("refresh failed server-error"))
    #expect(timeline.live.container?.version == "1")
    #expect(timeline.live.container?.isPreviewed == true)
  }

  @Test func aPreviewOfTheSecondContainerLeavesTheFirst() throws {
    var timeline = try TwoContainers.timeline()
    try timeline.perform(.draft(TwoContainers.container(19), container: TwoContainers.ads))
    try timeline.launchAndSettle()
    let link = Self.start + TwoContainers.ads + "&gtm_auth=abc&gtm_preview=19"
    try timeline.perform(.openURL(link))
    timeline.settle()
    #expect(timeline.words().last == "refreshed 19 of GTM-ADS")
    #expect(timeline.live.container?.version == "2")
    #expect(timeline.live.container?.isPreviewed == false)
  }

  @Test func aLinkWaitsForTheMainThread() throws {
    var timeline = try timeline()
    try timeline.launchAndSettle()
    try timeline.perform(.app(.close(container: nil)))
    try timeline.perform(.open(container: nil, AppOpening(isBlocking: true)))
    try timeline.perform(.openURL(Self.link))
    #expect(timeline.live.waitingActs == 1)
    timeline.settle()
    #expect(timeline.live.container?.version == "9")
  }
}
