import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@Suite struct TypedReadTests {
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
    var harness = RuntimeHarness { container in
      container.macro("language", "_l")
      let spanish = container.ruledConstant("title", "Hola")
      let french = container.ruledConstant("title", "Bonjour")
      container.constant("title", "Hello")
      container.rule(when: [.equals("language", "es")], applies: [spanish])
      container.rule(when: [.equals("language", "fr")], applies: [french])
    }
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
    var harness = RuntimeHarness { container in
      let on = container.ruledConstant("k", "on")
      container.constant("k", "off")
      container.rule(applies: [on])
      container.variable("quiet")
      container.rule(when: [.equals("quiet", "true")], switchesOff: [on])
    }
    #expect(harness.read("k").value == "on")
    harness.push(["quiet": true])
    #expect(harness.read("k").value == "off")
  }

  @Test func rulesThatNeedTheEventAreFalseForAReader() {
    var harness = RuntimeHarness { container in
      let key = container.ruledConstant("k", "x")
      container.rule(when: [.event("go")], applies: [key])
    }
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
