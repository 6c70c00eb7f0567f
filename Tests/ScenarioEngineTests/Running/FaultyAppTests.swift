import OrderedCollections
import TagSimulation
import Testing

@testable import ScenarioEngine
@testable import TagRuntime

/// Where a real app goes wrong, and what comes of it.
struct FaultyAppTests {
  /// Plays lines with an app that has some more lines.
  func play(
    _ appLines: [String], _ lines: [String], isFirebase: Bool = false,
    containers: OrderedDictionary<String, CompiledContainer> = [:]
  ) throws -> ScenarioRun {
    let opens = appLines.contains { $0.hasPrefix("open ") }
    var app = (isFirebase ? SongShop.app : Shop.app).split(separator: "\n").map(String.init)
      .filter { !opens || !$0.hasPrefix("  open ") }
    app.insert(contentsOf: appLines, at: 3)
    var inputs = isFirebase ? SongShop.inputs : Shop.inputs
    inputs.app = try AppParser.parse(app.joined(separator: "\n"), file: "a")
    inputs.containers.merge(containers) { own, _ in own }
    let sdk = isFirebase ? "v5" : "v3"
    let header = "tagsim 1\nsdk: \(sdk)\nstart: 2014-03-01T10:00:00+01:00\n---\n"
    var run = ScenarioRun(
      try ScenarioParser.parse(header + lines.joined(separator: "\n"), file: "b"), inputs: inputs)
    while run.executeNext() != nil {}
    return run
  }

  static let saved = ["container saved v1 age=1h", "publish v2", "draft v2 version=9"]

  // MARK: Links

  private static let schemes: [(app: [String], link: String, rows: [String])] = [
    (["scheme shop"], "shop://cart", ["<launch>", "<link opened>"]),
    (["scheme shop", "links ignored"], "SHOP:cart", ["<launch>", "<link opened>"]),
    (["scheme shop", "links late"], "shop://cart", ["<launch>", "<link opened>"]),
    (["scheme shop"], "shops://cart", ["<link refused>"]),
    (["scheme shop \"x+y\""], "x+y:", ["<launch>", "<link opened>"]),
    (["scheme preview shop"], "shop://cart", ["<launch>", "<link opened>"]),
    (["scheme preview"], "shop://cart", ["<link refused>"]),
  ]

  /// A link with a scheme of the app's own reaches the code behind `previewWithUrl:`.
  @Test(arguments: schemes)
  func ownSchemes(_ app: [String], _ link: String, _ rows: [String]) throws {
    let run = try play(app, Self.saved + ["open-url \"\(link)\""])
    #expect(run.rowNames.filter { $0.hasPrefix("<launch") || $0.hasPrefix("<link") } == rows)
    let preview = try play(app, Self.saved + ["preview v9"])
    #expect(preview.timeline.live.isRunning == app[0].contains("preview"))
  }

  private static let noSchemes = [
    "", "none shop", "shop shop", "preview preview", "https", "a_b", "1a", "\"a b\"",
  ]

  @Test(arguments: noSchemes)
  func schemesThatAreNone(_ words: String) {
    #expect(throws: ScenarioErrors.self) { try self.play(["scheme \(words)"], []) }
  }

  private static let links: [(word: String, rows: [String], source: ContainerSource)] = [
    ("at-once", ["<launch>", "<preview GTM-SHOP>", "<container v9 preview>"], .preview),
    ("late", ["<launch>", "<container v1 saved>", "<preview GTM-SHOP>"], .preview),
    ("ignored", ["<launch>", "<link refused>", "<container v1 saved>"], .saved),
  ]

  /// The preview counts for an opening only where it comes before it (LegacySDK §6.1): late, the
  /// saved container is handed out and the preview comes with the refresh.
  @Test(arguments: links)
  func linkHandling(_ word: String, _ rows: [String], _ source: ContainerSource) throws {
    let run = try play(["links \(word)"], Self.saved + ["preview v9"])
    let kinds = ["<launch", "<preview", "<link", "<container"]
    let told = run.rowNames.filter { name in kinds.contains { name.hasPrefix($0) } }
    #expect(told == rows)
    #expect(run.timeline.live.container?.source == source)
  }

