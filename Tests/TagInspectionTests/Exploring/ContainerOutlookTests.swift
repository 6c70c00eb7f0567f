import TagRuntime
import TestSupport
import Testing

@testable import TagInspection

/// What a container waits for before anything has happened.
struct ContainerOutlookTests {
  private static func outlook(_ build: (inout ContainerBuilder) -> Void) -> ContainerOutlook {
    ContainerOutlook(of: ContainerBuilder(build).compiled)
  }

  private static func condition(_ function: String, _ text: String) -> Condition {
    Condition(function, .macro("event"), .constant(.string(text)))
  }

  private static let heard: [(condition: Condition, events: [String])] = [
    (.event("buy"), ["buy is buy under buy"]),
    (condition("_sw", "tap"), ["any that starts with tap is tap under tap…"]),
    (condition("_ew", "tap"), ["any that ends with tap is tap under …tap"]),
    (condition("_re", "^(buy|sell)$"), ["buy is buy under buy", "sell is sell under sell"]),
    (condition("_re", "^b.y$"), ["any that matches ^b.y$ is bxy under ^b.y$"]),
    (condition("_re", ".*"), ["every event is anyEvent under every event"]),
    (condition("_xx", "a"), []),
  ]

  @Test(arguments: heard)
  func eventsAreToldByWhatIsListenedFor(_ condition: Condition, _ events: [String]) {
    let outlook = Self.outlook { $0.rule(when: [condition], fires: ["tag"]) }
    #expect(outlook.events.map { "\($0.heard) is \($0.name) under \($0.head)" } == events)
  }

  @Test func theEventOfTheMostTagsComesFirst() {
    let outlook = Self.outlook {
      $0.rule(when: [.event("one")], fires: ["a"])
      $0.rule(when: [.event("two")], fires: ["a", "b"])
      $0.rule(fires: ["c"])
    }
    #expect(outlook.events.map(\.heard) == ["two", "one", "every other event"])
    #expect(outlook.events.map(\.tags.count) == [3, 2, 1])
  }

  @Test func keysOfWhatBlocksAnotherTagAreNotAsked() {
    let outlook = Self.outlook {
      $0.variable("screen", path: "screenName")
      $0.variable("tier", path: "user.tier")
      $0.rule(when: [.event("open"), .equals("screen", "Home")], fires: ["view"])
      $0.rule(when: [.event("tap")], fires: ["press"])
      $0.rule(when: [.equals("tier", "staff")], blocks: ["press"])
    }
    let told = outlook.events.map { event in
      "\(event.name): " + event.keys.map(\.path).joined(separator: ", ")
    }
    #expect(told == ["open: screenName", "tap: user.tier"])
    #expect(outlook.events[0].keys[0].value == "Home")
    #expect(outlook.tags.map(\.waits) == ["open, if screen equals Home", "tap"])
  }

  @Test func whatNeverFiresHasItsReason() {
    let outlook = Self.outlook {
      $0.rule(when: [.event("a"), .event("b")], fires: ["never"])
      $0.rule(when: [.event("a")], fires: ["sometimes"])
    }
    #expect(outlook.tags.filter { $0.never != nil }.map(\.name) == ["never"])
    #expect(outlook.tags[0].never?.contains("cannot equal both a and b") == true)
    #expect(outlook.events.map(\.tags.count) == [1])
  }

  @Test func eventsAreToldToALimit() {
    let outlook = Self.outlook { builder in
      for number in 1...300 { builder.rule(when: [.event("e\(number)")], fires: ["tag"]) }
    }
    #expect(outlook.events.count == ContainerOutlook.eventLimit)
    #expect(outlook.eventsLeftOut == 100)
  }
}
