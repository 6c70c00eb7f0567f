import TagRuntime

/// Random scenarios of valid statements for the two shops, from a grammar.
struct Programs {
  /// What a word in angle brackets stands for.
  private static let rules: [String: [String]] = [
    "statement": [
      "<act>", "<act>", "<act>", "<act>", "<time>", "<time>", "<container>", "<container>",
      "<world>", "<told>", "<expectation>", "<expectation>", "<hit>", "<hit>", "<firebase>",
      "<firebase>",
    ],
    "firebase": [
      "log-event <event>", "log-event <event>", "log-event <event> genre=\"pop\" minutes=<number>",
      "log-event purchase { \"value\": 9.9, \"items\": [{\"item_id\": \"<number>\"}] }",
      "user-property tier=\"<tier>\"", "user-property tier=null", "user-property \"bad name\"=\"\"",
      "user-id \"<number>\"", "user-id null", "default-parameters shop=<number>",
      "default-parameters none", "debug-mode <switch>", "collection <switch>", "collection on",
      "reset-analytics-data", "consent ad_storage=<answer> ad_personalization=<answer>",
      "consent analytics_storage=denied", "tracking <tracking>",
      "purchase sku=a price=<number> currency=EUR", "crash",
      "notification received", "notification opened id=a", "notification dismissed", "sdk <sdk>",
      "set firebase-validation <validation>",
    ],
    "event": ["played_song", "\"played song\"", "ga_x", "first_open", "buy", "screen_view"],
    "answer": ["granted", "denied"],
    "tracking": ["not-determined", "restricted", "denied", "authorized"],
    "sdk": ["v3", "v5"], "validation": ["drop", "warn"],
    "hit": [
      "tracker UA-1-1", "tracker UA-1-1", "tracker UA-2-1 name=other", "tracker remove other",
      "tracker default other", "set-field \"&cd\" \"Home\"", "set-field \"&cd\" null",
      "set-field \"sample rate\" <number> tracker=other", "send screen \"Cart\"",
      "send event category=\"c\" action=\"a\" value=<number>", "send item name=\"x\" tracker=other",
      "send event { \"action\": {\"kind\": \"add\"}, \"products\": [{\"id\": 1}] }",
      "collect-idfa <switch>", "opt-out <switch>", "opt-out off", "dry-run <switch>", "dry-run off",
      "reachability <belief>", "reachability honest", "collector universal-analytics <service>",
      "reinstall", "upgrade", "upgrade build=7",
      "background send-hits", "background send-hits for <short>", "dispatch completion",
      "queue-limit <limit>", "queue-limit 2000",
    ],
    "limit": ["1", "2", "5"],
    "clock": ["00:00:00", "23:59:59", "2014-02-27T10:00:00+01:00", "2014-03-02T09:00:00Z"],
    "service": ["on", "off", "as-was", "as-was property=360"],
    "belief": ["online", "offline", "honest"],
    "act": [
      "screen \"Home\"", "screen \"Cart\"", "tap \"Buy\"", "tap \"Buy\" price=<number>",
      "tap \"Cart\"", "press b price=<number>", "press 1", "press 7", "press t", "push <push>",
      "push <push>", "read <kind> <key> <id>", "background",
      "foreground", "kill", "launch", "launch", "launch cold open=<way>",
      "launch timeout=<short>", "seed <number>", "dispatch",
      "launch url=\"<link>\"", "refresh <id>",
    ],
    "link": [
      "tagmanager.c.com.example.shop://preview/p?id=GTM-SHOP&gtm_auth=a&gtm_preview=2", "other://x",
    ],
    "push": [
      "event=\"buy\" price=<number>", "event=\"openScreen\" screenName=\"Home\"",
      "user.tier=\"<tier>\"", "{\"event\": \"buy\", \"list\": [1, absent, null]}",
      "{\"a\": {\"b\": <number>}, \"gtm\": {\"lifetime\": \"<number>h\"}}",
      "event=\"bonus\" user=null", "transactionId=\"<number>\"",
    ],
    "tier": ["gold", "staff"], "number": ["0", "1", "7", "42"],
    "kind": ["string", "int64", "double", "boolean"],
    "key": ["title", "rate", "count", "word", "missing"],
    "id": ["", "id=GTM-SHOP", "id=GTM-ADS"],
    "way": ["prefer-non-default", "prefer-fresh", "callback"],
    "opener": ["prefer-non-default", "prefer-fresh"],
    "short": ["1ms", "100ms", "3s"], "long": ["2m", "1h", "13h", "1d"],
    "time": [
      "wait <short>", "wait <long>", "jump <long>", "at 04:10:00", "settle on", "settle off",
      "clock <clock>",
    ],
    "file": ["v1", "v2", "bundled", "empty", "f1", "f2"],
    "container": [
      "open <way> <id>", "open <opener> blocking <id>", "open <opener> timeout=<short> <id>",
      "close <id>", "preview v<number> <id>", "preview exit <id>",
      "open-url \"tagmanager.c.com.example.shop://<number>\"", "open-url \"other://x\"",
      "container default <file> <id>", "container saved <file> age=<long> <id>",
      "publish <file> version=<number> <id>", "draft <file> version=<number> <id>",
      "container default unreadable <id>", "container saved unreadable <id>",
      "publish unreadable <id>", "<register> tag addBonus", "<register> macro tier id=GTM-ADS",
    ],
    "register": ["register", "unregister"],
    "world": [
      "network <network>", "network <network>", "network online", "disk <disk>", "disk ok",
      "device language=<language>", "device country=ES screen=640x1136",
      "device currency=EUR location=1,-2", "background-task refused", "background-task granted",
      "idfa <switch>",
      "dispatch-interval <interval>", "set <setting>", "set <setting>",
    ],
    "network": [
      "online", "offline", "timeout", "reset", "captive", "status 500", "status 404",
      "slow latency=<short>", "slow latency=<short> jitter=3s", "lossy 50%", "answers-lost",
      "blocked ssl.google-analytics.com",
    ],
    "disk": ["ok", "io-error", "damaged", "empty"], "language": ["es", "en"],
    "switch": ["on", "off"], "interval": ["off", "1s", "120s", "-1s"],
    "setting": [
      "refresh-mode standard", "refresh-mode default-container", "log-level <level>",
      "logger default", "logger custom", "wording sdk", "wording plain", "sdk-version 3.09",
      "sdk-version 3.17", "delivery strict", "delivery sdk", "<quirk> <switch>", "<quirk> <switch>",
    ],
    "quirk": Quirk.allCases.map(\.rawValue), "level": ["verbose", "info", "warning", "error"],
    "told": [
      "pause", "hide", "show", "snapshot s", "chapter \"1\"", "caption \"c\"", "note \"n\"",
      "mark here", "ask \"q\"",
      "ask \"q\" answer=\"a\"", "focus tags", "zoom tags", "find conf",
      "filter tag:GA* | late",
      "highlight tag \"Screens\"", "speed 4x", "layout wide", "theme dark", "branches",
      "compare", "compare a b", "bind tags x explain", "bind ctrl-r \"network offline\"",
      "first <expected>", "when value <key> changed <id>", "when data user changed",
      "when container changed <id>", "when tag \"Screens\" fired",
    ],
    "expectation": [
      "expect <expected>", "optional expect <expected>", "eventually within 5s expect <expected>",
      "eventually within 10m expect <expected>", "never for 3s expect <expected>",
    ],
    "expected": [
      "tag \"Screens\" fired", "tag \"Purchase\" not fired", "tag \"Bonus\" fired 1x",
      "value title == \"Title 2\" <id>", "value count > 3 from network <id>",
      "container source=<source> <id>", "container age<1h <id>", "container closed <id>",
      "callback available <id>", "callback refresh-success network <id>",
      "callback refresh-failure <id>", "tokens > 28 <id>", "log <level> ~ /e/",
      "queue size <number>", "sent > <number>", "lost 0", "data {\"user\": null}",
      "data exactly {}", "late 0", "duplicates 0", "requests > 1", "dispatch periodic on",
      "completion good", "hit last sent", "hit 1 &cd == \"Home\"", "hit last no &uid",
      "queue size <number> of <queue>", "sent > 0 of <queue>",
      "lost 0 of firebase", "event <event> <fate>", "event <event> not <fate>",
      "event <event> <fate> 1x because <number>", "event buy <fate> with {\"price\": 5}",
      "user-property tier == \"gold\"", "user-property tier != null", "firebase error <number>",
      "firebase error none", "firebase debug on", "firebase collection <switch>",
      "firebase session > 1", "firebase user-id \"<number>\"",
      "hit last parameter.genre == \"pop\"", "hit last no user_property.tier",
      "lost 0 because too-old", "braze events 0", "braze event \"buy\" {\"n\": <number>} 1x",
      "value title !~ /T/ <id>", "hit last url ~ /a/", "callback available <number>x <id>",
      "call addBonus <number>x", "call addBonus { \"a\": <number> }",
      "call addBonus not called <id>",
      "screen text ~ /Home/", "screen text != \"Cart\"", "user-property tier !~ /x/",
      "braze attribute \"vip\" == 1.0 as double", "braze user anonymous", "braze user \"u7\"",
    ],
    "queue": ["analytics", "pixels", "firebase"],
    "fate": ["logged", "dropped", "suppressed", "passed"],
    "source": ["none", "default", "saved", "network", "preview"],
  ]

  private var random: RandomSource

  init(seed: UInt64) { random = RandomSource(seed: seed) }

  /// A scenario of so many statements.
  mutating func scenario(statements count: Int) -> String {
    let lines = (0..<count).map { _ in expanded("<statement>") }
    return "tagsim 1\nsdk: \(expanded("<sdk>"))\nseed: \(count)\n---\n"
      + lines.joined(separator: "\n")
  }

  private mutating func expanded(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      let tail = rest[rest.index(after: start)...]
      let name = tail.prefix { $0.isLetter }
      result += rest[..<start]
      if let choices = Self.rules[String(name)], tail.dropFirst(name.count).first == ">" {
        result += expanded(choices[Int(random.integer(in: 0...Int64(choices.count - 1)))])
        rest = tail.dropFirst(name.count + 1)
      } else {
        // The sign of a comparison.
        result += "<"
        rest = tail
      }
    }
    return result + rest
  }
}
