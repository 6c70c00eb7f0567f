import OrderedCollections
import TagSimulation
import Testing

@testable import ScenarioEngine
@testable import TagRuntime

/// Where a real app goes wrong, and what comes of it.
struct FaultyAppTests {
  /// Plays lines with an app that has some more lines.
  private func play(
    _ appLines: [String], _ lines: [String], isFirebase: Bool = false
  ) throws -> ScenarioRun {
    let opens = appLines.contains { $0.hasPrefix("open ") }
    var app = (isFirebase ? SongShop.app : Shop.app).split(separator: "\n").map(String.init)
      .filter { !opens || !$0.hasPrefix("  open ") }
    app.insert(contentsOf: appLines, at: 3)
    var inputs = isFirebase ? SongShop.inputs : Shop.inputs
    inputs.app = try AppParser.parse(app.joined(separator: "\n"), file: "a")
    let sdk = isFirebase ? "v5" : "v3"
    let header = "tagsim 1\nsdk: \(sdk)\nstart: 2014-03-01T10:00:00+01:00\n---\n"
    var run = ScenarioRun(
      try ScenarioParser.parse(header + lines.joined(separator: "\n"), file: "b"), inputs: inputs)
    while run.executeNext() != nil {}
    return run
  }

  private static let saved = ["container saved v1 age=1h", "publish v2", "draft v2 version=9"]

  // MARK: Links

  /// A scheme that was not registered: the system refuses the link, and the SDK never sees it.
  @Test func noScheme() throws {
    let run = try play(["scheme none"], Self.saved + ["preview v9"])
    #expect(!run.timeline.live.isRunning)
    #expect(run.rowNames.suffix(1) == ["<link refused>"])
    #expect(
      run.timeline.rows.last?.event.detail
        == "no app opens it: the app has not registered tagmanager.c.com.example.shop")
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

  // MARK: Containers

  /// Nothing fires in an app that never opens its container, until it does.
  @Test func neverOpened() throws {
    let run = try play(
      ["open never", "refresh-timer 1h"],
      Self.saved + ["launch", "wait 2h", "expect container closed", "screen \"Home\""])
    #expect(run.last == .done("openScreen Home, while no container was open: nothing can fire"))
    #expect(run.failureCount == 0)
  }

  @Test func openedLater() throws {
    let run = try play(
      ["open never"],
      Self.saved + [
        "launch", "open callback", "expect container source=saved", "screen \"Home\"",
        "expect tag \"Screens\" fired 1x",
      ])
    #expect(run.failureCount == 0)
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

  /// Less than a second is off, whatever its sign (GAI.h; the guide on dispatching).
  @Test(arguments: ["500ms", "0s", "-1s", "-2m"])
  func intervalsThatAreOff(_ interval: String) throws {
    let run = try Shop.play("dispatch-interval \(interval)")
    #expect(run.last == .done("less than 1 s is off"))
    #expect(run.timeline.live.runtime?.dispatchInterval.period == nil)
  }

  // MARK: The background

  /// Without its time the app is suspended before an answer comes; the hits go when it is back.
  @Test func refusedBackgroundTask() throws {
    let sends = ["screen \"Home\"", "background send-hits", "wait 10m", "expect sent 0"]
    let run = try play(
      [],
      Self.saved + ["launch", "background-task refused"] + sends + [
        "foreground", "wait 5s", "expect sent 1", "background-task granted", "screen \"Home\"",
        "background send-hits", "expect sent 2",
      ])
    #expect(run.failureCount == 0, "\(run.failureLines)")
    #expect(run.rowNames.count { $0 == "<task refused>" } == 1)
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
