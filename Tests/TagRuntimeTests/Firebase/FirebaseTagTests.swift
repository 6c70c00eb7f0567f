import OrderedCollections
import TestSupport
import Testing

@testable import TagRuntime

/// Tags of v5 containers that log events, run classes and request URLs.
@Suite struct FirebaseTagTests {
  private typealias Parameters = OrderedDictionary<String, Expression>

  private static func event(
    _ name: String, _ parameters: OrderedDictionary<String, Value> = [:]
  ) -> FirebaseEvent {
    FirebaseEvent(name: name, parameters: parameters, logged: RuntimeHarness.start)
  }

  private static func edits(_ rows: KeyValuePairs<String, Expression>) -> Expression {
    .list(
      rows.map {
        .members(["editParamKey": .constant(.string($0.key)), "editParamValue": $0.value])
      })
  }

  private static func drops(_ names: String...) -> Expression {
    .list(names.map { .members(["dropParamKey": .constant(.string($0))]) })
  }

  // MARK: __fm

  private static let bad = TagResult.ignored(
    reason: "the name of its event or of a parameter cannot be logged")

  private static let measures: [(parameters: Parameters, result: TagResult, logs: [LogCode])] = [
    (["eventName": "sold"], .logged([event("sold")], suppresses: false), []),
    (["eventName": .macro("event")], .logged([event("play")], suppresses: false), []),
    (["eventName": "screen_view"], .logged([event("_vs")], suppresses: false), []),
    (["eventName": ""], .logged([event("")], suppresses: false), []),
    (["eventName": "_sold"], bad, [.badEventName]), (["eventName": "a-b"], bad, [.badEventName]),
    (["eventName": "ü"], bad, [.badEventName]),
    ([:], .refused(reason: "its event name is not text"), [.functionFailed]),
    (["eventName": 5], .refused(reason: "its event name is not text"), [.functionFailed]),
    (
      [
        "eventName": "sold",
        "editParamTable": edits(["a": 1, "b": "x", "c": true, "d": .constant(1.5)]),
      ],
      .logged([event("sold", ["a": 1, "b": "x", "c": 1, "d": 1.5])], suppresses: false), []
    ),
    (
      ["eventName": "sold", "editParamTable": edits(["a": .macro("none"), "b": .macro("null")])],
      .logged([event("sold")], suppresses: false), []
    ),
    (
      ["eventName": "sold", "editParamTable": edits(["_a": 1])], bad, [.badParameterName]
    ),
    (["eventName": "sold", "editParamTable": edits(["a b": 1])], bad, [.badParameterName]),
    (
      [
        "eventName": "sold", "mergeEventParameters": true,
        "editParamTable": edits(["title": "Other", "more": 1]), "dropParamTable": drops("seconds"),
      ], .logged([event("sold", ["title": "Other", "more": 1])], suppresses: false), []
    ),
    // An edit with an undefined value still takes the parameter away.
    (
      [
        "eventName": "sold", "mergeEventParameters": true,
        "editParamTable": edits(["title": .macro("none")]),
      ], .logged([event("sold", ["seconds": 12])], suppresses: false), []
    ),
    // A row with a null is null itself, and no edit.
    (
      [
        "eventName": "sold", "mergeEventParameters": true,
        "editParamTable": edits(["title": .macro("null")]),
      ], .logged([event("sold", ["title": "Song", "seconds": 12])], suppresses: false), []
    ),
    (
      [
        "eventName": "sold", "mergeEventParameters": true, "editParamTable": edits(["title": 1]),
        "dropParamTable": drops("title"),
      ], .logged([event("sold", ["seconds": 12])], suppresses: false), [.setAndDropped]
    ),
    // What is not taken over cannot be dropped.
    (
      [
        "eventName": "sold", "mergeEventParameters": false, "editParamTable": edits(["title": 1]),
        "dropParamTable": drops("title"),
      ], .logged([event("sold", ["title": 1])], suppresses: false), []
    ),
  ]

  private static func trial(_ function: String, _ parameters: Parameters) -> FirebaseTrial {
    FirebaseTrial { container in
      container.macro(
        "none", "__md", ["eventType": "CUSTOM", "key": "none", "defaultValue": nothing])
      container.macro("null", "__md", ["eventType": "CUSTOM", "key": "gone"])
      container.tag("T", function, parameters)
      container.rule(fires: ["T"])
    }.at("play", ["title": "Song", "seconds": 12, "gone": .null])
  }

  /// A default that is undefined, so that nothing is said of the parameter that is missing.
  private static let nothing = Expression.constant(.absent)

  @Test(arguments: measures.indices)
  func measure(_ index: Int) {
    var (parameters, result, logs) = Self.measures[index]
    parameters["action"] = "measure"
    let fired = Self.trial("__fm", parameters).fired()
    #expect(fired.tags.map(\.result) == [result])
    let codes: [LogCode] = fired.logs.map(\.code)
    #expect(codes.filter { $0 != .noEventParameter } == logs)
  }

  private static let filters: [(parameters: Parameters, events: [FirebaseEvent])] = [
    ([:], [event("play", ["title": "Song", "seconds": 12])]),
    (["overrideEventName": "listen"], [event("listen", ["title": "Song", "seconds": 12])]),
    (["overrideEventName": ""], [event("play", ["title": "Song", "seconds": 12])]),
    (
      ["editParamTable": edits(["more": 1]), "dropParamTable": drops("title", "none")],
      [event("play", ["seconds": 12, "more": 1])]
    ),
    (["overrideEventName": "_listen"], []), (["editParamTable": edits(["_a": 1])], []),
  ]

