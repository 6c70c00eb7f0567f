import OrderedCollections
import TestSupport
import Testing

@testable import TagRuntime

/// Variables of v5 containers: what each comes to.
@Suite struct FirebaseVariableTests {
  private typealias Parameters = OrderedDictionary<String, Expression>

  // MARK: __e

  @Test(arguments: [("play", "play"), ("_vs", "screen_view"), ("_unknown", "_unknown"), ("", "")])
  func theEventHasItsLongName(_ name: String, _ long: String) {
    #expect(FirebaseTrial(variable: "__e", [:]).at(name).value().resolved == .value(.string(long)))
  }

  @Test func thereIsNoEventBetweenEvents() {
    var trial = FirebaseTrial(variable: "__e", [:])
    trial.event = nil
    #expect(trial.value().resolved == .undefined)
  }

  /// The data-layer variable of the first generation is no function of this one.
  @Test func aFunctionOfTheOtherGenerationFails() {
    let (resolved, logs) = FirebaseTrial(variable: "_v", ["name": "tier", "default_value": "x"])
      .value()
    #expect(resolved == .failed)
    #expect(logs == [.runtimeFunction])
  }

  // MARK: __md

  private static let played: OrderedDictionary<String, Value> = [
    "title": "Song", "seconds": 12.5, "gone": .null, "a.b": "dotted", "a": ["b": ["c": 3]],
    "list": ["x", "y"],
    "items": [["item_id": "p1", "price": 2], ["item_id": "p2"]],
    "promotions": ["creative_name": "banner"],
  ]

  private static let suggested: Parameters = [
    "eventType": "SUGGESTED", "suggestedEvent": "view_item", "checkEcommerceValue": true,
  ]

  private static func suggesting(_ name: String, checks: Bool = true) -> Parameters {
    var parameters = suggested
    parameters["viewItemParam"] = .constant(.string(name))
    parameters["checkEcommerceValue"] = .constant(.bool(checks))
    return parameters
  }

  private static let eventParameters: [(parameters: Parameters, value: Resolved, logs: [LogCode])] =
    [
      (["eventType": "CUSTOM", "key": "title"], .value("Song"), []),
      (["key": "title"], .value("Song"), []),
      (["eventType": "CUSTOM", "key": "seconds"], .value(12.5), []),
      (["eventType": "CUSTOM", "key": "gone"], .value(.null), []),
      (["eventType": "CUSTOM", "key": "gone", "defaultValue": "d"], .value(.null), []),
      // A point walks, even where a parameter has it in its name.
      (["eventType": "CUSTOM", "key": "a.b"], .value(["c": 3]), []),
      (["eventType": "CUSTOM", "key": "a.b.c"], .value(3), []),
      (["eventType": "CUSTOM", "key": "a.x.c", "defaultValue": 1], .value(1), []),
      (["eventType": "CUSTOM", "key": "list.1"], .value("y"), []),
      (["eventType": "CUSTOM", "key": "list.length"], .value(2), []),
      (["eventType": "CUSTOM", "key": "list.2"], .undefined, [.noEventParameter]),
      (["eventType": "CUSTOM", "key": "title.length"], .value(4), []),
      (["eventType": "CUSTOM", "key": "title.0"], .value("S"), []),
      (["eventType": "CUSTOM", "key": "gone.x"], .failed, [.functionFailed]),
      (["eventType": "CUSTOM", "key": "none"], .undefined, [.noEventParameter]),
      (["eventType": "CUSTOM", "key": "none", "defaultValue": ""], .value(""), []),
      (
        ["eventType": "CUSTOM", "key": "none", "setDefaultValue": false, "defaultValue": 2],
        .value(2), []
      ),
      (["eventType": "CUSTOM"], .undefined, [.noParameterName]),
      (["eventType": "CUSTOM", "key": 5], .failed, [.functionFailed]),
      (["eventType": "OTHER", "key": "title"], .undefined, [.wrongParameter]),
      (suggesting("title"), .value("Song"), []),
      (suggesting("item_id"), .value("p1"), []),
      (suggesting("creative_name"), .value("banner"), []),
      (suggesting("item_id", checks: false), .undefined, [.noEventParameter]),
      (["eventType": "SUGGESTED"], .undefined, [.noParameterName]),
      (
        ["eventType": "SUGGESTED", "aParam": "title", "bParam": "seconds"], .value("Song"),
        [.secondParameterName]
      ),
      (["eventType": "SUGGESTED", "Params": "title"], .undefined, [.noParameterName]),
      (
        ["eventType": "CUSTOM", "key": "item_id", "checkEcommerceValue": true], .undefined,
        [.noEventParameter]
      ),
    ]

  @Test(arguments: eventParameters.indices)
  func eventParameter(_ index: Int) {
    let (parameters, value, logs) = Self.eventParameters[index]
    let found = FirebaseTrial(variable: "__md", parameters).at("play", Self.played).value()
    #expect(found.resolved == value)
    #expect(found.logs == logs)
  }

  @Test func anEmptyListOfItemsHasNoFirst() {
    let trial = FirebaseTrial(variable: "__md", Self.suggesting("item_id"))
    #expect(trial.at("view_item", ["items": []]).value().resolved == .failed)
    #expect(trial.at("view_item", [:]).value().resolved == .undefined)
  }

  // MARK: Other variables

