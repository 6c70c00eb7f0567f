import TagRuntime
import TestSupport
import Testing

/// Every condition and every tag of a rule counts, wherever it stands in its list.
@Suite struct RuleListTests {
  private static let names = ["first", "second", "third"]

  @Test(arguments: names.indices)
  func eachUnwantedConditionKeepsARuleFromHolding(_ place: Int) {
    var harness = RuntimeHarness { container in
      container.rule(
        unless: Self.names.indices.map { $0 == place ? .isTrue : .isFalse }, fires: ["T"])
    }
    #expect(harness.event("any").firedTags == [])
  }

  @Test(arguments: names.indices)
  func eachWantedConditionIsNeeded(_ place: Int) {
    var harness = RuntimeHarness { container in
      container.rule(
        when: Self.names.indices.map { $0 == place ? .isFalse : .isTrue }, fires: ["T"])
    }
    #expect(harness.event("any").firedTags == [])
  }

  /// All ways to block some of three tags, before and after the rule that fires them.
  @Test(arguments: 0..<8, [true, false])
  func eachBlockedTagIsBlocked(_ mask: Int, _ isFirst: Bool) {
    let blocked = Self.names.indices.filter { mask & (1 << $0) != 0 }.map { Self.names[$0] }
    var harness = RuntimeHarness { container in
      for name in Self.names { container.functionTag(name) }
      if isFirst { container.rule(blocks: blocked) }
      container.rule(fires: Self.names)
      if !isFirst { container.rule(blocks: blocked) }
    }
    #expect(harness.event("any").firedTags == Self.names.filter { !blocked.contains($0) })
  }

  @Test func ofSeveralDefinitionsThatApplyTheFirstCounts() {
    let harness = RuntimeHarness { container in
      let definitions = Self.names.map { container.ruledConstant("v", .constant(.string($0))) }
      container.rule(applies: definitions.reversed())
    }
    #expect(harness.read("v").value == "first")
  }

  /// A null under the key of the event is an event, whose name is the text of a null.
  @Test func aNullIsAnEvent() {
    var harness = RuntimeHarness { container in
      container.rule(when: [.event("<null>")], fires: ["T"])
    }
    #expect(harness.push(["event": .null]).firedTags == ["T"])
    #expect(harness.push(["event": .absent]).firedTags == [])
  }
}
