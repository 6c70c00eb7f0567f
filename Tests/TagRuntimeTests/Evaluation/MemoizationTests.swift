import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// What is evaluated once for an event and what at every reference, counted in calls of a handler
/// and in log lines.
@Suite struct MemoizationTests {
  @Test func aFunctionMacroIsAskedAtEveryReference() {
    var harness = RuntimeHarness { container in
      container.functionMacro("f")
      container.functionTag("T", parameters: .members(["a": .macro("f"), "b": .macro("f")]))
      for number in 1...10 { container.rule(when: [.equals("f", "\(number)")], fires: ["T"]) }
    }
    harness.host.macros["f"] = { _ in .value("7") }
    harness.event("any")
    #expect(harness.host.askedCount("f") == 12)
  }

  @Test func anEqualConditionOnAFunctionMacroIsAskedInEveryRule() {
    var harness = RuntimeHarness { container in
      container.functionMacro("f")
      for _ in 1...10 { container.rule(when: [.equals("f", "yes")], fires: ["T"]) }
    }
    harness.event("any")
    #expect(harness.host.askedCount("f") == 10)
  }

  @Test func whatDependsOnAFunctionMacroIsNotRemembered() {
    var harness = RuntimeHarness { container in
      container.functionMacro("f")
      container.constant("wrapped", .template(["<", .macro("f"), ">"]))
      let chosen = container.ruledConstant("chosen", "x")
      container.rule(when: [.equals("f", "yes")], applies: [chosen])
      container.functionTag(
        "T",
        parameters: .list([.macro("wrapped"), .macro("wrapped"), .macro("chosen")]))
      container.rule(fires: ["T"])
    }
    harness.host.macros["f"] = { _ in .value("yes") }
    harness.event("any")
    // Twice for the wrapped one, once to choose a definition, once when all rules are evaluated.
    #expect(harness.host.askedCount("f") == 4)
  }

  /// A data-layer variable whose definition is chosen by two true rules warns when it is resolved.
  private func warningsOfAVariable(inRules count: Int) -> Int {
    var harness = RuntimeHarness { container in
      let first = container.variable("v")
      let second = container.variable("v")
      container.rule(applies: [first, second])
      for number in 1...count {
        container.rule(when: [.equals("v", "\(number)")], fires: ["T"])
      }
    }
    return harness.event("any").logs(.warning).count
  }

  @Test func aVariableIsResolvedOnceForAnEvent() {
    #expect(warningsOfAVariable(inRules: 100) == 1)
  }

  @Test func aVariableIsResolvedAnewForTheNextEvent() {
    var harness = RuntimeHarness { container in
      container.variable("v")
      container.rule(when: [.equals("v", "1")], fires: ["one"])
      container.rule(when: [.equals("v", "2")], fires: ["two"])
    }
    #expect(harness.push(["event": "any", "v": 1]).firedTags == ["one"])
    #expect(harness.push(["event": "any", "v": 2]).firedTags == ["two"])
  }

  @Test func equalConditionsOfManyRulesAreTestedOnce() {
    var harness = RuntimeHarness { container in
      for _ in 1...100 {
        container.rule(when: [Condition("_xy", "1", "1")], fires: ["T"])
      }
    }
    #expect(harness.event("any").logs(.error).count == 1)
  }

  @Test func choosingADefinitionThatPushesAsksOnce() {
    var harness = RuntimeHarness { container in
      container.functionMacro("f")
      let chosen = container.macro(
        "k", "_c", ["value": "x", "not_default_macro": true], pushes: .members(["seen": true]))
      container.rule(when: [.event("other"), .equals("f", "yes")], applies: [chosen])
      container.rule(when: [.equals("f", "yes")], applies: [chosen])
      container.functionTag("T", parameters: .members(["k": .macro("k")]))
      container.rule(fires: ["T"])
    }
    harness.host.macros["f"] = { _ in .value("yes") }
    let effects = harness.event("any")
    #expect(effects.updates.map(\.update).dropFirst() == [["seen": true]])
    #expect(harness.host.askedCount("f") == 2)
  }

  @Test func aRandomMacroDrawsAtEveryReference() {
    var harness = RuntimeHarness { container in
      container.macro("r", "_r")
      container.functionTag("T", parameters: .members(["a": .macro("r"), "b": .macro("r")]))
      container.rule(fires: ["T"])
    }
    harness.event("any")
    let drawn = harness.host.ran.first?.parameters
    #expect(drawn?["a"] != drawn?["b"])
  }
}
