import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// What parameters come to on their way into a tag.
@Suite struct ExpansionTests {
  /// The parameter that a function-call tag receives, and how the tag ended.
  private func expand(_ expression: Expression) -> (value: Value?, logs: [String], fired: Bool) {
    var harness = RuntimeHarness { container in
      container.variable("name")
      container.variable("price")
      container.variable("missing")
      container.constant("failing", .macro("no such macro"))
      container.functionTag("T", parameters: .members(["p": expression]))
      container.rule(fires: ["T"])
    }
    let effects = harness.push(["event": "any", "name": "a b&é", "price": 19.9])
    let logs = effects.logs(.error)
    return (harness.host.ran.first?.parameters["p"], logs, effects.firedTags == ["T"])
  }

  @Test(
    arguments: [
      ("text", "text"), (5, 5), (true, true), (.functionID("_ua"), "_ua"),
      (.macro("name"), "a b&é"), (.macro("price"), "19.9"), (.macro("missing"), ""),
      (.list([1, .macro("name"), .macro("missing")]), [1, "a b&é", ""]),
      (.members(["k": .macro("missing"), "l": .list([])]), ["k": "", "l": []]),
      (.map([.init(key: .macro("price"), value: "v")]), ["19.9": "v"]),
      (.map([.init(key: 7, value: "v")]), ["7": "v"]),
      (.template(["<", .macro("price"), 5, true, ">"]), "<19.95true>"), (.template([]), ""),
      (.template(["<", .macro("missing"), ">"]), ""),
      (.escaped(.macro("name"), [12]), "a%20b%26%C3%A9"),
      (.escaped(.macro("name"), [12, 12]), "a%2520b%2526%25C3%25A9"),
      (.escaped(.macro("missing"), [12]), ""), (.escaped("a b", []), "a b"),
    ] as [(Expression, Value)])
  func comesTo(_ expression: Expression, _ value: Value) {
    let expanded = expand(expression)
    #expect(expanded.value == value)
    #expect(expanded.logs == [])
  }

  @Test(
    arguments: [
      (.escaped("a b", [3]), "a b", "Unsupported Value Escaping: 3"),
      (.escaped("a b", [3, 12]), "a%20b", "Unsupported Value Escaping: 3"),
      (.escaped(5, [12]), 5, "Escaping can only be applied to strings."),
      (.escaped(.list(["a b"]), [12]), ["a b"], "Escaping can only be applied to strings."),
    ] as [(Expression, Value, String)])
  func anEscapingThatCannotBeAppliedLeavesTheValue(
    _ expression: Expression, _ value: Value, _ error: String
  ) {
    let expanded = expand(expression)
    #expect(expanded.value == value)
    #expect(expanded.logs == [error])
  }

  @Test(
    arguments: [
      .macro("no such macro"), .macro("failing"), .list([.macro("failing")]),
      .members(["k": .macro("failing")]), .map([.init(key: .macro("failing"), value: 1)]),
      .template(["<", .macro("failing")]), .template([.macro("missing"), .macro("failing")]),
      .escaped(.macro("failing"), [12]),
    ] as [Expression])
  func aFailedPartKeepsTheTagFromFiring(_ expression: Expression) {
    let expanded = expand(expression)
    #expect(!expanded.fired)
    #expect(expanded.logs == ["Invalid macro: no such macro"])
  }

  @Test func anUndefinedTemplateFailsEveryCondition() {
    var harness = RuntimeHarness { container in
      container.variable("missing")
      container.constant("text", .template(["<", .macro("missing"), ">"]))
      container.rule(when: [.equals("text", "")], fires: ["empty"])
      container.rule(when: [.equals("text", "<>")], fires: ["brackets"])
      container.rule(unless: [.equals("text", "")], fires: ["neither"])
    }
    #expect(harness.event("any").firedTags == ["neither"])
  }
}
