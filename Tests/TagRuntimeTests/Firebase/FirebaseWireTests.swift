import OrderedCollections
import TestSupport
import Testing

@testable import TagRuntime

/// What events of Firebase carry on the wire, and in which bundles they travel.
@Suite struct FirebaseWireTests {
  // MARK: Names

  @Test(
    arguments: [
      ("firebase_screen_class", "_sc"), ("ga_screen_class", "_sc"), ("_sc", "_sc"),
      ("engagement_time_msec", "_et"), ("previous_os_version", "_po"), ("price", "price"),
    ])
  func aParameterHasAShortName(_ name: String, _ short: String) {
    #expect(FirebaseWireNames.parameter(name) == short)
  }

  @Test func bothNamesAreShown() {
    #expect(
      FirebaseWireNames.bothOfParameter("firebase_screen_id") == "_si (firebase_screen_id)")
    #expect(FirebaseWireNames.bothOfProperty("_sid") == "_sid (ga_session_id)")
    #expect(FirebaseWireNames.bothOfProperty("tier") == "tier")
  }

  // MARK: What is added

  @Test func anEventOfTheAppHasTheScreenThatIsSeen() {
    var harness = RuntimeHarness.firebase()
    #expect(harness.log("early").events.last?.firebaseParameter("_sc") == nil)
    let seen = harness.send(.screenSeen("Home")).events.last
    let hit = harness.log("purchase").events.last
    #expect(hit?.firebaseParameter("_sc") == "Home")
    #expect(hit?.firebaseParameter("ga_screen_class") == "Home")
    #expect(hit?.firebaseParameter("_si") == seen?.firebaseParameter("firebase_screen_id"))
    #expect(hit?.firebaseParameter("_o") == "app")
    #expect(seen?.firebaseParameter("_o") == "auto")
    guard case .firebase(let event, _)? = hit?.kind else { return }
    #expect(event.parameters.isEmpty, "the container does not see what Firebase adds")
  }

  @Test func userPropertiesTravelWithTheTimeAtWhichTheyWereSet() {
    var harness = RuntimeHarness.firebase()
    let start = harness.now.wall
    harness.wait(.seconds(90))
    harness.send(.call(.firebase(.setUserProperty("tier", "gold"))))
    harness.send(.call(.firebase(.setUserID("u-1"))))
    let set = harness.now.wall
    harness.send(.screenSeen("Home"))
    let hit = harness.log("purchase").events.last
    let hour: Int64 = 3_600_000
    let opened = (start.milliseconds / hour + 1) * hour
    #expect(hit?.firebaseProperty("_fi") == FirebaseProperty("1", set: start))
    #expect(hit?.firebaseProperty("_fot") == FirebaseProperty(String(opened), set: start))
    #expect(hit?.firebaseProperty("_sno") == FirebaseProperty("1", set: start))
    #expect(hit?.firebaseProperty("tier") == FirebaseProperty("gold", set: set))
    #expect(hit?.firebaseProperty("user_id") == FirebaseProperty("u-1", set: set))
    // 1 ms of the opening, and the time until the first screen.
    #expect(hit?.firebaseProperty("_lte") == FirebaseProperty("90001", set: set))
    #expect(hit?.firebaseProperty("_se") == FirebaseProperty("90001", set: set))
    harness.send(.entered(.background))
    harness.wait(.minutes(31))
    let session = harness.send(.entered(.foreground)).events.last
    #expect(session?.firebaseProperty("_se")?.text == "0")
    #expect(session?.firebaseProperty("_lte")?.text == "90001")
  }

  @Test func anEventKnowsTheOneOfItsNameBefore() {
    var harness = RuntimeHarness.firebase()
    func previous(_ effects: [Effect]) -> WallTime? {
      guard case .firebase(let event, _)? = effects.events.last?.kind else { return nil }
      return event.previous
    }
    let first = harness.now.wall
    #expect(previous(harness.log("purchase")) == nil)
    harness.wait(.seconds(5))
    #expect(previous(harness.log("share")) == nil)
    #expect(previous(harness.log("purchase")) == first)
    let second = harness.now.wall
    harness.relaunch()
    #expect(previous(harness.log("purchase")) == second)
  }

  // MARK: Errors

  private static let long = String(repeating: "x", count: 30)

  @Test(
    arguments: [
      (long, "v", 6, String(repeating: "x", count: 24) + "...", 30),
      ("ga_" + long, "v", 15, "ga_" + String(repeating: "x", count: 21) + "...", 33),
      ("tier", String(repeating: "v", count: 37), 7, "tier", 37),
    ])
  func anErrorOfAUserPropertyHasALength(
    _ name: String, _ value: String, _ code: Int64, _ shown: String, _ length: Int64
  ) {
    var harness = RuntimeHarness.firebase()
    let effects = harness.send(.call(.firebase(.setUserProperty(name, value))))
    let hit = effects.events.last
    #expect(hit?.firebaseParameter("_err") == .int(code))
    #expect(hit?.firebaseParameter("_ev") == .string(shown))
    #expect(hit?.firebaseParameter("_el") == .int(length))
  }

  private static let name = String(repeating: "n", count: 45)

  @Test(
    arguments: [
      (name, [:], 2, String(repeating: "n", count: 40) + "...", 45), ("a b", [:], 2, "a b", 3),
      ("first_open", [:], 13, "first_open", 10),
      ("play", [name: 1], 3, String(repeating: "n", count: 40) + "...", 45),
      ("play", ["ga_x": 1], 14, "ga_x", nil),
      ("play", ["text": .string(String(repeating: "t", count: 117))], 4, "text", 117),
    ] as [(String, OrderedDictionary<String, Value>, Int64, String, Int64?)])
  func anErrorOfAnEventHasALength(
    _ name: String, _ parameters: OrderedDictionary<String, Value>, _ code: Int64,
    _ shown: String, _ length: Int64?
  ) {
    var harness = RuntimeHarness.firebase()
    let hit = harness.log(name, parameters).events.last
    #expect(hit?.firebaseParameter("_err") == .int(code))
    #expect(hit?.firebaseParameter("_ev") == .string(shown))
    #expect(hit?.firebaseParameter("_el") == length.map { .int($0) })
  }

  // MARK: Bundles

  private func bundle(_ effects: [Effect]) -> String? { effects.events.last?.added["bundle"] }

  /// A new one begins wherever a user property is set anew, also to the same value.
  @Test func bundlesEndWhereAUserPropertyIsSet() {
    var harness = RuntimeHarness.firebase()
    #expect(bundle(harness.log("a")) == "1")
    harness.wait(.seconds(5))
    harness.send(.screenSeen("Home"))
    #expect(bundle(harness.log("b")) == "1", "engagement goes on in a bundle")
    harness.send(.call(.firebase(.setUserProperty("tier", "gold"))))
    #expect(bundle(harness.log("c")) == "2")
    harness.send(.call(.firebase(.setUserProperty("tier", "gold"))))
    harness.send(.call(.firebase(.setUserID("u"))))
    #expect(bundle(harness.log("d")) == "3")
    harness.relaunch()
    #expect(bundle(harness.log("e")) == "3", "a launch ends none")
  }

  private func stored(_ id: Int64, _ name: String, _ bundle: String, _ tier: String) -> StoredHit {
    let event = FirebaseEvent(
      name: name, parameters: ["firebase_screen_id": 7],
      logged: WallTime(milliseconds: 1000 + id))
    let property = FirebaseProperty(tier, set: WallTime(milliseconds: 5))
    return StoredHit(
      id: id,
      hit: Hit(
        kind: .firebase(event, userProperties: ["tier": property]), tag: nil,
        added: ["firebase_event_origin": "app", "app_id": "a", "bundle": bundle],
        created: event.logged))
  }

  /// A number comes again where a phone has lost its memory.
  @Test func eventsOfOneNumberAndOtherPropertiesAreTwoBundles() {
    let body = FirebaseWire.body(of: [stored(1, "buy", "1", "old"), stored(2, "buy", "1", "new")])
    #expect(body.split(separator: "\n").count == 2)
  }

  /// What is counted of an upload is what it carries, and the line end of the first bundle.
  @Test func anUploadIsAsLongAsItIsCounted() {
    let hits = [
      stored(1, "buy", "1", "old"), stored(2, "buy", "1", "old"), stored(3, "buy", "2", "old"),
      stored(4, "share", "2", "old"), stored(5, "buy", "2", "new"),
    ]
    var counted = 0
    for (index, hit) in hits.enumerated() {
      counted += FirebaseWire.bytes(of: hit.hit, after: index > 0 ? hits[index - 1].hit : nil)
    }
    #expect(counted == FirebaseWire.body(of: hits).utf8.count + 1)
  }

  @Test func anUploadCarriesABundleALineAndItsPropertiesOnce() throws {
    let lines = FirebaseWire.body(of: [
      stored(1, "_vs", "4", "old"), stored(2, "buy", "4", "old"), stored(3, "buy", "5", "new"),
    ]).split(separator: "\n").map(String.init)
    #expect(
      lines == [
        #"{"bundle": 4, "app_id": "a", "events": [{"name": "_vs", "timestamp_millis": 1001, "#
          + #""params": {"_si": 7, "_o": "app"}}, {"name": "buy", "timestamp_millis": 1002, "#
          + #""params": {"_si": 7, "_o": "app"}}], "user_properties": {"tier": {"value": "old", "#
          + #""set_timestamp_millis": 5}}}"#,
        #"{"bundle": 5, "app_id": "a", "events": [{"name": "buy", "timestamp_millis": 1003, "#
          + #""params": {"_si": 7, "_o": "app"}}], "user_properties": {"tier": {"value": "new", "#
          + #""set_timestamp_millis": 5}}}"#,
      ])
  }
}
