import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// The events that Firebase logs by itself.
@Suite struct FirebaseUseTests {
  private func words(_ effects: [Effect]) -> [String] {
    effects.outcomes.filter { $0.source == .automatic }.map(\.logged.longName)
  }

  /// The app is killed and comes up again.
  private func relaunched(_ harness: inout RuntimeHarness) -> [String] {
    harness.relaunch()
    return words(harness.send(.entered(.foreground)))
  }

  private let opening = ["first_open", "session_start", "user_engagement"]

  @Test func theFirstOpeningComesOnce() {
    var harness = RuntimeHarness.firebase(isUsed: false)
    let effects = harness.send(.entered(.foreground))
    #expect(words(effects) == opening)
    #expect(
      effects.outcomes.map(\.logged.parameters) == [
        [
          "update_with_analytics": 0, "previous_first_open_count": 0, "firebase_conversion": 1,
          "firebase_realtime": 1,
        ],
        [
          "session_id": .int(RuntimeHarness.start.milliseconds / 1000), "session_number": 1,
          "firebase_conversion": 1, "firebase_realtime": 1,
        ], ["engagement_time_msec": 1],
      ])
    #expect(Set(effects.outcomes.map(\.logged.logged)) == [harness.now.wall])
    #expect(relaunched(&harness) == [])
    harness.stored = Lasting()
    #expect(relaunched(&harness) == opening)
  }

  /// The background is told of a moment after the engagement, with the screen that was seen.
  @Test(
    arguments: [(0, ["app_background"]), (2, ["user_engagement", "app_background"])]
      as [(Int64, [String])])
  func theBackgroundIsTold(_ seconds: Int64, _ names: [String]) {
    var harness = RuntimeHarness.firebase()
    harness.send(.screenSeen("Home"))
    harness.wait(.seconds(seconds))
    let effects = harness.send(.entered(.background))
    #expect(words(effects) == names)
    let left = effects.outcomes.last?.logged
    #expect(left?.name == "_ab")
    #expect(left?.parameters["firebase_screen_class"] == "Home")
    #expect(left?.logged == harness.now.wall + .milliseconds(seconds > 0 ? 1 : 0))
    #expect(harness.send(.entered(.background)).outcomes.isEmpty)
  }

  @Test(arguments: [(29, 1), (30, 1), (31, 2)] as [(Int64, Int64)])
  func aSessionEndsAfterHalfAnHourOutOfUse(_ minutes: Int64, _ number: Int64) {
    var harness = RuntimeHarness.firebase()
    harness.send(.entered(.background))
    harness.wait(.minutes(minutes))
    harness.send(.entered(.foreground))
    #expect(harness.runtime.firebase.session?.number == number)
    let hit = harness.log("purchase").events.last
    #expect(hit?.firebaseProperty("_sno")?.text == String(number))
    let start = RuntimeHarness.start.milliseconds / 1000
    let began = number == 1 ? start : start + minutes * 60
    #expect(hit?.firebaseProperty("ga_session_id")?.text == String(began))
  }

  @Test(arguments: [(999, nil), (1000, 1000), (61_500, 61_500)] as [(Int64, Int64?)])
  func engagementIsToldInTheBackground(_ milliseconds: Int64, _ told: Int64?) {
    var harness = RuntimeHarness.firebase()
    harness.wait(.milliseconds(milliseconds))
    let event = harness.send(.entered(.background)).outcomes.first?.logged
    #expect(event?.parameters["engagement_time_msec"] == told.map { .int($0) })
    #expect(event?.name == (told == nil ? "_ab" : "_e"))
  }

  @Test func aScreenIsToldWithTheOneBefore() {
    var harness = RuntimeHarness.firebase()
    let first = harness.send(.screenSeen("Home")).outcomes.last?.logged
    #expect(first?.name == "_vs")
    guard case .int(let id)? = first?.parameters["firebase_screen_id"] else {
      Issue.record("no number of a screen")
      return
    }
    #expect(
      first?.parameters == [
        "firebase_screen": "Home", "firebase_screen_class": "Home", "firebase_screen_id": .int(id),
      ])
    #expect(harness.send(.screenSeen("Home")).outcomes.isEmpty)
    harness.wait(.seconds(5))
    let effects = harness.send(.screenSeen("Cart"))
    #expect(words(effects) == ["user_engagement", "screen_view"])
    #expect(effects.outcomes.first?.logged.parameters["firebase_screen"] == "Home")
    #expect(effects.outcomes.last?.logged.parameters["firebase_previous_screen"] == "Home")
    #expect(effects.outcomes.last?.logged.parameters["firebase_screen_id"] == .int(id &+ 1))
    // A screen that is seen again keeps its number.
    let again = harness.send(.screenSeen("Home")).outcomes.last?.logged
    #expect(again?.parameters["firebase_screen_id"] == .int(id))
    #expect(again?.parameters["firebase_previous_id"] == .int(id &+ 1))
  }

  @Test func aScreenThatTheAppTellsOfEndsTheOneBefore() {
    var harness = RuntimeHarness.firebase()
    harness.send(.screenSeen("Home"))
    harness.wait(.seconds(2))
    let effects = harness.log("screen_view", ["screen_name": "Cart"])
    #expect(effects.passed == ["user_engagement", "screen_view"])
    #expect(effects.outcomes.last?.source == .app)
  }

  @Test func aNewBuildAndANewSystemAreTold() {
    var harness = RuntimeHarness.firebase()
    var facts = DeviceFacts()
    facts.appVersion = "2"
    facts.osVersion = "8.0"
    harness.send(.entered(.background))
    harness.relaunch()
    harness.send(.deviceChanged(facts))
    let effects = harness.send(.entered(.foreground))
    #expect(words(effects) == ["app_update", "os_update"])
    #expect(
      effects.outcomes.map(\.logged.parameters) == [
        ["previous_app_version": "1.0"], ["previous_os_version": "7.0"],
      ])
  }

  @Test func forgettingBeginsAnew() {
    var harness = RuntimeHarness.firebase()
    harness.send(.call(.firebase(.setUserProperty("tier", "gold"))))
    harness.send(.call(.firebase(.setUserID("u-1"))))
    harness.send(.call(.firebase(.setDebugMode(true))))
    let effects = harness.send(.call(.firebase(.resetAnalytics)))
    #expect(words(effects) == opening)
    #expect(harness.runtime.firebase.userProperties == [:])
    #expect(harness.runtime.firebase.userID == nil)
    #expect(harness.runtime.firebase.isDebugging)
    #expect(harness.runtime.firebase.session?.number == 1)
  }

  @Test(
    arguments: [
      ("https://shop.example/?utm_source=mail&utm_campaign=may", ["source", "campaign"]),
      ("https://shop.example/?gclid=7", ["gclid"]), ("https://shop.example/?sku=7", nil),
    ] as [(String, [String]?)])
  func aLinkWithACampaignIsTold(_ url: String, _ names: [String]?) {
    var harness = RuntimeHarness.firebase()
    let event = harness.send(.linkOpened(url)).outcomes.last?.logged
    #expect(event?.longName == names.map { _ in "firebase_campaign" })
    #expect(event.map { Array($0.parameters.keys) } == names)
  }

  @Test func theLegacySDKLogsNothing() {
    var harness = RuntimeHarness()
    harness.send(.launched(isReachable: true))
    #expect(harness.send(.entered(.foreground)).outcomes.isEmpty)
    #expect(harness.until(.dispatch(.firebase)) == nil)
  }
}