  // MARK: Analytics

  private static let collecting: [(app: [String], before: [String], hasID: Bool)] = [
    ([], ["collect-idfa on"], true), ([], [], false), ([], ["collect-idfa off"], false),
    ([], ["idfa off", "collect-idfa on"], false),
    (["idfa-library off"], ["collect-idfa on"], false),
    (["idfa-library on"], ["collect-idfa on tracker=UA-1-1"], true),
  ]

  /// The advertising id needs the tracker's leave, the phone's and the library.
  ///
  /// Source: Dispatch §3.2.
  @Test(arguments: collecting)
  func advertisingID(_ app: [String], _ before: [String], _ hasID: Bool) throws {
    let run = try play(
      app,
      Self.saved + ["launch", "tracker UA-1-1"] + before + [
        "send screen \"A\"", "expect hit last no &idfa", "expect hit last no &ate",
      ])
    #expect(run.failureCount == (hasID ? 2 : 0))
  }

  // MARK: The background

  private static let awake: [(app: [String], lines: [String], isRefused: Bool)] = [
    ([], ["background", "push a=1"], true),
    ([], ["background audio", "wait 1h", "push a=1", "expect sent 1"], false),
    ([], ["background location", "dispatch", "refresh", "expect sent 1"], false),
    ([], ["background audio", "screen \"Home\""], true),
    ([], ["background fetch 30s", "wait 29s", "push a=1"], false),
    ([], ["background fetch 30s", "wait 31s", "push a=1"], true),
    ([], ["background silent-push 30s for 10s", "wait 1m", "push a=1"], false),
    ([], ["network slow latency=20s", "background send-hits", "push a=1"], false),
    (
      ["platform android"],
      [
        "background", "push a=1", "tracker UA-1-1", "send screen \"A\"", "wait 31m",
        "expect sent 1",
      ], false
    ),
    ([], ["background send-hits fetch 30s", "wait 31s", "push a=1"], true),
    (["scheme shop"], ["background audio", "open-url \"shop://a\"", "screen \"Home\""], false),
    (["on background push a=${b}"], ["background"], true),
    (["on terminate push a=${b}"], ["kill"], true),
    (["on background refresh id=GTM-NONE"], ["background"], true),
    (["scheme shop", "on foreground push a=${b}"], ["background", "open-url \"shop://a\""], true),
    (
      ["platform android", "tracker UA-1-1"],
      [
        "send screen \"A\"", "network slow latency=200s", "background send-hits", "wait 1h",
        "push a=1", "expect sent 1",
      ], false
    ),
    (["platform android"], ["background", "screen \"Home\""], true),
  ]

  /// An app acts in the background while something keeps it awake; nobody sees its screens there.
  @Test(arguments: awake)
  func awakeInTheBackground(_ app: [String], _ lines: [String], _ isRefused: Bool) throws {
    let run = try play(app, Self.saved + ["launch", "screen \"Home\""] + lines)
    #expect(run.failureCount == (isRefused ? 1 : 0), "\(run.failureLines)")
  }

  private static let phases: [(lines: [String], events: [String])] = [
    (["background", "foreground"], ["away", "back"]),
    (["kill"], ["end"]), (["background", "kill"], ["away"]),
    (["background audio", "kill"], ["away", "end"]),
    (["background-task refused", "kill"], ["end"]),
  ]

  @Test(arguments: phases, [false, true])
  func phasesOfAnApp(
    _ phase: (lines: [String], events: [String]), _ isAndroid: Bool
  ) throws {
    let app = [
      "on background push event=\"away\"", "on terminate push event=\"end\" then dispatch",
      "on foreground push event=\"back\" then dispatch-interval 30s then set log-level verbose",
    ]
    let platform = isAndroid ? ["platform android"] : []
    let run = try play(app + platform, Self.saved + ["launch"] + phase.lines)
    let told = run.rowNames.filter { ["away", "back", "end"].contains($0) }
    #expect(told == phase.events.filter { !isAndroid || $0 != "end" })
    if phase.lines.contains("foreground") {
      #expect(run.timeline.live.runtime?.dispatchInterval.period == .seconds(30))
    }
  }

