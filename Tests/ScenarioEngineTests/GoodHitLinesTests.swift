import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import Testing

/// Lines about trackers, hits, the network that carries them and the app in the background.
@Suite struct GoodHitLinesTests {
  private static let world: [(String, Command)] = [
    ("background send-hits", .act(.background(sendsHits: true))),
    ("background for 30s", .background(sendsHits: nil, for: .seconds(30))),
    ("background send-hits for 30s", .background(sendsHits: true, for: .seconds(30))),
    ("background for 30s send-hits", .background(sendsHits: true, for: .seconds(30))),
    ("reinstall", .act(.reinstall)), ("upgrade", .act(.upgrade(build: nil, version: nil))),
    ("upgrade build=42", .act(.upgrade(build: 42, version: nil))),
    ("upgrade version=\"2.0\" build=42", .act(.upgrade(build: 42, version: "2.0"))),
    ("network lossy 30%", .act(.network(.lossy(percent: 30)))),
    ("network lossy 0%", .act(.network(.lossy(percent: 0)))),
    ("network answers-lost", .act(.network(.answersLost))),
    (
      "network blocked ssl.google-analytics.com",
      .act(.network(.blocked(host: "ssl.google-analytics.com")))
    ),
    ("reachability online", .act(.reachability(true))),
    ("reachability offline", .act(.reachability(false))),
    ("collector universal-analytics off", .act(.collector(.off, .standard))),
    (
      "collector universal-analytics as-was property=360", .act(.collector(.asWas, .premium))
    ),
    ("reachability honest", .act(.reachability(nil))), ("opt-out on", .act(.app(.setOptOut(true)))),
    ("opt-out off", .act(.app(.setOptOut(false)))), ("dry-run on", .act(.app(.setDryRun(true)))),
    ("dry-run off", .act(.app(.setDryRun(false)))),
    ("dispatch completion", .act(.app(.dispatchWithCompletion))),
    ("tracker UA-1-1", .act(.app(.makeTracker(name: nil, trackingID: "UA-1-1")))),
    ("tracker UA-1-1 name=orders", .act(.app(.makeTracker(name: "orders", trackingID: "UA-1-1")))),
    ("tracker remove orders", .act(.app(.removeTracker("orders")))),
    ("tracker default \"my orders\"", .act(.app(.chooseTracker("my orders")))),
    ("set-field &cd \"Home\"", .act(.app(.setField("&cd", "Home")))),
    ("set-field \"screen name\" \"Home\"", .act(.app(.setField("&cd", "Home")))),
    ("set-field &uid null tracker=orders", .act(.app(.setField("&uid", nil, tracker: "orders")))),
    ("set-field useSecure false", .act(.app(.setField("useSecure", "false")))),
    ("set-field &cd1 42", .act(.app(.setField("&cd1", "42")))),
  ]

  @Test(arguments: world)
  func command(_ line: String, _ command: Command) throws {
    try expectCommand(line, command)
    #expect(try StatementParser.parse(line: line)?.text == line)
  }

  private static let hits: [(String, HitBuilder)] = [
    ("screen", .screenView()), ("screen \"Home\"", .screenView(name: "Home")),
    ("screen name=\"Home\"", .screenView(name: "Home")),
    (
      "event category=\"ui\" action=\"press\" label=\"play\" value=1",
      .event(category: "ui", action: "press", label: "play", value: 1)
    ),
    (
      "exception description=\"disk\" fatal=true",
      .exception(description: "disk", isFatal: true)
    ),
    (
      "timing category=\"load\" interval=1500ms name=\"list\" label=\"cold\"",
      .timing(category: "load", interval: .milliseconds(1500), name: "list", label: "cold")
    ),
    (
      "social network=\"plus\" action=\"like\" target=\"/a\"",
      .social(network: "plus", action: "like", target: "/a")
    ),
    (
      "transaction id=\"T1\" affiliation=\"shop\" revenue=19.90 tax=0 shipping=3 currency=\"EUR\"",
      .transaction(
        id: "T1", affiliation: "shop", revenue: 19.9, tax: 0, shipping: 3, currency: "EUR")
    ),
    (
      "item transaction=\"T1\" name=\"Cup\" sku=\"S-77\" category=\"mugs\" price=9.5 quantity=2",
      .item(
        transaction: "T1", name: "Cup", sku: "S-77", category: "mugs", price: 9.5, quantity: 2)
    ),
  ]

  @Test(arguments: hits)
  func hit(_ line: String, _ builder: HitBuilder) throws {
    let statement = try StatementParser.parse(line: "send " + line)
    #expect(statement?.command == .act(.app(.send(builder.fields))))
    let named = try StatementParser.parse(line: "send " + line + " tracker=orders")
    #expect(named?.command == .act(.app(.send(builder.fields, tracker: "orders"))))
  }

