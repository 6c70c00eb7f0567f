import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// Trackers of the app: how they are made and found, and what their hits carry.
@Suite struct TrackerTests {
  private func harness(_ settings: Settings = Settings()) -> RuntimeHarness {
    var facts = DeviceFacts()
    facts.advertisingID = "AD-1"
    facts.isAdvertisingTrackingEnabled = true
    var harness = RuntimeHarness(settings: settings, facts: facts)
    harness.send(.call(.makeTracker(name: nil, trackingID: "UA-1-1")))
    return harness
  }

  private func fields(_ hit: Hit?) -> OrderedDictionary<String, String> {
    if case .analytics(let fields) = hit?.kind { fields } else { [:] }
  }

  private func sent(
    _ builder: HitBuilder, _ harness: inout RuntimeHarness, tracker: String? = nil
  ) -> Hit? {
    harness.send(.call(.send(builder.fields, tracker: tracker))).wholeHits.first
  }

  // MARK: By release

  /// The app's id came with 3.06, the id of a hit with 3.08.
  @Test(arguments: [
    (SDKVersion(3, 5), false, false), (SDKVersion(3, 6), true, false),
    (SDKVersion(3, 7), true, false), (SDKVersion(3, 8), true, true),
    (SDKVersion(3, 17), true, true),
  ])
  func whatTheSDKAdds(_ version: SDKVersion, _ hasAppID: Bool, _ hasHitID: Bool) throws {
    var settings = Settings()
    settings.sdkVersion = version
    var harness = harness(settings)
    let hit = try #require(sent(.screenView(name: "Home"), &harness))
    #expect((hit.added["&aid"] != nil) == hasAppID)
    #expect((hit.added["&a"] != nil) == hasHitID)
  }

  @Test func anAppWithoutANameIsCalledByItsID() throws {
    var facts = DeviceFacts()
    facts.appName = ""
    facts.appID = "com.example.shop"
    var harness = RuntimeHarness(facts: facts)
    harness.send(.call(.makeTracker(name: nil, trackingID: "UA-1-1")))
    let hit = try #require(sent(.screenView(name: "Home"), &harness))
    #expect(hit.added["&an"] == "com.example.shop")
  }

  // MARK: Making

  @Test func aTrackerIsCalledByItsTrackingID() {
    let harness = harness()
    #expect(harness.runtime.analytics.trackers.keys == ["UA-1-1"])
    #expect(harness.runtime.analytics.trackers["UA-1-1"]?.value(of: "&tid") == "UA-1-1")
  }

  @Test func theSameNameIsTheSameTracker() {
    var harness = harness()
    harness.send(.call(.makeTracker(name: "orders", trackingID: "UA-1-2")))
    harness.send(.call(.setField("&cd", "Home", tracker: "orders")))
    harness.send(.call(.makeTracker(name: " \torders\n", trackingID: "UA-1-3")))
    #expect(harness.runtime.analytics.trackers.keys == ["UA-1-1", "orders"])
    let orders = harness.runtime.analytics.trackers["orders"]
    #expect(orders?.value(of: "&tid") == "UA-1-2", "its tracking id stays")
    #expect(orders?.value(of: "&cd") == "Home")
  }

  @Test(arguments: [("", "UA-1-2"), (" \n", "UA-1-2"), (nil, " ")] as [(String?, String)])
  func anEmptyNameMakesNone(_ name: String?, _ trackingID: String) {
    var harness = harness()
    let effects = harness.send(.call(.makeTracker(name: name, trackingID: trackingID)))
    #expect(harness.runtime.analytics.trackers.count == 1)
    #expect(effects.logs.map(\.code) == [.emptyTrackerName])
  }

  @Test func trackersAreBounded() {
    var harness = harness()
    for number in 1...Limits.trackers {
      harness.send(.call(.makeTracker(name: "t\(number)", trackingID: "UA-1-1")))
    }
    #expect(harness.runtime.analytics.trackers.count == Limits.trackers)
    let effects = harness.send(.call(.makeTracker(name: "one more", trackingID: "UA-1-1")))
    #expect(harness.runtime.analytics.trackers["one more"] == nil)
    #expect(effects.logs == [LogRecord(.limitReached, ["100 trackers of an app"])])
  }

  @Test func theFirstTrackerIsTheDefaultUntilAnotherIsChosen() {
    var harness = harness()
    harness.send(.call(.makeTracker(name: "orders", trackingID: "UA-1-2")))
    #expect(sent(.screenView(), &harness)?.tracker == "UA-1-1")
    harness.send(.call(.chooseTracker("orders")))
    #expect(sent(.screenView(), &harness)?.tracker == "orders")
    harness.send(.call(.chooseTracker("nobody")))
    #expect(harness.runtime.analytics.defaultTracker == "orders")
    harness.send(.call(.removeTracker("UA-1-1")))
    #expect(harness.runtime.analytics.defaultTracker == "orders")
    harness.send(.call(.removeTracker("orders")))
    #expect(harness.runtime.analytics.defaultTracker == nil)
    #expect(sent(.screenView(), &harness) == nil)
    harness.send(.call(.makeTracker(name: "new", trackingID: "UA-1-4")))
    #expect(harness.runtime.analytics.defaultTracker == "new")
  }

