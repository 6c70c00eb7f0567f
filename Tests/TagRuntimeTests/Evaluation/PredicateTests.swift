import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@Suite struct PredicateTests {
  private static let all = ["_eq", "_cn", "_sw", "_ew", "_re", "_gt", "_ge", "_lt", "_le"]

  /// Whether a condition holds for a data-layer value.
  private func holds(_ condition: Condition, _ value: Value? = nil, negated: Bool = false) -> Bool {
    var harness = RuntimeHarness { container in
      container.variable("v")
      container.constant("failing", .macro("no such macro"))
      container.rule(
        when: negated ? [] : [condition], unless: negated ? [condition] : [], fires: ["T"])
    }
    var update: Value = ["event": "any"]
    if let value { update = ["event": "any", "v": value] }
    return harness.push(update).firedTags == ["T"]
  }

  @Test(
    arguments: [
      ("_eq", "a", "a", true), ("_eq", "a", "A", false), ("_eq", "", "", true),
      ("_eq", 5, "5", true), ("_eq", 5.0, "5", true), ("_eq", true, "true", true),
      ("_eq", ["a", 1], "[a, 1]", true), ("_eq", ["k": "v"], "{k=v}", true),
      ("_eq", "5.0", 5, false),
      ("_cn", "abc", "b", true), ("_cn", "abc", "B", false), ("_cn", "abc", "", true),
      ("_cn", "", "", true), ("_cn", "", "a", false), ("_cn", "a", "abc", false),
      ("_sw", "abc", "ab", true), ("_sw", "abc", "bc", false), ("_sw", "abc", "", true),
      ("_sw", "", "", true), ("_ew", "abc", "bc", true), ("_ew", "abc", "ab", false),
      ("_ew", "abc", "", true), ("_ew", "", "", true),
      ("_re", "abc", "b", true), ("_re", "abc", "^b", false), ("_re", "abc", "^a.c$", true),
      ("_re", "abc", "", false), ("_re", "ABC", "b", false), ("_re", "número", #"^n\p{L}+$"#, true),
      ("_re", "abc", "[", false), ("_re", "aa", #"(a)\1"#, true), ("_re", "ab", "a(?!b)", false),
      ("_re", 42, "^\\d+$", true),
    ] as [(String, Value, Expression, Bool)])
  func comparesTexts(_ id: String, _ left: Value, _ right: Expression, _ expected: Bool) {
    let condition = Condition(id, .macro("v"), right)
    #expect(holds(condition, left) == expected)
    #expect(holds(condition, left, negated: true) == !expected)
  }

  @Test(
    arguments: [
      (1, 2, -1), (2, 2, 0), (3, 2, 1), ("10", "9", 1), ("2", "10", -1), (" 2", "2", 0),
      (1.5, "1.5", 0), (1.5, 1, 1), ("1e3", 1000, 0), (-1, 0, -1), ("2.0", 2, 0),
      (9_007_199_254_740_993, "9007199254740992", 1),
      ("9007199254740993", "9007199254740993", 0), (.int(.max), "9223372036854775808", 0),
    ] as [(Value, Expression, Int)])
  func comparesNumbers(_ left: Value, _ right: Expression, _ order: Int) {
    #expect(holds(Condition("_gt", .macro("v"), right), left) == (order > 0))
    #expect(holds(Condition("_ge", .macro("v"), right), left) == (order >= 0))
    #expect(holds(Condition("_lt", .macro("v"), right), left) == (order < 0))
    #expect(holds(Condition("_le", .macro("v"), right), left) == (order <= 0))
  }

  @Test(arguments: ["_gt", "_ge", "_lt", "_le"], ["", "abc", "12 px", "0x10", "true"])
  func whatIsNoNumberIsAlwaysFalse(_ id: String, _ text: String) {
    #expect(!holds(Condition(id, .macro("v"), "0"), .string(text)))
    #expect(!holds(Condition(id, "0", .macro("v")), .string(text)))
    #expect(holds(Condition(id, .macro("v"), "0"), .string(text), negated: true))
  }

  @Test(arguments: all, [nil, Value.null, .absent, [nil]])
  func anUndefinedSideIsAlwaysFalse(_ id: String, _ value: Value?) {
    #expect(!holds(Condition(id, .macro("v"), ""), value))
    #expect(!holds(Condition(id, "", .macro("v")), value))
    #expect(!holds(Condition(id, .macro("v"), .macro("v")), value))
    #expect(holds(Condition(id, .macro("v"), ""), value, negated: true))
  }

  @Test(arguments: all)
  func aFailedSideIsAlwaysFalse(_ id: String) {
    #expect(!holds(Condition(id, .macro("failing"), "")))
    #expect(!holds(Condition(id, "", .macro("failing"))))
    #expect(holds(Condition(id, "", .macro("failing")), negated: true))
  }

  @Test(
    arguments: [
      (nil, false), (false, false), (true, true),
    ] as [(Bool?, Bool)])
  func aPatternIgnoresCaseWhereAsked(_ ignoreCase: Bool?, _ expected: Bool) {
    let constant = Condition("_re", .macro("v"), "^HOME", ignoreCase: ignoreCase)
    #expect(holds(constant, "Home Screen") == expected)
    let fromMacro = Condition("_re", "Home Screen", .macro("v"), ignoreCase: ignoreCase)
    #expect(holds(fromMacro, "^HOME") == expected)
  }

  @Test(arguments: ["_eq", "_cn", "_sw", "_ew", "_gt"])
  func onlyPatternsIgnoreCase(_ id: String) {
    #expect(!holds(Condition(id, .macro("v"), "A", ignoreCase: true), "a"))
  }

  @Test func anUnknownConditionIsFalseAndSaysSo() {
    var harness = RuntimeHarness {
      $0.rule(when: [Condition("_xy", "1", "1")], fires: ["T"])
    }
    let effects = harness.event("any")
    #expect(effects.firedTags == [])
    #expect(effects.logs(.error) == ["_xy has no backing implementation."])
  }

  @Test func aConditionWithoutASideIsFalseAndSaysSo() {
    var condition = Condition.isTrue
    condition.call.parameters["arg1"] = nil
    var harness = RuntimeHarness(ContainerBuilder { $0.rule(when: [condition], fires: ["T"]) })
    #expect(
      harness.event("any").logs(.error) == [
        "Incorrect keys for function _eq required [arg0, arg1] had [arg0]"
      ])
  }
}
