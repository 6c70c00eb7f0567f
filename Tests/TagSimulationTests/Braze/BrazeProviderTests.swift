import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

/// What both providers of the guide make of the same parameters.
struct BrazeProviderTests {
  typealias Row = (parameters: Value, swift: BrazeOutcome, objectiveC: BrazeOutcome)

  /// `actionType` and `eventName` are taken out, whatever the guide's prose says.
  private static let events: [Row] = [
    (
      ["actionType": "logEvent", "eventName": "played song", "genre": "pop", "times": 42],
      logged("played song", ["genre": "pop", "times": 42]),
      logged("played song", ["genre": "pop", "times": 42])
    ),
    (
      ["actionType": "logEvent", "eventName": "e", "externalUserId": "u", "list": [1, true]],
      logged("e", ["externalUserId": "u", "list": [1, true]]),
      logged("e", ["externalUserId": "u", "list": [1, true]])
    ),
    (
      ["actionType": "logEvent", "genre": "pop"], .nothing(.noText(key: "eventName")),
      logged("", ["genre": "pop"])
    ),
    (
      ["actionType": "logEvent", "eventName": 7], .nothing(.noText(key: "eventName")),
      .raises("eventName is of type int64 and treated as text")
    ),
  ]

  /// A text is an attribute for Swift and an event for Objective-C. For Swift every number that a
  /// double holds is a double, also true.
  private static let attributes: [Row] = [
    (
      attribute("favoriteSong", "Private Eyes"), set("favoriteSong", .string("Private Eyes")),
      logged(
        "favoriteSong",
        ["customAttributeKey": "favoriteSong", "customAttributeValue": "Private Eyes"])
    ),
    (attribute("vip", true), set("vip", .double(1)), set("vip", .boolean(true))),
    (attribute("vip", false), set("vip", .double(0)), set("vip", .boolean(false))),
    (attribute("n", 42), set("n", .double(42)), set("n", .integer(42))),
    (
      attribute("n", 9_007_199_254_740_993), set("n", .integer(9_007_199_254_740_993)),
      set("n", .integer(9_007_199_254_740_993))
    ),
    (attribute("n", 0.5), set("n", .double(0.5)), set("n", .double(0.5))),
    (attribute("l", ["a", "b"]), set("l", .strings(["a", "b"])), set("l", .strings(["a", "b"]))),
    (attribute("l", []), set("l", .strings([])), set("l", .strings([]))),
    (
      attribute("l", ["a", 1]), .nothing(.noSuchType("list")),
      .raises("customAttributeValue is a list that does not only contain text")
    ),
    (attribute("m", [:]), .nothing(.noSuchType("map")), .nothing(.noSuchType("map"))),
    (attribute("m", .null), .nothing(.noSuchType("null")), .nothing(.noSuchType("null"))),
    (
      ["actionType": "customAttribute", "customAttributeKey": "m"],
      .nothing(.noSuchType("null")), .nothing(.noSuchType("null"))
    ),
    (
      ["actionType": "customAttribute", "customAttributeValue": 1],
      .nothing(.noText(key: "customAttributeKey")), set("", .integer(1))
    ),
    (
      ["actionType": "customAttribute", "customAttributeKey": true, "customAttributeValue": 1],
      .nothing(.noText(key: "customAttributeKey")),
      .raises("customAttributeKey is of type bool and treated as text")
    ),
  ]

  private static let rest: [Row] = [
    (
      ["actionType": "changeUser", "externalUserId": "u7"], .calls(.changeUser(id: "u7")),
      .calls(.changeUser(id: "u7"))
    ),
    (
      ["actionType": "changeUser"], .nothing(.noText(key: "externalUserId")),
      .calls(.changeUser(id: ""))
    ),
    (
      ["actionType": "changeUser", "externalUserId": 7],
      .nothing(.noText(key: "externalUserId")),
      .raises("externalUserId is of type int64 and treated as text")
    ),
    (["eventName": "e"], .nothing(.noAction), .nothing(.noAction)),
    (
      ["actionType": 1], .nothing(.noAction),
      .raises("actionType is of type int64 and treated as text")
    ),
    (
      ["actionType": "logevent"], .nothing(.unknownAction("logevent")),
      .nothing(.unknownAction("logevent"))
    ),
  ]

  @Test(arguments: events + attributes + rest)
  func providers(_ row: Row) throws {
    let parameters = try #require(row.parameters.members)
    #expect(BrazeProvider.swift.outcome(of: parameters) == row.swift)
    #expect(BrazeProvider.objectiveC.outcome(of: parameters) == row.objectiveC)
  }

  private static let remedies: [(idleness: BrazeOutcome.Idleness, words: String)] = [
    (.noAction, "add the parameter actionType = logEvent, customAttribute or changeUser"),
    (.unknownAction("logevent"), "did you mean logEvent?"),
    (.unknownAction("buy"), "use logEvent, customAttribute or changeUser"),
    (.noText(key: "eventName"), "add that parameter to the tag"),
    (.noSuchType("map"), "use text, a number, true, false or a list of text"),
  ]

  @Test(arguments: remedies)
  func idlenessSaysWhatToDo(_ idleness: BrazeOutcome.Idleness, _ words: String) {
    #expect(idleness.sentence.contains(words), "\(idleness.sentence)")
  }

  // MARK: Rows

  private static func attribute(_ key: String, _ value: Value) -> Value {
    [
      "actionType": "customAttribute", "customAttributeKey": .string(key),
      "customAttributeValue": value,
    ]
  }

  private static func logged(
    _ name: String, _ properties: OrderedDictionary<String, Value>
  ) -> BrazeOutcome {
    .calls(.logEvent(name: name, properties: properties))
  }

  private static func set(_ key: String, _ value: BrazeValue) -> BrazeOutcome {
    .calls(.setAttribute(key: key, value))
  }
}
