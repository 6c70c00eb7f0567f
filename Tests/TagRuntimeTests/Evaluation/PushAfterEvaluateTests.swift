import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// What a macro pushes after each evaluation of it.
@Suite struct PushAfterEvaluateTests {
  /// A container whose macro m is a constant that pushes, and is used by the tag T at `go`.
  private static func container(
    _ pushes: Expression, uses: [Expression] = [.macro("m")], function: String = "_c",
    _ build: (inout ContainerBuilder) -> Void = { _ in }
  ) -> ContainerBuilder {
    ContainerBuilder { container in
      container.variable("v")
      container.macro("m", function, ["value": "x"], pushes: pushes)
      container.functionTag("T", parameters: .members(["uses": .list(uses)]))
      container.rule(when: [.event("go")], fires: ["T"])
      build(&container)
    }
  }

  /// The updates that follow the push of the event `go`.
  private func pushed(_ container: ContainerBuilder, _ update: Value = [:]) -> [Value] {
    var harness = RuntimeHarness(container)
    harness.push(update)
    return harness.event("go").updates.dropFirst().map { .map($0.update) }
  }

  @Test(
    arguments: [
      (.members(["a": 1]), [["a": 1]]),
      (
        .list([.members(["a": 1]), .members(["a": 2, "b": true])]),
        [["a": 1], ["a": 2, "b": true]]
      ),
      (.members(["seen": .macro("v")]), [["seen": 7]]),
      (.members(["p": .template(["<", .macro("v"), ">"])]), [["p": "<7>"]]),
      (
        .list([.members(["list": .list([.macro("v"), .members(["k": .macro("v")])])])]),
        [
          ["list": [7, ["k": 7]]]
        ]
      ),
      (.map([.init(key: .macro("v"), value: "key")]), [["7": "key"]]),
      (.members(["missing": .macro("w")]), [["missing": ""]]),
      (.list([]), []),
      (.members([:]), [[:]]),
    ] as [(Expression, [Value])])
  func itsReferencesAreExpanded(_ pushes: Expression, _ expected: [Value]) {
    #expect(pushed(Self.container(pushes) { $0.variable("w") }, ["v": 7]) == expected)
  }

  @Test(
    arguments: [
      (.members(["a": .macro("unknown")]), .invalidMacro),
      (.list([.members(["a": 1]), .members(["a": .macro("unknown")])]), .invalidMacro),
      (.members(["a": .macro("m")]), .macroCycle),
    ] as [(Expression, LogCode)])
  func aPushThatFailsIsNotMade(_ pushes: Expression, _ code: LogCode) {
    var harness = RuntimeHarness(Self.container(pushes))
    let effects = harness.event("go")
    #expect(effects.updates.count == 1)
    #expect(effects.firedTags == ["T"])
    #expect(effects.logs.filter { $0.level == .error }.map(\.code) == [code])
  }

  @Test(
    arguments: [
      ("text", []), (.macro("v"), []), (.macro("unset"), []),
      (.list(["text", .members(["a": 1])]), [["a": 1]]),
    ] as [(Expression, [Value])])
  func whatIsNoMapIsNotPushedAndSaid(_ pushes: Expression, _ expected: [Value]) {
    var harness = RuntimeHarness(Self.container(pushes) { $0.variable("unset") })
    harness.push(["v": 7])
    let effects = harness.event("go")
    #expect(effects.updates.dropFirst().map { .map($0.update) } == expected)
    #expect(effects.logs.filter { $0.level == .warning }.map(\.code) == [.pushedNoMap])
  }

  @Test func aRememberedValuePushesAtEveryReference() {
    let uses = [Expression](repeating: .macro("m"), count: 3)
    #expect(pushed(Self.container(.members(["n": 1]), uses: uses)).count == 3)
  }

  @Test func anEventOfItIsEvaluatedAfterTheOneAtHand() {
    var harness = RuntimeHarness(
      Self.container(.members(["event": "next"])) { container in
        container.rule(when: [.event("next")], fires: ["next"])
      })
    let effects = harness.event("go")
    #expect(effects.firedTags == ["T", "next"])
    #expect(effects.updates.map(\.isNested) == [false, true])
  }

  @Test func aCallThatFailsPushesAllTheSame() {
    let container = Self.container(.members(["n": 1]), function: "_zz")
    var harness = RuntimeHarness(container)
    let effects = harness.event("go")
    #expect(effects.updates.dropFirst().map(\.update) == [["n": 1]])
    #expect(effects.firedTags == [])
  }

  @Test func aDefinitionThatIsNotInUsePushesNothing() {
    let container = ContainerBuilder { container in
      container.macro(
        "m", "_c", ["value": "x", "not_default_macro": true], pushes: .members(["n": 1]))
      container.functionTag("T", parameters: .members(["m": .macro("m")]))
      container.rule(when: [.event("go")], fires: ["T"])
    }
    #expect(pushed(container) == [])
  }

  @Test func whatItPushesCanLast() {
    let lasting = Expression.members(["n": 1, "gtm": .members(["lifetime": "1d"])])
    var harness = RuntimeHarness(Self.container(lasting))
    harness.event("go")
    #expect(harness.stored.keys.map(\.key) == ["n"])
  }

  // MARK: Outside of an event

  private static let reading = Input.call(
    .read("m", .string, container: RuntimeHarness.containerID))

  /// An experiment tells of itself when its value is read: the getter pushes, and the event of the
  /// push fires tags before the getter returns.
  @Test func aGetterPushes() {
    var harness = RuntimeHarness(
      Self.container(.list([.members(["n": .macro("v")]), .members(["event": "expFire"])])) {
        $0.rule(when: [.event("expFire")], fires: ["experiment"])
      })
    harness.push(["v": 7])
    for _ in 1...2 {
      let effects = harness.send(Self.reading)
      #expect(effects.updates.map(\.update) == [["n": 7], ["event": "expFire"]])
      #expect(effects.updates.map(\.isNested) == [true, true])
      #expect(effects.firedTags == ["experiment"])
      guard case .notify(.valueRead(let reading))? = effects.last else {
        Issue.record("the getter does not end the effects")
        return
      }
      #expect(reading.value == "x")
    }
  }

  @Test func aGetterPushesOnceWhereARuleChoosesTheDefinition() {
    var harness = RuntimeHarness { container in
      container.macro("flag", "_c", ["value": "on"], pushes: .members(["asked": true]))
      let chosen = container.ruledConstant("m", "x")
      container.rule(when: [.equals("flag", "on")], applies: [chosen])
    }
    #expect(harness.send(Self.reading).updates.map(\.update) == [["asked": true]])
  }

  @Test func lookingAtAValuePushesNothing() {
    let harness = RuntimeHarness(Self.container(.members(["n": 1])))
    #expect(harness.read("m").value == "x")
    #expect(harness.runtime.dataLayer.get("n") == nil)
  }
}
