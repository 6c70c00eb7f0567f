import OrderedCollections
import TagInspection
import TagRuntime
import TestSupport

extension LinterTests {
  static let app: [LintCase] = handlers + keys + values + logged + opening

  private static let opening: [LintCase] = [
    .found(.waitsForFresh, "a screen waits", facts: .app { $0.waitsForFresh = true }) { _ in },
    .absent(.waitsForFresh, "no screen waits", facts: .shop) { _ in },
    .absent(.waitsForFresh, "v5 opens by itself", facts: .app { $0.waitsForFresh = true }) {
      $0.isFirebase()
    },
  ]

  private static let handlers: [LintCase] = [
    .found(
      .pushedAtLaunch, "a rule waits for it",
      facts: .app {
        $0.launchEvents = ["appStart"]
        $0.isLoaded = true
      }
    ) { $0.rule(when: [.event("appStart")], fires: ["t"]) },
    .absent(
      .pushedAtLaunch, "the default container is there",
      facts: .app { $0.launchEvents = ["appStart"] }
    ) { $0.rule(when: [.event("appStart")], fires: ["t"]) },
    .found(.missingHandler, "a tag", facts: .shop) { $0.rule(fires: ["addBonus"]) },
    .found(.missingHandler, "a macro", facts: .shop) { $0.functionMacro("discount") },
    .found(.missingHandler, "a class of v5", facts: .shop) {
      $0.isFirebase()
      $0.tag("t", "__funct", ["classPath": "Bonus"])
    },
    .absent(
      .missingHandler, "a class of v5 that is there", facts: .app { $0.classes = ["Bonus"] }
    ) {
      $0.isFirebase()
      $0.tag("t", "__funct", ["classPath": "Bonus"])
    },
    .found(.missingHandler, "registered as a macro", facts: .app { $0.macroFunctions = ["f"] }) {
      $0.functionTag("f")
    },
    .absent(.missingHandler, "registered", facts: .app { $0.tagFunctions = ["addBonus"] }) {
      $0.functionTag("addBonus")
    },
    .absent(.missingHandler, "no app is known") { $0.functionTag("addBonus") },
    .found(.uncalledHandler, "a tag-function", facts: .app { $0.tagFunctions = ["f"] }) { _ in },
    .absent(.uncalledHandler, "called", facts: .app { $0.macroFunctions = ["f"] }) {
      $0.functionMacro("f")
    },
    .absent(.uncalledHandler, "keys and values", facts: .app { $0.tagFunctions = ["f"] }) {
      $0.version.format = .plist
    },
    .found(.unknownRead, "no such key", facts: .app { $0.reads = ["title"] }) { _ in },
    .absent(.unknownRead, "a key", facts: .app { $0.reads = ["title"] }) {
      $0.constant("title", "x")
    },
  ]

  private static func reading(_ path: String) -> @Sendable (inout ContainerBuilder) -> Void {
    { container in
      container.variable("v", path: path)
      container.functionTag("t", parameters: .members(["p": .macro("v")]))
    }
  }

  private static let keys: [LintCase] = [
    .found(.keyNeverPushed, "read by a tag", facts: .shop, reading("campaign")),
    .absent(.keyNeverPushed, "pushed", facts: .shop, reading("screenName")),
    .absent(.keyNeverPushed, "a map around what is pushed", facts: .shop, reading("user")),
    .absent(.keyNeverPushed, "below what may be anything", facts: .shop, reading("sku.id")),
    .absent(.keyNeverPushed, "the SDK's own", facts: .shop, reading("gtm.lifetime")),
    .absent(.keyNeverPushed, "nothing reads it", facts: .shop) { $0.variable("campaign") },
    .absent(.keyNeverPushed, "a tag of the container writes it", facts: .shop) {
      $0.tag("w", "_dlw", ["value": .list([.members(["campaign": "x"])])])
      reading("campaign")(&$0)
    },
    .found(.keyNearMiss, "another case", facts: .shop, reading("screenname")),
    .found(.keyNearMiss, "an underscore", facts: .shop, reading("screen_name")),
    .absent(.keyNearMiss, "another key", facts: .shop, reading("screen")),
  ]

