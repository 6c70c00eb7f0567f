import OrderedCollections
import TestSupport
import Testing

@testable import TagInspection
@testable import TagRuntime

/// Containers of the second generation in words: what their variables read and their tags do.
struct FirebaseWordsTests {
  private typealias Parameters = OrderedDictionary<String, Expression>

  private static func described(
    _ build: (inout ContainerBuilder) -> Void
  ) -> ContainerDescription {
    ContainerBuilder.firebase(build).described
  }

  // MARK: Variables

  private static let reads: [(id: String, parameters: Parameters, words: String)] = [
    ("__e", [:], "event name"),
    ("__avn", [:], "version name of the app"),
    ("__r", [:], "random number"),
    ("__md", ["eventType": "CUSTOM", "key": "a.b"], "event parameter a.b"),
    ("__md", ["key": "a"], "event parameter a"),
    (
      "__md", ["eventType": "CUSTOM", "key": "a", "setDefaultValue": false, "defaultValue": ""],
      "event parameter a, else \"\""
    ),
    (
      "__md",
      [
        "eventType": "SUGGESTED", "suggestedEvent": "firebase_campaign",
        "firebaseCampaignParam": "gclid",
      ], "event parameter gclid of firebase_campaign"
    ),
    ("__md", ["eventType": "SUGGESTED"], "nothing: it names no event parameter"),
    ("__fup", ["key": "tier", "defaultValue": "none"], "user property tier, else \"none\""),
    ("__fup", [:], "nothing: its parameter key is missing"),
    ("__c", ["value": 3], "constant 3"),
    ("__gas", ["trackingId": "UA-1"], "Google Analytics settings of UA-1"),
    ("__gas", [:], "Google Analytics settings"),
    (
      "__smm",
      [
        "input": .macro("event"),
        "map": .table(["key": "a", "value": 1], ["key": "b", "value": "x"]),
        "defaultValue": "none",
      ], "lookup of {{event}} (a → 1, b → \"x\"), else \"none\""
    ),
    ("__smm", ["input": "a"], "nothing: its parameter map is missing"),
    (
      "__funct",
      ["classPath": "Shop", "functionArgument": .table(["key": "sku", "value": .macro("event")])],
      "value of class Shop(sku = {{event}})"
    ),
    ("__custom", [:], "the result of __custom in its runtime"),
    ("__gone", [:], "nothing: the second generation has no variables of type __gone"),
    ("", [:], "nothing: it names no function"),
  ]

  @Test(arguments: reads.indices)
  func variable(_ index: Int) {
    let (id, parameters, words) = Self.reads[index]
    let described = Self.described { $0.macro("x", id, parameters) }
    #expect(described.firstRead == words)
    #expect(!described.variables[1].isForApp)
  }

  @Test(arguments: FirebaseFunction.variables.map(\.id) + FirebaseFunction.tags.map(\.id))
  func everyFunctionHasWords(_ id: String) {
    let keys = ["value", "key", "input", "classPath", "url", "trackingId"]
    var parameters = OrderedDictionary(
      uniqueKeysWithValues: keys.map { ($0, Expression.macro("e")) })
    parameters["action"] = "block"
    parameters["map"] = .list([])
    let described = Self.described { builder in
      builder.macro("x", id, parameters)
      builder.tag("y", id, parameters)
    }
    let isVariable = FirebaseFunction.named(id, .macro) != nil
    let words = isVariable ? described.firstRead : described.firstAction
    #expect(!words.contains(id) && !words.contains("nothing"), "\(id): \(words)")
  }

  // MARK: Tags

