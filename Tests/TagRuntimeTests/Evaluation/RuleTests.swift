import TagRuntime
import TestSupport
import Testing

@Suite struct RuleTests {
  /// A rule with one positive and one negative condition, each of which asks a handler.
  private func asking(positive: Bool, negative: Bool) -> RuntimeHarness {
    let harness = RuntimeHarness { container in
      container.functionMacro("wanted")
      container.functionMacro("unwanted")
      container.rule(
        when: [.equals("wanted", "true")], unless: [.equals("unwanted", "true")], fires: ["T"])
    }
    harness.host.macros["wanted"] = { _ in .value(.bool(positive)) }
    harness.host.macros["unwanted"] = { _ in .value(.bool(negative)) }
    return harness
  }

  @Test(arguments: [
    (true, false, ["T"], ["unwanted", "wanted"]), (false, false, [], ["unwanted", "wanted"]),
    (true, true, [], ["unwanted"]), (false, true, [], ["unwanted"]),
  ])
  func negativeConditionsComeFirstAndTheFirstFailureEnds(
    _ positive: Bool, _ negative: Bool, _ fired: [String], _ asked: [String]
  ) {
    var harness = asking(positive: positive, negative: negative)
    #expect(harness.event("any").firedTags == fired)
    #expect(harness.host.asked.map(\.name) == asked)
  }

  @Test func positiveConditionsAreLookedAtInOrder() {
    var harness = RuntimeHarness { container in
      for name in ["a", "b", "c"] { container.functionMacro(name) }
      container.rule(
        when: [.equals("a", "yes"), .equals("b", "yes"), .equals("c", "yes")], fires: ["T"])
    }
    harness.host.macros["a"] = { _ in .value("yes") }
    harness.host.macros["b"] = { _ in .value("no") }
    harness.event("any")
    #expect(harness.host.asked.map(\.name) == ["a", "b"])
  }

  @Test func tagsFireOnceInContainerOrder() {
    var harness = RuntimeHarness { container in
      for name in ["first", "second", "third"] { container.functionTag(name) }
      container.rule(fires: ["third", "first"])
      container.rule(fires: ["second", "third"])
    }
    #expect(harness.event("any").firedTags == ["first", "second", "third"])
    #expect(harness.host.ran.map(\.name) == ["first", "second", "third"])
  }

  @Test(arguments: [[0, 1], [1, 0]])
  func removingWinsWhateverTheOrderOfTheRules(_ order: [Int]) {
    var container = ContainerBuilder()
    container.functionTag("T")
    for position in order {
      container.rule(fires: position == 0 ? ["T"] : [], blocks: position == 1 ? ["T"] : [])
    }
    var harness = RuntimeHarness(container)
    #expect(harness.event("any").firedTags == [])
  }

  enum List { case addTags, removeTags, addMacros, removeMacros, conditions, unless }

  @Test(
    arguments: [
      (.addTags, 99, "rule 1 points at tag 100 of 1"),
      (.removeTags, -1, "rule 1 points at tag 0 of 1"),
      (.addMacros, 99, "rule 1 points at macro 100 of 1"),
      (.removeMacros, -1, "rule 1 points at macro 0 of 1"),
      (.conditions, 99, "rule 1 points at condition 100 of 0"),
      (.unless, .max, "rule 1 points at condition"),
    ] as [(List, Int, String)])
  func aRuleThatPointsNowhereMakesTheContainerUnusable(
    _ list: List, _ position: Int, _ fault: String
  ) {
    var container = ContainerBuilder { $0.rule(fires: ["T"]) }
    var rule = container.version.rules[0]
    switch list {
    case .addTags: rule.addTags.append(position)
    case .removeTags: rule.removeTags.append(position)
    case .addMacros: rule.addMacros.append(position)
    case .removeMacros: rule.removeMacros.append(position)
    case .conditions: rule.positivePredicates.append(position)
    case .unless: rule.negativePredicates.append(position)
    }
    container.version.rules[0] = rule
    var harness = RuntimeHarness(container)
    #expect(harness.effects.logs(.error).first?.contains("it is broken: " + fault) == true)
    #expect(harness.event("any").firedTags == [])
    harness.savedLoaded(container, age: .hours(1))
    #expect(harness.effects.logs(.error).last?.contains("from the disk is broken") == true)
    harness.fetched(.success(ContainerBuilder(version: "2") { $0.rule(fires: ["U"]) }))
    #expect(harness.event("any").firedTags == ["U"])
  }

  @Test func aRefusedTagDoesNotKeepTheNextFromFiring() {
    var harness = RuntimeHarness { container in
      container.tag("unknown", "_html")
      container.functionTag("next")
      container.rule(fires: ["unknown", "next"])
    }
    let effects = harness.event("any")
    #expect(effects.firedTags == ["next"])
    #expect(
      effects.tagResults == [
        .refused(reason: "_html has no backing implementation."), .called(function: "next"),
      ])
  }
}