  private static let values: [(id: String, parameters: Parameters, value: Resolved)] = [
    ("__fup", ["key": "tier"], .value("gold")),
    ("__fup", ["key": "none"], .undefined),
    ("__fup", ["key": "none", "setDefaultValue": false, "defaultValue": "free"], .value("free")),
    ("__fup", [:], .undefined),
    ("__c", ["value": 3], .value(3)),
    ("__c", ["value": .macro("event")], .value("go")),
    ("__c", [:], .undefined),
    (
      "__gas", ["trackingId": "UA-1", "dimension": .macro("nothing")],
      .value(["trackingId": "UA-1", "dimension": .absent])
    ),
    ("__smm", ["input": "b", "map": table], .value(2)),
    ("__smm", ["input": "B", "map": table], .undefined),
    ("__smm", ["input": "B", "map": table, "defaultValue": "none"], .value("none")),
    ("__smm", ["input": "twice", "map": table], .value("second")),
    ("__smm", ["input": 7, "map": table], .value("seven")),
    ("__smm", ["input": .macro("nothing"), "map": table], .value("no input")),
    ("__smm", ["input": "b"], .undefined),
    ("__smm", ["input": "b", "map": "text", "defaultValue": 0], .value(0)),
    ("__ai", [:], .value("com.example.app")), ("__an", [:], .value("App")),
    ("__av", [:], .value("1")), ("__avn", [:], .value("1.0")), ("__cid", [:], .value("GTM-TEST")),
    ("__ctv", [:], .value("1")), ("__sv", [:], .value("7.0")), ("__aid", [:], .undefined),
    ("__ate", [:], .value(false)), ("__dn", [:], .value("iPhone")), ("__l", [:], .value("en")),
    ("__ov", [:], .value("7.0")), ("__p", [:], .value("iOS")), ("__rs", [:], .value("640x1136")),
    ("__gone", [:], .failed), ("__own", [:], .failed), ("", [:], .failed),
  ]

  private static let table = Expression.table(
    ["key": "a", "value": 1], ["key": "b", "value": 2], ["key": "twice", "value": "first"],
    ["key": "twice", "value": "second"], ["key": "7", "value": "seven"], ["key": "lonely"],
    ["key": "undefined", "value": "no input"])

  @Test(arguments: values.indices)
  func variable(_ index: Int) {
    let (id, parameters, value) = Self.values[index]
    var trial = FirebaseTrial { container in
      container.macro("nothing", "__md", ["key": "nothing", "eventType": "CUSTOM"])
      container.macro("v", id, parameters)
    }
    trial.userProperties = ["tier": "gold"]
    #expect(trial.value().resolved == value)
  }

  @Test func everyVariableIsTested() {
    let tested = Set(Self.values.map(\.id) + ["__e", "__md", "__r", "__funct"])
    #expect(FirebaseFunction.variables.map(\.id).filter { !tested.contains($0) } == [])
  }

  @Test func aRandomNumberIsAnotherOneEachTime() {
    var evaluator = FirebaseTrial(variable: "__r", [:]).evaluator()
    let values = (1...5).map { _ in evaluator.resolve(slot: 1) }
    #expect(Set(values).count == 5)
    for value in values {
      guard case .value(.int(let number)) = value else {
        Issue.record("\(value) is no integer")
        continue
      }
      #expect((0...2_147_483_647).contains(number))
    }
  }

  @Test func theAdvertisingIDIsThereWhereTheAppCanHaveIt() {
    var trial = FirebaseTrial(variable: "__aid", [:])
    trial.facts.advertisingID = "ABC"
    #expect(trial.value().resolved == .value("ABC"))
  }

  // MARK: Classes of the app

  @Test(
    arguments: [
      (.value("text"), .value("text"), [.appCalled]), (.value(5), .value(5), [.appCalled]),
      (.value(1.5), .value(1.5), [.appCalled]), (.value(true), .value(true), [.appCalled]),
      (.value(.null), .undefined, [.classAnswer]), (.value([1]), .undefined, [.classAnswer]),
      (.value(["a": 1]), .undefined, [.classAnswer]), (.unregistered, .undefined, [.noClass]),
      (.failed("tired"), .undefined, [.classFailed]),
    ] as [(MacroAnswer, Resolved, [LogCode])])
  func aClassGivesTextsAndNumbers(_ answer: MacroAnswer, _ value: Resolved, _ logs: [LogCode]) {
    let trial = FirebaseTrial(variable: "__funct", ["classPath": "Shop"])
    trial.host.macros["Shop"] = { _ in answer }
    let found = trial.value()
    #expect(found.resolved == value)
    #expect(found.logs == logs)
  }

  @Test func aClassIsAskedByItsPathWithItsArguments() {
    let table = Expression.table(
      ["key": "sku", "value": .macro("event")], ["key": "none", "value": .macro("nothing")],
      ["key": "n", "value": 5])
    let trial = FirebaseTrial { container in
      container.macro("nothing", "__md", ["key": "nothing", "eventType": "CUSTOM"])
      container.macro("v", "__funct", ["classPath": "my.Shop", "functionArgument": table])
    }
    _ = trial.value()
    #expect(
      trial.host.asked == [
        FunctionCallRequest(
          name: "my.Shop", parameters: ["sku": "go", "n": 5.0], container: "GTM-TEST", isClass: true
        )
      ])
  }
}
