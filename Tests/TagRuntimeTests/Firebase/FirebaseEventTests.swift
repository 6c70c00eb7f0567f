import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@Suite struct FirebaseEventTests {
  @Test func anEventGoesOnToFirebase() {
    var harness = RuntimeHarness.firebase()
    let effects = harness.log("purchase", ["value": 9.9])
    let record = effects.updates.first
    #expect(record?.event == "purchase")
    #expect(record?.update == ["value": 9.9])
    #expect(record?.origin == .app)
    #expect(record?.firebase?.source == .app)
    #expect(effects.passed == ["purchase"])
    let hit = effects.events.first
    #expect(hit?.title == "purchase")
    #expect(hit?.typeName == "firebase")
    #expect(hit?.firebaseProperty("ga_session_number")?.text == "1")
    #expect(hit?.added["firebase_event_origin"] == "app")
  }

  @Test func theContainerSeesTheEventByItsLongName() {
    var harness = RuntimeHarness.firebase(ContainerBuilder.firebase())
    let record = harness.log("screen_view", ["screen_name": "Home"]).updates.last
    #expect(record?.event == "screen_view")
    #expect(record?.firebase?.logged.name == "_vs")
    #expect(record?.firings.map(\.container) == [RuntimeHarness.containerID])
  }

  @Test func eventsWaitForTheContainerAndKeepTheirOrder() {
    var harness = RuntimeHarness.firebase()
    harness.open()
    #expect(harness.log("first").updates.isEmpty)
    harness.wait(.seconds(1))
    #expect(harness.log("second").updates.isEmpty)
    #expect(harness.runtime.firebase.heldEvents == 2)
    let effects = harness.wait(.seconds(5))
    #expect(effects.updates.map(\.event) == ["first", "second"])
    #expect(effects.outcomes.map(\.waited) == [.seconds(2), .seconds(1)])
    #expect(effects.updates.allSatisfy { $0.firings.count == 1 })
    #expect(harness.runtime.firebase.heldEvents == 0)
  }

  @Test func whatIsMoreThanCanWaitPassesTheContainerBy() {
    var harness = RuntimeHarness.firebase()
    harness.open()
    for _ in 0..<Limits.heldEvents { harness.log("purchase") }
    let record = harness.log("one_more").updates.first
    #expect(record?.event == "one_more")
    #expect(record?.firings.isEmpty == true)
    #expect(record?.firebase?.passed.count == 1)
    #expect(harness.runtime.firebase.heldEvents == Limits.heldEvents)
  }

  @Test func defaultParametersAreAddedAndGiveWay() {
    var harness = RuntimeHarness.firebase()
    harness.send(.call(.firebase(.setDefaultParameters(["store": "north", "level": 1]))))
    let own = harness.log("purchase", ["level": 7]).outcomes.last?.logged.parameters
    #expect(own == ["level": 7, "store": "north"])
    harness.send(.call(.firebase(.setDefaultParameters(["level": .null]))))
    #expect(harness.log("purchase").outcomes.last?.logged.parameters == ["store": "north"])
    harness.relaunch()
    #expect(harness.log("purchase").outcomes.last?.logged.parameters == ["store": "north"])
    harness.send(.call(.firebase(.setDefaultParameters(nil))))
    #expect(harness.log("purchase").outcomes.last?.logged.parameters == [:])
  }

  @Test func aUserPropertyThatIsTakenBackIsGone() {
    var harness = RuntimeHarness.firebase()
    harness.send(.call(.firebase(.setUserProperty("tier", "gold"))))
    harness.send(.call(.firebase(.setUserProperty("city", ""))))
    #expect(travelling(harness.log("purchase")) == ["tier": "gold"])
    harness.send(.call(.setLogger(Logger(level: .debug))))
    let effects = harness.send(.call(.firebase(.setUserProperty("tier", nil))))
    #expect(effects.logs == [LogRecord(.propertyRemoved, ["tier"])])
    #expect(travelling(harness.log("purchase")) == [:])
    #expect(harness.runtime.firebase.userProperties == [:])
    #expect(harness.send(.call(.firebase(.setUserProperty("tier", nil)))).isEmpty)
  }

  private func travelling(_ effects: [Effect]) -> OrderedDictionary<String, String>? {
    guard case .firebase(_, let properties)? = effects.events.last?.kind else { return nil }
    return properties.filter { !$0.key.hasPrefix("_") }.mapValues(\.text)
  }

  @Test func nothingIsLoggedWhileCollectionIsOff() {
    var harness = RuntimeHarness.firebase()
    harness.send(.call(.firebase(.setCollection(false))))
    let outcome = harness.log("purchase").outcomes.last
    #expect(outcome?.isDropped == true)
    #expect(outcome?.passed == [])
    #expect(harness.send(.entered(.background)).outcomes.isEmpty)
    harness.send(.call(.firebase(.setCollection(true))))
    #expect(harness.log("purchase").passed == ["purchase"])
  }

  @Test func theUsersIDTravelsWithEveryEvent() {
    var harness = RuntimeHarness.firebase()
    harness.send(.call(.firebase(.setUserID("u-1"))))
    #expect(harness.log("purchase").events.last?.firebaseProperty("user_id")?.text == "u-1")
    harness.send(.call(.firebase(.setUserID(nil))))
    #expect(harness.log("purchase").events.last?.firebaseProperty("_id") == nil)
  }

  @Test func anotherContainerIsIgnored() {
    var harness = RuntimeHarness.firebase(ContainerBuilder.firebase())
    #expect(harness.open("GTM-MORE").notifications.isEmpty)
    #expect(harness.runtime.containerStatuses.map(\.id) == [RuntimeHarness.containerID])
  }
}
