import CommandKit
import Following
import Foundation
import MeasurementPlan
import PhoneLog
import ScenarioEngine
import TagInspection
import TagMonitor
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import tagsim

/// A log that grows is shown in the monitor while it does.
struct PhoneFeedTests {
  private static let container = CommandLineTool.path("Scenarios/containers/GTM-MV50-v1.json")

  private static func screen(_ name: String, at second: Int) -> String {
    "2024-05-02 12:18:\(second).001+0200 Shop[1796:3] GoogleTagManager info: "
      + "Processing logged event: open_screen with parameters: {\n    screen = \(name);\n}\n"
  }

  private static func grow(_ file: URL, _ text: String) throws {
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  /// A feed with the run in which it is played.
  private struct Fed {
    var feed: PhoneFeed
    var run: ScenarioRun
    var isBusy: Bool { feed.isBusy }
    var isOpen: Bool { feed.isOpen }
    var text: String { feed.text }

    init(
      _ log: String, _ source: CapturedContainer, entriesAtOnce: Int = PhoneFeed.entriesAtOnce
    ) throws {
      feed = try PhoneFeed(log, source, entriesAtOnce: entriesAtOnce)
      let (scenario, inputs) = try RunInputs.parsed(
        feed.text, file: "phone.scenario", (source.container, source.path(from: "")))
      run = ScenarioRun(scenario, inputs: inputs)
    }

    mutating func news() -> PhoneNews? { feed.news(in: &run) }
  }

  private static func news(of feed: inout Fed) throws -> PhoneNews {
    let news = feed.news()
    return try #require(news)
  }

  /// What deviates from a plan is a warning at the line that shows it, as it happens.
  @Test func eventsAreHeldAgainstAPlan() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone.log", Self.screen("Home", at: 21))
    let source = try CapturedContainer(Self.container)
    var feed = try Fed(log.path, source)
    let sheet = "Event Name,Parameter Name,Allowed Values\nopen_screen,screen,\"Home, Cart\"\n"
    feed.feed.check(MeasurementPlan.read([("plan.csv", Array(sheet.utf8))]), of: source)
    #expect(try Self.news(of: &feed).warnings.isEmpty)
    try Self.grow(log, Self.screen("Sale", at: 23))
    let news = try Self.news(of: &feed)
    #expect(news.warnings.map(\.source.number) == [4] && news.sum.warnings == 1)
    #expect(news.warnings.first?.sentence.hasPrefix("P15 \"screen\" of \"open_screen\"") == true)
  }

