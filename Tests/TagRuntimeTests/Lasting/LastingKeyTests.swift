import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// What a push with a lifetime keeps, and what a later process makes of it.
@Suite struct LastingKeyTests {
  /// The rows that the phone holds, as `1 user.tier="gold"`.
  private func rows(_ harness: RuntimeHarness) -> [String] {
    harness.stored.keys.map { "\($0.id) \($0.key)=\(JSONWriter.write($0.value))" }
  }

  private static let day: Value = ["lifetime": "1d"]

  private func kept(_ update: Value) -> [String] {
    var harness = RuntimeHarness()
    harness.push(update)
    return rows(harness)
  }

  @Test func leavesAreKeptUnderDottedNames() {
    #expect(
      kept([
        "event": "login", "user": ["tier": "gold", "address": ["city": "Oviedo"]], "a.b": 1,
        "literal": ["c.d": .null], "gtm": ["lifetime": "1d", "start": 2],
      ]) == [
        #"1 event="login""#, #"2 user.tier="gold""#, #"3 user.address.city="Oviedo""#, "4 a.b=1",
        "5 literal.c.d=null", "6 gtm.start=2",
      ])
  }

  @Test func listsAreKeptWholeAndEmptyMapsAreLost() {
    #expect(
      kept(["items": [1, ["k": "v"], []], "empty": [:], "in": ["empty": [:]], "gtm": Self.day]) == [
        #"1 items=[1, {"k": "v"}, []]"#
      ])
    #expect(kept(["empty": [:], "gtm": Self.day]) == [])
    #expect(kept(["gtm": Self.day]) == [])
  }

  @Test func rowsAreAppendedAndNotReplaced() {
    var harness = RuntimeHarness()
    for number in 1...3 { harness.push(["a": .int(Int64(number)), "gtm": Self.day]) }
    #expect(rows(harness) == ["1 a=1", "2 a=2", "3 a=3"])
    harness.relaunch()
    #expect(harness.runtime.dataLayer.get("a") == 3)
    #expect(rows(harness) == ["1 a=1", "2 a=2", "3 a=3"])
  }

  @Test func aRefusedPushKeepsNothing() {
    #expect(kept(["a": 1, String(repeating: "k", count: 257): 1, "gtm": Self.day]) == [])
  }

  @Test func aRelaunchPushesEveryRowInOrderAsAnUpdateOfItsOwn() {
    var harness = RuntimeHarness()
    harness.push(["b": ["c": [1, 2]], "gtm": Self.day])
    harness.push(["event": "hello", "n": .null, "gtm": Self.day])
    let effects = harness.relaunch()
    #expect(
      effects.updates.map(\.update) == [
        ["b": ["c": [1, 2]]], ["event": "hello"], ["n": .null],
      ])
    #expect(effects.updates.allSatisfy { $0.origin == .restored && $0.firings.isEmpty })
    #expect(effects.updates.map(\.event) == [nil, "hello", nil])
    #expect(harness.runtime.dataLayer.get("gtm") == nil)
    #expect(effects.logs == [])
  }

  @Test func aLiteralDotBecomesALevel() {
    var harness = RuntimeHarness()
    harness.push(["p": ["a.b": 1], "gtm": Self.day])
    #expect(harness.runtime.dataLayer.get("p.a.b") == nil)
    harness.relaunch()
    #expect(harness.runtime.dataLayer.get("p.a.b") == 1)
  }

  @Test func whatLastedIsGoneAtTheEndOfItsLifetime() {
    var harness = RuntimeHarness()
    harness.push(["short": 1, "gtm": ["lifetime": "10s"]])
    harness.push(["long": 2, "gtm": ["lifetime": "11s"]])
    harness.wait(.milliseconds(9999))
    harness.relaunch()
    #expect(harness.runtime.dataLayer.get("short") == 1)
    harness.wait(.milliseconds(1))
    #expect(harness.runtime.dataLayer.get("short") == 1)
    harness.relaunch()
    #expect(harness.runtime.dataLayer.leaves().map(\.path) == ["long"])
    #expect(rows(harness) == ["2 long=2"])
  }

  @Test func aLaterSaveDeletesWhatIsExpired() {
    var harness = RuntimeHarness()
    harness.push(["short": 1, "gtm": ["lifetime": 1]])
    harness.wait(.milliseconds(1))
    harness.push(["unkept": 1])
    #expect(rows(harness) == ["1 short=1"])
    harness.push(["long": 2, "gtm": Self.day])
    #expect(rows(harness) == ["1 long=2"])
  }

  @Test func theOldestRowsMakeRoomAndItIsSaid() {
    var harness = RuntimeHarness()
    harness.push(["first": 1, "second": 2, "gtm": Self.day])
    var many: OrderedDictionary<String, Value> = [:]
    for number in 3...Limits.lastingKeys { many["k\(number)"] = .int(Int64(number)) }
    many["gtm"] = Self.day
    #expect(harness.push(.map(many)).logs == [])
    #expect(harness.stored.keys.count == Limits.lastingKeys)
    let effects = harness.push(["last": 0, "gtm": Self.day])
    #expect(
      effects.logs == [LogRecord(.keysEvicted, ["1", "2000"])])
    #expect(harness.stored.keys.count == Limits.lastingKeys)
    #expect(harness.stored.keys.first?.key == "second")
    #expect(harness.stored.keys.last?.id == 2001)
  }

  // MARK: Nested pushes

  /// A container whose tag T, at `start`, makes the app's handler push.
  private static let container = ContainerBuilder { container in
    container.rule(when: [.event("start")], fires: ["T"])
  }

  @Test func aNestedPushIsKeptBeforeTheOneThatLedToIt() {
    var harness = RuntimeHarness(Self.container)
    harness.host.tags["T"] = { _ in .ran(pushes: [["who": "inner", "gtm": Self.day]]) }
    harness.push(["event": "start", "who": "outer", "gtm": Self.day])
    #expect(rows(harness) == [#"1 who="inner""#, #"2 event="start""#, #"3 who="outer""#])
    #expect(harness.runtime.dataLayer.get("who") == "inner")
    harness.relaunch()
    #expect(harness.runtime.dataLayer.get("who") == "outer")
  }

  @Test func aCutDrainKeepsWhatWasPushedInsideAndNotThePushThatBeganIt() {
    var harness = RuntimeHarness(Self.container)
    harness.host.tags["T"] = { _ in .ran(pushes: [["event": "start"]]) }
    harness.push(["event": "start", "outer": 1, "gtm": Self.day])
    #expect(rows(harness) == [])
    harness.host.tags["T"] = { _ in .ran(pushes: [["event": "start"], ["n": 1, "gtm": Self.day]]) }
    harness.push(["event": "start", "outer": 1, "gtm": Self.day])
    #expect(Set(harness.stored.keys.map(\.key)) == ["n"])
  }

  // MARK: Clearing

  @Test(
    arguments: [
      ("user", ["userid"]), ("user.tier", ["user.age", "userid"]),
      ("u", ["user.tier", "user.age", "userid"]),
      ("userid", ["user.tier", "user.age"]),
    ])
  func aDataLayerWriteClearsThePrefixOfWhatIsKept(_ prefix: String, _ left: [String]) {
    var harness = RuntimeHarness { container in
      container.tag(
        "clear", "_dlw",
        ["value": .list([]), "clear_data_layer_prefix": .constant(.string(prefix))])
      container.rule(when: [.event("logout")], fires: ["clear"])
    }
    harness.push(["user": ["tier": "gold", "age": 5], "userid": 7, "gtm": Self.day])
    harness.event("logout")
    #expect(harness.stored.keys.map(\.key) == left)
    #expect(harness.runtime.dataLayer.get(prefix) == .null)
    harness.relaunch()
    #expect(harness.runtime.dataLayer.leaves().map(\.path) == left)
  }

  @Test func whatADataLayerWritePushesIsClearedAfterwards() {
    var harness = RuntimeHarness { container in
      container.tag(
        "write", "_dlw",
        [
          "value": .list([
            .members(["cart": .members(["n": 3]), "gtm": .members(["lifetime": "1d"])]),
            .members(["other": 1, "gtm": .members(["lifetime": "1d"])]),
          ]), "clear_data_layer_prefix": "cart",
        ])
      container.rule(when: [.event("go")], fires: ["write"])
    }
    harness.event("go")
    #expect(harness.stored.keys.map(\.key) == ["other"])
    #expect(harness.runtime.dataLayer.get("cart") == .null)
  }

  // MARK: Loading

  @Test func aPushWaitsUntilWhatWasKeptIsLoaded() {
    var runtime = Runtime()
    let harness = RuntimeHarness()
    func handle(_ input: Input) -> [Effect] {
      runtime.handle(input, at: harness.now, host: harness.host)
    }
    _ = handle(.launched(isReachable: true))
    #expect(handle(.call(.push(["a": "app"]))).updates.isEmpty)
    var stored = Lasting()
    stored.apply(
      .keepKeys([
        LastingKey(id: 1, key: "a", value: "kept", expires: harness.now.wall + .days(1))
      ]))
    #expect(handle(.lastingLoaded(stored)).updates.map(\.origin) == [.restored, .app])
    #expect(runtime.dataLayer.get("a") == "app")
    #expect(handle(.lastingLoaded(stored)).logs.map(\.code) == [.ignoredAnswer])
    #expect(runtime.lasting == stored)
  }

  @Test func noMorePushesWaitThanTheQueueHolds() {
    var runtime = Runtime()
    let harness = RuntimeHarness()
    _ = runtime.handle(.launched(isReachable: true), at: harness.now, host: harness.host)
    var logs: [LogRecord] = []
    for number in 0...Limits.waitingUpdates {
      let push = Input.call(.push(["n": .int(Int64(number))]))
      logs += runtime.handle(push, at: harness.now, host: harness.host).logs
    }
    #expect(logs == [LogRecord(.heldPushDropped, [String(Limits.waitingUpdates)])])
  }
}
