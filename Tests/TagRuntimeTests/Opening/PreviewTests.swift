import TagRuntime
import TestSupport
import Testing

@Suite struct PreviewTests {
  private let id = RuntimeHarness.containerID
  private static let start = "tagmanager.c.com.example.app://preview/p?id=GTM-TEST"
  private static let link = start + "&gtm_auth=abc&gtm_preview=9"
  private static let exit = start + "&gtm_preview="

  private func answers(_ effects: [Effect]) -> [PreviewAnswer] {
    effects.notifications.compactMap {
      if case .previewAnswered(let answer) = $0 { answer } else { nil }
    }
  }

  @Test(
    arguments: [
      (link, .previewing(container: "GTM-TEST")),
      // The dots of the scheme's start are any characters, and what follows has no form.
      ("tagmanagerXcXy://preview/p?id=A&gtm_auth=b&gtm_preview=1", .previewing(container: "A")),
      (
        start + "&gtm_auth=abc&gtm_preview=9&x=1",
        .refused("gtm_preview must be the last part and a number")
      ),
      (
        start + "&gtm_auth=abc&gtm_preview=v9",
        .refused("gtm_preview must be the last part and a number")
      ),
      (start + "&gtm_preview=9", .refused("it has no gtm_auth")),
      (start + "&gtm_auth=abc", .refused("it has no gtm_preview")),
      (
        start + "&gtm_auth=&gtm_preview=9",
        .refused("id and gtm_auth must have a value without spaces")
      ),
      (
        "tagmanager.c.com.example.app://p?id=GTM-TEST",
        .refused("://preview/p?id= must follow the scheme")
      ),
      (
        "https://www.example.com/",
        .refused("its scheme must be tagmanager.c. in lowercase and the app's package")
      ),
      (
        "", .refused("its scheme must be tagmanager.c. in lowercase and the app's package")
      ),
      (exit, .refused("it ends the preview of GTM-TEST, but the previewed container is none")),
    ] as [(String, PreviewAnswer)])
  func aLinkIsTakenWholeOrRefusedWithItsReason(_ url: String, _ answer: PreviewAnswer) {
    var harness = RuntimeHarness()
    let effects = harness.send(.call(.preview(url: url)))
    #expect(answers(effects) == [answer])
    guard case .refused = answer else { return }
    #expect(effects.logs(.info) == ["Not a tag manager Preview Url = \(url)"])
  }

  @Test func beforeOpeningTheSavedCopyIsNotLookedAt() {
    var harness = RuntimeHarness()
    harness.bundle = ContainerBuilder(version: "1").compiled
    harness.send(.call(.preview(url: Self.link)))
    let effects = harness.open()
    #expect(
      effects.notifications == [
        .opened(container: id, .preferNonDefault), .refreshBegan(container: id, .saved),
        .refreshFailed(container: id, .saved, .noSavedContainer),
        .refreshBegan(container: id, .network),
      ])
    #expect(
      effects.requests.map(\.url) == [
        "https://www.googletagmanager.com/r?id=GTM-TEST&gtm_auth=abc&gtm_preview=9&v=i72183736"
      ])
    let fetched = harness.fetched(.success(ContainerBuilder(version: "9")))
    #expect(harness.status?.source == .preview)
    #expect(fetched.saved.isEmpty)
    #expect(harness.wait(.hours(12)).requests.first?.previewPath != nil)
  }

  @Test func afterOpeningTheContainerIsRefreshed() {
    var harness = RuntimeHarness(ContainerBuilder(version: "1"))
    harness.savedLoaded(ContainerBuilder(version: "7"), age: .hours(1))
    harness.wait(.seconds(10))
    #expect(harness.send(.call(.preview(url: Self.link))).fetches == [id])
    harness.fetched(.success(ContainerBuilder(version: "9")))
    #expect(harness.status?.source == .preview)
    harness.wait(.seconds(10))
    let exit = harness.send(.call(.preview(url: Self.exit)))
    #expect(answers(exit) == [.ended(container: id)])
    #expect(exit.requests.map(\.previewPath) == [nil])
    harness.fetched(.success(ContainerBuilder(version: "8")))
    #expect(harness.status?.source == .network)
    #expect(harness.status?.isPreviewed == false)
  }

  @Test func aPreviewIsARefreshLikeAnyOther() {
    var harness = RuntimeHarness(ContainerBuilder(version: "1"))
    harness.savedLoaded(ContainerBuilder(version: "7"), age: .hours(1))
    harness.refresh()
    harness.fetched(.success(ContainerBuilder(version: "8")))
    let effects = harness.send(.call(.preview(url: Self.link)))
    #expect(effects.fetches == [])
    #expect(effects.logs(.verbose) == ["Container refresh was called too often. Ignored."])
    harness.wait(.seconds(5))
    #expect(harness.refresh().requests.first?.previewPath != nil)
  }

  @Test func aPreviewOvertakesTheRequestInFlight() {
    var harness = RuntimeHarness(ContainerBuilder(version: "1"))
    harness.nothingSaved()
    let overtaken = harness.effects.requests.last?.number
    let preview = harness.send(.call(.preview(url: Self.link))).requests
    #expect(preview.map(\.number) == [2])
    let late = harness.send(
      .fetched(
        container: id, request: overtaken ?? 0,
        .response(status: 200, .container(ContainerBuilder(version: "8").compiled))))
    #expect(late.notifications == [])
    harness.fetched(.success(ContainerBuilder(version: "9")))
    #expect(harness.status?.version == "9")
  }

  @Test func thePreviewOfAnotherContainerEndsThisOne() {
    var harness = RuntimeHarness(ContainerBuilder(version: "1"))
    harness.savedLoaded(ContainerBuilder(version: "7"), age: .hours(1))
    harness.send(.call(.preview(url: Self.link)))
    harness.fetched(.success(ContainerBuilder(version: "9")))
    harness.wait(.seconds(10))
    let other = Self.link.replacing("GTM-TEST", with: "GTM-OTHER")
    let effects = harness.send(.call(.preview(url: other)))
    #expect(effects.requests.map(\.container) == [id])
    #expect(effects.requests.map(\.previewPath) == [nil])
    #expect(
      effects.logs(.info)
        == ["the app has not opened GTM-OTHER: its preview changes nothing until it does"])
  }
}
