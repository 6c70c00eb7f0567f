import OrderedCollections
import TestSupport
import Testing

@testable import TagRuntime

@Suite struct FunctionCallTests {
  @Test(
    arguments: [
      (.value("gold"), "gold", nil), (.value(5), 5, nil), (.value(2.5), "2.5", nil),
      (.value([1, ["k": true]]), [1, ["k": true]], nil),
      (
        .value(nil), "",
        Said(.error, "Converting to Value from unknown object type: <null>")
      ),
      (
        .value([1, nil]), "",
        Said(.error, "Converting to Value from unknown object type: <null>")
      ),
      (.failed("boom"), "", Said(.warning, "Custom macro/tag f threw exception boom")),
      (
        .unregistered, "",
        Said(
          .info, "f: no handler is registered for f (the SDK says nothing)", source: .tagsim)
      ),
    ] as [(MacroAnswer, Value, Said?)])
  func aMacroTakesTheHandlersAnswer(_ answer: MacroAnswer, _ seen: Value, _ log: Said?) {
    var harness = RuntimeHarness { container in
      container.functionMacro("f")
      container.functionTag("T", parameters: .members(["f": .macro("f")]))
      container.rule(fires: ["T"])
    }
    harness.host.macros["f"] = { _ in answer }
    let effects = harness.event("any")
    #expect(harness.host.ran.first?.parameters["f"] == seen)
    #expect(effects.logs.filter { $0.level > .verbose }.map(\.said) == (log.map { [$0] } ?? []))
  }

  @Test func parametersAreExpandedAndDoublesAreTexts() {
    let container = ContainerBuilder { container in
      container.variable("price")
      container.functionMacro(
        "f", parameters: .members(["price": .macro("price"), "n": 5, "flag": true]))
      container.rule(when: [.equals("f", "x")], fires: ["T"])
    }
    var harness = RuntimeHarness(container)
    harness.push(["event": "any", "price": 19.9])
    #expect(
      harness.host.asked == [
        FunctionCallRequest(
          name: "f", parameters: ["price": "19.9", "n": 5, "flag": true],
          container: RuntimeHarness.containerID)
      ])
  }

  @Test func additionalParametersMustBeAMap() {
    var harness = RuntimeHarness { container in
      container.functionMacro("f", parameters: .list(["x"]))
      container.functionTag("T", parameters: .list(["x"]))
      container.rule(unless: [.equals("f", "x")], fires: ["T"])
    }
    let effects = harness.event("any")
    #expect(
      effects.logs(.warning) == [
        "FunctionCallMacro: expected additional_params to be a map.",
        "FunctionCallTag: expected additional_params to be a map.",
      ])
    #expect(harness.host.asked.isEmpty && harness.host.ran.isEmpty)
    #expect(effects.tagResults == [.ignored(reason: "additional_params is not a map")])
  }

  @Test func aHandlerThatThrowsKeepsItsPushes() {
    var harness = RuntimeHarness { $0.rule(when: [.event("start")], fires: ["T", "U"]) }
    harness.host.tags["T"] = { _ in .failed("boom", pushes: [["n": 1]]) }
    let effects = harness.event("start")
    #expect(
      effects.tagResults == [.threw(function: "T", reason: "boom"), .called(function: "U")])
    #expect(effects.logs(.warning) == ["Custom macro/tag T threw exception boom"])
    #expect(harness.runtime.dataLayer.get("n") == 1)
  }

  @Test func aTagWithoutAHandlerFiresAndNothingRuns() {
    var harness = RuntimeHarness(ContainerBuilder { $0.rule(fires: ["T"]) })
    harness.host.unregisteredTags = ["T"]
    let effects = harness.event("any")
    #expect(effects.firedTags == ["T"])
    #expect(effects.tagResults == [.nothingRan(function: "T")])
    #expect(
      effects.logs(.info) == ["T: no handler is registered for T (the SDK says nothing)"])
  }

  /// What code of the app does beyond its answer is the world's affair: it is told before the
  /// update that it ran for, with the event and the name of the tag. Handlers of macros only
  /// answer.
  @Test func theWorldIsToldWhichTagRanWhat() {
    var harness = RuntimeHarness { container in
      container.functionMacro("f")
      container.functionTag("T", parameters: .members(["n": 5]))
      container.rule(unless: [.equals("f", "x")], fires: ["T"])
    }
    harness.host.macros["f"] = { _ in .value("y") }
    let effects = harness.event("go")
    let request = FunctionCallRequest(
      name: "T", parameters: ["n": 5], container: RuntimeHarness.containerID)
    #expect(harness.host.askedCount("f") > 0)
    #expect(effects.calls == [HostCall(request: request, caller: "T", event: "go")])
    let told = effects.firstIndex { if case .called = $0 { true } else { false } }
    let processed = effects.lastIndex { if case .processed = $0 { true } else { false } }
    #expect(told ?? .max < processed ?? .min)
  }
}
