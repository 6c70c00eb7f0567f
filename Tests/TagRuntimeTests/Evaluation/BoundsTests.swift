import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// Containers that would run for ever, or build without end: they end, and say why.
@Suite(.timeLimit(.minutes(1))) struct BoundsTests {
  private func event(in container: ContainerBuilder) -> [Effect] {
    var harness = RuntimeHarness(container)
    return harness.event("any")
  }

  private func limitLogs(_ effects: [Effect]) -> [String] {
    effects.logs.filter { $0.code == .limitReached }.flatMap(\.arguments)
  }

  /// A chain of macros in which each one is made from two references to the next.
  private func doubling(
    levels: Int, _ leaf: Expression, _ join: ([Expression]) -> Expression
  ) -> ContainerBuilder {
    ContainerBuilder { container in
      container.constant("m\(levels)", leaf)
      for level in (0..<levels).reversed() {
        let next = Expression.macro("m\(level + 1)")
        container.constant("m\(level)", join([next, next]))
      }
      container.rule(when: [.equals("m0", "x")], fires: ["T"])
    }
  }

  private static let joins: [@Sendable ([Expression]) -> Expression] = [
    { .template($0) }, { .list($0) }, { .members(["a": $0[0], "b": $0[1]]) },
  ]

  @Test(arguments: joins.indices, [25, 31, 40])
  func whatDoublesEnds(_ join: Int, _ levels: Int) {
    let effects = event(in: doubling(levels: levels, "x", Self.joins[join]))
    #expect(effects.firedTags == [])
    #expect(limitLogs(effects).count == 1)
  }

  /// Base 16 writes two digits for every byte.
  @Test(arguments: [25, 31])
  func aChainOfEncodingsEnds(_ levels: Int) {
    let container = ContainerBuilder { container in
      container.constant("m\(levels)", "x")
      for level in 0..<levels {
        container.macro("m\(level)", "_enc", ["arg0": .macro("m\(level + 1)")])
      }
      container.rule(when: [.equals("m0", "x")], fires: ["T"])
    }
    #expect(limitLogs(event(in: container)).count == 1)
  }

  /// Constants are joined when a container is loaded, but no more of them than one event may build.
  @Test func constantTemplatesEnd() {
    let long = Expression.constant(.string(String(repeating: "x", count: 100_000)))
    let container = ContainerBuilder { container in
      for number in 0..<50 {
        container.constant("m\(number)", .template(Array(repeating: long, count: 10)))
        container.rule(when: [.equals("m\(number)", "x")], fires: ["T"])
      }
    }
    let effects = event(in: container)
    #expect(effects.firedTags == [])
    #expect(limitLogs(effects).count == 1)
  }

  @Test func longSeparatorsEnd() {
    let long = Expression.constant(.string(String(repeating: ",", count: 1_000_000)))
    let container = ContainerBuilder { container in
      container.macro(
        "m", "_jn",
        ["arg0": .list(Array(repeating: "x", count: 10_000)), "item_separator": long])
      container.rule(when: [.equals("m", "x")], fires: ["T"])
    }
    #expect(limitLogs(event(in: container)).count == 1)
  }

  @Test func aDoublingTreeOfFunctionMacrosEnds() {
    var container = doubling(levels: 25, .macro("f")) { .template($0) }
    container.functionMacro("f")
    let effects = event(in: container)
    #expect(limitLogs(effects) == ["more than 100000 evaluations for one event"])
  }

  @Test func aChainIsFollowed32MacrosDeep() {
    func chain(_ length: Int) -> ContainerBuilder {
      ContainerBuilder { container in
        container.constant("m1", "x")
        for level in 2...length { container.constant("m\(level)", .macro("m\(level - 1)")) }
        container.rule(when: [.equals("m\(length)", "x")], fires: ["T"])
      }
    }
    let longest = event(in: chain(Limits.macroDepth))
    #expect(longest.firedTags == ["T"])
    let tooLong = event(in: chain(Limits.macroDepth + 1))
    #expect(tooLong.firedTags == [])
    #expect(limitLogs(tooLong) == ["macros nest deeper than 32 levels"])
  }

  @Test func aMacroThatPushesItselfIsACycle() {
    let container = ContainerBuilder { container in
      container.macro("m", "_c", ["value": "x"], pushes: .members(["k": .macro("m")]))
      container.rule(when: [.equals("m", "x")], fires: ["T"])
    }
    let effects = event(in: container)
    #expect(effects.firedTags == ["T"])
    #expect(
      effects.logs(.error) == ["Macro cycle detected.  Current macro reference: m."])
  }

  @Test func doublingPushesEnd() {
    let container = ContainerBuilder { container in
      container.macro("m30", "_c", ["value": "x"])
      for level in (0..<30).reversed() {
        let next = Expression.macro("m\(level + 1)")
        container.macro(
          "m\(level)", "_c", ["value": "x"], pushes: .list([next, next]))
      }
      container.rule(when: [.equals("m0", "x")], fires: ["T"])
    }
    #expect(limitLogs(event(in: container)).count == 1)
  }

  @Test func theNextEventHasABudgetOfItsOwn() {
    var container = doubling(levels: 25, "x") { .template($0) }
    container.rule(when: [.event("second")], fires: ["fine"])
    var harness = RuntimeHarness(container)
    #expect(limitLogs(harness.event("first")).count == 1)
    #expect(harness.event("second").firedTags == ["fine"])
  }
}
