import OrderedCollections
import TestSupport
import Testing

@testable import TagRuntime

/// Why tags of v5 containers fired or not, in the words of their users.
@Suite struct FirebaseExplanationTests {
  private func explain(
    _ event: String = "play", _ parameters: OrderedDictionary<String, Value> = [:],
    _ build: (inout ContainerBuilder) -> Void
  ) throws -> TagExplanation {
    let trial = FirebaseTrial { container in
      container.macro("price", "__md", ["eventType": "CUSTOM", "key": "price"])
      container.macro("broken", "__gone")
      container.tag("", "__fm", ["action": "measure", "eventName": "sold"])
      build(&container)
    }
    return try #require(trial.at(event, parameters).explained().first)
  }

  private func buying(_ container: inout ContainerBuilder) {
    container.rule(
      when: [.event("play"), Condition("_gt", .macro("price"), "10")],
      unless: [Condition("_re", .macro("price"), "^99")], fires: [""])
    container.rule(when: [.event("gift")], fires: [""])
  }

  @Test func aTagThatFired() throws {
    let tag = try explain("play", ["price": 20], buying)
    #expect(tag.name == "tag 1")
    #expect(
      tag.lines == [
        "fires when ANY of its 2 triggers is true", "trigger 1 needs ALL of",
        "  ok  event equals play", "  ok  price is greater than 10",
        "  ok  price does not match ^99", "trigger 2 needs",
        "  NO  event equals gift   actual: play",
      ])
  }

  @Test func theNearestMiss() throws {
    #expect(
      try explain("play", ["price": 5], buying).nearestMiss?.words
        == "1 change, price is greater than 10")
    #expect(
      try explain("stop", ["price": 20], buying).nearestMiss?.words == "1 change, event = play")
  }

  @Test func whatIsUndefinedIsCompared() throws {
    let tag = try explain("play", [:], buying)
    let price = try #require(tag.rules.first?.conditions[1])
    #expect(price.actual == "(not set)")
    #expect(price.trouble == "its left side is not a number: always false")
    #expect(!price.isUndecided)
  }

  @Test func aTriggerThatCouldNotBeDecided() throws {
    let tag = try explain { container in
      container.rule(when: [.event("play"), .equals("broken", "x")], fires: [""])
    }
    #expect(tag.outcome == .notFired)
    #expect(tag.rules.map(\.undecidedBy) == ["broken equals x"])
    #expect(
      tag.lines == [
        "trigger 1 needs ALL of", "  ok  event equals play",
        "  NO  broken equals x   actual: (not set)",
        "      its left side could not be resolved: no function __gone is defined: calls to it "
          + "have no effect and no value",
        "  undecided, because 'broken equals x' could not be tested: it fires nothing, and still "
          + "blocks",
        "nearest miss: 1 change, broken = x",
      ])
  }

  @Test func aTriggerThatCouldNotBeDecidedStillBlocks() throws {
    let tag = try explain { container in
      container.rule(fires: [""])
      container.rule(unless: [.equals("broken", "x")], blocks: [""])
    }
    #expect(tag.outcome == .blocked)
    #expect(tag.blockingRules.map(\.undecidedBy) == ["broken does not equal x"])
  }

  /// A condition that nobody looked at decides nothing.
  @Test func aConditionThatFailsBehindAFalseOneLeavesTheTriggerFalse() throws {
    let tag = try explain { container in
      container.rule(when: [.isFalse, .equals("broken", "x")], fires: [""])
    }
    #expect(tag.rules.map(\.undecidedBy) == [nil])
    #expect(tag.rules.map(\.isTrue) == [false])
  }

  @Test func aTagWithoutTriggers() throws {
    let tag = try explain { _ in }
    #expect(tag.neverReason == "no trigger fires it")
    #expect(tag.lines == ["no trigger fires it"])
  }

  // MARK: Functions that are missing

  @Test func whatItsRuntimeDoesNotDefineIsMissing() {
    let trial = FirebaseTrial { container in
      container.macro("a", "__gone")
      container.macro("b", "__own")
      container.macro("c", "__c", ["value": 1])
      container.tag("", "_ua")
      container.rule(when: [Condition("_css", "1", "2")], fires: [])
    }
    let missing = trial.container.missingFunctions(in: SDKVersion(3, 17))
    #expect(
      missing == [
        MissingFunction(function: "__gone", kind: .macro, names: ["a"]),
        MissingFunction(function: "__own", kind: .macro, names: ["b"]),
        MissingFunction(function: "_ua", kind: .tag, names: ["tag 1"]),
        MissingFunction(function: "_css", kind: .condition, names: ["trigger 1"]),
      ])
  }

  /// An export defines nothing, and what is known is there all the same.
  @Test func withoutARuntimeTheKnownFunctionsAreThere() {
    var version = ContainerBuilder.firebase { container in
      container.tag("T", "__fm", ["action": "block"])
      container.tag("U", "__own")
      container.rule(fires: ["T", "U"])
    }
    version.runtimeFunctions = []
    let trial = FirebaseTrial(version)
    #expect(trial.firedNames == ["T"])
    #expect(trial.fired().logs.map(\.code) == [.unknownFunction])
    version.runtimeFunctions = ["__e"]
    #expect(FirebaseTrial(version).firedNames == [])
  }

  // MARK: Values

  @Test(
    arguments: [
      ("__c", ["value": 3], .int64, 3, "constant"),
      ("__c", ["value": .constant(1.0)], .string, "1", "constant"),
      ("__e", [:], .string, "", "event name"),
      ("__md", ["key": "price", "defaultValue": 5], .double, 5.0, "event parameter price"),
      (
        "__md", ["eventType": "SUGGESTED", "aParam": "price"], .string, "",
        "event parameter price"
      ),
      ("__fup", ["key": "tier"], .string, "gold", "user property tier"),
      ("__funct", ["classPath": "Shop"], .string, "open", "value of class Shop"),
    ] as [(String, OrderedDictionary<String, Expression>, ValueKind, Value, String)])
  func aValueIsReadOutsideOfEvents(
    _ id: String, _ parameters: OrderedDictionary<String, Expression>, _ kind: ValueKind,
    _ value: Value, _ maker: String
  ) {
    var trial = FirebaseTrial(variable: id, parameters)
    trial.event = nil
    trial.userProperties = ["tier": "gold"]
    trial.host.macros["Shop"] = { _ in .value("open") }
    var evaluator = trial.evaluator()
    let reading = evaluator.read("v", as: kind)
    #expect(reading.value == value)
    #expect(reading.maker?.words == maker)
  }
}