  @Test func linesComeAsTheLogGrows() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone.log", "chatter\n" + Self.screen("Home", at: 21))
    var feed = try Fed(log.path, try CapturedContainer(Self.container))
    #expect(feed.text.contains("start: 2024-05-02T12:17:21+02:00"), "\(feed.text)")
    let first = try Self.news(of: &feed)
    #expect(first.acts.last?.line == "log-event \"open_screen\" {\"screen\": \"Home\"}")
    #expect(first.acts.last?.source?.number == 2 && first.acts.last?.number == 1)
    #expect(first.sum.events == 1 && first.sum.counts == [.awaited: 1])
    let none = feed.news()
    #expect(none == nil && feed.isOpen)
    // Half a dictionary says nothing yet.
    let next = Self.screen("Cart", at: 23)
    try Self.grow(log, String(next.prefix(100)))
    let half = feed.news()
    #expect(half?.acts.isEmpty != false)
    try Self.grow(log, String(next.dropFirst(100)))
    let last = try Self.news(of: &feed).acts.map(\.line)
    #expect(last.count == 2 && last[0].hasPrefix("wait "), "\(last)")
    #expect(last[1] == "log-event \"open_screen\" {\"screen\": \"Cart\"}")
  }

  private static let isGone = "the log was deleted or renamed: a new one of its name is awaited"

  /// What a log becomes while it is followed: it is cut, renamed, deleted or overwritten by a
  /// longer one, and written anew.
  @Test(arguments: ["cut", "renamed", "deleted", "overwritten"])
  func aLogThatIsWrittenAnewIsReadFromItsBeginning(_ fate: String) throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file(
      "phone.log", Self.screen("Home", at: 21) + Self.screen("Home", at: 22) + "half a line")
    var feed = try Fed(log.path, try CapturedContainer(Self.container))
    _ = feed.news()
    switch fate {
    case "cut": try Data().write(to: log, options: [])
    case "overwritten":
      try Data(String(repeating: "other text\n", count: 100).utf8).write(to: log, options: [])
    case "renamed":
      try FileManager.default.moveItem(at: log, to: scratch.url.appending(path: "phone.log.1"))
    default: try FileManager.default.removeItem(at: log)
    }
    let none = feed.news()
    #expect(none?.acts.isEmpty != false)
    if fate == "renamed" || fate == "deleted" { try Data().write(to: log, options: []) }
    try Self.grow(log, Self.screen("Cart", at: 25))
    let news = try Self.news(of: &feed)
    #expect(news.acts.last?.line == "log-event \"open_screen\" {\"screen\": \"Cart\"}")
    let rest = feed.news()
    #expect(
      ((none?.unplayed ?? []) + news.unplayed + (rest?.unplayed ?? []))
        == (fate == "renamed" || fate == "deleted" ? [Self.isGone] : [])
        + ["the log was cut or replaced: it is read from its beginning"])
  }

  /// A capture that another one replaces is read from its beginning.
  @Test func aCaptureThatIsReplacedIsRead() throws {
    func har(_ names: [String]) -> String {
      let entries = names.map {
        "{\"startedDateTime\": \"2014-03-01T10:00:00Z\", \"request\": {\"url\": \"https://"
          + "ssl.google-analytics.com/collect?v=1&t=screenview&tid=UA-1-1&cd=\($0)&cid=c\"}}"
      }
      return "{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}"
    }
    let scratch = try ScratchFolder()
    let file = try scratch.file("shop.har", har(["a", "b"]))
    var capture = GrowingCapture(file.path)
    let first = capture.news().map(\.title)
    #expect(first == ["a", "b"])
    Thread.sleep(forTimeInterval: 0.6)
    try Data(har(["c", "d", "e"]).utf8).write(to: file)
    let second = capture.news().map(\.title)
    #expect(second == ["c", "d", "e"])
  }

  /// Screens and hits, one after another in a burst.
  private static func burst(_ count: Int) -> String {
    (0..<count).map { number in
      let screen = Self.screen(["Home", "Cart", "Help"][number % 3], at: 10 + number * 49 / count)
      return number % 3 == 1 ? screen : screen + Self.hitOfHome
    }.joined()
  }

  private static let hitOfHome =
    "GoogleTagManager info: Sending universal analytics hit: {\n    \"&cd\" = Home;\n"
    + "    \"&t\" = screenview;\n    \"&tid\" = \"UA-12345-1\";\n}\n"

  /// A burst is played in parts, and the result is that of playing it at once.
  @Test func aBurstIsPlayedInParts() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone.log", Self.burst(400))
    let source = try CapturedContainer(Self.container)
    let results = try [PhoneFeed.entriesAtOnce, .max].map { entriesAtOnce in
      var feed = try Fed(log.path, source, entriesAtOnce: entriesAtOnce)
      var (acts, matches, amounts): ([PhoneAct], [PhoneMatch], [Int]) = ([], [], [0])
      repeat {
        guard let news = feed.news() else { continue }
        acts += news.acts
        matches = news.matches
        amounts.append(news.sum.events + news.sum.hits)
      } while feed.isBusy
      let most = zip(amounts, amounts.dropFirst()).map { $1 - $0 }.max()
      return (acts: acts, matches: matches, most: most ?? 0)
    }
    #expect(results[0].acts == results[1].acts && results[0].matches == results[1].matches)
    #expect(results[0].most <= PhoneFeed.entriesAtOnce && results[1].most > 600)
  }

  // MARK: In the monitor

  /// Keys are read while a burst is played: its end is not awaited, neither to draw nor to leave.
  @Test func keysAreReadDuringABurst() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone.log", Self.burst(400))
    let feed = try PhoneFeed(log.path, try CapturedContainer(Self.container))
    let ended = try Self.session(
      feed, Self.container, [.timeout, .timeout] + Self.keys("q"))
    #expect(ended.isLeft && ended.timeouts.prefix(3) == [0, 0, 0], "\(ended.timeouts)")
    #expect(ended.frames.count >= 3)
    let events = ended.session.monitor.run.timeline.rows(in: 1...).count {
      $0.event.update?.event == "open_screen"
    }
    #expect((1...3 * PhoneFeed.entriesAtOnce).contains(events), "\(events)")
  }

  /// A session that follows a log, and obeys what comes from the terminal.
  private static func session(
    _ feed: PhoneFeed, _ container: String, _ steps: [HeadlessTerminal.Step], traces: String? = nil
  ) throws -> (session: MonitorSession, frames: [Frame], timeouts: [Int], isLeft: Bool) {
    let opened = try OpenedFile(followed: feed.text, container: container)
    let terminal = HeadlessTerminal(size: Size(columns: 120, rows: 40), steps: steps)
    var session = MonitorSession(
      monitor: opened.monitor(borders: .utf8), loader: opened.loader,
      scenarioPath: opened.scenarioPath)
    session.feed = feed
    session.source = opened.source
    session.trace = traces.map { SessionTrace(in: $0, name: "a.trace") }
    let isLeft = session.run(on: terminal)
    session.trace?.end(session.monitor, isLeft ? "quit" : "interrupted")
    return (session, terminal.frames, terminal.timeouts, isLeft)
  }

  private static func keys(_ text: String) throws -> [HeadlessTerminal.Step] {
    try KeyScript(text).keys.flatMap { [.event(.key($0)), .timeout] }
  }

  @Test func theMonitorShowsIt() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone.log", Self.screen("Home", at: 21))
    let feed = try PhoneFeed(log.path, try CapturedContainer(Self.container))
    let ended = try Self.session(feed, Self.container, [.timeout] + Self.keys("q"))
    let text = try #require(ended.frames.first?.buffer.text)
    #expect(text.contains("open_screen") && text.contains("must send"), "\(text)")
    #expect(text.contains("phone.log, 3 lines, 0 s ago"), "\(text)")
    #expect(ended.timeouts.contains(50), "a log that may grow is checked again soon")
  }

  /// Ctrl-C ends with a trace that opens at what the phone had done.
  @Test func ctrlCLeavesATrace() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file(
      "phone.log", Self.screen("Home", at: 21) + Self.screen("Cart", at: 25))
    let feed = try PhoneFeed(log.path, try CapturedContainer(Self.container))
    let folder = scratch.path("traces")
    let ended = try Self.session(
      feed, Self.container, [.timeout, .event(.key(.control("c")))], traces: folder)
    #expect(!ended.isLeft)
    let path = try #require(ended.session.trace?.path)
    let traced = try #require(try OpenedFile(path, containerOverride: nil).traced)
    let run = ended.session.monitor.run
    #expect(traced.remarks.isEmpty)
    #expect(
      traced.run.timeline.rows(in: 1...).map(\.event.name)
        == run.timeline.rows(in: 1...).map(\.event.name))
    #expect(
      traced.run.timeline.rows(in: 1...).count { $0.event.update?.event == "open_screen" } == 2)
  }

  /// What happened becomes a scenario that passes, with what was expected of it.
  @Test func whatHappenedIsRecorded() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone.log", Self.screen("Home", at: 21))
    let feed = try PhoneFeed(log.path, try CapturedContainer(Self.container))
    let path = scratch.path("made.scenario")
    let ended = try Self.session(
      feed, Self.container,
      [.timeout] + Self.keys("4 R Esc ':expect this' Enter ':record \(path)' Enter q"))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("log-event \"open_screen\""), "\(text)")
    #expect(text.contains("expect tag \"GA screen view\" fired"), "\(text)")
    #expect(ended.session.monitor.comparing.branches.names == ["as written"])
    try CommandLineTool.run("run \(path)")
  }

  /// A branch from a real moment; the phone goes on in its own run meanwhile.
  @Test func aBranchBeginsAtARealMoment() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file(
      "phone.log", Self.screen("Home", at: 21) + Self.screen("Cart", at: 25))
    var feed = try Fed(log.path, try CapturedContainer(Self.container))
    let opened = try OpenedFile(followed: feed.text, container: Self.container)
    var monitor = opened.monitor(borders: .utf8)
    monitor.follow { feed.feed.news(in: &$0) }
    let first = try #require(
      monitor.run.timeline.firstRow { $0.event.update?.event == "open_screen" }?.number)
    monitor.look(at: first)
    let rows = monitor.run.timeline.rowCount
    let hasBegun = monitor.beginBranch()
    #expect(hasBegun)
    #expect(monitor.comparing.branches.names == ["as written", "b1"])
    #expect(monitor.run.timeline.rowCount == first)
    try Self.grow(log, Self.screen("Home", at: 29))
    monitor.follow { feed.feed.news(in: &$0) }
    #expect(monitor.run.timeline.rowCount == first)
    #expect(try #require(monitor.run(named: "as written")?.timeline.rowCount) > rows)
  }

  // MARK: The first generation

  private static let legacy = CommandLineTool.path("Scenarios/containers/GTM-AB12-v7.json")

  private static func hit(_ screen: String, _ number: Int) -> String {
    "05-02 12:18:2\(number).017  900  907 V GAv4    : Hit delivery requested: "
      + "ht=17146451\(number)0000, _s=\(number), _v=ma8.4.87, aid=com.example.shop, an=Shop, "
      + "av=1.4, cd=\(screen), cid=c-1, sr=1080x1920, t=screenview, tid=UA-12345-1, ul=es-es, v=1\n"
  }

  @Test func aPhoneOfTheFirstGenerationIsShownLive() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone.log", "chatter\n" + Self.hit("Home Screen", 1))
    var feed = try Fed(log.path, try CapturedContainer(Self.legacy))
    #expect(feed.text.contains("version \"1.4\"") && feed.text.contains("package com.example.shop"))
    #expect(feed.text.contains("device: language=es country=ES screen=1080x1920"), "\(feed.text)")
    let first = try Self.news(of: &feed)
    #expect(first.acts.last?.line.contains("screenName=\"Home Screen\"") == true, "\(first.acts)")
    #expect(first.sum.counts[.seen] == 1 && first.matches.first?.tag == "GA screen view")
    try Self.grow(log, Self.hit("Cart", 2).replacing("t=screenview", with: "t=event, ec=a, ea=b"))
    let second = try Self.news(of: &feed)
    #expect(second.sum.hits == 2 && second.sum.counts == [.seen: 1, .surplus: 1])
    #expect(second.acts.isEmpty, "nothing is pushed for it")
    try Self.grow(log, Self.hit("Cart", 3))
    let opened = try OpenedFile(followed: feed.text, container: Self.legacy)
    var monitor = opened.monitor(borders: .utf8)
    var shown = try PhoneFeed(log.path, try CapturedContainer(Self.legacy))
    monitor.follow { shown.news(in: &$0) }
    _ = monitor.handle(.resized(Size(columns: 120, rows: 40)))
    let text = monitor.frame(size: Size(columns: 120, rows: 40)).buffer.text
    #expect(text.contains("✓ 2 as expected") && text.contains("+ 1 not expected"), "\(text)")
    let events = monitor.run.timeline.rows(in: 1...).compactMap(\.event.update?.event)
    #expect(events == ["openScreen", "openScreen"], "\(events)")
  }

  /// What the phone tells later than its first line is done in its world, and named.
  @Test func whatAPhoneTellsLaterIsTakenOver() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone.log", Self.screen("Home", at: 21))
    var feed = try Fed(log.path, try CapturedContainer(Self.container))
    #expect(
      feed.text.contains("Not known: app, app id, app version, language, country, screen"))
    _ = feed.news()
    try Self.grow(
      log,
      "2024-05-02 12:18:22.001+0200 Shop[1796:3] GoogleTagManager info: Sending "
        + "universal analytics hit: {\n    \"&cd\" = Home;\n"
        + "    \"&t\" = screenview;\n    \"&tid\" = \"UA-12345-1\";\n"
        + "    \"&ul\" = \"de-at\";\n    \"&sr\" = \"750x1334\";\n}\n")
    let news = try Self.news(of: &feed)
    #expect(news.acts.map(\.line).contains("device language=de country=AT screen=750x1334"))
    #expect(news.sum.counts == [.seen: 1], "\(news.matches)")
  }

  // MARK: Captures

  private static func archive(_ screens: [String]) -> String {
    let entries = screens.enumerated().map { place, screen in
      """
      {"startedDateTime": "2024-05-02T12:18:2\(place).000+02:00", "request": {"method": "GET",
      "url": "https://www.google-analytics.com/collect?v=1&_v=mi3.1.4&cid=c-1&t=screenview&\
      cd=\(screen)&\
      tid=UA-12345-1&z=\(place)"}, "response": {"status": 200}}
      """
    }
    return "{\"log\": {\"version\": \"1.2\", \"entries\": [" + entries.joined(separator: ",")
      + "]}}"
  }

  @Test func aCaptureGrows() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("hits.har", Self.archive(["Cart"]))
    var feed = try Fed(file.path, try CapturedContainer(Self.legacy))
    let first = try Self.news(of: &feed)
    #expect(first.sum.counts == [.seen: 1], "\(first.matches)")
    #expect(first.matches.first?.source?.words == "request 1")
    // Half of one is no capture; the whole one is.
    try Data(Self.archive(["Cart", "Home"]).utf8.prefix(200)).write(to: file)
    Thread.sleep(forTimeInterval: 0.55)
    let half = feed.news()
    #expect(half?.acts.isEmpty != false)
    try Data(Self.archive(["Cart", "Home"]).utf8).write(to: file)
    Thread.sleep(forTimeInterval: 0.55)
    let second = try Self.news(of: &feed)
    #expect(second.sum.counts == [.seen: 2] && second.acts.last?.number == 2)
    #expect(feed.isOpen)
    #expect(throws: CommandFailure.self) {
      try PhoneFeed(file.path, try CapturedContainer(Self.container))
    }
    let report = try CommandLineTool.run("follow --container \(Self.legacy) \(file.path)")
    #expect(report.lines.dropFirst().first == "  a HAR of 2 requests with 2 hits")
    #expect(
      report.output.contains("✓ hit screen Home: seen on the phone (GA screen view, request 2)"))
  }

  /// What mitmdump prints: an object of JSON, or an address, a line.
  @Test func linesOfMitmdumpAreHits() throws {
    let scratch = try ScratchFolder()
    let query = "v=1&_v=mi3.1.4&cid=c-1&t=screenview&tid=UA-12345-1"
    let body = ["Cart", "Home"].map { "\(query)&cd=\($0)&z=\($0.count)1" }.joined(
      separator: "\\r\\n")
    let log = try scratch.file(
      "hits.jsonl",
      "{\"method\": \"POST\", \"url\": \"https:\\/\\/www.google-analytics.com\\/batch\", \"body\": "
        + "\"\(body)\"}\n127.0.0.1:5: GET "
        + "https://www.google-analytics.com/collect?\(query)&cd=Start&z=9\n")
    let report = try CommandLineTool.run("follow --container \(Self.legacy) \(log.path)")
    #expect(
      report.lines.dropFirst().first == "  a phone's log with 0 events and 3 hits",
      "\(report.output)")
    #expect(!report.output.contains("damaged"))
    var feed = try Fed(log.path, try CapturedContainer(Self.legacy))
    let news = try Self.news(of: &feed)
    #expect(news.sum.counts == [.seen: 3])
  }

  /// A log of which lines were left out is never right in silence.
  @Test func aLogThatIsTooLongIsSaidToBe() throws {
    let scratch = try ScratchFolder()
    let braze = (0...PhoneRecord.keptLimit).map { "Logging custom event with event name a\($0).\n" }
    let text = Self.screen("Home", at: 21) + Self.hitOfHome + braze.joined()
    let log = try scratch.file("long.log", text)
    let words = "ine \(text.split(separator: "\n").count): 1 line left out from here on"
    let read = try CommandLineTool.run("import \(log.path)", code: 1)
    #expect(!read.output.contains("Nothing is wrong"), "\(read.output)")
    #expect(read.output.contains(words))
    let followed = try scratch.run(
      "follow --container \(Self.container) -o long.scenario \(log.path)", code: 1, prints: words)
    #expect(followed.output.contains("1 seen on the phone\n"))
    let made = try scratch.text("long.scenario")
    #expect(made.contains("# L" + words))
  }

  // MARK: The lesson

  @Test func theLessonTellsWhatItFeeds() throws {
    let feed = try FollowLesson.feed()
    #expect(feed.text.contains("sdk: v5") && feed.isOpen)
    let files = ShippedFiles()
    var log = LessonLog(
      String(decoding: try files.bytes(of: "logs/follow.log"), as: UTF8.self))
    let before = log.due(after: .zero)
    #expect(before.bytes.isEmpty && before.captions.isEmpty, "nothing comes at once")
    let begun = log.due(after: .seconds(1))
    #expect(begun.captions.count == 1 && !log.isOver)
    let rest = log.due(after: .seconds(300))
    #expect(log.isOver && rest.captions.count >= 6)
    for caption in rest.captions {
      #expect(try StatementParser.parse(line: caption) != nil, "\(caption)")
    }
    // The whole of it, as a log.
    let scratch = try ScratchFolder()
    try scratch.run("demo follow -o mine")
    let report = try scratch.run(
      "follow --container mine/GTM-MV50-v1.json mine/follow.log", code: 1)
    #expect(
      report.lines.last
        == "  1 seen on the phone; 1 seen, but differs; 1 expected, not seen; 1 seen, "
        + "not expected; 1 cannot be seen in this log", "\(report.output)")
    #expect(
      report.output.contains(
        "phone: app Shop, app id com.example.shop, app version 1.4, language es, country ES, "
          + "screen 750x1334"))
    try scratch.run("demo follow -o mine", code: 4)
  }

  /// Its captions stand in the place for captions.
  @Test func theLessonHasCaptions() throws {
    let source = try CapturedContainer(Self.container)
    let text = "# The phone speaks.\n" + Self.screen("Home", at: 21)
    var feed = try PhoneFeed(LessonLog(text), named: "a.log", source)
    let opened = try OpenedFile(followed: feed.text, container: Self.container)
    var monitor = opened.monitor(borders: .utf8)
    _ = monitor.handle(.resized(Size(columns: 80, rows: 24)))
    monitor.follow { feed.news(in: &$0) }
    Thread.sleep(forTimeInterval: 0.6)
    monitor.follow { feed.news(in: &$0) }
    let screen = monitor.frame(size: Size(columns: 80, rows: 24)).buffer.text
    #expect(screen.contains("The phone speaks."), "\(screen)")
  }
}
