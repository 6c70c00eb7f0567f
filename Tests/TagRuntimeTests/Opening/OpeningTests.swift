import TagRuntime
import TestSupport
import Testing

@Suite struct OpeningTests {
  private let id = RuntimeHarness.containerID
  private let saved = ContainerBuilder(version: "7")
  private let fetched = ContainerBuilder(version: "8")

  private func opening(_ kind: OpenKind, timeout: Duration? = nil) -> RuntimeHarness {
    var harness = RuntimeHarness()
    harness.bundle = ContainerBuilder(version: "1").compiled
    harness.open(kind: kind, timeout: timeout)
    return harness
  }

  private func available(_ effects: [Effect]) -> [TagRuntime.Notification] {
    effects.notifications.filter {
      if case .containerAvailable = $0 { true } else { false }
    }
  }

  private func handed(
    _ handing: HandingOut = .found, on thread: HandingThread
  ) -> [TagRuntime.Notification] {
    [.containerAvailable(container: id, handing, thread)]
  }

  @Test func openingAnswersFromTheBundleAndAsksTheDisk() {
    let harness = opening(.preferNonDefault)
    let effects = harness.effects
    #expect(effects.timers == [.opening(container: id): .seconds(2)])
    #expect(
      effects.notifications == [
        .opened(container: id, .preferNonDefault), .refreshBegan(container: id, .saved),
      ])
    #expect(effects.fetches == [])
    #expect(harness.status?.source == .default)
    #expect(harness.status?.version == "1")
    #expect(harness.status?.isOpening == true)
  }

  @Test func withoutADefaultTheContainerIsEmpty() {
    var harness = RuntimeHarness()
    let effects = harness.open()
    #expect(
      effects.logs(.error) == ["No default container found; creating an empty container."])
    #expect(harness.status?.source == ContainerSource.none)
    #expect(harness.event("any").firedTags == [])
  }

  @Test(arguments: [Duration.minutes(1), .hours(11), .hours(13), .days(400)])
  func preferNonDefaultTakesASavedCopyOfAnyAge(_ age: Duration) {
    var harness = opening(.preferNonDefault)
    #expect(available(harness.savedLoaded(saved, age: age)) == handed(on: .disk))
    #expect(harness.until(.opening(container: id)) == nil)
    #expect(harness.status?.version == "7")
  }

  @Test(arguments: [
    (Duration.hours(12) - .milliseconds(1), true), (.hours(12), false), (.hours(13), false),
    (.hours(-1), true),
  ])
  func preferFreshTakesASavedCopyYoungerThan12Hours(_ age: Duration, _ isTaken: Bool) {
    var harness = opening(.preferFresh)
    #expect(available(harness.savedLoaded(saved, age: age)) == (isTaken ? handed(on: .disk) : []))
    #expect(harness.status?.version == "7")
  }

  @Test func vector17AFreshCopyIsRenewedWhenItIs12HoursOld() {
    var harness = opening(.preferNonDefault)
    let effects = harness.savedLoaded(saved, age: .hours(12) - .minutes(1))
    #expect(effects.fetches == [])
    #expect(harness.until(.refresh(container: id)) == .minutes(1))
    #expect(harness.wait(.minutes(1)).fetches == [id])
  }

  @Test func vector17AStaleCopyIsRenewedAtOnce() {
    var nonDefault = opening(.preferNonDefault)
    let effects = nonDefault.savedLoaded(saved, age: .hours(13))
    #expect(available(effects) == handed(on: .disk))
    #expect(effects.fetches == [id])

    var fresh = opening(.preferFresh)
    #expect(fresh.savedLoaded(saved, age: .hours(13)).fetches == [id])
    #expect(available(fresh.fetched(.success(fetched))) == handed(on: .network))

    var late = opening(.preferFresh)
    late.savedLoaded(saved, age: .hours(13))
    #expect(available(late.wait(.seconds(2))) == handed(.timedOut, on: .timer))
  }

  @Test(arguments: [OpenKind.preferNonDefault, .preferFresh])
  func withoutASavedCopyTheNetworkDecides(_ kind: OpenKind) {
    var harness = opening(kind)
    let asked = harness.nothingSaved()
    #expect(
      asked.notifications == [
        .refreshFailed(container: id, .saved, .noSavedContainer),
        .refreshBegan(container: id, .network),
      ])
    #expect(asked.fetches == [id])
    let effects = harness.fetched(.success(fetched))
    #expect(
      effects.notifications == [.refreshSucceeded(container: id, .network)] + handed(on: .network))
    #expect(harness.until(.refresh(container: id)) == .hours(12))
    #expect(harness.status?.refreshed == harness.now.wall)
  }

  @Test(arguments: [RefreshFailure.noNetwork, .networkError, .serverError])
  func aFailedLoadHandsOutTheDefaultAndIsTriedInAnHour(_ failure: RefreshFailure) {
    var harness = opening(.preferNonDefault)
    harness.nothingSaved()
    let effects = harness.fetched(.failure(failure))
    #expect(
      effects.notifications
        == [.refreshFailed(container: id, .network, failure)] + handed(on: .network))
    #expect(harness.until(.refresh(container: id)) == .hours(1))
    #expect(harness.wait(.hours(1)).fetches == [id])
  }

  @Test func offlineAStaleCopyStaysInUse() {
    var harness = opening(.preferFresh)
    harness.savedLoaded(saved, age: .hours(13))
    #expect(available(harness.fetched(.failure(.noNetwork))) == handed(on: .network))
    #expect(harness.status?.version == "7")
  }

  @Test(
    arguments: [
      (nil, .seconds(2), nil), (.seconds(5), .seconds(5), nil), (.zero, .zero, nil),
      (.seconds(99), .seconds(99), nil),
      (
        .seconds(100), .seconds(100),
        "Excessive timeout detected (100.000000). Timeout should be in seconds."
      ),
      (
        .milliseconds(2_000_500), .milliseconds(2_000_500),
        "Excessive timeout detected (2000.500000). Timeout should be in seconds."
      ),
    ] as [(Duration?, Duration, String?)])
  func theTimeoutHandsOutWhatThereIs(
    _ timeout: Duration?, _ effective: Duration, _ warning: String?
  ) {
    var harness = opening(.preferNonDefault, timeout: timeout)
    #expect(harness.effects.logs(.warning) == (warning.map { [$0] } ?? []))
    #expect(harness.until(.opening(container: id)) == effective)
    let effects = harness.wait(effective)
    #expect(available(effects) == handed(.timedOut, on: .timer))
    #expect(harness.status?.isOpening == false)
  }

  @Test func theAppIsToldOnce() {
    var harness = opening(.preferNonDefault)
    harness.savedLoaded(saved, age: .hours(13))
    #expect(available(harness.fetched(.success(fetched))) == [])
    #expect(available(harness.wait(.hours(24))) == [])
    #expect(harness.status?.version == "8")
  }

  @Test func aSecondOpenJoinsTheFirstOrIsAnsweredAtOnce() {
    var harness = opening(.preferNonDefault)
    #expect(available(harness.open()) == [])
    harness.savedLoaded(saved, age: .hours(1))
    #expect(available(harness.open()) == handed(.alreadyOpen, on: .caller))
  }

  @Test func aSavedCopyThatComesAfterTheNetworkIsNotApplied() {
    var harness = opening(.preferNonDefault)
    harness.refresh()
    harness.fetched(.success(fetched))
    harness.savedLoaded(saved, age: .hours(1))
    #expect(harness.status?.version == "8")
    #expect(harness.status?.source == .network)
  }

  @Test func noChangeRenewsTheAge() {
    var harness = opening(.preferNonDefault)
    harness.savedLoaded(saved, age: .hours(13))
    let effects = harness.fetched(.success(nil))
    #expect(effects.notifications == [.refreshSucceeded(container: id, .network)])
    #expect(effects.logs(.verbose) == ["No change for container: \(id)"])
    #expect(harness.status?.version == "7")
    #expect(harness.status?.age(at: harness.now.wall) == .zero)
  }

  @Test func aLoadedContainerIsSaved() {
    var harness = opening(.preferNonDefault)
    harness.nothingSaved()
    let saved = harness.fetched(.success(fetched)).saved
    #expect(saved.map(\.container.version.version) == ["8"])
  }

  @Test func aRefreshReplacesThePendingLoad() {
    var harness = opening(.preferNonDefault)
    harness.savedLoaded(saved, age: .hours(11))
    #expect(harness.until(.refresh(container: id)) == .hours(1))
    #expect(harness.refresh().fetches == [id])
    #expect(harness.until(.refresh(container: id)) == nil)
    harness.fetched(.success(fetched))
    #expect(harness.until(.refresh(container: id)) == .hours(12))
  }

  @Test func anAnswerThatNobodyWaitsForIsIgnored() {
    var harness = opening(.preferNonDefault)
    let late = harness.fetched(.success(fetched))
    let unknown = harness.send(
      .savedLoaded(container: "GTM-OTHER", opening: 1, .failure(.noSavedContainer)))
    for effects in [late, unknown] {
      #expect(effects.count == 1)
      #expect(effects.logs.map(\.code) == [.ignoredAnswer])
    }
    #expect(harness.status?.version == "1")
  }
}
