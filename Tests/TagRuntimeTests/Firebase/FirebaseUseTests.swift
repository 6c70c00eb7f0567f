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

  /// A view that is there at the launch is set before `first_open`, and its own event follows.
  @Test func theFirstEventsHaveTheScreenThatIsThere() {
    var harness = RuntimeHarness.firebase(isUsed: false)
    #expect(harness.send(.screenSeen("Home")).outcomes.isEmpty)
    let hits = harness.send(.entered(.foreground)).events
    #expect(hits.map { $0.firebaseParameter("_sc") } == ["Home", "Home", "Home"])
    let seen = harness.send(.screenSeen("Home"))
    #expect(words(seen) == ["screen_view"])
    #expect(seen.outcomes.last?.logged.parameters["firebase_previous_class"] == nil)
    #expect(seen.events.last?.firebaseParameter("_si") == hits.first?.firebaseParameter("_si"))
    #expect(harness.send(.screenSeen("Home")).outcomes.isEmpty)
  }

  /// The keychain of a phone counts first openings, whatever else is forgotten.
  @Test func theFirstOpeningsOfAPhoneAreCounted() {
    var harness = RuntimeHarness.firebase()
    for count in [1, 2] as [Int64] {
      let first = harness.send(.call(.firebase(.resetAnalytics))).outcomes.first?.logged
      #expect(first?.parameters["previous_first_open_count"] == .int(count))
    }
  }

  /// The background is told of a moment after the engagement, with the screen that was seen.
  @Test(
    arguments: [
      (0, .ios, ["user_engagement", "app_background"]), (0, .android, ["app_background"]),
      (2, .android, ["user_engagement", "app_background"]),
    ] as [(Int64, Platform, [String])])
  func theBackgroundIsTold(_ seconds: Int64, _ platform: Platform, _ names: [String]) {
    var harness = RuntimeHarness.firebase(on: platform)
    harness.send(.screenSeen("Home"))
    harness.wait(.seconds(seconds))
    let effects = harness.send(.entered(.background))
    #expect(words(effects) == names)
    let left = effects.outcomes.last?.logged
    #expect(left?.name == "_ab")
    #expect(left?.parameters["firebase_screen_class"] == "Home")
    #expect(left?.logged == harness.now.wall + .milliseconds(names.count > 1 ? 1 : 0))
    #expect(harness.send(.entered(.background)).outcomes.isEmpty)
  }

  /// It also ends if the clock was set back for longer.
  @Test(arguments: [(29, 1), (30, 1), (31, 2), (-29, 1), (-30, 1), (-31, 2)] as [(Int64, Int64)])
  func aSessionEndsAfterHalfAnHourOutOfUse(_ minutes: Int64, _ number: Int64) {
    var harness = RuntimeHarness.firebase()
    harness.send(.entered(.background))
    if minutes > 0 {
      harness.wait(.minutes(minutes))
    } else {
      harness.setClock(by: .minutes(minutes))
    }
    let effects = harness.send(.entered(.foreground))
    let session = effects.outcomes.first { $0.logged.name == "_s" }?.logged
    #expect((session != nil) == (number == 2))
    #expect(session?.parameters["firebase_conversion"] == nil)
    #expect(harness.runtime.firebase.session?.number == number)
    let hit = harness.log("purchase").events.last
    #expect(hit?.firebaseProperty("_sno")?.text == String(number))
    let start = RuntimeHarness.start.milliseconds / 1000
    let began = number == 1 ? start : start + minutes * 60
    #expect(hit?.firebaseProperty("ga_session_id")?.text == String(began))
  }

  /// Each hour in the foreground is engagement, and keeps the session alive.
  @Test func engagementIsToldEveryHour() {
    var harness = RuntimeHarness.firebase()
    harness.send(.screenSeen("Home"))
    let hourly = harness.wait(.minutes(150)).outcomes.map(\.logged)
    #expect(hourly.map(\.longName) == ["user_engagement", "user_engagement"])
    #expect(hourly.allSatisfy { $0.parameters["engagement_time_msec"] == 3_600_000 })
    #expect(hourly.allSatisfy { $0.parameters["firebase_screen_class"] == "Home" })
    #expect(relaunched(&harness) == [], "half an hour after the last one")
    let left = harness.send(.entered(.background))
    #expect(words(left) == ["user_engagement", "app_background"])
    #expect(harness.wait(.hours(3)).outcomes.isEmpty, "none in the background")
  }

  /// What is logged in the background with `extend_session` extends a session, or begins one.
  @Test(
    arguments: [
      (1, 10, ["sync"], 1), (1, 40, ["session_start", "sync"], 2),
      (true, 40, ["session_start", "sync"], 2),
      (2, 40, ["sync"], 1), (.null, 40, ["sync"], 1),
    ] as [(Value, Int64, [String], Int64)])
  func anEventExtendsTheSession(
    _ value: Value, _ minutes: Int64, _ logged: [String], _ number: Int64
  ) {
    var harness = RuntimeHarness.firebase()
    harness.send(.entered(.background))
    harness.wait(.minutes(minutes))
    #expect(harness.log("sync", ["extend_session": value]).passed == logged)
    #expect(harness.runtime.firebase.session?.number == number)
    harness.wait(.minutes(25))
    harness.send(.entered(.foreground))
    let isExtended = value == 1 || value == true
    #expect(harness.runtime.firebase.session?.number == (isExtended ? number : 2))
    harness.wait(.hours(1))
    #expect(harness.log("sync", ["extend_session": 1]).passed == ["sync"], "not in the foreground")
  }

  /// Leaving logs what there was, however short.
  @Test(
    arguments: [
      (0, .ios, 0), (1, .ios, 1), (999, .ios, 999), (999, .android, nil),
      (1000, .android, 1000), (61_500, .ios, 61_500),
    ] as [(Int64, Platform, Int64?)])
  func engagementIsToldInTheBackground(
    _ milliseconds: Int64, _ platform: Platform, _ told: Int64?
  ) {
    var harness = RuntimeHarness.firebase(on: platform)
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
      first?.parameters == ["firebase_screen_class": "Home", "firebase_screen_id": .int(id)])
    #expect(harness.send(.screenSeen("Home")).outcomes.isEmpty)
    harness.wait(.seconds(5))
    let effects = harness.send(.screenSeen("Cart"))
    #expect(words(effects) == ["user_engagement", "screen_view"])
    #expect(effects.outcomes.first?.logged.parameters["firebase_screen_class"] == "Home")
    #expect(effects.outcomes.last?.logged.parameters["firebase_previous_class"] == "Home")
    #expect(effects.outcomes.last?.logged.parameters["firebase_previous_screen"] == nil)
    #expect(effects.outcomes.last?.logged.parameters["firebase_screen_id"] == .int(id &+ 1))
    // A screen that is seen again keeps its number.
    let again = harness.send(.screenSeen("Home")).outcomes.last?.logged
    #expect(again?.parameters["firebase_screen_id"] == .int(id))
    #expect(again?.parameters["firebase_previous_id"] == .int(id &+ 1))
  }

  /// The engagement of a screen that was shown for less than a second is not logged.
  @Test(
    arguments: [(999, ["screen_view"]), (1000, ["user_engagement", "screen_view"])]
      as [(Int64, [String])])
  func aScreenThatTheAppLogsEndsTheOneBefore(_ milliseconds: Int64, _ passed: [String]) {
    var harness = RuntimeHarness.firebase()
    let home = harness.send(.screenSeen("Home")).events.last?.firebaseParameter("_si")
    harness.wait(.milliseconds(milliseconds))
    let effects = harness.log(
      "screen_view", ["screen_name": "Cart", "screen_class": "CartVC", "items_in": 2])
    #expect(effects.passed == passed)
    let logged = effects.outcomes.last
    #expect(logged?.source == .app)
    let id = effects.events.last?.firebaseParameter("_si")
    #expect(
      logged?.logged.parameters == [
        "items_in": 2, "firebase_screen": "Cart", "firebase_screen_class": "CartVC",
        "firebase_screen_id": id ?? .null, "firebase_previous_class": "Home",
        "firebase_previous_id": home ?? .null,
      ])
    #expect(id != home)
    let hit = harness.log("purchase").events.last
    #expect(["_sn", "_sc", "_si"].map { hit?.firebaseParameter($0) } == ["Cart", "CartVC", id])
  }

  /// Each screen that the app logs is a new one, also the same again; a view that Firebase tracks
  /// has no name.
  @Test func theNameOfAScreenLastsUntilTheNextScreen() {
    var harness = RuntimeHarness.firebase()
    let seen = harness.send(.screenSeen("Home")).events.last
    let first = harness.log("screen_view", ["screen_name": "12"]).events.last
    #expect(first?.firebaseParameter("_sc") == "Home", "the class of the view")
    let again = harness.log("screen_view", ["screen_name": "12"]).events.last
    #expect(again?.firebaseParameter("_si") != first?.firebaseParameter("_si"))
    #expect(again?.firebaseParameter("_pn") == "12")
    #expect(harness.log("purchase").events.last?.firebaseParameter("_sn") == "12")
    let home = harness.send(.screenSeen("Home")).events.last
    #expect(home?.firebaseParameter("_pn") == "12")
    #expect(home?.firebaseParameter("_sn") == nil)
    #expect(home?.firebaseParameter("_si") == seen?.firebaseParameter("_si"), "seen before")
    #expect(harness.log("purchase").events.last?.firebaseParameter("_sn") == nil)
    let classOnly = harness.log("screen_view", ["screen_class": "ListVC"]).events.last
    #expect(classOnly?.firebaseParameter("_sc") == "ListVC")
  }

  @Test(
    arguments: [
      (["screen_name": "Cart"], [.screenWithoutClass]),
      (["screen_name": 7, "screen_class": "C"], [.screenNoText]),
      (["screen_name": "Cart", "screen_class": "C"], []),
    ] as [(OrderedDictionary<String, Value>, [LogCode])])
  func aScreenWithoutTextIsRemarkedOn(
    _ parameters: OrderedDictionary<String, Value>, _ codes: [LogCode]
  ) {
    var harness = RuntimeHarness.firebase()
    let effects = harness.log("screen_view", parameters)
    #expect(effects.logs.map(\.code) == codes)
    #expect(effects.passed == ["screen_view"])
  }

  /// The container sees what the screen adds to an event, by any of its names.
  @Test(arguments: ["firebase_screen_class", "_sc", "ga_screen_class"])
  func aContainerSeesTheScreen(_ name: String) {
    let container = ContainerBuilder.firebase { container in
      container.macro("class", "__md", ["eventType": "CUSTOM", "key": .constant(.string(name))])
      container.tag("T", "__fm", ["action": "block"])
      container.rule(when: [.event("play"), .equals("class", "CartVC")], fires: ["T"])
    }
    var harness = RuntimeHarness.firebase(container)
    #expect(harness.log("play").firedTags == [])
    harness.log("screen_view", ["screen_name": "Cart", "screen_class": "CartVC"])
    #expect(harness.log("play").firedTags == ["T"])
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
      ("https://shop.example/?utm_term=a&utm_content=b&aclid=c&cp1=d&anid=e", nil),
      ("https://shop.example/?utm_medium=&aclid=c", nil),
      (
        "https://shop.example/?anid=e&cp1=d&aclid=c&utm_content=b&utm_term=a&utm_medium=m",
        ["medium", "term", "content", "aclid", "cp1", "anid"]
      ),
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
