import OrderedCollections
import TagRuntime
import TestSupport

extension LogSituation {
  /// Lines that phones write at the most talkative level.
  static func phone(_ code: LogCode) -> [LogRecord]? {
    switch code {
    case .hitSaved, .hitsLeaving, .hitsAnswered: analytics(on: .ios)
    case .hitDelivery: analytics(on: .android)
    case .noAdvertisingClass:
      analytics(on: .ios) { $0.hasAdvertisingLibrary = false }
    case .nameLength: logging(property: String(repeating: "x", count: 25))
    case .nameSigns: logging(property: "a b")
    case .nameReserved: logging(property: "ga_tier")
    case .nameEmpty: logging(property: "")
    case .nameStart: logging(property: "1st")
    case .propertyReserved: logging(property: "user_id")
    case .propertyRemoved: logging(property: "tier")
    case .eventReserved: logging("first_open")
    case .parameterReserved: logging("play", ["ga_song": 1])
    case .valueOfOtherType: logging("play", ["songs": [1]])
    case .valueUnsupported: logging("play", ["items": [1]])
    case .screenNoText: logging("screen_view", ["screen_name": 1])
    case .screenWithoutClass: logging("screen_view", ["screen_name": "Cart"])
    case .containerLoading, .eventLogging, .eventLogged, .eventProcessing, .analyticsSending,
      .uploadPlanned, .uploadBegun, .configurationFetched:
      judging()
    default: nil
    }
  }

  private static func analytics(
    on platform: Platform, _ change: (inout DeviceFacts) -> Void = { _ in }
  ) -> [LogRecord] {
    var facts = DeviceFacts()
    change(&facts)
    var harness = RuntimeHarness(settings: Settings(platform: platform), facts: facts)
    harness.send(.launched(isReachable: true))
    harness.send(.call(.setAnalyticsLogger(Logger(level: .verbose))))
    harness.send(.call(.makeTracker(name: nil, trackingID: "UA-1-1")))
    let hits = harness.send(.call(.send(["&t": "screenview"]))).wholeHits
    harness.send(.call(.dispatch))
    let stored = hits.enumerated().map { StoredHit(id: Int64($0.offset + 1), hit: $0.element) }
    harness.send(.hitsRead(.analytics, stored))
    harness.send(.delivered(.analytics, .response(status: 200)))
    return harness.effects.logs
  }

  private static func logging(property: String) -> [LogRecord] {
    var harness = RuntimeHarness.firebase()
    harness.send(.call(.setLogger(Logger(level: .verbose))))
    harness.send(.call(.firebase(.setUserProperty(property, "gold"))))
    harness.send(.call(.firebase(.setUserProperty(property, nil))))
    return harness.effects.logs
  }

  private static func logging(
    _ name: String, _ parameters: OrderedDictionary<String, Value> = [:]
  ) -> [LogRecord] {
    var harness = RuntimeHarness.firebase()
    return harness.log(name, parameters).logs
  }

  private static func judging() -> [LogRecord] {
    var harness = RuntimeHarness.firebase()
    harness.send(.call(.setLogger(Logger(level: .verbose))))
    let container = ContainerBuilder.firebase { container in
      container.tag(
        "T", "__ua",
        [
          "trackingId": "UA-1-1", "trackType": "TRACK_EVENT", "eventCategory": "a",
          "eventAction": "b",
        ])
      container.rule(when: [.event("play")], fires: ["T"])
    }
    harness.openBundled("container/GTM-TEST.json", .container(CompiledContainer(container)))
    harness.wait(.seconds(3))
    let hits = harness.log("play", ["song": "Café \"one\""]).wholeHits
    harness.wait(.seconds(15))
    harness.send(.hitsRead(.firebase, hits.map { StoredHit(id: 1, hit: $0) }))
    harness.send(.delivered(.firebase, .response(status: 200)))
    harness.log("play")
    return harness.effects.logs
  }
}
