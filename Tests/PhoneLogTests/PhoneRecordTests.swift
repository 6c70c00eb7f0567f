import Foundation
import OrderedCollections
import PhoneLog
import TagRuntime
import Testing

/// Events and hits are found once each, with their fields, on both platforms and in both
/// generations.
struct PhoneRecordTests {
  @Test func iOSWithFirebase() throws {
    let record = record(of: try Samples.iOSSecond)
    #expect(record.events.map(\.event.name) == ["screen_view", "purchase", "login"])
    #expect(record.events.map(\.event.origin) == ["auto", "app", "app"])
    #expect(record.events[0].event.stages == [.logged, .processed, .marked, .recorded])
    #expect(record.events[1].event.parameters["value"] == "19.98")
    #expect(
      record.events[1].event.parameters["items"]
        == [
          ["item_id": "S-77", "item_name": "Sun; hat", "quantity": "2"], ["item_id": "S-78"],
        ])
    #expect(record.events[2].event.parameters.isEmpty)
    #expect(record.properties.map(\.name) == ["tier"])
    #expect(record.facts == [.firebaseForIOS("10.1.0"), .container("GTM-RD10")])
    #expect(record.flaws.map(\.kind) == [.emptyValue])
    #expect(
      record.flaws[0].sentence.hasPrefix("coupon is <null>: ") && record.flaws[0].lines == [27])
  }

  @Test func androidWithFirebase() throws {
    let record = record(of: try Samples.androidSecond)
    #expect(record.events.map(\.event.name) == ["play_station", "screen_view"])
    let event = try #require(record.events.first?.event)
    #expect(event.stages == [.logged, .handedOver, .recorded] && event.origin == "app")
    #expect(
      event.ownParameters
        == [
          "station": "Uno, dos", "bitrate": "192",
          "items": [["item_id": "S-77", "price": "9.9"], ["item_id": "S-78"]],
        ])
    #expect(record.properties.map(\.value) == ["gold"])
    #expect(
      record.facts == [
        .firebaseForAndroid("79000"), .container("GTM-RD10"), .app("com.example.radio"),
      ])
    #expect(record.flaws.isEmpty)
  }

  @Test func iOSWithoutFirebase() throws {
    let record = record(of: try Samples.iOSLegacy)
    #expect(record.hits.map { $0["z"] } == ["4453487951715844835", "4453487951715844836"])
    #expect(record.hits.map(\.stages) == [[.stored, .sent], [.sent]])
    #expect(record.hits[0]["cd"] == "서울" && record.hits[0]["ht"] == "1465392417000")
    #expect(record.hits[1]["ea"] == "tap")
    #expect(record.hits.map(\.status) == [200, 200])
    #expect(record.facts.contains(.analyticsForIOS("3.14")))
    #expect(record.flaws.isEmpty)
  }

  @Test func androidWithoutFirebase() throws {
    let record = record(of: try Samples.androidLegacy)
    #expect(record.hits.map { $0["t"] } == ["screenview", "event", "appview"])
    #expect(record.hits[0].stages == [.stored, .dryRun])
    #expect(record.hits[0]["cd"] == "Home, at last" && record.hits[0]["cd12"] == "")
    #expect(record.hits[1]["ea"] == "a=b")
  }

  /// What a log has: events, user properties as they were set, and hits, by what people call them.
  private static let logs:
    [(name: String, events: [String], properties: [String?], hits: [String])] =
      [
        (
          "android-v5-first-look", ["play_station", "listening"], ["yes"], []
        ),
        ("ios-v5-both-consoles", ["add_to_cart", "add_to_cart"], ["gold", nil], []),
        ("ios-v5-syslog", ["level_up"], [], []),
        ("flutter-v5", ["tutorial_begin", "share"], [], []),
        ("ios-legacy-get", [], [], ["Home", "Home"]),
        ("android-legacy-third", [], [], ["tap", "swipe"]),
        ("ios-v5", ["screen_view", "purchase", "login"], ["gold"], []),
        ("android-v5", ["play_station", "screen_view"], ["gold"], []),
        ("ios-legacy", [], [], ["서울", "tap"]),
        ("android-legacy", [], [], ["Home, at last", "a=b", "Old"]),
      ]

  @Test(arguments: logs)
  func nothingIsMissingAndNothingIsTwice(
    _ name: String, _ events: [String], _ properties: [String?], _ hits: [String]
  ) throws {
    let record = record(of: try Samples.text(name))
    #expect(record.events.map(\.event.name) == events)
    #expect(record.properties.map(\.value) == properties)
    #expect(record.hits.map { $0["cd"] ?? $0["ea"] ?? "" } == hits)
    #expect(!record.flaws.contains { $0.kind == .brokenBody })
  }

  @Test func theTagManagerOfAndroidGetsEventsFirst() throws {
    let record = record(of: try Samples.text("android-v5-first-look"))
    #expect(record.events[0].event.stages == [.passedOn, .logged])
    #expect(record.events[1].event.stages == [.logged])
    #expect(record.events[0].event.parameters["station"] == "Radio Uno")
  }

  @Test func valuesThatAreNoneAreFoundInEachForm() throws {
    let android = record(of: try Samples.text("flutter-v5"))
    #expect(android.flaws.map(\.kind) == [.emptyValue, .emptyValue])
    let apple = record(of: try Samples.text("ios-v5-syslog"))
    #expect(apple.flaws.map(\.kind) == [.emptyValue] && apple.flaws[0].count == 2)
    #expect(apple.events[0].event.parameters["level"] == "5")
  }

  /// What iOS writes as a dictionary Android writes as a map, or as a bundle.
  @Test(arguments: [
    "{\n  \"&t\" = event;\n  \"&ec\" = ui;\n}", "{ \"&t\" = event; \"&ec\" = ui; }",
    "{&t=event, &ec=ui}", "Bundle[{&t=event, &ec=ui}]",
  ])
  func aHitOfATagManagerIsReadInEachForm(_ body: String) {
    let sent = record(of: "GoogleTagManager: Sending universal analytics hit: \(body)\n")
    #expect(sent.hits.map { [$0["t"], $0["ec"]] } == [["event", "ui"]])
    let processed = record(of: "Processing logged event: a with parameters: \(body)\n")
    #expect(processed.events.map(\.event.parameters) == [["&t": "event", "&ec": "ui"]])
    #expect(sent.flaws.isEmpty)
  }

  @Test func eventsOfBraze() throws {
    let record = record(of: try Samples.braze)
    #expect(record.brazeEvents.map(\.event.name) == ["EditProfile", "foo"])
    #expect(record.flaws.map(\.kind) == [.sdkFault])
    #expect(record.flaws[0].sentence.contains("bar. Reason: invalid properties"))
  }

  /// Firebase writes to the console and to standard error, and Xcode shows both; one console writes
  /// an event a second time where the app logs it a second time.
  @Test(arguments: [
    ("2024-05-02 12:18:26.001 Shop[1796] <Debug> ", 1),
    ("2024-05-02 12:18:26.002 Shop[1796] <Debug> ", 1),
    ("2024-05-02 12:18:25.998 Shop[1796] <Debug> ", 1),
    ("2024-05-02 12:18:26.003 Shop[1796] <Debug> ", 2),
    ("2024-05-02 12:18:25.997 Shop[1796] <Debug> ", 2),
    ("2024-05-03 12:18:26.001 Shop[1796] <Debug> ", 2),
    ("2024-05-02 12:18:26 Shop[1796] <Debug> ", 2), ("", 2),
    ("2024-05-02 12:18:26.000115+0200 Shop[1796:3] ", 1),
    ("2024-05-02 12:18:26.001200+0200 Shop[1796:3] ", 2),
  ])
  func aLineOfTwoConsolesIsOneEvent(_ other: String, _ count: Int) {
    let message = "Logging event: origin, name, params: app, login, (null)\n"
    let first = "2024-05-02 12:18:26.000115+0200 Shop[1796:3] " + message
    #expect(record(of: first + other + message).events.count == count)
  }

  /// A line belongs to one of the last events or hits, however many lines there were.
  @Test(arguments: [(PhoneRecord.recentLimit - 1, 0), (PhoneRecord.recentLimit, 1)])
  func aLineBelongsToARecentOne(_ between: Int, _ more: Int) {
    let names = (0..<between).map { "a\($0)" }
    let events =
      "Logging event (FE): tap, Bundle[{}]\n"
      + names.map { "Logging event (FE): \($0), Bundle[{}]\n" }.joined()
      + "Logging event: origin=app,name=tap,params=Bundle[{}]\n"
    #expect(record(of: events).events.count == 1 + between + more)
    let hits = (["tap"] + names + ["tap"]).map { "v=1&t=event&tid=UA-1-1&ea=\($0)&z=7\n" }.joined()
    #expect(record(of: hits).hits.count == 1 + between + more)
  }

  @Test func equalEventsAreNotOne() {
    func lines(_ second: Int) -> String {
      "05-02 12:18:2\(second).000  900  907 V FA      : Logging event (FE): tap, Bundle[{n=1}]\n"
        + "05-02 12:18:2\(second).005 1400 1431 V FA-SVC  : Logging event: origin=app,name=tap,"
        + "params=Bundle[{n=1}]\n"
    }
    let record = record(of: lines(1) + lines(2) + lines(3))
    #expect(record.events.count == 3)
    #expect(record.events.allSatisfy { $0.event.stages == [.logged, .handedOver] })
  }

  @Test func anUploadMakesNoEvent() throws {
    let marked =
      "[FirebaseAnalytics][I-ACS023105] Event is not subject to real-time event count daily limit. "
      + "Marking an event as real-time. Event name, parameters: session_start (_s), {\n"
      + "    session_id (_sid) = 1752198915;\n}\n"
    #expect(record(of: marked).events.map(\.event.name) == ["session_start"])
    #expect(record(of: try Samples.iOSSecond + marked).events.count == 3)
  }

  /// Lines by their number, each of which belongs to none or one of those before it.
  private static let streams: [(name: String, line: @Sendable (Int) -> String, count: Int)] = [
    (
      "addresses",
      { _ in "GET https://www.google-analytics.com/collect?v=1&t=screenview&tid=UA-1-1&cd=Home\n" },
      1000
    ),
    (
      "addresses with numbers",
      { "https://www.google-analytics.com/collect?v=1&tid=UA-1-1&cd=Home&z=\($0 / 2)\n" }, 500
    ),
    (
      "hits of Android",
      { number in
        "V/GAv4 (1626): Hit delivery requested: ht=\(number), _s=\(number), t=event, tid=UA-1-1\n"
      }, 1000
    ),
    (
      "hits of a tag manager",
      { _ in "GoogleTagManager: Sending universal analytics hit: {&t=event, &tid=UA-1-1}\n" }, 1000
    ),
    ("events", { "\(clock($0)) V/FA (1626): Logging event (FE): tap, Bundle[{n=1}]\n" }, 1000),
    (
      "events of two stages",
      { number in
        let stage = number % 2 == 0 ? "Logging event (FE): " : "Logging event: origin=app,name="
        let parameters = number % 2 == 0 ? ", Bundle" : ",params=Bundle"
        return "\(clock(number)) V/FA (1626): \(stage)tap\(parameters)[{n=\(number / 2)}]\n"
      }, 500
    ),
  ]

  private static func clock(_ number: Int) -> String {
    "05-02 12:\(10 + number / 60 % 50):\(10 + number % 50).000"
  }

  /// What a line costs does not grow with the lines before it.
  @Test(arguments: streams) func aLineIsComparedWithFewOthers(
    _ name: String, _ line: @Sendable (Int) -> String, _ count: Int
  ) {
    let record = record(of: (0..<1000).map(line).joined())
    #expect(record.events.count + record.hits.count == count)
    #expect(record.comparedCount <= 2000, "\(record.comparedCount)")
  }

  /// The lines of hits, and how many hits they are: they agree in number, or in time and order, or
  /// a tag manager made the hit just before.
  @Test(arguments: [
    ("made, stored z=1 ht=5 _s=1", 1), ("made, made", 2), ("sent, sent", 2), ("stored, made", 1),
    ("stored z=1, sent z=1", 1), ("stored z=1, sent z=2", 2), ("stored z=1 cd=a, sent z=1", 2),
    ("stored ht=5 _s=1, sent ht=5 _s=1", 1), ("stored ht=5 _s=1, sent ht=5 _s=2", 2),
    ("stored ht=5, sent ht=5 z=1 _v=a, sent z=1", 1), ("stored z=1 ht=5, sent z=2 ht=5", 2),
    ("stored z=1 ht=5, sent ht=5", 1), ("made an=a, stored an=b", 2),
    ("made, stored z=2 an=a, sent z=2", 1),
    (
      "made, sent ea=1, sent ea=2, sent ea=3, sent ea=4, sent ea=5, sent ea=6, sent ea=7, stored", 8
    ),
    (
      "made, sent ea=1, sent ea=2, sent ea=3, sent ea=4, sent ea=5, sent ea=6, sent ea=7, "
        + "sent ea=8, stored", 10
    ),
  ])
  func aLineOfAHitFindsIt(_ lines: String, _ count: Int) {
    let text = lines.components(separatedBy: ", ").map { line in
      let words = line.split(separator: " ")
      let fields = ["t=event", "tid=UA-1-1"] + words.dropFirst()
      return switch words[0] {
      case "made":
        "Sending universal analytics hit: {\(fields.map { "&" + $0 }.joined(separator: ", "))}\n"
      case "stored": "Hit delivery requested: \(fields.joined(separator: ", "))\n"
      default: "v=1&\(fields.joined(separator: "&"))\n"
      }
    }
    let record = record(of: text.joined())
    #expect(record.hits.count == count, "\(record.hits)")
  }

  private static let stored = ["a", "b", "c"].map {
    "Saved hit: {\n parameters = {\n \"&t\" = event;\n \"&tid\" = \"UA-1-1\";\n \"&ea\" = \($0);\n"
      + " \"&z\" = \($0);\n };\n}\n"
  }
  private static func sent(_ names: String) -> String {
    names.map { "Sending hit(s) GET: https://x/collect?v=1&t=event&tid=UA-1-1&ea=\($0)&z=\($0)\n" }
      .joined()
  }

  private static func requested(_ count: Int) -> String {
    (1...count).map { "Hit delivery requested: ht=\($0), t=event, tid=UA-1-1, v=1\n" }.joined()
  }
  private static func posted(_ path: String) -> String {
    "POST compressed size, ratio %, url: 300, 50, https://ssl.google-analytics.com/\(path)\n"
  }

  /// What the lines after a hit say of it is its fate: a status, none (-1), the number that was
  /// sent, that Play services took it.
  @Test(arguments: [
    (sent("a") + "Hit(s) dispatched: HTTP status 200\n1 hit(s) sent\n", ["sent 200"], ""),
    (
      sent("a") + "Hit(s) dispatched: HTTP status -1\n1 hit(s) sent\n", ["sent -1"], "no answer (st"
    ),
    (
      sent("a") + "Hit(s) dispatched: HTTP status 503\n", ["sent 503"], "the collector answered 503"
    ),
    (sent("a") + "GET status: 404\n", ["sent 404"], "the collector answered 404"),
    (
      sent("a") + "Hit(s) dispatched: HTTP status 302\n", ["sent 302"],
      "the collector answered 302"
    ),
    (sent("a") + "Hit(s) dispatched: HTTP status 304\n", ["sent 304"], ""),
    (
      requested(2) + posted("batch") + "POST status: 200\n",
      ["stored+sent 200", "stored+sent 200"],
      ""
    ),
    (
      requested(2) + posted("collect") + "POST status: 200\n", ["stored+sent 200", "stored"], ""
    ),
    (
      requested(1) + posted("batch") + "POST status: 503\n" + posted("batch")
        + "POST status: 200\n", ["stored+sent 200"], ""
    ),
    (
      requested(1) + posted("batch") + "Network compressed POST connection error: a.b.C\n",
      ["stored+sent 0"], "no answer"
    ),
    (requested(1) + "D/MyShop ( 1): POST status: 503\n", ["stored"], ""),
    (
      sent("ab") + "Hit(s) dispatched: HTTP status 500\n2 hit(s) sent\n" + sent("bc")
        + "Hit(s) dispatched: HTTP status 204\n", ["sent 500", "sent 204", "sent 204"],
      "the collector answered 500"
    ),
    (sent("a"), ["sent"], ""),
    (
      stored.joined() + "Hit(s) dispatched: HTTP status 503\n2 hit(s) sent\n",
      ["stored+sent 503", "stored+sent 503", "stored"], "the collector answered 503"
    ),
    (
      stored.joined() + "1 hit(s) sent\n1 hit(s) sent\n", ["stored+sent", "stored+sent", "stored"],
      ""
    ),
    (
      "Hit delivery requested: ht=1, t=event, tid=UA-1-1\n"
        + "Hit sent to the device AnalyticsService for delivery\n", ["stored+handed"], ""
    ),
    (
      "Hit delivery requested: ht=1, t=event, tid=UA-1-1\n"
        + "Hit sent do device AnalyticsService for delivery: ht=1, t=event, tid=UA-1-1\n",
      ["stored+handed"], ""
    ),
  ])
  func whatALogSaysOfAHitIsItsFate(_ text: String, _ fates: [String], _ loss: String) {
    let record = record(of: text)
    let stages: [(PhoneHit.Stage, String)] = [
      (.stored, "stored"), (.sent, "sent"), (.handedOver, "handed"),
    ]
    let found = record.hits.map { hit in
      stages.filter { hit.stages.contains($0.0) }.map(\.1).joined(separator: "+")
        + (hit.status.map { " \($0)" } ?? "")
    }
    #expect(found == fates, "\(text)")
    #expect(record.namesFaults == !loss.isEmpty, "\(record.flaws)")
    let losses = record.hits.compactMap { $0.status.flatMap { PhoneHit.loss(byStatus: $0) } }
    #expect(loss.isEmpty == losses.isEmpty && losses.allSatisfy { $0.hasPrefix(loss) })
  }

  /// A time inside a message says the year of a line that has none: of `ht`, of `timestamp`.
  @Test(arguments: [
    ("        timestamp = \"2016-06-08 13:26:57 +0000\";\n", 2016 as Int?),
    ("        timestamp = \"2015-06-08 13:26:57 +0000\";\n", 2015),
    ("        timestamp = \"yesterday\";\n", nil), ("", nil),
  ])
  func aTimeInAMessageDatesTheLine(_ line: String, _ year: Int?) {
    let saved = Self.stored[0].replacing("};\n}", with: "};\n\(line)}")
    let record = record(of: "Jun  8 15:26:57 phone Shop[278] <Warning>: " + saved)
    #expect(record.saidYear == year && record.firstYear(present: 2026) == year ?? 2026)
  }

  /// A hit that is sent a second time is still one.
  @Test func aHitThatIsSentAgainIsOne() throws {
    let record = record(of: try Samples.iOSLegacy + Samples.iOSLegacy)
    #expect(record.hits.count == 2)
  }
}

/// What a log says, put together.
func record(of text: String, keptLimit: Int = PhoneRecord.keptLimit) -> PhoneRecord {
  var record = PhoneRecord(keptLimit: keptLimit)
  for entry in entries(of: text) { _ = record.take(entry) }
  return record
}
