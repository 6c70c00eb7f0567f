import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// What Firebase refuses, with its code, and what it makes of the rest.
@Suite struct FirebaseCheckTests {
  private static let longName = String(repeating: "a", count: Limits.eventNameLength + 1)
  private static let longText = String(repeating: "x", count: Limits.parameterTextLength + 1)

  @Test(
    arguments: [
      ("played song", 2, "name it played_song"), ("", 2, "name it my_event"),
      ("2_songs", 2, "name it songs"), ("_vs_own", 2, "name it vs_own"),
      ("größe-1", 2, "name it größe_1"),
      (longName, 2, "name it " + longName.dropLast()), ("first_open", 13, "name it my_first_open"),
      ("firebase_song", 13, "name it song"), ("google_song", 13, "name it song"),
      ("ga_song", 13, "name it song"), ("ga-song", 2, "name it song"),
      ("first open", 2, "name it my_first_open"), ("google_ga_song", 13, "name it song"),
    ])
  func anEventWithABadNameIsDropped(_ name: String, _ code: Int, _ remedy: String) {
    var harness = RuntimeHarness.firebase(ContainerBuilder.firebase())
    let effects = harness.log(name, ["genre": "pop"])
    let record = effects.updates.first
    let outcome = record?.firebase
    #expect(outcome?.isDropped == true)
    #expect(outcome?.faults.map(\.code) == [code])
    #expect(outcome?.faults.map(\.subject) == [name])
    #expect(outcome?.faults.map(\.remedy) == [remedy])
    #expect(record?.firings.isEmpty == true, "the container does not see it")
    #expect(effects.passed == ["error"])
    #expect(
      outcome?.passed.first?.event.parameters == [
        "firebase_error": .int(Int64(code)),
        "firebase_error_value": .string(
          name == Self.longName ? name.dropLast() + "..." : name),
        "firebase_error_length": .int(Int64(name.unicodeScalars.count)),
      ])
  }

  @Test(arguments: ["screen_view", "purchase", "größe", "a", String(longName.dropLast())])
  func aGoodNameIsTaken(_ name: String) {
    var harness = RuntimeHarness.firebase()
    #expect(harness.log(name).outcomes.last?.faults == [])
  }

  @Test(
    arguments: [
      (["song name": "x"], 3, "song name", [:]), (["ga_x": 1], 14, "ga_x", [:]),
      (["text": .string(longText)], 4, "text", [:]),
      (["items": [["item_name": .string(longText)]]], 4, "items.item_name", [:]),
      (["good": 1, "bad name": 2, "worse name": 3], 3, "bad name", ["good": 1]),
    ] as [(OrderedDictionary<String, Value>, Int, String, OrderedDictionary<String, Value>)])
  func aBadParameterIsReplacedByAnError(
    _ parameters: OrderedDictionary<String, Value>, _ code: Int, _ subject: String,
    _ kept: OrderedDictionary<String, Value>
  ) {
    var harness = RuntimeHarness.firebase()
    let outcome = harness.log("purchase", parameters).outcomes.last
    #expect(outcome?.isDropped == false)
    #expect(outcome?.faults.first?.code == code)
    #expect(outcome?.faults.first?.subject == subject)
    var wanted = kept
    wanted["firebase_error"] = .int(Int64(code))
    wanted["firebase_error_value"] = .string(subject)
    let length = code == 3 ? subject.count : code == 4 ? Self.longText.count : nil
    wanted["firebase_error_length"] = length.map { .int(Int64($0)) }
    #expect(outcome?.passed.map(\.event.parameters) == [wanted])
  }

  @Test func moreParametersThanThereMayBeAreDropped() {
    var harness = RuntimeHarness.firebase()
    // The last by name go, wherever they are.
    let names = (1...Limits.eventParameters + 2).map { "p\(100 - $0)" }
    let parameters = OrderedDictionary(
      uniqueKeysWithValues: names.map { ($0, Value.int(1)) })
    let outcome = harness.log("purchase", parameters).outcomes.last
    #expect(outcome?.faults.map(\.code) == [5, 5])
    #expect(outcome?.faults.map(\.subject) == ["p98", "p99"])
    let passed = outcome?.passed.first?.event.parameters
    #expect(passed.map { Array($0.keys) } == names.dropFirst(2) + ["firebase_error"])
  }

  /// The lines of a phone, beside that of this program.
  @Test(
    arguments: [
      ("", [:], LogRecord(.nameEmpty, ["Event"])),
      ("1st", [:], LogRecord(.nameStart, ["Event", "1st"])),
      ("first_open", [:], LogRecord(.eventReserved, ["first_open"])),
      ("ga_x", [:], LogRecord(.nameReserved, ["Event", "event", "ga_x"])),
      ("a", ["ga_x": 1], LogRecord(.parameterReserved, ["ga_x"])),
      ("a", ["b c": 1], LogRecord(.nameSigns, ["Event parameter", "b c"])),
      ("a", [longName: 1], LogRecord(.nameLength, ["Event parameter", "40", longName])),
      ("a", ["b": [1]], LogRecord(.valueOfOtherType, ["__NSArrayM"])),
      ("a", ["b": ["c": 1]], LogRecord(.valueOfOtherType, ["__NSDictionaryM"])),
      ("a", ["items": [1]], LogRecord(.valueUnsupported, ["Type: __NSArrayM.", "1"])),
    ] as [(String, OrderedDictionary<String, Value>, LogRecord)])
  func aPhoneSaysWhatFirebaseRefuses(
    _ name: String, _ parameters: OrderedDictionary<String, Value>, _ line: LogRecord
  ) {
    var harness = RuntimeHarness.firebase()
    #expect(harness.log(name, parameters).logs.first == line)
    harness = .firebase(validation: .warn)
    #expect(harness.log(name, parameters).logs.count == 1, "nothing is refused")
  }

  @Test func emptyParametersAreStrippedAndBooleansBecomeNumbers() {
    var harness = RuntimeHarness.firebase()
    let effects = harness.log(
      "purchase", ["coupon": "", "gift": .null, "vip": true, "new": false, "n": 1.5])
    let outcome = effects.outcomes.last
    #expect(outcome?.logged.parameters == ["vip": 1, "new": 0, "n": 1.5])
    #expect(outcome?.faults.map(\.subject) == ["coupon", "gift"])
    #expect(outcome?.faults.allSatisfy(\.isWarning) == true)
    #expect(effects.logs.map(\.code) == [.parameterDropped, .parameterDropped])
  }

  @Test(
    arguments: [
      (["list": [1, 2]], 0), (["map": ["a": 1]], 0), (["items": [1]], 0),
      (["items": [["item_id": "S-1", "price": 9.9]]], nil),
    ] as [(OrderedDictionary<String, Value>, Int?)])
  func onlyItemsAreAListOfMaps(
    _ parameters: OrderedDictionary<String, Value>, _ code: Int?
  ) {
    var harness = RuntimeHarness.firebase()
    let outcome = harness.log("purchase", parameters).outcomes.last
    #expect(outcome?.faults.first?.code == code)
    #expect(outcome?.logged.parameters == (code == nil ? parameters : [:]))
  }

  @Test func theNamesOfEventsAreCounted() {
    var harness = RuntimeHarness.firebase()
    for number in 1...Limits.eventNames { harness.log("event_\(number)") }
    let effects = harness.log("one_more")
    #expect(effects.outcomes.last?.faults.map(\.code) == [8])
    #expect(effects.outcomes.last?.isDropped == true)
    #expect(effects.outcomes.last?.passed.first?.event.parameters == ["firebase_error": 8])
    #expect(harness.log("event_1").passed == ["event_1"])
    #expect(harness.send(.screenSeen("Home")).passed == ["screen_view"])
  }

  @Test func aWarningLetsEverythingThroughMarked() {
    var harness = RuntimeHarness.firebase(ContainerBuilder.firebase(), validation: .warn)
    let effects = harness.log("played song", ["song name": "x", "text": .string(Self.longText)])
    let outcome = effects.outcomes.last
    #expect(outcome?.isDropped == false)
    #expect(outcome?.faults.map(\.code) == [2, 3, 4])
    #expect(outcome?.faults.allSatisfy(\.isWarning) == true)
    #expect(outcome?.passed.map(\.event.name) == ["played song"])
    #expect(outcome?.logged.parameters.count == 2)
    #expect(effects.updates.last?.firings.count == 1)
    let marked = harness.log("good", ["song name": "x"]).outcomes.last
    #expect(marked?.faults.map(\.code) == [3])
    #expect(marked?.logged.parameters == ["song name": "x"])
  }

  @Test(
    arguments: [
      ("user tier", "gold", 6), (String(repeating: "a", count: 25), "x", 6),
      ("firebase_tier", "gold", 15), ("first_open_time", "1", 15),
      ("tier", String(repeating: "g", count: 37), 7),
    ])
  func aBadUserPropertyIsIgnored(_ name: String, _ value: String, _ code: Int) {
    var harness = RuntimeHarness.firebase()
    let effects = harness.send(.call(.firebase(.setUserProperty(name, value))))
    #expect(harness.runtime.firebase.userProperties == [:])
    #expect(effects.outcomes.last?.faults.map(\.code) == [code])
    #expect(effects.passed == ["error"])
    // A refused name has a line of Firebase's own before it.
    #expect(effects.logs.map(\.code).suffix(1) == [.firebaseError])
  }

  /// The name of a constant is no name; its value is.
  @Test(
    arguments: [
      ("ALLOW_AD_PERSONALIZATION_SIGNALS", "allow_personalized_ads"),
      ("kFIRUserPropertyAllowAdPersonalizationSignals", "allow_personalized_ads"),
      ("AnalyticsUserPropertySignUpMethod", "sign_up_method"),
    ])
  func theNameOfAConstantIsAnsweredWithItsValue(_ name: String, _ value: String) {
    let faults = FirebaseCall.setUserProperty(name, "true").faults
    #expect(faults.map(\.remedy) == ["name it \(value), the value of this constant"])
    #expect(FirebaseCall.setUserProperty(value, "true").faults == [])
  }

  /// What a call alone is judged by, without a phone.
  @Test(
    arguments: [
      (.logEvent("first_open", ["a b": 1, "empty": ""]), [0, 13, 3]), (.logEvent("a", [:]), []),
      (.setDefaultParameters(["1st": 1, "gone": .null]), [3]), (.setDefaultParameters(nil), []),
      (.setUserProperty("t", nil), []),
      (.setUserID(String(repeating: "u", count: Limits.userIDLength + 1)), [7]),
      (.resetAnalytics, []),
    ] as [(FirebaseCall, [Int])])
  func aCallIsJudgedAlone(_ call: FirebaseCall, _ codes: [Int]) {
    #expect(call.faults.map(\.code) == codes)
  }

  @Test func userPropertiesAreCounted() {
    var harness = RuntimeHarness.firebase()
    for number in 1...Limits.userProperties {
      harness.send(.call(.firebase(.setUserProperty("p\(number)", "x"))))
    }
    let effects = harness.send(.call(.firebase(.setUserProperty("one_more", "x"))))
    #expect(effects.outcomes.last?.faults.map(\.code) == [9])
    harness.send(.call(.firebase(.setUserProperty("p1", "y"))))
    #expect(harness.runtime.firebase.userProperties["p1"] == "y")
    #expect(harness.runtime.firebase.userProperties.count == Limits.userProperties)
  }

  @Test func aLongIDOfAUserIsIgnored() {
    var harness = RuntimeHarness.firebase()
    harness.send(
      .call(.firebase(.setUserID(String(repeating: "u", count: Limits.userIDLength + 1)))))
    #expect(harness.runtime.firebase.userID == nil)
    harness.send(.call(.firebase(.setUserID(String(repeating: "u", count: Limits.userIDLength)))))
    #expect(harness.runtime.firebase.userID?.count == Limits.userIDLength)
  }
}