  // MARK: Fields

  @Test func whatIsSetStaysForAllHitsThatFollow() {
    var harness = harness()
    harness.send(.call(.setField("&cd", "Home")))
    #expect(
      fields(sent(.screenView(), &harness)) == [
        "&t": "screenview", "&tid": "UA-1-1", "&cd": "Home",
      ])
    #expect(fields(sent(.screenView(name: "Cart"), &harness))["&cd"] == "Cart")
    #expect(fields(sent(.screenView(), &harness))["&cd"] == "Home")
    harness.send(.call(.setField("&cd", nil)))
    #expect(fields(sent(.screenView(), &harness))["&cd"] == nil)
  }

  @Test func aQueuedHitIsASnapshot() {
    var harness = harness()
    harness.send(.call(.setField("&uid", "u1")))
    let hit = sent(.screenView(), &harness)
    harness.send(.call(.setField("&uid", "u2")))
    #expect(fields(hit)["&uid"] == "u1")
    #expect(fields(sent(.screenView(), &harness))["&uid"] == "u2")
  }

  @Test func nullOverridesWhatTheTrackerHas() {
    var harness = harness()
    harness.send(.call(.setField("&uid", "u1")))
    var builder = HitBuilder.screenView(name: "Home")
    builder.clear("&uid")
    builder.clear("&an")
    let hit = sent(builder, &harness)
    #expect(fields(hit)["&uid"] == nil)
    #expect(hit?.added["&an"] == nil, "what the SDK adds is overridden as well")
    #expect(fields(sent(.screenView(), &harness))["&uid"] == "u1")
  }

  @Test func fieldsAreBounded() {
    var harness = harness()
    for number in 1...(Limits.trackerFields + 1) {
      harness.send(.call(.setField("&x\(number)", "1")))
    }
    // The tracking id is a field as well, so that two are too many.
    let told = harness.effects.logs.filter { $0.code == .limitReached }
    #expect(told.map(\.arguments) == Array(repeating: ["1000 fields of a tracker"], count: 2))
    let tracker = harness.runtime.analytics.trackers["UA-1-1"]
    #expect(tracker?.fields.count == Limits.trackerFields)
  }

  @Test func theSDKAddsTheAppAndThePhone() throws {
    var settings = Settings()
    settings.sdkVersion = SDKVersion(3, 9)
    var harness = harness(settings)
    let hit = try #require(sent(.screenView(), &harness))
    #expect(
      hit.added.keys == [
        "&v", "&_v", "&cid", "&an", "&av", "&aid", "&ul", "&sr", "&a", "&_u", "&_crc",
      ])
    #expect(hit.added["&_v"] == "mi3.0.9")
    #expect(hit.added["&sr"] == "320x568")
    #expect(hit.added["&cid"] == DeviceFacts().clientID)
  }

  @Test func theAdvertisingIDIsAddedWhereItIsCollected() {
    var harness = harness()
    #expect(sent(.screenView(), &harness)?.added["&idfa"] == nil)
    harness.send(.call(.collectAdvertisingID(true)))
    let hit = sent(.screenView(), &harness)
    #expect(hit?.added["&idfa"] == "AD-1")
    #expect(hit?.added["&ate"] == "1")
  }

  @Test func aFieldOfTheTrackerReplacesWhatTheSDKAdds() {
    var harness = harness()
    harness.send(.call(.setField("&an", "Other")))
    let hit = sent(.screenView(), &harness)
    #expect(fields(hit)["&an"] == "Other")
    #expect(hit?.added["&an"] == nil)
  }

  @Test func onlyScreenViewsMoveTheAdMobNumberOn() throws {
    var harness = harness()
    let event = HitBuilder.event(category: "a", action: "b")
    let numbers = [event, .screenView(), event, .screenView(), HitBuilder(type: nil)].map {
      sent($0, &harness)?.added["&a"].flatMap { Int64($0) } ?? 0
    }
    let first = try #require(numbers.first)
    #expect(numbers == [first, first + 1, first + 1, first + 2, first + 3])
    #expect((1...Int64(Int32.max)).contains(first))
  }

  @Test func aHitWithoutATypeIsSentWithAWarning() {
    var harness = harness()
    let effects = harness.send(.call(.send(["&ec": "a"], tracker: nil)))
    #expect(effects.wholeHits.count == 1)
    #expect(effects.logs.map(\.code).contains(.badHitType))
  }

  @Test func aClientOutsideOfTheSampleIsNotTracked() {
    var harness = harness()
    harness.send(.call(.setField("&sf", "0")))
    let effects = harness.send(.call(.send(HitBuilder.screenView().fields, tracker: nil)))
    #expect(effects.discarded == [.notSampled])
  }
}
