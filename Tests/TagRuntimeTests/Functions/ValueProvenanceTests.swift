import OrderedCollections
import TestSupport
import Testing

@testable import TagRuntime

/// Where a value that the app reads came from: the rule and the kind of macro.
@Suite struct ValueProvenanceTests {
  private static let spanish = ContainerBuilder { container in
    container.macro("language", "_l")
    let spanish = container.ruledConstant("title", "Hola")
    let loud = container.ruledConstant("title", "HOLA")
    container.constant("title", "Hello")
    container.rule(
      when: [.equals("language", "es")], applies: [spanish], named: "Speaks Spanish")
    container.rule(
      when: [.equals("language", "es"), .equals("mood", "loud")], applies: [loud],
      switchesOff: [spanish])
    container.variable("mood")
  }

  private static let choices:
    [(language: String, mood: String, value: Value, choice: ValueReading.Choice)] = [
      ("en", "quiet", "Hello", .defaultMacro(rules: 2)),
      (
        "es", "quiet", "Hola",
        .rule(title: "rule Speaks Spanish", conditions: "language equals es")
      ),
      (
        "es", "loud", "HOLA",
        .rule(title: "rule 2", conditions: "language equals es and mood equals loud")
      ),
    ]

  @Test(arguments: choices)
  func theWinningRuleIsNamed(
    _ language: String, _ mood: String, _ value: Value, _ choice: ValueReading.Choice
  ) {
    var harness = RuntimeHarness(Self.spanish)
    var facts = DeviceFacts()
    facts.language = language
    harness.send(.deviceChanged(facts))
    harness.push(["mood": .string(mood)])
    #expect(harness.read("title").value == value)
    #expect(harness.read("title").choice == choice)
  }

  @Test func aRuleWithoutConditionsIsAlwaysTrue() {
    let container = ContainerBuilder { container in
      let key = container.ruledConstant("k", "x")
      container.rule(applies: [key])
    }
    let choice = RuntimeHarness(container).read("k").choice
    #expect(choice == .rule(title: "rule 1", conditions: "no conditions"))
  }

  private static let makers: [(name: String, words: String, isConstant: Bool)] = [
    ("fixed", "constant", true), ("tier", "data layer variable user.tier", false),
    ("bonus", "function call bonus", false), ("lang", "language", false),
    ("odd", "macro of the unknown kind _odd", false),
  ]

  @Test(arguments: makers)
  func theKindOfMacroIsTold(_ name: String, _ words: String, _ isConstant: Bool) throws {
    let reading = RuntimeHarness { container in
      container.constant("fixed", 5)
      container.variable("tier", path: "user.tier")
      container.functionMacro("bonus")
      container.macro("lang", "_l")
      container.macro("odd", "_odd")
    }.read(name)
    let maker = try #require(reading.maker)
    #expect(maker.words == words)
    #expect(maker.isConstant == isConstant)
    #expect(reading.choice == .defaultMacro(rules: 0))
  }

  /// Every kind that this runtime implements has a name that people know.
  @Test func noImplementedKindIsUnknown() {
    let container = ContainerBuilder { container in
      for function in MacroFunction.all { container.macro("m" + function.id, function.id) }
    }
    let harness = RuntimeHarness(container)
    for name in container.version.macros.compactMap(\.name) {
      #expect(harness.read(name).maker?.words.contains("unknown") == false, "\(name)")
    }
  }

  /// What a handler answers decides the rule: it is asked once, for the value, and not again for
  /// the reason.
  @Test func aHandlerIsNotAskedAgainForTheReason() {
    let harness = RuntimeHarness { container in
      container.functionMacro("bonus")
      let key = container.ruledConstant("k", "x")
      container.rule(when: [.equals("bonus", "7")], applies: [key])
    }
    harness.host.macros["bonus"] = { _ in .value(7) }
    let reading = harness.read("k")
    #expect(harness.host.askedCount("bonus") == 1)
    #expect(reading.value == "x")
    #expect(reading.choice == .unknown)
    #expect(reading.maker == nil)
  }

  /// A function call that stable rules choose is told all the same.
  @Test func stableRulesOverAHandlerAreTold() {
    let reading = RuntimeHarness { container in
      let key = container.functionMacro("bonus")
      container.rule(applies: [key])
    }.read("bonus")
    #expect(reading.choice == .rule(title: "rule 1", conditions: "no conditions"))
    #expect(reading.maker?.words == "function call bonus")
  }

  @Test func anUnknownKeyHasNoProvenance() {
    let reading = RuntimeHarness(ContainerBuilder()).read("nope")
    #expect(reading.choice == nil)
    #expect(reading.maker == nil)
  }
}
