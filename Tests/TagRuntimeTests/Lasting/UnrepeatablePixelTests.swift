import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// A pixel with an unrepeatable id is sent once ever.
@Suite struct UnrepeatablePixelTests {
  private static let container = ContainerBuilder { container in
    container.variable("id")
    container.tag("P", "_img", ["url": "https://p.example/", "unrepeatable": .macro("id")])
    container.tag("Q", "_img", ["url": "https://q.example/", "unrepeatable": .macro("id")])
    container.tag("broken", "_img", ["url": "", "unrepeatable": .macro("id")])
    container.rule(when: [.event("p")], fires: ["P"])
    container.rule(when: [.event("both")], fires: ["P", "Q"])
    container.rule(when: [.event("broken")], fires: ["broken"])
  }
  private static let ignored = TagResult.ignored(reason: "already sent once (unrepeatable ID)")

  @Test func theSecondFiringSendsNothing() {
    var harness = RuntimeHarness(Self.container)
    harness.push(["id": "once"])
    #expect(harness.event("p").hits.count == 1)
    let again = harness.event("p")
    #expect(again.hits.isEmpty)
    #expect(again.tagResults == [Self.ignored])
    #expect(again.firedTags == ["P"])
    #expect(harness.push(["event": "p", "id": "another"]).hits.count == 1)
    #expect(Array(harness.stored.unrepeatableIDs) == ["once", "another"])
  }

  @Test func aTagOfTheSameEventCountsToo() {
    var harness = RuntimeHarness(Self.container)
    let effects = harness.push(["event": "both", "id": 5])
    #expect(effects.hits.count == 1)
    #expect(effects.tagResults.last == Self.ignored)
  }

  @Test func aRelaunchRemembersWhatWasSent() {
    var harness = RuntimeHarness(Self.container)
    harness.push(["event": "p", "id": "once"])
    harness.relaunch()
    harness.open()
    #expect(harness.push(["event": "p", "id": "once"]).hits.isEmpty)
  }

  @Test(arguments: ["", .null] as [Value])
  func withoutAnIDItIsSentEveryTime(_ id: Value) {
    var harness = RuntimeHarness(Self.container)
    for _ in 1...2 { #expect(harness.push(["event": "p", "id": id]).hits.count == 1) }
    #expect(harness.stored.unrepeatableIDs.isEmpty)
  }

  @Test func aPixelThatCannotBeSentMayBeSentLater() {
    var harness = RuntimeHarness(Self.container)
    #expect(harness.push(["event": "broken", "id": "once"]).hits.isEmpty)
    #expect(harness.event("p").hits.count == 1)
  }

  /// Source: LegacySDK §11.4.
  @Test func aPreviewSharesThem() {
    let link = "tagmanager.c.com.example.app://preview/p?id=GTM-TEST&gtm_auth=abc&gtm_preview=9"
    var harness = RuntimeHarness(Self.container)
    #expect(harness.push(["event": "p", "id": "published"]).hits.count == 1)
    harness.send(.call(.preview(url: link)))
    harness.fetched(.success(Self.container))
    #expect(harness.status?.source == .preview)
    for (id, count) in [("published", 0), ("preview", 1), ("preview", 0)] {
      #expect(harness.push(["event": "p", "id": .string(id)]).hits.count == count, "\(id)")
    }
    #expect(Array(harness.stored.unrepeatableIDs) == ["published", "preview"])
  }

  @Test func theOldestIDsAreForgotten() {
    var harness = RuntimeHarness(Self.container)
    var effects: [Effect] = []
    for id in 0...Limits.unrepeatableIDs {
      effects += harness.push(["event": "p", "id": .int(Int64(id))])
    }
    // Pixels beyond the credits are dropped, and their ids are remembered all the same.
    harness.wait(.seconds(120))
    #expect(harness.stored.unrepeatableIDs.count == Limits.unrepeatableIDs)
    #expect(
      effects.logs.filter { $0.level == .warning } == [
        LogRecord(.unrepeatableEvicted, ["0", String(Limits.unrepeatableIDs)])
      ])
    #expect(harness.push(["event": "p", "id": 1]).hits.isEmpty)
    #expect(harness.push(["event": "p", "id": 0]).hits.count == 1)
  }
}