  private static let actions: [(id: String, parameters: Parameters, words: String)] = [
    (
      "__fm", ["action": "measure", "eventName": "sold"], "logs the event sold to Firebase"
    ),
    (
      "__fm",
      [
        "action": "measure", "eventName": .macro("event"), "mergeEventParameters": true,
        "editParamTable": .table(["editParamKey": "a", "editParamValue": 1]),
        "dropParamTable": .table(["dropParamKey": "b"], ["dropParamKey": "c"]),
      ],
      "logs the event {{event}} to Firebase (a = 1), with the parameters of the current event "
        + "without b, c"
    ),
    (
      "__fm",
      [
        "action": "measure", "eventName": "sold",
        "dropParamTable": .table(["dropParamKey": "b"]),
      ], "logs the event sold to Firebase"
    ),
    (
      "__fm", ["action": "measure", "eventName": "_sold"],
      "does nothing: Firebase drops its event: '_sold' does not begin with a letter: name it sold"
    ),
    (
      "__fm",
      [
        "action": "measure", "eventName": "sold",
        "editParamTable": .table(["editParamKey": "a b", "editParamValue": 1]),
      ], "logs the event sold to Firebase (a b = 1, which Firebase drops)"
    ),
    ("__fm", ["action": "measure"], "does nothing: its parameter eventName is missing"),
    (
      "__fm", ["action": "filter", "overrideEventName": "bought"],
      "renames the current event to bought for Firebase"
    ),
    (
      "__fm", ["action": "filter", "dropParamTable": .table(["dropParamKey": "b"])],
      "changes the current event for Firebase without b"
    ),
    ("__fm", ["action": "filter"], "passes the current event to Firebase unchanged"),
    ("__fm", ["action": "block"], "blocks the current event from Firebase"),
    (
      "__fm", ["action": "burn"],
      "does nothing: its action is \"burn\", which is not a Firebase action"
    ),
    ("__fm", [:], "does nothing: its parameter action is missing"),
    (
      "__ua",
      [
        "trackType": "TRACK_EVENT", "trackingId": "UA-1", "eventCategory": "shop",
        "eventValue": "", "nonInteraction": false,
        "fieldsToSet": .table(
          ["fieldName": "userId", "value": "7"], ["fieldName": "?", "value": 1]),
        "metric": .table(["index": "2", "metric": .macro("event")]),
      ], "sends an event to UA-1 (user id = \"7\", metric 2 = {{event}}, category = \"shop\")"
    ),
    ("__ua", ["trackType": "TRACK_APPVIEW"], "sends a screen view to no property"),
    (
      "__ua", ["gaSettings": .macro("event")],
      "sends a screen view to the property of {{event}}"
    ),
    (
      "__ua",
      ["trackingId": "UA-1", "enableEcommerce": true, "readDataFrom": "FIREBASE_EVENT_DATA"],
      "sends a screen view to UA-1, with e-commerce from the event's parameters, if it is an "
        + "e-commerce event"
    ),
    (
      "__ua", ["trackType": "TRACK_TRANSACTION", "trackingId": "UA-1"],
      "sends a transaction and its items to UA-1"
    ),
    ("__img", ["url": "https://a.example/"], "requests https://a.example/"),
    (
      "__funct",
      ["classPath": "Shop", "functionArgument": .table(["key": "sku", "value": "1"])],
      "runs the class Shop of the app (sku = \"1\")"
    ),
    ("__funct", [:], "does nothing: its parameter classPath is missing"),
    ("__custom", [:], "runs __custom of its runtime"),
    ("__gone", [:], "does nothing: the second generation has no tags of type __gone"),
  ]

  @Test(arguments: actions.indices)
  func tag(_ index: Int) {
    let (id, parameters, words) = Self.actions[index]
    #expect(Self.described { $0.tag("x", id, parameters) }.firstAction == words)
  }

