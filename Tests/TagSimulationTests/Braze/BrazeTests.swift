import OrderedCollections
import TagSimulation
import Testing

@testable import TagRuntime

/// What the simulated SDK keeps, changes and refuses.
struct BrazeTests {
  private static let long = String(repeating: "x", count: BrazeLimits.characters + 1)
  private static let cut = String(long.dropLast())

  private static let names: [(call: Value, verdict: BrazeVerdict)] = [
    (event("e"), .taken(.logEvent(name: "e", properties: [:]))),
    (event(" "), .refused(.empty)), (event("$e"), .refused(.reservedPrefix)),
    (
      event(long),
      .taken(.logEvent(name: cut, properties: [:]), [.cut("its name", characters: 256)])
    ),
    (attribute("", "v"), .refused(.empty)), (attribute("$k", "v"), .refused(.reservedPrefix)),
    (
      attribute(long, "v"),
      .taken(.setAttribute(key: cut, .string("v")), [.cut("its key", characters: 256)])
    ),
    (user(""), .refused(.empty)),
    (
      user(String(repeating: "é", count: 499)), .refused(.longUserID(bytes: 998))
    ),
    (
      user(String(repeating: "u", count: 997)),
      .taken(.changeUser(id: String(repeating: "u", count: 997)))
    ),
  ]

  private static let values: [(call: Value, verdict: BrazeVerdict)] = [
    (
      attribute("k", .string(long)),
      .taken(.setAttribute(key: "k", .string(cut)), [.cut("its value", characters: 256)])
    ),
    (
      attribute("k", .list(Array(repeating: "a", count: 501))),
      .taken(
        .setAttribute(key: "k", .strings(Array(repeating: "a", count: 500))),
        [.shortened(elements: 501)])
    ),
    (
      event("e", ["time": 1, "event_name": 2, "$k": 3, "": 4, "n": .null, "ok": [.null]]),
      .taken(
        .logEvent(name: "e", properties: ["ok": [.null]]),
        [
          .leftOut(key: "time", .reservedKey), .leftOut(key: "event_name", .reservedKey),
          .leftOut(key: "$k", .reservedPrefix), .leftOut(key: "", .empty),
          .leftOut(key: "n", .noSuchType("null")),
        ])
    ),
    (
      event("e", ["k": .string(long)]),
      .taken(
        .logEvent(name: "e", properties: ["k": .string(cut)]),
        [.cut("the property \"k\"", characters: 256)])
    ),
    (
      event("e", ["k": [.string(String(repeating: "x", count: BrazeLimits.propertyBytes))]]),
      .refused(.manyProperties(bytes: BrazeLimits.propertyBytes + 11))
    ),
  ]

  @Test(arguments: names + values)
  func verdict(_ call: Value, _ verdict: BrazeVerdict) {
    var braze = Braze()
    #expect(run(call, on: &braze).verdict == verdict)
  }

  private static let calls = [
    attribute("tier", "new"), user("u1"), event("a"), user("u2"), attribute("tier", "gold"),
    user("u1"), event("b"), attribute("tier", "gold"), attribute("tier", 2), user(""),
  ]

  /// What comes belongs to the user who was named last; who comes back is the same user.
  @Test func usersInOrder() {
    var braze = Braze()
    for call in Self.calls { run(call, on: &braze) }
    #expect(braze.users.map(\.name) == ["anonymous", "\"u1\"", "\"u2\""])
    #expect(braze.user.id == "u1")
    #expect(braze.users.map { $0.events.map(\.name) } == [[], ["a", "b"], []])
    #expect(
      braze.users.map { $0.attributes["tier"]?.value } == [
        .string("new"), .double(2), .string("gold"),
      ])
    #expect(braze.user.attributes["tier"]?.call == 9)
    #expect(braze.entries.map(\.number) == Array(1...10))
    #expect(braze.events.map(\.call) == [3, 7])
  }

  @Test func keepsSoManyCallsAndNoMore() {
    var braze = Braze()
    for _ in 0..<BrazeLimits.calls { run(Self.event("e"), on: &braze) }
    let entry = run(Self.event("one more"), on: &braze)
    #expect(entry.verdict == .refused(.full))
    #expect(braze.entries.count == BrazeLimits.calls)
    #expect(braze.events.last?.name == "e")
  }

  @Test func tellsTheDifferenceOfTheProviders() {
    var braze = Braze()
    run(Self.attribute("vip", true), on: &braze)
    run(Self.attribute("score", 0.5), on: &braze)
    #expect(
      braze.entries.map(\.otherOutcome) == [.calls(.setAttribute(key: "vip", .boolean(true))), nil])
  }

  private static let refusals: [(BrazeRefusal, remedy: String)] = [
    (.empty, "give it at least one character"), (.reservedPrefix, "use another first letter"),
    (.reservedKey, "time, event_name); rename it"), (.noSuchType("null"), "remove it"),
    (.longUserID(bytes: 998), "at most 997; shorten it"), (.manyProperties(bytes: 1), "send less"),
    (.full, "reinstall to start again"),
  ]

  @Test(arguments: refusals)
  func refusalsSayWhatToDo(_ refusal: BrazeRefusal, _ remedy: String) {
    #expect(refusal.sentence.hasSuffix(remedy) || refusal.sentence.contains(remedy))
  }

  // MARK: Calls

  @discardableResult
  private func run(_ parameters: Value, on braze: inout Braze) -> BrazeEntry {
    let request = FunctionCallRequest(name: "braze", parameters: parameters.members ?? [:])
    return braze.run(
      .swift, for: HostCall(request: request), at: WallTime(milliseconds: 0), row: 1)
  }

  private static func event(_ name: String, _ properties: Value = [:]) -> Value {
    var members: OrderedDictionary<String, Value> = [
      "actionType": "logEvent", "eventName": .string(name),
    ]
    members.merge(properties.members ?? [:]) { first, _ in first }
    return .map(members)
  }

  private static func user(_ id: String) -> Value {
    ["actionType": "changeUser", "externalUserId": .string(id)]
  }

  private static func attribute(_ key: String, _ value: Value) -> Value {
    [
      "actionType": "customAttribute", "customAttributeKey": .string(key),
      "customAttributeValue": value,
    ]
  }
}
