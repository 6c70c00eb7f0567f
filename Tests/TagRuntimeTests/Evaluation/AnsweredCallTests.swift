import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@Suite struct AnsweredCallTests {
  @Test(
    arguments: [
      (.value(0.15), "it returned 0.15 (double)"),
      (.value("gold"), "it returned \"gold\" (string)"),
      (.value([1, ["a": true]]), "it returned [1, {\"a\": true}] (list)"),
      (.value(nil), "it returned nothing, so there is no value"),
      (
        .value([1, nil]),
        "it returned [1, null] (list), which a container cannot use, so there is no value"
      ),
      (.failed("boom"), "it failed: boom"),
      (.unregistered, "no handler is registered for discount"),
    ] as [(MacroAnswer, String)])
  func whatComesBackToAMacro(_ answer: MacroAnswer, _ words: String) throws {
    let tag = try explain { container in
      container.functionMacro("discount", parameters: .members(["language": "es", "n": 5]))
      container.rule(when: [.equals("discount", "0.15")], fires: ["T"])
    } hosting: { host in
      host.macros["discount"] = { _ in answer }
    }
    let call = try #require(tag.rules.first?.conditions.first?.calls.first)
    #expect(call.caller == "discount")
    #expect(call.request.argumentLines == ["language = \"es\" (string)", "n = 5 (int64)"])
    #expect(call.outcomeText == words)
    #expect(
      tag.lines.contains(
        "      asked discount(language = \"es\" (string), n = 5 (int64)): \(words)"))
  }

  @Test(
    arguments: [
      (.ran(pushes: []), "it ran; a tag gets no return value"),
      (.failed("boom", pushes: []), "it failed: boom"),
      (.unregistered, "no handler is registered for T"),
    ] as [(TagAnswer, String)])
  func whatComesOfATag(_ answer: TagAnswer, _ words: String) throws {
    let tag = try explain { container in
      container.functionMacro("n")
      container.functionTag(
        "T", parameters: .members(["screen": "Cart", "count": .macro("n")]))
      container.rule(fires: ["T"])
    } hosting: { host in
      host.macros["n"] = { _ in .value(5) }
      host.tags["T"] = { _ in answer }
    }
    #expect(tag.askedCalls.map(\.text) == ["n(): it returned 5 (int64)"])
    #expect(
      tag.lines.prefix(5) == [
        "asked n(): it returned 5 (int64)", "calls function T", "  screen = \"Cart\" (string)",
        "  count = 5 (int64)", words,
      ])
  }

  /// A handler is asked at every reference; the log tells of equal answers once.
  @Test func theLogTellsOfACallAndItsAnswerOnce() {
    var harness = RuntimeHarness { container in
      container.functionMacro("f", parameters: .members(["price": 20]))
      container.rule(when: [.equals("f", "y")], fires: ["T"])
      container.rule(when: [.equals("f", "x")], fires: ["T"])
    }
    harness.host.macros["f"] = { _ in .value("y") }
    let told = harness.event("go").logs.filter { $0.code == .appCalled }.map(\.text)
    #expect(
      told == [
        "f called f(price = 20 (int64)): it returned \"y\" (string)",
        "T called T(): it ran; a tag gets no return value",
      ])
  }

  @Test func aValueThatTheAppReadsTellsOfItsCalls() {
    let harness = RuntimeHarness(ContainerBuilder { $0.functionMacro("f") })
    harness.host.macros["f"] = { _ in .value(7) }
    let reading = harness.read("f", .int64)
    #expect(reading.calls.map(\.text) == ["f(): it returned 7 (int64)"])
  }

  private func explain(
    _ build: (inout ContainerBuilder) -> Void, hosting: (RecordingHost) -> Void
  ) throws -> TagExplanation {
    var harness = RuntimeHarness(ContainerBuilder(build))
    hosting(harness.host)
    harness.runtime.isTracing = true
    let record = try #require(harness.event("go").updates.first)
    return try #require(record.explanations.first?.tags.first)
  }
}