  /// The settings fill what the tag leaves open, and the tag has its way where both speak.
  @Test func settingsFillTheTag() {
    let fields = Expression.table(
      ["fieldName": "userId", "value": "7"], ["fieldName": "page", "value": "/a"])
    let described = Self.described { builder in
      builder.macro("settings", "__gas", ["trackingId": "UA-1", "fieldsToSet": fields])
      builder.tag(
        "x", "__ua",
        [
          "gaSettings": .macro("settings"),
          "fieldsToSet": .table(["fieldName": "&uid", "value": "8"]),
        ])
    }
    #expect(
      described.firstAction == "sends a screen view to UA-1 (user id = \"8\", &dp = \"/a\")")
  }

  // MARK: Rules

  private static let firings:
    [(when: [Condition], unless: [Condition], blocked: [Condition]?, words: String)] = [
      ([], [], nil, "fires always"),
      ([.everyEvent], [], nil, "fires at every event"),
      ([.everyEvent, .equals("a", "1")], [], nil, "fires when a equals 1"),
      ([], [.everyEvent], nil, "never: event always matches .*"),
      ([.event("x")], [], [.everyEvent], "never: trigger 2 always blocks it"),
      // What marketers write for the web is refused by JavaScript.
      (
        [Condition("_re", .macro("event"), "(?i)a")], [], nil,
        "never: bad pattern, always false: pattern '(?i)a': JavaScript does not have '(?i'; "
          + "choose 'ignore case' for the condition instead"
      ),
      ([.event("x"), .event("y")], [], nil, "never: event cannot equal both x and y"),
      (
        [.event("played song")], [], nil,
        "never: Firebase drops what it waits for: 'played song' has a space, but only letters, "
          + "digits and _ are allowed: name it played_song"
      ),
      ([.equals("r", "1"), .equals("r", "2")], [], nil, "fires when r equals 1 and r equals 2"),
      (
        [Condition("_um", .macro("event"), "x")], [], nil,
        "never: the second generation has no such condition"
      ),
      // A condition that cannot be tested keeps its rule from firing and not from blocking.
      (
        [.event("x")], [], [Condition("_um", "a", "b")], "fires when event equals x, unless a _um b"
      ),
    ]

  @Test(arguments: firings.indices)
  func firing(_ index: Int) {
    let row = Self.firings[index]
    let described = Self.described { builder in
      builder.macro("a", "__md", ["key": "a"])
      builder.macro("r", "__r")
      builder.tag("T", "__img", ["url": "u"])
      builder.rule(when: row.when, unless: row.unless, fires: ["T"])
      if let blocked = row.blocked { builder.rule(when: blocked, blocks: ["T"]) }
    }
    #expect(described.firstFiring == row.words)
  }

  // MARK: What it wants of the app

  @Test func keysEventsAndHandlers() {
    let described = Self.described { builder in
      builder.macro("tier", "__fup", ["key": "tier"])
      builder.macro("price", "__md", ["key": "price", "defaultValue": 0])
      builder.macro("again", "__md", ["key": "price"])
      builder.macro(
        "source", "__md",
        ["eventType": "SUGGESTED", "suggestedEvent": "firebase_campaign", "aParam": "source"])
      builder.macro("discount", "__funct", ["classPath": "Discount"])
      builder.tag("Bonus", "__funct", ["classPath": "Bonus"])
      builder.rule(when: [.event("x")], fires: ["Bonus"])
      builder.rule(when: [.everyEvent], fires: ["Bonus"])
    }
    #expect(
      described.keys.map { "\($0.kind) \($0.key) \($0.event ?? "-") \($0.readers)" } == [
        "eventParameter price - [\"price\", \"again\"]",
        "eventParameter source firebase_campaign [\"source\"]", "userProperty tier - [\"tier\"]",
      ])
    #expect(described.events.map { ContainerDescription.words(of: $0) } == ["x", "every event"])
    #expect(
      described.handlers.map { "\($0.kind) \($0.function)" } == ["tag Bonus", "macro Discount"])
    #expect(!described.functions.contains { !$0.isKnown })
    #expect(described.summary.last == "The app must have the classes Bonus, Discount.")
  }

  /// An export has no runtime yet: what is known will be in it.
  @Test func exportsAreJudgedByWhatIsKnown() {
    var version = ContainerBuilder.firebase { builder in
      builder.macro("a", "__custom")
      builder.macro("b", "__md", ["key": "b"])
    }
    (version.format, version.runtime, version.runtimeFunctions) = (.export, nil, [])
    #expect(version.described.functions.map(\.isKnown) == [true, false, true])
    #expect(
      version.described.pageLines.contains("variables: __e 1x, __custom 1x (unknown), __md 1x"))
  }
}

extension Condition {
  fileprivate static let everyEvent = Condition("_re", .macro("event"), ".*")
}
