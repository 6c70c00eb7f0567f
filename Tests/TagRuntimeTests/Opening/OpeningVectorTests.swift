import TestSupport
import Testing

@testable import TagRuntime

/// Vectors 17 to 21 (LegacySDK §18.3); 16 is with the token bucket.
@Suite struct OpeningVectorTests {
  private let id = RuntimeHarness.containerID

  private func opened(_ kind: OpenKind = .callback) -> RuntimeHarness {
    var harness = RuntimeHarness()
    harness.bundle = ContainerBuilder(version: "1") { $0.constant("title", "old") }.compiled
    harness.open(kind: kind)
    return harness
  }

  @Test(
    arguments: [
      (
        .response(status: 404, .unreadable), .serverError,
        "No data was retrieved from the given url:https://www.googletagmanager.com/r?id=GTM-TEST"
          + "&v=i72183736. Make sure container_id:GTM-TEST is correct."
      ),
      (
        .response(status: 500, .unreadable), .networkError,
        "Error when loading resources from url: https://www.googletagmanager.com/r?id=GTM-TEST"
          + "&v=i72183736 status code = 500"
      ),
      (
        .response(status: 200, .unreadable), .serverError,
        "Error when parsing downloaded resources from url: "
          + "https://www.googletagmanager.com/r?id=GTM-TEST&v=i72183736"
      ),
      (
        .response(status: 999, .unreadable), .unknown,
        "Error when loading resources from url: https://www.googletagmanager.com/r?id=GTM-TEST"
          + "&v=i72183736 status code = 999"
      ),
      (.noAnswer, .networkError, nil), (.noNetwork, .noNetwork, nil),
    ] as [(FetchAnswer, RefreshFailure, String?)])
  func vector18EachAnswerHasItsFailure(
    _ answer: FetchAnswer, _ failure: RefreshFailure, _ warning: String?
  ) {
    var harness = opened()
    harness.nothingSaved()
    let effects = harness.answered(answer)
    #expect(effects.notifications == [.refreshFailed(container: id, .network, failure)])
    #expect(effects.logs(.warning) == (warning.map { [$0] } ?? []))
    #expect(harness.until(.refresh(container: id)) == .hours(1))
    #expect(harness.read("title").value == "old")
    #expect(harness.wait(.hours(1)).fetches == [id])
  }

  @Test(arguments: [RefreshFailure.noSavedContainer, .ioError, .serverError])
  func aDiskThatHasNothingIsFollowedByTheNetwork(_ failure: RefreshFailure) {
    var harness = opened()
    let effects = harness.send(
      .savedLoaded(container: id, opening: harness.opening, .failure(failure)))
    // The failure is told before the network load is scheduled.
    #expect(
      effects.notifications == [
        .refreshFailed(container: id, .saved, failure), .refreshBegan(container: id, .network),
      ])
  }

  @Test func vector19NoChangeRenewsTheAgeAndNothingElse() {
    var harness = opened()
    let saved = ContainerBuilder(version: "7") { $0.constant("title", "saved") }
    harness.savedLoaded(saved, age: .hours(13))
    let effects = harness.fetched(.success(nil))
    #expect(effects.notifications == [.refreshSucceeded(container: id, .network)])
    #expect(harness.status?.refreshed == harness.now.wall)
    #expect(harness.status?.isDefault == false)
    #expect(harness.read("title").value == "saved")

    var empty = opened()
    empty.nothingSaved()
    #expect(
      empty.fetched(.success(nil)).notifications
        == [.refreshFailed(container: id, .network, .serverError)])
    #expect(empty.status?.isDefault == true)
  }

  @Test func vector20BothOpenersAreNotifiedOnceInOrder() {
    #expect(LoadMarbles.play("ooS  n    ") == "(ob) (kBAA)  K    ")
    #expect(LoadMarbles.play("oSo") == "(ob)(kBA)a")
  }

  @Test func vector21InDefaultContainerModeNobodyIsCalledBack() {
    var harness = RuntimeHarness()
    harness.bundle = ContainerBuilder(version: "1").compiled
    harness.send(.call(.setRefreshMode(.defaultContainer)))
    let opened = harness.open()
    #expect(opened.notifications == [.opened(container: id, .preferNonDefault)])
    #expect(
      opened.logs(.info).last
        == "Container is in DEFAULT_CONTAINER mode. Use default container.")
    harness.wait(.milliseconds(1999))
    let effects = harness.wait(.milliseconds(1))
    #expect(effects.notifications == [.containerAvailable(container: id, .timedOut, .timer)])
    #expect(harness.status?.isDefault == true)
    #expect(
      harness.refresh().logs(.warning)
        == ["Container is in DEFAULT_CONTAINER mode. Refresh request is ignored."])
    #expect(harness.wait(.hours(24)).notifications == [])
  }

  @Test func aQuestionNamesWhatThePhoneHas() {
    var harness = opened()
    harness.savedLoaded(ContainerBuilder(version: "7"), age: .hours(13))
    let url = harness.effects.requests.last?.url
    #expect(url == "https://www.googletagmanager.com/r?id=GTM-TEST&v=i72183736&pv=7")
    #expect(
      ContainerRequest(container: "GTM-TEST", previous: " ").url
        == "https://www.googletagmanager.com/r?id=GTM-TEST&v=i72183736")
  }

  @Test(arguments: [
    (SDKVersion(3, 2), SDKGeneration.legacy, "/r?id=GTM-TEST&v=i62676326&pv=7"),
    (SDKVersion(3, 9), .legacy, "/r?id=GTM-TEST&v=i72183736&pv=7"),
    (SDKVersion(3, 17), .legacy, "/r?id=GTM-TEST&v=i72183736&pv=7"),
    (SDKVersion(3, 17), .firebase, "/gtm/ios?id=GTM-TEST"),
  ])
  func eachGenerationAsksInItsWay(
    _ version: SDKVersion, _ generation: SDKGeneration, _ path: String
  ) {
    var settings = Settings()
    settings.sdkVersion = version
    let request = ContainerRequest(
      container: "GTM-TEST", previous: "7", runtimeVersion: settings.runtimeVersion,
      generation: generation)
    #expect(request.url == "https://www.googletagmanager.com" + path)
  }

  @Test func aPreviewOfV5AsksItsOwnAddress() {
    let path = "/r?id=GTM-TEST&gtm_auth=abc&gtm_preview=9"
    let request = ContainerRequest(
      container: "GTM-TEST", previewPath: path, generation: .firebase)
    #expect(
      request.url
        == "https://www.googletagmanager.com/gtm/ios?id=GTM-TEST&gtm_auth=abc&gtm_preview=9")
  }

  @Test func aBrokenContainerIsNotUsedAndCountsAsASuccess() {
    var harness = opened()
    harness.nothingSaved()
    var broken = ContainerBuilder(version: "8") { $0.constant("title", "new") }
    broken.version.rules.append(ContainerRule())
    broken.version.rules[0].addTags = [7]
    let effects = harness.fetched(.success(broken))
    #expect(effects.notifications == [.refreshSucceeded(container: id, .network)])
    #expect(
      effects.logs(.error) == [
        "container GTM-TEST from the network is broken and not used "
          + "(rule 1 points at tag 8 of 0); the previous one stays in use"
      ])
    #expect(effects.saved.isEmpty)
    #expect(harness.read("title").value == "old")
    #expect(harness.status?.source == .default)
  }
}