  @Test(arguments: filters.indices)
  func aFilterKeepsTheEventFromFirebaseWhateverItLogs(_ index: Int) {
    var (parameters, events) = Self.filters[index]
    parameters["action"] = "filter"
    #expect(Self.trial("__fm", parameters).result() == .logged(events, suppresses: true))
  }

  /// Firebase's own events have short names, which tags cannot log.
  @Test func aFilterOfAnEventOfFirebaseLogsNothing() {
    let trial = FirebaseTrial(tag: "__fm", ["action": "filter"]).at("_vs")
    #expect(trial.result() == .logged([], suppresses: true))
    #expect(trial.fired().logs.map(\.code) == [.badEventName])
  }

  @Test func aBlockLogsNothing() {
    #expect(Self.trial("__fm", ["action": "block"]).result() == .logged([], suppresses: true))
  }

  @Test(arguments: [("count", "count"), (nil, "undefined")] as [(Expression?, String)])
  func anotherActionDoesNothing(_ action: Expression?, _ words: String) {
    var parameters: Parameters = [:]
    if let action { parameters["action"] = action }
    #expect(
      Self.trial("__fm", parameters).result() == .ignored(reason: "its action is " + words))
  }

  @Test func aRowOfDropsThatIsNullFails() {
    let rows = Expression.list([.members(["dropParamKey": .macro("null")])])
    let result = Self.trial("__fm", ["action": "filter", "dropParamTable": rows]).result()
    #expect(result == .refused(reason: "null has no member dropParamKey"))
  }

  // MARK: __funct

  @Test func aClassRunsWithItsArguments() {
    let table = Expression.table(
      ["key": "sku", "value": .macro("event")], ["key": "none", "value": .macro("none")])
    let trial = Self.trial("__funct", ["classPath": "my.Shop", "functionArgument": table])
    #expect(trial.result() == .called(function: "my.Shop"))
    #expect(
      trial.host.ran == [
        FunctionCallRequest(
          name: "my.Shop", parameters: ["sku": "play"], container: "GTM-TEST", isClass: true)
      ])
  }

  /// JavaScript has no integers, so none reaches a class.
  @Test func aClassIsGivenDoubles() {
    let table = Expression.table(
      ["key": "n", "value": 42], ["key": "big", "value": .constant(.int(9_007_199_254_740_993))],
      ["key": "flag", "value": true], ["key": "text", "value": "7"],
      ["key": "list", "value": .constant([1, ["a": 2]])])
    let trial = Self.trial("__funct", ["classPath": "Shop", "functionArgument": table])
    #expect(trial.result() == .called(function: "Shop"))
    #expect(
      trial.host.ran.first?.parameters == [
        "n": 42.0, "big": 9_007_199_254_740_992.0, "flag": true, "text": "7",
        "list": [1.0, ["a": 2.0]],
      ])
  }

  @Test func aClassMayPushAndFail() {
    let trial = Self.trial("__funct", ["classPath": "Shop"])
    trial.host.tags["Shop"] = { _ in .failed("tired", pushes: [["a": 1]]) }
    var evaluator = trial.evaluator()
    #expect(
      evaluator.evaluateTags().map(\.result) == [.threw(function: "Shop", reason: "tired")])
    #expect(evaluator.pushes.map(\.value) == [["a": 1]])
    #expect(evaluator.logs.map(\.code) == [.classFailed])
  }

  @Test func aClassThatTheAppDoesNotHave() {
    let trial = Self.trial("__funct", ["classPath": "Shop"])
    trial.host.unregisteredTags = ["Shop"]
    #expect(trial.result() == .nothingRan(function: "Shop"))
    #expect(trial.fired().logs.map(\.code) == [.noClass])
  }

  // MARK: __img

  @Test(
    arguments: [
      (["url": "https://p.example/"], "https://p.example/"),
      (["url": "https://p.example/", "useCacheBuster": false], "https://p.example/"),
      (
        ["url": "https://p.example/", "useCacheBuster": true, "randomNumber": 7],
        "https://p.example/?gtmcb=7"
      ),
      (
        [
          "url": "https://p.example/?a=b", "useCacheBuster": true, "randomNumber": "8",
          "cacheBusterQueryParam": "cb",
        ], "https://p.example/?a=b&cb=8"
      ),
    ] as [(OrderedDictionary<String, Expression>, String)])
  func aPixelRequestsItsURL(
    _ parameters: OrderedDictionary<String, Expression>, _ url: String
  ) {
    let hit = Hit(kind: .pixel(url: url), tag: "T", created: RuntimeHarness.start)
    #expect(Self.trial("__img", parameters).result() == .hits([hit]))
  }

  @Test func aPixelMakesUpItsNumber() throws {
    let result = Self.trial("__img", ["url": "https://p.example/", "useCacheBuster": true]).result()
    guard case .hits(let hits)? = result, case .pixel(let url)? = hits.first?.kind else {
      Issue.record("\(String(describing: result)) is no pixel")
      return
    }
    let start = "https://p.example/?gtmcb="
    #expect(url.hasPrefix(start))
    let number = try #require(Int64(url.dropFirst(start.count)))
    #expect((0...2_147_483_647).contains(number))
  }

  @Test(arguments: [[:], ["url": ""]] as [OrderedDictionary<String, Expression>])
  func aPixelWithoutAURLIsNotSent(_ parameters: OrderedDictionary<String, Expression>) {
    let fired = Self.trial("__img", parameters).fired()
    #expect(fired.tags.map(\.result) == [.ignored(reason: "the url is empty")])
    #expect(fired.logs.map(\.code) == [.pixelWithoutURL])
  }
}
