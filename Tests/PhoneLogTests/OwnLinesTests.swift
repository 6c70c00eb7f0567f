import OrderedCollections
import PhoneLog
import TagRuntime
import TestSupport
import Testing

/// What this runtime writes at the most talkative level is read like the log of a phone.
struct OwnLinesTests {
  @Test(arguments: Platform.allCases)
  func hitsAreRead(_ platform: Platform) throws {
    var harness = RuntimeHarness(settings: Settings(platform: platform))
    harness.send(.launched(isReachable: true))
    harness.send(.call(.setAnalyticsLogger(Logger(level: .verbose))))
    harness.send(.call(.makeTracker(name: nil, trackingID: "UA-1-1")))
    for name in ["Home", "Café \"Uno\", dos"] {
      harness.send(.call(.send(["&t": "screenview", "&cd": .some(name)])))
    }
    let record = Self.record(of: harness)
    #expect(record.hits.map { $0["cd"] } == ["Home", "Café \"Uno\", dos"])
    #expect(record.hits.map { $0["tid"] } == ["UA-1-1", "UA-1-1"])
    #expect(record.hits.allSatisfy { $0.stages == [.stored] } && record.flaws.isEmpty)
  }

  @Test func eventsAreRead() throws {
    var harness = RuntimeHarness.firebase()
    harness.send(.call(.setLogger(Logger(level: .verbose))))
    harness.openBundled(
      "container/GTM-TEST.json", .container(CompiledContainer(ContainerBuilder.firebase())))
    harness.wait(.seconds(3))
    harness.log("play", ["song": "one", "times": 3])
    let record = Self.record(of: harness)
    let play = try #require(record.events.last { $0.event.name == "play" }?.event)
    #expect(play.origin == "app" && play.parameters["song"] == "one")
    #expect(play.stages == [.logged, .processed, .recorded])
    #expect(record.facts.contains(.container("GTM-TEST")))
  }

  private static func record(of harness: RuntimeHarness) -> PhoneRecord {
    let lines = harness.effects.logs.map { "GoogleTagManager verbose: " + $0.text }
    return PhoneLogTests.record(of: lines.joined(separator: "\n"))
  }
}
