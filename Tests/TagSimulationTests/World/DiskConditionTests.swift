import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

/// What the states of the disk mean for saved containers; hits are another store.
@Suite struct DiskConditionTests {
  private func launched(
    _ disk: DiskCondition?, hasCopy: Bool, isOnline: Bool = true
  ) throws -> Timeline {
    var timeline = try SmallShop.timeline(isOnline: isOnline)
    if hasCopy { try timeline.perform(.installSaved(SmallShop.container(5), age: .hours(1))) }
    if let disk { try timeline.perform(.disk(disk)) } else { try timeline.perform(.emptyDisk) }
    try timeline.launchAndSettle()
    return timeline
  }

  @Test(
    arguments: [
      (.ok, true, nil), (.ok, false, .noSavedContainer), (.ioError, true, .ioError),
      (.ioError, false, .ioError), (.damaged, true, .serverError),
      (.damaged, false, .noSavedContainer), (nil, true, .noSavedContainer),
    ] as [(DiskCondition?, Bool, RefreshFailure?)])
  func aSavedCopyIsReadOrNot(
    _ disk: DiskCondition?, _ hasCopy: Bool, _ failure: RefreshFailure?
  ) throws {
    let timeline = try launched(disk, hasCopy: hasCopy)
    let loads = timeline.loads.map(\.event.kind)
    #expect(loads.contains(failure.map { .failed(.saved, $0) } ?? .succeeded(.saved)))
    // A copy that cannot be read is fetched anew, and nothing else breaks.
    #expect(timeline.live.container?.version == (failure == nil ? "5" : "2"))
    #expect(timeline.world.server.requestCount == (failure == nil ? 0 : 1))
  }

  @Test(arguments: DiskCondition.allCases)
  func onlyAFailingDiskDoesNotSave(_ disk: DiskCondition) throws {
    let timeline = try launched(disk, hasCopy: false)
    let fails = disk == .ioError
    #expect(timeline.codes.contains(.saveFailed) == fails)
    #expect(timeline.world.disk.savedContainers.isEmpty == fails)
    #expect(timeline.live.container?.source == .network)
  }

  @Test(arguments: DiskCondition.allCases)
  func hitsAreKeptAndSentAllTheSame(_ disk: DiskCondition) throws {
    var timeline = try launched(disk, hasCopy: false)
    try timeline.perform(.screen("Home"))
    try timeline.perform(.kill)
    #expect(timeline.counts == [1, 1, 0, 0])
    try timeline.launch()
    timeline.wait(.seconds(5))
    #expect(timeline.counts == [1, 0, 1, 0])
  }

  @Test func anUnreadableCopyAndNoNetworkLeaveTheDefault() throws {
    var timeline = try launched(.damaged, hasCopy: true, isOnline: false)
    #expect(timeline.live.container?.source == .default)
    try timeline.perform(.kill)
    try timeline.perform(.disk(.ok))
    try timeline.launchAndSettle()
    #expect(timeline.live.container?.version == "5")
  }

  @Test func anEmptiedDiskKeepsItsHits() throws {
    var timeline = try launched(.ok, hasCopy: true)
    try timeline.perform(.screen("Home"))
    try timeline.perform(.app(.push(["tier": "gold", "gtm": ["lifetime": "1d"]])))
    try timeline.perform(.kill)
    try timeline.perform(.emptyDisk)
    #expect(timeline.words().last == "disk empty")
    #expect(timeline.world.disk.savedContainers.isEmpty)
    #expect(timeline.world.disk.lasting == Lasting())
    #expect(timeline.counts == [1, 1, 0, 0])
    try timeline.launchAndSettle()
    #expect(timeline.live.runtime?.dataLayer.get("tier") == nil)
    #expect(timeline.live.container?.version == "2")
  }
}
