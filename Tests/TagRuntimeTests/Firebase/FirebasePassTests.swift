import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// What the tags of a container make of an event on its way to Firebase.
@Suite struct FirebasePassTests {
  private func harness(
    _ parameters: OrderedDictionary<String, Expression>, at event: String = "purchase"
  ) -> RuntimeHarness {
    .firebase(
      ContainerBuilder.firebase { container in
        container.tag("T", "__fm", parameters)
        container.rule(when: [.event(event)], fires: ["T"])
      })
  }

  @Test func aTagLogsAnEventBesidesTheOneAtHand() {
    var harness = harness(["action": "measure", "eventName": "sold"])
    let effects = harness.log("purchase", ["value": 5])
    #expect(effects.passed == ["sold", "purchase"])
    #expect(effects.outcomes.last?.passed.map(\.tag) == ["T", nil])
    #expect(effects.events.map(\.tag) == ["T", nil])
    #expect(effects.events.map { $0.added["firebase_event_origin"] } == ["app+gtm", "app"])
    #expect(effects.updates.count == 1, "what a tag logs is not judged again")
  }

  @Test func aTagPutsAnotherEventInItsPlace() {
    var harness = harness([
      "action": "filter", "overrideEventName": "sold",
      "editParamTable": .table(["editParamKey": "currency", "editParamValue": "EUR"]),
    ])
    let effects = harness.log("purchase", ["value": 5])
    #expect(effects.passed == ["sold"])
    #expect(effects.outcomes.last?.suppressedBy == ["T"])
    #expect(
      effects.outcomes.last?.passed.first?.event.parameters == ["value": 5, "currency": "EUR"])
  }

  @Test func aTagKeepsAnEventFromFirebase() {
    var harness = harness(["action": "block"])
    let effects = harness.log("purchase")
    #expect(effects.passed == [])
    #expect(effects.events.isEmpty)
    #expect(effects.outcomes.last?.suppressedBy == ["T"])
    #expect(effects.firedTags == ["T"])
    #expect(harness.log("share").passed == ["share"])
  }

  @Test func anAutomaticEventPassesTheContainerToo() {
    var harness = harness(["action": "block"], at: "screen_view")
    let effects = harness.send(.screenSeen("Home"))
    #expect(effects.outcomes.last?.source == .automatic)
    #expect(effects.updates.last?.origin == .firebase)
    #expect(effects.passed == [])
  }

  @Test func aTagThatAsksForItSendsItsHitsAtOnce() {
    var harness = RuntimeHarness.firebase(
      ContainerBuilder.firebase { container in
        container.tag(
          "T", "__img", ["url": "https://p.example/", "dispatch_on_fire": true])
        container.rule(when: [.event("purchase")], fires: ["T"])
      })
    let effects = harness.log("purchase")
    #expect(effects.hits.map(\.queue) == [.pixels, .firebase])
    let reads = effects.contains {
      if case .readHits(.pixels, _, _) = $0 { true } else { false }
    }
    #expect(reads)
  }

  @Test func aTracedEventIsExplained() {
    var harness = harness(["action": "block"])
    harness.runtime.isTracing = true
    let record = harness.log("share").updates.last
    #expect(record?.explanations.first?.tags.map(\.didFire) == [false])
  }
}
