import Following
import OrderedCollections
import PhoneLog
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TagWords
import TestSupport
import Testing

/// What the time between the lines of a phone's log decides: what is played in it, what still
/// counts as the effect of an event, and when an effect counts as missing.
struct FollowedTimeTests {
  /// A screen makes a hit, and a station makes another event.
  private static let container = ContainerBuilder.firebase {
    $0.macro("screen", "__md", ["eventType": "CUSTOM", "key": "screen"])
    $0.tag(
      "Views", "__ua",
      [
        "trackType": "TRACK_SCREENVIEW", "trackingId": "UA-1-1",
        "fieldsToSet": .table(["fieldName": "screenName", "value": .macro("screen")]),
      ])
    $0.tag("Listening", "__fm", ["action": "measure", "eventName": "listening"])
    $0.rule(when: [.event("open_screen")], fires: ["Views"])
    $0.rule(when: [.event("play_station")], fires: ["Listening"])
  }

  private static func container(_ platform: Platform) -> CompiledContainer {
    var version = container
    version.usageContexts = [platform.rawValue]
    return CompiledContainer(version)
  }

  // MARK: Lines

  private static let second = 1000
  private static let minute = 60 * second
  private static let hour = 60 * minute

  /// The beginning of a line, in milliseconds after noon.
  private static func head(_ milliseconds: Int) -> String {
    func digits(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: count - String(number).count) + String(number)
    }
    let all = 12 * hour + milliseconds
    let clock = [all / hour % 24, all / minute % 60, all / second % 60].map { digits($0, 2) }
    return "2024-05-\(digits(2 + all / (24 * hour), 2)) \(clock.joined(separator: ":"))."
      + digits(all % second, 3) + "+0200 Shop[1796:3] "
  }

  private static func event(_ name: String, by origin: String = "app", at time: Int) -> String {
    head(time) + "10.1.0 - [FirebaseAnalytics][I-ACS023051] Logging event: origin, name, params: "
      + "\(origin), \(name), {\n    screen = Home;\n}\n"
  }

  private static func hit(_ screen: String, at time: Int) -> String {
    head(time) + "GoogleTagManager info: Sending universal analytics hit: {\n    \"&cd\" = "
      + "\(screen);\n    \"&t\" = screenview;\n    \"&tid\" = \"UA-1-1\";\n}\n"
  }

  private static func sentHit(_ screen: String, at time: Int) -> String {
    head(time) + "Sending hit(s) GET https://www.google-analytics.com/collect?v=1&t=screenview&"
      + "tid=UA-1-1&cd=\(screen)&z=\(time)\n"
  }

  private static func entries(of lines: [String]) -> [PhoneEntry] {
    var reader = PhoneLogReader()
    return reader.read(Array(lines.joined().utf8)[...]) + reader.finish()
  }

  private static func record(of lines: [String]) -> PhoneRecord {
    var record = PhoneRecord()
    for entry in entries(of: lines) { _ = record.take(entry) }
    return record
  }

  /// A phone that is followed in a world of its own.
  private struct Followed {
    var phone: PhoneFollower
    var world: Simulation
    var matches: [PhoneMatch] { phone.matches }

    mutating func pass(_ idle: Duration) { phone.pass(idle, in: &world) }
    mutating func finish() { phone.finish(in: &world) }
  }

  private static func follower(
    of lines: [String], _ platform: Platform = .ios
  ) throws -> Followed {
    let now = WallTime(milliseconds: 1_714_644_000_000)
    let container = (container(platform), "c.json")
    var phone = try PhoneFollower(
      of: Capture(of: record(of: lines), year: 2024), named: "a.log", container: container,
      now: CaptureTime(wall: now, offsetSeconds: 7200))
    let (scenario, inputs) = try RunInputs.parsed(phone.text, file: "a.scenario", container)
    var world = ScenarioRun(scenario, inputs: inputs).timeline.live
    world.isTelling = false
    for entry in entries(of: lines) { phone.take(entry, at: now, in: &world) }
    return Followed(phone: phone, world: world)
  }

  /// What is read at once.
  private static func read(_ lines: [String]) throws -> PhoneFollower {
    try PhoneFollower(
      of: Capture(of: record(of: lines), year: 2024), named: "a.log",
      container: (container(.ios), "c.json"), isWritten: true)
  }

  // MARK: Gaps

  /// A gap in a log, whether its time passes or is skipped, and whether the hit of the event before
  /// it is sent at its time in it, two minutes later.
  private static let gaps: [(milliseconds: Int, verb: String, isSent: Bool)] = [
    (119 * second, "wait", false), (121 * second, "wait", true), (59 * minute, "wait", true),
    (hour + 1, "wait", true), (2 * hour, "wait", true), (23 * hour, "wait", true),
    (24 * hour, "wait", true), (24 * hour + 1, "jump", false),
  ]

  @Test(arguments: gaps)
  func whatIsDueInAGapIsPlayed(_ gap: Int, _ verb: String, _ isSent: Bool) throws {
    let lines = [
      Self.event("open_screen", at: 0), Self.hit("Home", at: 10), Self.event("pause", at: gap),
    ]
    let made = try Self.read(lines)
    let act = verb + " " + DurationText.text(.milliseconds(gap))
    #expect(made.text.contains("\n\(act)\n\n# line 9\nlog-event \"pause\""), "\(made.text)")
    let hit = try #require(made.matches.first?.hit)
    let story = try Self.follower(of: lines).world.world.hit(hit)
    let sent = story?.received.map { $0 - (story?.hit.created ?? $0) }
    #expect((sent.map { $0 <= .seconds(121) } ?? false) == isSent, "\(String(describing: story))")
  }

  // MARK: Together

  /// When a phone shows what a tag must do, in milliseconds after the event, and the result.
  private static let effects: [(name: String, line: @Sendable (Int) -> String, Int, [String])] = [
    ("an event", { event("listening", by: "gtm", at: $0) }, 5000, ["seen"]),
    ("an event, late", { event("listening", by: "gtm", at: $0) }, 5001, ["surplus", "missing"]),
    ("a hit", { hit("Home", at: $0) }, 5000, ["seen"]),
    ("a hit", { hit("Home", at: $0) }, 5 * minute, ["seen"]),
    ("a hit, late", { hit("Home", at: $0) }, 5 * minute + 1, ["differs, differs"]),
    ("a hit, sent late", { sentHit("Home", at: $0) }, hour, ["seen"]),
    ("another hit", { hit("Cart", at: $0) }, 5000, ["differs, differs"]),
    ("another hit, late", { hit("Cart", at: $0) }, 5001, ["missing", "surplus"]),
  ]

  @Test(arguments: effects)
  func anEffectBelongsToTheEventBeforeIt(
    _ name: String, _ line: @Sendable (Int) -> String, _ delay: Int, _ results: [String]
  ) throws {
    let cause = name.contains("event") ? "play_station" : "open_screen"
    var follower = try Self.follower(of: [Self.event(cause, at: 0), line(delay)])
    follower.finish()
    #expect(
      follower.matches.map { $0.state.rawValue + ($0.differences.isEmpty ? "" : ", differs") }
        == results, "\(follower.matches)")
  }

  private static let cart = event("open_screen", at: second).replacing("Home", with: "Cart")

  private static let later = event("pause", at: 3 * second)

  /// A hit may be written up to 0.2 s before its event; hits of two events come in their order.
  /// What is before the log's beginning or behind its end cannot be seen.
  @Test(arguments: [
    ([hit("Home", at: 0), event("open_screen", at: 200)], ["seen"]),
    ([hit("Home", at: 0), event("open_screen", at: 201)], ["missing", "surplus"]),
    (
      [hit("Old", at: 0), event("open_screen", at: 2 * second), hit("Home", at: 2010)],
      ["seen", "hidden"]
    ),
    (
      [
        "GoogleTagManager info: Loading container: GTM-A\n", hit("Old", at: 0),
        event("open_screen", at: 2 * second), hit("Home", at: 2010),
      ], ["seen", "surplus"]
    ),
    ([event("open_screen", at: 0), hit("Home", at: 10), cart], ["seen", "hidden"]),
    ([event("open_screen", at: 0), hit("Home", at: 10), cart, later], ["seen", "missing"]),
    (
      [event("open_screen", at: 0), hit("Home", at: 10), String(cart.dropLast(3))],
      ["seen", "hidden"]
    ),
    (
      [event("open_screen", at: 0), sentHit("Home", at: 10), cart, later], ["seen", "hidden"]
    ),
    (
      [
        event("open_screen", at: 0), sentHit("Home", at: 10), cart,
        event("pause", at: 132 * second),
      ], ["seen", "missing"]
    ),
    (
      [event("open_screen", at: 0), cart, hit("Home", at: 1010), hit("Cart", at: 1020)],
      ["seen", "seen"]
    ),
    (
      [event("open_screen", at: 0), cart, hit("Cart", at: 1010), hit("Home", at: 1020)],
      ["seen", "differs"]
    ),
    (
      [
        event("open_screen", at: 0), cart, event("open_screen", at: 2 * second),
        hit("Cart", at: 2010), hit("Home", at: 2020),
      ], ["seen", "seen", "missing"]
    ),
  ])
  func hitsComeInTheOrderOfTheirEvents(_ lines: [String], _ states: [String]) throws {
    var follower = try Self.follower(of: lines)
    follower.finish()
    #expect(follower.matches.map(\.state.rawValue) == states, "\(follower.matches)")
  }

  /// A user property may have been set before the log begins: then nobody knows what it is.
  @Test(arguments: [
    ("", "gold", ["seen"]), ("", "", ["seen"]),
    (event("first_open", by: "auto", at: -1000), "gold", ["differs"]),
    ("User property set. Name, value: tier, gold\n", "gold", ["seen"]),
    ("User property set. Name, value: tier, gold\n", "iron", ["differs"]),
  ])
  func aUserPropertyOfBeforeIsNotKnown(
    _ line: String, _ sent: String, _ states: [String]
  ) throws {
    let container = ContainerBuilder.firebase {
      $0.macro("tier", "__fup", ["key": "tier"])
      $0.tag(
        "Views", "__ua",
        [
          "trackType": "TRACK_SCREENVIEW", "trackingId": "UA-1-1",
          "fieldsToSet": .table(["fieldName": "&cd1", "value": .macro("tier")]),
        ])
      $0.rule(when: [.event("open_screen")], fires: ["Views"])
    }
    let hit = Self.hit("Home", at: 10).replacing("\"&cd\" = Home", with: "\"&cd1\" = \"\(sent)\"")
    let made = try PhoneFollower(
      of: Capture(
        of: Self.record(of: [line, Self.event("open_screen", at: 0), hit]), year: 2024),
      named: "a.log", container: (CompiledContainer(container), "c.json"), isWritten: false)
    #expect(made.matches.map(\.state.rawValue) == states, "\(made.matches)")
  }

  /// Of two effects that differ as much, the last is the likeliest.
  @Test func aHitThatDiffersBelongsToTheLastEvent() throws {
    var follower = try Self.follower(of: [
      Self.event("open_screen", at: 0), Self.event("open_screen", at: 10),
      Self.hit("Cart", at: 20),
    ])
    follower.finish()
    #expect(follower.matches.map(\.event) == [2, 1], "\(follower.matches)")
  }

  /// A hit is compared with few of what is expected, however much that is: of 1000 open ones, of
  /// which none comes, or of as many that differ.
  @Test(arguments: [("Home", 1), ("Cart", 1 + 8)])
  func aHitIsComparedWithFewExpectations(_ screen: String, _ most: Int) throws {
    let lines = (0..<1500).map { number in
      Self.event("open_screen", at: number * 2).replacing("Home", with: "Screen \(number % 7)")
        + (number % 3 == 0 ? Self.event("open_screen", at: number * 2 + 1) : "")
        + (number % 5 == 0 ? Self.hit(screen, at: number * 2 + 1) : "")
    }
    let made = try Self.read(lines)
    #expect(made.matches.count { [.seen, .differs].contains($0.state) } > 200)
    #expect(made.player.comparedCount <= 300 * most, "\(made.player.comparedCount)")
  }

  /// The world forgets what it has sent: what it holds does not grow with the log.
  @Test func whatTheWorldHasSentIsForgotten() throws {
    let lines = (0..<600).map { Self.event("open_screen", at: $0 * 10 * Self.second) }
    var made = try Self.follower(of: lines)
    made.finish()
    let world = made.world.world
    #expect(made.matches.count == 600)
    #expect(world.ledger.sent > 500, "\(world.ledger.sent)")
    #expect(world.ledger.ended.count < 300, "\(world.ledger.ended.count)")
    #expect(world.requests.entries.count < 300, "\(world.requests.entries.count)")
  }

  // MARK: Patience

  /// How many seconds a log may show nothing until what a tag must do counts as missing.
  private static let waits: [(name: String, lines: [String], platform: Platform, Int)] = [
    ("an event", [event("play_station", at: 0)], .ios, 10),
    (
      "a hit, where the log shows them as they are made",
      [event("open_screen", at: 0), hit("Home", at: 0), event("open_screen", at: 0)], .ios, 10
    ),
    ("a hit, where the log shows what is sent", [event("open_screen", at: 0)], .ios, 130),
    ("a hit of Android", [event("open_screen", at: 0)], .android, 1830),
  ]

  @Test(arguments: waits)
  func whatIsNotSeenForLongIsMissing(
    _ name: String, _ lines: [String], _ platform: Platform, _ seconds: Int
  ) throws {
    var follower = try Self.follower(of: lines, platform)
    follower.pass(.seconds(seconds))
    #expect(follower.matches.last?.state == .awaited, "\(follower.matches)")
    follower.pass(.seconds(seconds) + .milliseconds(1))
    #expect(follower.matches.last.map { [.missing, .hidden].contains($0.state) } == true)
  }

  /// A hit that no tag has made so far waits for one as long, and is then surplus.
  @Test func aHitWithoutATagIsSurplus() throws {
    var follower = try Self.follower(of: [Self.event("pause", at: 0), Self.hit("Home", at: 0)])
    follower.pass(.seconds(10))
    #expect(follower.matches.isEmpty)
    follower.pass(.milliseconds(10_001))
    #expect(follower.matches.map(\.state) == [.surplus])
  }

  /// A line without a zone has that of the first event.
  @Test func aLineWithoutAZoneHasThatOfTheLog() throws {
    let lines = [0, 5].map { Self.event("pause", at: $0 * Self.second) }
    let made = try Self.read([lines[0], lines[1].replacing("+0200", with: "")])
    let times = made.player.played.map(\.time?.milliseconds)
    #expect(times == [1_714_644_000_000, 1_714_644_005_000])
  }

  /// A log does not say what is a number: texts that are one as apps write it.
  @Test(arguments: [
    ("7", "7"), ("-7", "-7"), ("7.50", "\"7.50\""), ("7.5", "7.5"), ("-0.5", "-0.5"),
    ("007", "\"007\""),
    ("+7", "\"+7\""), ("1e3", "\"1e3\""), ("1.2.3", "\"1.2.3\""), ("-", "\"-\""),
    ("99999999999999999999", "\"99999999999999999999\""), ("7 ", "7"),
  ])
  func aTextThatLooksLikeANumberIsOne(_ text: String, _ value: String) throws {
    let line = Self.event("pause", at: 0).replacing("Home", with: text)
    var follower = try Self.follower(of: [line])
    #expect(follower.phone.takeActs().last?.line == "log-event \"pause\" {\"screen\": \(value)}")
  }

  /// A hit that comes after all is seen; with other fields it is not.
  @Test(arguments: [("Home", [PhoneMatch.State.seen]), ("Cart", [.hidden, .surplus])])
  func aHitThatWasMissingIsSeen(_ screen: String, _ states: [PhoneMatch.State]) throws {
    var follower = try Self.follower(of: [Self.event("open_screen", at: 0)])
    follower.pass(.seconds(131))
    for entry in Self.entries(of: [Self.sentHit(screen, at: 200 * Self.second)]) {
      follower.phone.take(entry, at: WallTime(milliseconds: 0), in: &follower.world)
    }
    follower.finish()
    #expect(follower.matches.map(\.state) == states, "\(follower.matches)")
  }
}
