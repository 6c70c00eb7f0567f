import TagRuntime
import TestSupport
import Testing

/// Vectors 9 to 15 (LegacySDK §18.2): rules, macros and typed reads.
@Suite struct EvaluationVectorTests {
  @Test func vector9RemovingWins() {
    var harness = RuntimeHarness { container in
      container.rule(when: [.isTrue], fires: ["T"])
      container.rule(when: [.isTrue], fires: ["T", "other"])
      container.rule(when: [.isTrue], blocks: ["T"])
    }
    #expect(harness.event("any").firedTags == ["other"])
  }

  @Test(arguments: ["gtm.start", "any", ""])
  func vector10ARuleWithoutConditionsIsAlwaysTrue(_ event: String) {
    var harness = RuntimeHarness(ContainerBuilder { $0.rule(fires: ["T"]) })
    #expect(harness.event(event).firedTags == ["T"])
  }

  @Test func vector11AMissingVariableEqualsNotEvenTheEmptyText() {
    var harness = RuntimeHarness { container in
      container.variable("missing")
      container.rule(when: [.equals("missing", "")], fires: ["equals empty"])
      container.rule(unless: [.equals("missing", "")], fires: ["does not equal empty"])
    }
    #expect(harness.event("any").firedTags == ["does not equal empty"])
    #expect(harness.push(["event": "any", "missing": ""]).firedTags == ["equals empty"])
  }

  @Test func vector12AKeyWhoseRuleIsFalseHasNoValue() {
    var harness = RuntimeHarness { container in
      let key = container.ruledConstant("k", "Hola")
      container.variable("language")
      container.rule(when: [.equals("language", "es")], applies: [key])
    }
    #expect(harness.read("k").value == "")
    harness.push(["language": "es"])
    #expect(harness.read("k").value == "Hola")
  }

  @Test func vector13TwoActiveDefinitionsAreAWarning() {
    let reading = RuntimeHarness { container in
      let first = container.ruledConstant("k", "first")
      let second = container.ruledConstant("k", "second")
      container.rule(when: [.isTrue], applies: [first])
      container.rule(when: [.isTrue], applies: [second])
    }.read("k")
    #expect(reading.value == "first")
    #expect(
      reading.logs.map(\.said) == [Said(.warning, "Multiple macros active for macroName k")])
  }

  @Test func vector14ACycleIsDetected() {
    let reading = RuntimeHarness { container in
      container.constant("a", .macro("b"))
      container.constant("b", .macro("a"))
    }.read("a")
    #expect(reading.value == "")
    #expect(
      reading.logs.map(\.said) == [
        Said(.error, "Macro cycle detected.  Current macro reference: a.")
      ])
  }

  @Test(
    arguments: [
      (true, .string, "true", nil), ("1", .boolean, false, "Failed to parse an invalid boolean: 1"),
      ("3.7", .int64, 3, nil), ("abc", .double, 0.0, "Failed to convert abc to a number."),
    ] as [(Expression, ValueKind, Value, String?)])
  func vector15Conversions(
    _ held: Expression, _ kind: ValueKind, _ value: Value, _ error: String?
  ) {
    let reading = RuntimeHarness(ContainerBuilder { $0.constant("k", held) }).read("k", kind)
    #expect(reading.value == value)
    #expect(reading.logs.map(\.said) == (error.map { [Said(.error, $0)] } ?? []))
  }
}