  private static func waiting(for condition: Condition)
    -> @Sendable (inout ContainerBuilder) -> Void
  {
    { container in
      container.variable("screen name", path: "screenName")
      container.variable("sku")
      container.variable("tier", path: "user.tier", default: "none")
      container.rule(when: [condition], fires: ["t"])
    }
  }

  private static let values: [LintCase] = [
    .found(.eventNeverPushed, "equals", facts: .shop, waiting(for: .event("purchase"))),
    .found(
      .eventNeverPushed, "starts with", facts: .shop,
      waiting(for: Condition("_sw", .macro("event"), "buy"))),
    .absent(
      .eventNeverPushed, "starts with", facts: .shop,
      waiting(for: Condition("_sw", .macro("event"), "tap"))),
    .absent(.eventNeverPushed, "pushed", facts: .shop, waiting(for: .event("openScreen"))),
    .absent(
      .eventNeverPushed, "spelled otherwise", facts: .shop, waiting(for: .event("openscreen"))),
    .absent(
      .eventNeverPushed, "events of any name", facts: .app { $0.hasOtherEvents = true },
      waiting(for: .event("purchase"))),
    .absent(.eventNeverPushed, "negated", facts: .shop) {
      $0.rule(unless: [.event("purchase")], fires: ["t"])
    },
    .found(.eventNearMiss, "another case", facts: .shop, waiting(for: .event("openscreen"))),
    .found(.eventNearMiss, "a space at the end", facts: .shop, waiting(for: .event("openScreen "))),
    .absent(.eventNearMiss, "pushed", facts: .shop, waiting(for: .event("openScreen"))),
    .found(
      .valueNeverPushed, "equals", facts: .shop,
      waiting(for: .equals("screen name", "ConfirmationScreen"))),
    .found(
      .valueNeverPushed, "a space at the end", facts: .shop,
      waiting(for: .equals("screen name", "Confirmation "))),
    .absent(
      .valueNeverPushed, "pushed", facts: .shop,
      waiting(for: .equals("screen name", "Confirmation"))
    ),
    .absent(.valueNeverPushed, "the default", facts: .shop, waiting(for: .equals("tier", "none"))),
    .absent(.valueNeverPushed, "any value", facts: .shop, waiting(for: .equals("sku", "S-77"))),
  ]

  private static func firebase(
    _ condition: Condition, reading parameters: OrderedDictionary<String, Expression> = [:]
  ) -> @Sendable (inout ContainerBuilder) -> Void {
    { container in
      container.isFirebase()
      container.macro("genre", "__md", ["key": "genre"])
      container.macro("tier", "__fup", ["key": "tier"])
      container.macro("other", "__md", parameters)
      container.tag("t", "__fm", ["action": "measure", "eventName": .macro("other")])
      container.rule(when: [condition], fires: ["t"])
    }
  }

  private static let long = String(repeating: "a", count: 101)

  private static func property(_ key: String) -> @Sendable (inout ContainerBuilder) -> Void {
    {
      $0.isFirebase()
      $0.macro("p", "__fup", ["key": .constant(.string(key))])
    }
  }

  private static func about(_ kind: String, _ text: String) -> Condition {
    Condition(kind, .macro("event"), .constant(.string(text)))
  }