  // MARK: Firebase

  private static let happenings: [(line: String, expected: String)] = [
    (
      "purchase sku=\"S-1\" price=9.5 currency=EUR quantity=2",
      "in_app_purchase logged with {\"product_id\": \"S-1\", \"price\": 9.5, "
        + "\"currency\": \"EUR\", \"quantity\": 2, \"value\": 19.0}"
    ),
    ("purchase sku=a currency=EUR price=3", "_iap logged 1x with {\"quantity\": 1, \"value\": 3}"),
    (
      "notification received id=\"7\" topic=\"sale\"",
      "notification_foreground logged with {\"message_id\": \"7\", \"topic\": \"sale\"}"
    ),
    ("notification opened name=\"x\"", "notification_open logged with {\"message_name\": \"x\"}"),
    ("notification dismissed", "notification_dismiss logged"),
    ("crash", "app_exception logged with {\"fatal\": 1}"),
  ]

  @Test(arguments: happenings)
  func automaticEvents(_ line: String, _ expected: String) throws {
    let run = try SongShop.play(line, "expect event " + expected)
    #expect(run.last == .passed, "\(run.failureLines)")
    #expect(run.timeline.live.isRunning == (line != "crash"))
  }

  /// A notification that is opened starts the app, or brings it back.
  @Test(arguments: ["kill", "background"])
  func openedNotification(_ before: String) throws {
    let run = try SongShop.play(
      before, "notification opened", "expect event notification_open logged 1x")
    #expect(run.last == .passed, "\(run.failureLines)")
    #expect(run.timeline.live.isRunning && !run.timeline.live.isInBackground)
  }

  /// One that comes while the app is suspended is noticed when it is back.
  @Test func receivedInTheBackground() throws {
    let run = try SongShop.play(
      "background", "wait 1m", "notification received", "foreground",
      "expect event notification_receive logged 1x")
    #expect(run.last == .passed, "\(run.failureLines)")
  }

  @Test(arguments: ["purchase sku=a price=1 currency=EUR", "notification opened"])
  func underTheLegacySDK(_ line: String) throws {
    #expect(try Shop.play(line).refusal?.hasSuffix("play the scenario with sdk: v5") == true)
    #expect(try Shop.play("crash").rowNames.last == "<kill>")
  }

  /// Whoever tests a build that came by the shop cannot hand it the argument.
  @Test(arguments: [("debug", true), ("testflight", false), ("app-store", false)])
  func debugMode(_ build: String, _ isPossible: Bool) throws {
    let run = try play(
      ["build-type \(build)"], ["container default f1", "launch", "debug-mode on"],
      isFirebase: true)
    #expect(run.results.last?.isFailure == !isPossible)
    #expect(run.timeline.live.runtime?.firebase.isDebugging == isPossible)
  }

  /// A provider that calls nil does nothing, and the SDK keeps nothing.
  @Test func noInstanceOfBraze() throws {
    let lines = [
      "container default f1", "launch", "log-event liked", "expect braze events 0",
    ]
    let braze = ["class \"liker\" braze swift", "braze-instance off"]
    let run = try play(braze, lines, isFirebase: true)
    #expect(run.failureCount == 0)
    let other = BrazeCall.logEvent(name: "a", properties: [:])
    var phone = Braze()
    let call = HostCall(
      request: FunctionCallRequest(
        name: "liker", parameters: ["actionType": "logEvent", "eventName": "a"]))
    let wall = WallTime(milliseconds: 0)
    let heard = phone.run(.swift, for: call, at: wall, row: 1)
    #expect(heard.taken == other)
    let unheard = phone.run(.swift, for: call, at: wall, row: 1, hasInstance: false)
    #expect(unheard.verdict == .refused(.noInstance))
    #expect(phone.events.count == 1)
  }
}