  @Test(arguments: [
    ("screen \"&cd1\"=\"gift\" \"&uid\"=null", "&t=screenview &cd1=gift &uid"),
    (
      "screen campaign=\"app://x?utm_source=mail&utm_medium=email\"",
      "&t=screenview &cm=email &cs=mail"
    ),
    (
      "event category=\"shop\" action=\"buy\" {\"action\": {\"kind\": \"purchase\", "
        + "\"id\": \"T1\", "
        + "\"revenue\": 20}, \"products\": [{\"id\": \"P1\", \"price\": 9.5, "
        + "\"dimension1\": \"x\", "
        + "\"metric2\": 3}, {\"id\": \"P2\"}]}",
      "&t=event &ec=shop &ea=buy &pa=purchase &ti=T1 &tr=20 &pr1id=P1 &pr1pr=9.5 &pr1cd1=x "
        + "&pr1cm2=3 &pr2id=P2"
    ),
    (
      "screen {\"impressions\": [{\"list\": \"Search\", \"id\": \"P1\", \"position\": 1}], "
        + "\"promotions\": [{\"id\": \"A\", \"position\": \"top\"}]} \"&promoa\"=\"click\"",
      "&t=screenview &il1nm=Search &il1pi1id=P1 &il1pi1ps=1 &promo1id=A &promo1ps=top "
        + "&promoa=click"
    ),
  ])
  func fields(_ line: String, _ expected: String) throws {
    let statement = try StatementParser.parse(line: "send " + line)
    guard case .act(.app(.send(let sent, _)))? = statement?.command else {
      Issue.record("no hit is sent")
      return
    }
    let fields = sent.elements.map { $0.key + ($0.value.map { "=" + $0 } ?? "") }
    #expect(fields.joined(separator: " ") == expected)
  }

  private static let expectations: [(String, ScenarioEngine.Expectation)] = [
    ("late 1", .late(Comparison(.equal, 1))), ("late < 3", .late(Comparison(.less, 3))),
    ("unreported 0", .unreported(Comparison(.equal, 0))),
    ("unreported > 2", .unreported(Comparison(.greater, 2))),
    ("duplicates 0", .duplicates(Comparison(.equal, 0))),
    ("requests >= 2", .requests(Comparison(.greaterOrEqual, 2))),
    ("dispatch periodic on", .periodic(true)), ("dispatch periodic off", .periodic(false)),
    ("completion no-data", .completion(.noData)), ("completion good", .completion(.good)),
    ("completion error", .completion(.error)),
    ("hit last &cd == \"Cart\"", .hit(.last, .field("&cd", Comparison(.equal, "Cart")))),
    ("hit 3 \"screen name\" != \"x\"", .hit(.number(3), .field("&cd", Comparison(.notEqual, "x")))),
    ("hit last &ev == 5", .hit(.last, .field("&ev", Comparison(.equal, "5")))),
    ("hit last no &uid", .hit(.last, .noField("&uid"))), ("hit 1 sent", .hit(.number(1), .sent)),
    ("hit 1 waiting", .hit(.number(1), .waiting)), ("hit 1 late", .hit(.number(1), .late)),
    ("hit of tag \"Screens\" sent", .hit(.ofTag("Screens"), .sent)),
    ("log ~ /x/", .log(.any, pattern: "x")), ("hit last lost", .hit(.last, .lost)),
    ("hit last reported", .hit(.last, .reported)),
    ("hit 2 not reported", .hit(.number(2), .notReported(because: nil))),
    (
      "hit 2 not reported because \"tracking id\"",
      .hit(.number(2), .notReported(because: "tracking id"))
    ),
  ]

  private static let losses: [(String, ScenarioEngine.Expectation)] = HitLoss.Kind.allCases.map {
    ("lost 2 because \($0.rawValue)", .lost(Comparison(.equal, 2), because: $0))
  }

  @Test(arguments: expectations + losses)
  func expectation(_ text: String, _ expectation: ScenarioEngine.Expectation) throws {
    try expectExpectation(text, expectation)
  }

  // MARK: The app and the header

  @Test func anAppHasTrackersAndComesAndGoes() throws {
    let app = try AppParser.parse(
      """
      app "X"
        package p
        container c
        tracker UA-1-1
        tracker UA-1-2 name=orders
        tracker UA-1-3 report-zone=America/New_York name=far
        tracker UA-1-3 name=again report-zone="America/New_York"
        on background send-hits
        on foreground dispatch-interval 30s
      end
      """, file: "a")
    #expect(
      app.trackers == [
        AppTracker(trackingID: "UA-1-1"), AppTracker(name: "orders", trackingID: "UA-1-2"),
        AppTracker(name: "far", trackingID: "UA-1-3", reportZone: "America/New_York"),
        AppTracker(name: "again", trackingID: "UA-1-3", reportZone: "America/New_York"),
      ])
    #expect(app.sendsHitsInBackground)
    #expect(app.onForeground == [.call(.setDispatchInterval(.seconds(30)))])
  }

  @Test func theReportViewHasAZone() throws {
    let header = try ScenarioParser.parse(
      "tagsim 1\nzone: Europe/Madrid\nreport-zone: America/New_York\n---", file: "a"
    ).header
    #expect(header.zone == "Europe/Madrid")
    #expect(header.reportZone == "America/New_York")
    #expect(header.reportZoneLocation == ScenarioLocation(file: "a", line: 3, column: 14))
  }
}
