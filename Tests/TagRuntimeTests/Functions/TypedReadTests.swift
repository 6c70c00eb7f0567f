import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@Suite struct TypedReadTests {
  private func read(_ held: Expression, _ kind: ValueKind) -> ValueReading {
    RuntimeHarness(ContainerBuilder { $0.constant("k", held) }).read("k", kind)
  }

  @Test(
    arguments: [
      ("Hola", .string, "Hola"), ("", .string, ""), (5, .string, "5"), (false, .string, "false"),
      (.list(["a", 1]), .string, "[a, 1]"), (.members(["k": "v"]), .string, "{k=v}"),
      (5, .int64, 5), ("5", .int64, 5), ("-3.9", .int64, -3), ("1e3", .int64, 1000),
      ("9007199254740993", .int64, 9_007_199_254_740_993), ("1e30", .int64, .int(.max)),
      (5, .double, 5.0), ("2.5", .double, 2.5), (" 7", .double, 7.0),
      (true, .boolean, true), ("true", .boolean, true), ("false", .boolean, false),
    ] as [(Expression, ValueKind, Value)])
  func converts(_ held: Expression, _ kind: ValueKind, _ value: Value) {
    let reading = read(held, kind)
    #expect(reading.value == value)
    #expect(reading.origin == .container)
    #expect(reading.logs.map(\.said) == [])
  }

  @Test(
    arguments: [
      ("abc", .int64, "Failed to convert abc to a number."),
      ("12 px", .double, "Failed to convert 12 px to a number."),
      (true, .int64, "Failed to convert true to a number."), ("", .int64, nil), ("", .double, nil),
      ("yes", .boolean, "Failed to parse an invalid boolean: yes"),
      (1, .boolean, "Failed to parse an invalid boolean: 1"),
      ("TRUE", .boolean, "Failed to parse an invalid boolean: TRUE"),
    ] as [(Expression, ValueKind, String?)])
  func whatDoesNotConvertIsTheZero(_ held: Expression, _ kind: ValueKind, _ error: String?) {
    let reading = read(held, kind)
    #expect(reading.value == kind.zero)
    #expect(reading.origin == .unconvertible)
    #expect(reading.logs.map(\.said) == (error.map { [Said(.error, $0)] } ?? []))
  }

  @Test(arguments: zip(ValueKind.allCases, ["", 0, 0.0, false] as [Value]))
  func anUnknownKeyIsTheZero(_ kind: ValueKind, _ zero: Value) {
    let reading = RuntimeHarness(ContainerBuilder()).read("nope", kind)
    #expect(reading.value == zero)
    #expect(reading.origin == .noKey)
    #expect(reading.logs.map(\.said) == [Said(.error, "Invalid macro: nope")])
  }

  @Test(arguments: ValueKind.allCases)
  func aContainerThatIsNotOpenGivesTheZero(_ kind: ValueKind) {
    let reading = RuntimeHarness().read("k", kind)
    #expect(reading.value == kind.zero)
    #expect(
      reading.logs.map(\.said) == [
        Said(.error, "\(kind.rawValue)ForKey called for closed container.")
      ])
  }

  @Test func theLastFallbackWins() {
    let container = ContainerBuilder { container in
      container.constant("k", "first")
      container.constant("k", "last")
    }
    #expect(RuntimeHarness(container).read("k").value == "last")
  }

  @Test(arguments: [("es", "Hola"), ("fr", "Bonjour"), ("en", "Hello")])
  func rulesChooseADefinition(_ language: String, _ text: String) {
    let container = ContainerBuilder { container in
      container.macro("language", "_l")
      let spanish = container.ruledConstant("title", "Hola")
      let french = container.ruledConstant("title", "Bonjour")
      container.constant("title", "Hello")
      container.rule(when: [.equals("language", "es")], applies: [spanish])
      container.rule(when: [.equals("language", "fr")], applies: [french])
    }
    var harness = RuntimeHarness(container)
    var facts = DeviceFacts()
    facts.language = language
    harness.send(.deviceChanged(facts))
    #expect(harness.read("title").value == .string(text))
    let chosen = harness.read("title").choice
    #expect(
      language == "en"
        ? chosen == .defaultMacro(rules: 2)
        : chosen
          == .rule(
            title: language == "es" ? "rule 1" : "rule 2",
            conditions: "language equals \(language)"))
  }

  @Test func aSwitchedOffDefinitionFallsBack() {
    let container = ContainerBuilder { container in
      let on = container.ruledConstant("k", "on")
      container.constant("k", "off")
      container.rule(applies: [on])
      container.variable("quiet")
      container.rule(when: [.equals("quiet", "true")], switchesOff: [on])
    }
    var harness = RuntimeHarness(container)
    #expect(harness.read("k").value == "on")
    harness.push(["quiet": true])
    #expect(harness.read("k").value == "off")
  }

  @Test func rulesThatNeedTheEventAreFalseForAReader() {
    let container = ContainerBuilder { container in
      let key = container.ruledConstant("k", "x")
      container.rule(when: [.event("go")], applies: [key])
    }
    var harness = RuntimeHarness(container)
    harness.event("go")
    #expect(harness.read("k").origin == .noKey)
  }

  @Test func theAppHearsWhatItReads() {
    var harness = RuntimeHarness(ContainerBuilder { $0.constant("k", "abc") })
    let effects = harness.send(
      .call(.read("k", .int64, container: RuntimeHarness.containerID)))
    #expect(effects.logs(.error) == ["Failed to convert abc to a number."])
    #expect(effects.notifications == [.valueRead(harness.read("k", .int64))])
  }
}
