import TagRuntime
import TestSupport
import Testing

/// Answers and timers of what is over by the time they come.
@Suite struct LateAnswerTests {
  private let id = RuntimeHarness.containerID
  private static let start = "tagmanager.c.com.example.app://preview/p?id=GTM-TEST"
  private let link = Input.call(.preview(url: Self.start + "&gtm_auth=abc&gtm_preview=9"))
  private let exit = Input.call(.preview(url: Self.start + "&gtm_preview="))

  private func opened() -> RuntimeHarness { RuntimeHarness(ContainerBuilder(version: "1")) }

  @Test func theDisksAnswerToAnEarlierOpeningIsIgnored() {
    var harness = opened()
    let earlier = harness.opening
    harness.send(.call(.close(container: id)))
    harness.open()
    #expect(harness.opening != earlier)
    let saved = SavedContainer(
      container: ContainerBuilder(version: "7").compiled, refreshed: harness.now.wall)
    harness.send(.savedLoaded(container: id, opening: earlier, .success(saved)))
    #expect(harness.status?.source == .default)
    harness.savedLoaded(ContainerBuilder(version: "8"), age: .hours(1))
    #expect(harness.status?.version == "8")
  }

  @Test func aContainerThatIsClosedHasNoTimers() {
    var harness = opened()
    #expect(harness.until(.opening(container: id)) != nil)
    harness.send(.call(.close(container: id)))
    #expect(harness.until(.opening(container: id)) == nil)
    harness.open()
    harness.savedLoaded(ContainerBuilder(version: "7"), age: .hours(1))
    #expect(harness.until(.refresh(container: id)) == .hours(11))
    harness.send(.call(.close(container: id)))
    #expect(harness.until(.refresh(container: id)) == nil)
  }

  /// The clock was set back since it was saved.
  @Test func aCopyOfTheFutureIsRenewedAfter12Hours() {
    var harness = opened()
    harness.savedLoaded(ContainerBuilder(version: "7"), age: .hours(-5))
    #expect(harness.until(.refresh(container: id)) == .hours(12))
  }

  // MARK: Previews

  @Test func aPreviewThatHasEndedIsOverForTheNextOpening() {
    var harness = RuntimeHarness()
    harness.send(link)
    harness.send(exit)
    let effects = harness.open()
    #expect(effects.requests == [])
    #expect(
      effects.notifications == [
        .opened(container: id, .preferNonDefault), .refreshBegan(container: id, .saved),
      ])
  }

  @Test func aPreviewThatBeginsWhileTheDiskIsReadLeavesTheSavedCopy() {
    var harness = opened()
    harness.send(link)
    harness.savedLoaded(ContainerBuilder(version: "7"), age: .hours(1))
    #expect(harness.status?.source == .default)
    #expect(harness.status?.version == "1")
  }

  /// The exit is a refresh that comes too soon, so that the draft still arrives.
  @Test func aDraftThatArrivesAfterItsPreviewIsNotSaved() {
    var harness = opened()
    harness.savedLoaded(ContainerBuilder(version: "7"), age: .hours(1))
    harness.send(link)
    #expect(harness.send(exit).requests == [])
    let effects = harness.fetched(.success(ContainerBuilder(version: "9")))
    #expect(effects.saved.isEmpty)
    #expect(harness.status?.source == .preview)
  }
}