  /// What Firebase drops before the container gets it.
  static let dropped: [LintCase] =
    [
      "played song", "1st_song", "app-open", "firebase_song", "google_song", "ga_song", "",
      String(long.prefix(41)),
    ].map { .found(.droppedName, "the event '\($0)'", firebase(.event($0))) }
    + [
      "played_song", "first_open", "firebase_campaign", "screen_view", "gtm.load", "größe",
      String(long.prefix(40)),
    ].map { .absent(.droppedName, "the event '\($0)'", firebase(.event($0))) }
    + [
      ("_sw", "played song"), ("_cn", " "), ("_ew", "a-b"), ("_sw", "ga_s"), ("_re", "^a b|c d$"),
    ].map { .found(.droppedName, "\($0.0) '\($0.1)'", firebase(about($0.0, $0.1))) }
    + [
      ("_sw", "play"), ("_cn", "1"), ("_ew", "_song"), ("_sw", "firebase_"), ("_re", "^a b|c$"),
      ("_re", "a.b"), ("_gt", "1 0"),
    ].map { .absent(.droppedName, "\($0.0) '\($0.1)'", firebase(about($0.0, $0.1))) }
    + ["a b", "1st", "ga_x", String(long.prefix(41)), ""].map {
      .found(
        .droppedName, "the parameter '\($0)'",
        firebase(.isTrue, reading: ["key": .constant(.string($0))]))
    }
    + ["a_b", "ga_session_id", "firebase_screen_class", "_sn", "value"].map {
      .absent(
        .droppedName, "the parameter '\($0)'",
        firebase(.isTrue, reading: ["key": .constant(.string($0))]))
    }
    + ["a b", String(long.prefix(25)), "google_x", "ALLOW_AD_PERSONALIZATION_SIGNALS"].map {
      .found(.droppedName, "the user property '\($0)'", property($0))
    }
    + ["tier", String(long.prefix(24)), "first_open_time", "user_id", "ga_session_number"].map {
      .absent(.droppedName, "the user property '\($0)'", property($0))
    } + [
      .found(.droppedName, "101 characters", firebase(.equals("genre", long))),
      .absent(.droppedName, "100 characters", firebase(.equals("genre", String(long.prefix(100))))),
      .found(.droppedName, "37 characters", firebase(.equals("tier", String(long.prefix(37))))),
      .absent(.droppedName, "36 characters", firebase(.equals("tier", String(long.prefix(36))))),
      .found(
        .droppedName, "logged by the app",
        facts: .app { $0.dropped = ["'a b' has a space"] }, firebase(.isTrue)),
      .absent(.droppedName, "the first generation") { $0.rule(when: [.event("played song")]) },
    ]

  private static let logged: [LintCase] = [
    .found(.eventNeverPushed, "v5", facts: .songs, firebase(.event("purchase"))),
    .absent(.eventNeverPushed, "v5, logged", facts: .songs, firebase(.event("played_song"))),
    .absent(.eventNeverPushed, "v5, automatic", facts: .songs, firebase(.event("first_open"))),
    .absent(
      .eventNeverPushed, "v5, events of any name", facts: .app { $0.hasOtherLoggedEvents = true },
      firebase(.event("purchase"))),
    .found(.eventNeverPushed, "v5, pushed is not logged", facts: .shop, firebase(.event("tapBuy"))),
    .found(.eventNearMiss, "v5, a space", facts: .songs, firebase(.event("played song"))),
    .found(
      .keyNeverPushed, "v5, a parameter", facts: .songs, firebase(.isTrue, reading: ["key": "x"])),
    .found(
      .keyNearMiss, "v5, another case", facts: .songs,
      firebase(.isTrue, reading: ["key": "Genre"])),
    .absent(
      .keyNeverPushed, "v5, in items", facts: .songs,
      firebase(.isTrue, reading: ["key": "items.item_id"])),
    .absent(
      .keyNeverPushed, "v5, automatic", facts: .songs,
      firebase(.isTrue, reading: ["key": "engagement_time_msec"])),
    .absent(
      .keyNeverPushed, "v5, suggested", facts: .songs,
      firebase(.isTrue, reading: ["firebaseCampaignParam": "campaign"])),
    .found(
      .valueNeverPushed, "v5, a parameter", facts: .songs, firebase(.equals("genre", "rock"))),
    .absent(.valueNeverPushed, "v5, logged", facts: .songs, firebase(.equals("genre", "pop"))),
    .absent(
      .valueNeverPushed, "v5, not there", facts: .songs, firebase(.equals("genre", "undefined"))),
    .found(
      .valueNeverPushed, "v5, a user property", facts: .songs, firebase(.equals("tier", "vip"))),
  ]
}
