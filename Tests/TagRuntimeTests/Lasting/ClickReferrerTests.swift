import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// The click referrer of an address, and the macro that gives it (`_awcr`).
@Suite struct ClickReferrerTests {
  private static let url = "shop://open?x=1&referrer=conv%3D77%26gclid%3Dabc%26q%3Da%2520b"
  private static let referrer = "conv=77&gclid=abc&q=a%20b"

  /// A container whose macros read the referrers of conversion 77 and of one that `id` names.
  private static let container = ContainerBuilder { container in
    container.variable("id")
    container.variable("part")
    container.macro("whole", "_awcr", ["conversion_id": "77"])
    container.macro("gclid", "_awcr", ["conversion_id": 77, "component": "gclid"])
    container.macro("q", "_awcr", ["conversion_id": "77", "component": "q"])
    container.macro("other", "_awcr", ["conversion_id": .macro("id")])
    container.macro("variable part", "_awcr", ["conversion_id": "77", "component": .macro("part")])
    container.macro("no id", "_awcr", ["component": "gclid"])
    container.rule(when: [.event("opened"), .equals("whole", Self.referrer)], fires: ["seen"])
  }

  @Test(
    arguments: [
      ["gtm.url": .string(Self.url)], ["gtm": ["url": .string(Self.url)]],
      ["gtm.url": .null, "gtm": ["url": .string(Self.url)]],
    ] as [Value])
  func anAddressIsKeptByItsConversion(_ update: Value) {
    var harness = RuntimeHarness(Self.container)
    let effects = harness.push(update)
    #expect(harness.stored.clickReferrers == ["77": Self.referrer])
    #expect(effects.logs == [LogRecord(.referrerKept, ["77"])])
  }

  @Test(
    arguments: [
      ["gtm.url": "shop://open?x=1"], ["gtm.url": 5], ["url": .string(Self.url)],
      ["a": ["gtm.url": .string(Self.url)]], ["gtm": .string(Self.url)],
    ] as [Value])
  func whatIsNoAddressWithAReferrerIsPassedOver(_ update: Value) {
    var harness = RuntimeHarness()
    #expect(harness.push(update).logs == [])
    #expect(harness.stored.clickReferrers.isEmpty)
  }

  @Test(arguments: ["", "gclid%3Dabc", "conv%3D"])
  func aReferrerWithoutAConversionIsSaid(_ referrer: String) {
    var harness = RuntimeHarness()
    let effects = harness.push(["gtm.url": .string("shop://open?referrer=\(referrer)")])
    #expect(effects.logs.map(\.code) == [.referrerWithoutConversion])
    #expect(harness.stored.clickReferrers.isEmpty)
  }

  @Test func theMacroGivesTheReferrerOrAComponentOfIt() {
    var harness = RuntimeHarness(Self.container)
    #expect(harness.read("whole").value == "")
    harness.push(["gtm.url": .string(Self.url)])
    #expect(harness.read("whole").value == .string(Self.referrer))
    #expect(harness.read("gclid").value == "abc")
    #expect(harness.read("q").value == "a b")
    #expect(harness.read("variable part").value == "")
    harness.push(["part": "conv", "id": 78])
    #expect(harness.read("variable part").value == "77")
    #expect(harness.read("other").value == "")
    harness.push(["gtm.url": "shop://open?referrer=conv%3D78"])
    #expect(harness.read("other").value == "conv=78")
    #expect(harness.read("no id").logs.map(\.code) == [.incorrectKeys])
  }

  @Test func aLaterClickOfAConversionReplacesTheEarlierOne() {
    var harness = RuntimeHarness(Self.container)
    for click in ["a", "b"] {
      harness.push(["gtm.url": .string("s://o?referrer=conv%3D77%26gclid%3D\(click)")])
    }
    #expect(harness.read("gclid").value == "b")
    #expect(harness.stored.clickReferrers.count == 1)
  }

  @Test func theEventOfTheSamePushDoesNotSeeTheReferrerYet() {
    var harness = RuntimeHarness(Self.container)
    let push: Value = ["event": "opened", "gtm.url": .string(Self.url)]
    #expect(harness.push(push).firedTags == [])
    #expect(harness.event("opened").firedTags == ["seen"])
  }

  @Test func aRelaunchKnowsTheReferrers() {
    var harness = RuntimeHarness(Self.container)
    harness.push(["gtm.url": .string(Self.url)])
    #expect(harness.relaunch().updates.isEmpty)
    harness.open()
    #expect(harness.read("gclid").value == "abc")
  }

  @Test func theOldestReferrersMakeRoom() {
    var harness = RuntimeHarness()
    var effects: [Effect] = []
    for id in 0...Limits.clickReferrers {
      effects += harness.push(["gtm.url": .string("s://o?referrer=conv%3D\(id)")])
    }
    let limit = String(Limits.clickReferrers)
    #expect(effects.logs(.warning) == [LogRecord(.referrerEvicted, ["0", limit]).text])
    #expect(harness.stored.clickReferrers.count == Limits.clickReferrers)
    #expect(harness.stored.clickReferrers.keys.first == "1")
  }
}
