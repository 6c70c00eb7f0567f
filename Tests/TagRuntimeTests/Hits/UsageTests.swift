import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// The letters that calls leave in `&_u`, as captured hits have them (Wire §8).
@Suite struct UsageTests {
  private func harness(_ version: SDKVersion = SDKVersion(3, 17)) -> RuntimeHarness {
    return RuntimeHarness(settings: .with { $0.sdkVersion = version })
  }

  /// The letters of the hits that calls send.
  private func letters(_ calls: [AppCall], _ harness: inout RuntimeHarness) -> [String?] {
    calls.flatMap { harness.send(.call($0)).wholeHits }.map { $0.added["&_u"] }
  }

  private static let tracker = AppCall.makeTracker(name: nil, trackingID: "UA-1-1")
  private static let event = AppCall.send(
    HitBuilder.event(category: "ui", action: "press").fields, tracker: nil)

  @Test func eachHitCarriesTheCallsSinceTheOneBefore() {
    var harness = harness()
    #expect(letters([Self.tracker, Self.event, Self.event], &harness) == [".noyL", ".oyL"])
  }

  @Test(arguments: [
    ([AppCall.setField("&cd", "Home"), .setField("&uid", nil)], ".oKoKoyL"),
    ([.setField("&cd", "Home", tracker: "UA-1-1")], ".KoyL"),
    ([.dispatch, .setDispatchInterval(.seconds(5)), .setDryRun(false)], ".st2oyL"),
    ([.makeTracker(name: "b", trackingID: "UA-1-2"), .chooseTracker("b")], ".npoyL"),
    ([.removeTracker("b"), .setOptOut(false)], ".7qoyL"),
    ([.setAnalyticsLogger(Logger(isCustom: true))], ".4oyL"),
    ([.setAnalyticsLogger(Logger(level: .verbose)), .dispatchWithCompletion], ".oyL"),
    ([.collectAdvertisingID(true), .push([:])], ".ooyL"),
  ])
  func aCallLeavesItsLetter(_ calls: [AppCall], _ expected: String) {
    var harness = harness()
    harness.send(.call(Self.tracker))
    _ = letters([Self.event], &harness)
    #expect(letters(calls + [Self.event], &harness) == [expected])
  }

  @Test(arguments: [
    (HitBuilder.screenView(), ".9L"), (.screenView(name: "Home"), ".9AL"),
    (HitBuilder(type: "appview"), ".-L"), (HitBuilder(type: nil), ".L"),
    (.exception(description: "e", isFatal: true), ".hL"),
    (.timing(category: "c", interval: .seconds(1)), ".jL"),
    (.social(network: "n", action: "a", target: nil), ".kL"),
    (.transaction(id: "T1", revenue: 5), ".gL"), (.item(transaction: "T1", name: "x"), ".zL"),
  ])
  func aBuilderLeavesItsLetters(_ builder: HitBuilder, _ expected: String) {
    var harness = harness()
    harness.send(.call(Self.tracker))
    _ = letters([Self.event], &harness)
    #expect(letters([.send(builder.fields, tracker: "UA-1-1")], &harness) == [expected])
  }

  @Test func whatFactoriesDoNotTakeIsSetOneByOne() {
    var builder = HitBuilder.event(category: "shop", action: "buy")
    builder.set("&cd1", "gold")
    builder.clear("&uid")
    builder.setCampaign(fromURL: "http://a.example/?utm_source=mail&utm_medium=m")
    builder.set(ProductAction(.purchase, transactionID: "T1", list: "L"))
    builder.add(Product(id: "P1"))
    var harness = harness()
    harness.send(.call(Self.tracker))
    #expect(letters([.send(builder.fields, tracker: "UA-1-1")], &harness) == [".nyAADL"])
  }

  @Test func aTagMakesATrackerAndClosesIt() {
    var harness = RuntimeHarness { container in
      container.analyticsTag("A", ["&t": "event", "&ec": "c", "&ea": "a"])
      container.rule(when: [.event("go")], fires: ["A"])
    }
    let hits = (1...3).flatMap { _ in harness.event("go").wholeHits }
    #expect(hits.map { $0.added["&_u"] } == [".nBL", ".7nBL", ".7nBL"])
    harness.send(.call(Self.tracker))
    #expect(letters([Self.event], &harness) == [".7noyL"])
  }

  @Test func anAppWithoutATrackerSendsNothing() {
    var harness = harness()
    #expect(letters([Self.event, Self.tracker, Self.event], &harness) == [".oynoyL"])
  }

  @Test func lettersAreBounded() {
    var harness = harness()
    harness.send(.call(Self.tracker))
    for _ in 1...Limits.usageLetters { harness.send(.call(.dispatch)) }
    let text = letters([Self.event], &harness).first ?? nil
    #expect(text?.count == Limits.usageLetters + 1)
  }

  @Test(arguments: [(SDKVersion(3, 8), false), (SDKVersion(3, 9), true)])
  func theyAreKnownFrom309On(_ version: SDKVersion, _ isThere: Bool) {
    var harness = harness(version)
    let hits = letters([Self.tracker, Self.event], &harness)
    #expect(hits.map { $0 != nil } == [isThere])
  }

  // MARK: Reading them

  @Test(
    arguments: [
      (".neoyL", 5, .app), (".oyL", 3, .app), (".7nBL", 4, .tag), (".nBL", 3, .tag),
      (".oKKKyBL", 5, .app), (".", 0, .unknown), (".BL", 2, .unknown), (".7L?", 3, .unknown),
    ] as [(String, Int, UsageReading.Sender)])
  func lettersAreReadAsCalls(_ value: String, _ calls: Int, _ sender: UsageReading.Sender) throws {
    let reading = try #require(UsageReading(value))
    #expect(reading.calls.count == calls)
    #expect(reading.sender == sender)
    #expect(reading.calls.contains { $0.hasSuffix(" 3 times") } == value.contains("KKK"))
  }

  @Test func whatHasNoPointIsNone() { #expect(UsageReading("7nBL") == nil) }

  @Test func everyLetterHasWordsOfItsOwn() {
    let words = UsageLetter.allCases.map { UsageReading("." + String($0.rawValue))?.calls ?? [] }
    #expect(Set(words).count == UsageLetter.allCases.count)
  }
}
