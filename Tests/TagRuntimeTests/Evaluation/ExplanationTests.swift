import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@Suite struct ExplanationTests {
  private func explain(
    _ update: Value, _ build: (inout ContainerBuilder) -> Void
  ) throws -> TagExplanation {
    var harness = RuntimeHarness(ContainerBuilder(build))
    harness.runtime.isTracing = true
    let record = try #require(harness.push(update).updates.first)
    return try #require(record.explanations.first?.tags.first)
  }

  private func buying(_ container: inout ContainerBuilder) {
    container.variable("price")
    container.analyticsTag("Purchase", ["&t": "event"])
    container.rule(
      when: [.event("buy"), Condition("_gt", .macro("price"), "10")],
      unless: [Condition("_re", .macro("price"), "^99")], fires: ["Purchase"], named: "Buys")
    container.rule(when: [.event("gift")], fires: ["Purchase"])
  }

  @Test func aTagThatFired() throws {
    let tag = try explain(["event": "buy", "price": 20], buying)
    #expect(tag.didFire)
    #expect(tag.nearestMiss == nil && tag.neverReason == nil)
    #expect(
      tag.lines == [
        "fires when ANY of its 2 rules is true", "rule Buys needs ALL of",
        "  ok  price does not match ^99", "  ok  event equals buy",
        "  ok  price is greater than 10", "rule 2 needs",
        "  NO  event equals gift   actual: buy",
      ])
  }

  @Test func aTagThatDidNotFireAndItsNearestMiss() throws {
    let tag = try explain(["event": "buy", "price": 5], buying)
    #expect(tag.outcome == .notFired)
    #expect(tag.nearestMiss?.words == "1 change, price is greater than 10")
    #expect(tag.lines.last == "nearest miss: 1 change, price is greater than 10")
  }

  @Test(
    arguments: [
      (["event": "buy", "price": 995], "1 change, price does not match ^99"),
      (["event": "sell", "price": 20], "1 change, event = buy"),
      (["event": "sell"], "1 change, event = gift"),
    ] as [(Value, String)])
  func theNearestMissIsTheFewestChanges(_ update: Value, _ miss: String) throws {
    #expect(try explain(update, buying).nearestMiss?.words == miss)
  }

  @Test func conditionsThatWereNotReachedAreShownAndMarked() throws {
    let tag = try explain(["event": "buy", "price": 995], buying)
    let conditions = try #require(tag.rules.first?.conditions)
    #expect(conditions.map(\.wasReached) == [true, false, false])
    #expect(conditions.map(\.holds) == [false, true, true])
  }

  @Test func whatCouldNotBeDecidedSaysWhy() throws {
    let tag = try explain(["event": "buy"], buying)
    let price = try #require(tag.rules.first?.conditions.last)
    #expect(price.actual == "(not set)")
    #expect(price.trouble == "its left side has no value: always false")
    #expect(tag.lines.contains("      its left side has no value: always false"))
    let text = try explain(["event": "buy", "price": "much"], buying)
    #expect(
      text.rules.first?.conditions.last?.trouble == "its left side is not a number: always false")
    let empty = try explain(["event": "", "price": 5], buying)
    #expect(empty.rules.last?.conditions.first?.actual == "\"\" (empty)")
  }

  @Test func aBlockedTag() throws {
    let tag = try explain(["event": "any"]) { container in
      container.rule(fires: ["T"])
      container.rule(when: [.event("any")], blocks: ["T"], named: "Not here")
    }
    #expect(tag.outcome == .blocked)
    #expect(
      tag.lines == [
        "rule 1 has no conditions: always true", "blocked by rule Not here needs",
        "  ok  event equals any",
      ])
  }

  @Test func aRefusedTag() throws {
    let tag = try explain(["event": "any"]) { container in
      container.tag("T", "_html")
      container.rule(fires: ["T"])
    }
    #expect(tag.outcome == .refused(reason: "_html has no backing implementation."))
  }

  @Test func aTagThatCanNeverFire() throws {
    let two = try explain(["event": "any"]) { container in
      container.rule(when: [.event("a"), .event("b")], fires: ["T"])
    }
    #expect(two.neverReason == "event cannot equal both a and b")
    #expect(two.nearestMiss == nil)
    #expect(two.lines.last == "never: event cannot equal both a and b")
    let both = try explain(["event": "any"]) { container in
      container.rule(when: [.event("a")], unless: [.event("a")], fires: ["T"])
    }
    #expect(both.neverReason == "it needs the same condition on event to be both true and false")
    let clash = try explain(["event": "any"]) { container in
      container.rule(
        when: [.event("abc")], unless: [Condition("_cn", .macro("event"), "b")], fires: ["T"])
    }
    #expect(
      clash.neverReason == "'event equals abc' and 'event does not contain b' cannot both be true")
    let none = try explain(["event": "any"]) { $0.functionTag("T") }
    #expect(none.neverReason == "no rule fires it")
    #expect(none.lines == ["no rule fires it"])
  }

  @Test func aFunctionMacroMayEqualTwoTextsOneAfterTheOther() throws {
    let tag = try explain(["event": "any"]) { container in
      container.functionMacro("f")
      container.rule(when: [.equals("f", "a"), .equals("f", "b")], fires: ["T"])
    }
    #expect(tag.neverReason == nil)
  }

  /// Counted in calls of a handler, which every look at such a condition makes.
  @Test func onlyWhatIsAskedForIsLookedAt() throws {
    var harness = RuntimeHarness { container in
      container.functionMacro("f")
      for number in 1...100 {
        container.rule(
          when: [.event("never"), .equals("f", "\(number)")], fires: ["T\(number)"])
      }
    }
    harness.host.macros["f"] = { _ in .value("7") }
    harness.runtime.isTracing = true
    let record = try #require(harness.event("any").updates.first)
    let explanation = try #require(record.explanations.first)
    #expect(explanation.tags.allSatisfy { $0.outcome == .notFired })
    #expect(harness.host.askedCount("f") == 0)
    #expect(explanation.tag(at: 7).lines.count == 5)
    #expect(harness.host.askedCount("f") == 1)
    let complete = explanation.complete()
    #expect(harness.host.askedCount("f") == 101)
    #expect(complete.tags.map(\.lines) == explanation.tags.map(\.lines))
    #expect(harness.host.askedCount("f") == 201)
  }

  @Test func anExplanationChangesNothing() {
    let container = ContainerBuilder { container in
      container.macro("r", "_r", ["min": 0, "max": 9])
      container.macro("m", "_c", ["value": "x"], pushes: .members(["n": .macro("r")]))
      for _ in 1...3 {
        container.rule(
          when: [.event("go"), .equals("m", "x"), .event("never")], unless: [.equals("r", "5")],
          fires: ["T"])
        container.rule(when: [.event("go"), .equals("m", "x")], fires: ["U"])
      }
    }
    var fast = RuntimeHarness(container)
    var traced = RuntimeHarness(container)
    traced.runtime.isTracing = true
    for _ in 1...20 {
      let (left, right) = (fast.event("go"), traced.event("go"))
      #expect(left.updates.map(\.update) == right.updates.map(\.update))
      #expect(left.updates.map(\.firings) == right.updates.map(\.firings))
      #expect(left.logs == right.logs)
    }
  }
}
