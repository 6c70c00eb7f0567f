import Following
import Foundation
import OrderedCollections
import PhoneLog
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// What a phone does is done at the end of its run, whatever somebody looks at meanwhile, and is
/// shown in two lanes beside what the container makes.
struct FollowingTests {
  private static func source(_ line: Int) -> PhoneSource {
    PhoneSource(unit: .line, number: line, time: "12:18:2\(line).000", text: "Shop: line \(line)")
  }

  private static let acts: [(line: String, number: Int?, source: PhoneSource?)] = [
    ("wait 1s", nil, nil),
    (#"push event="openScreen" screenName="Home Screen""#, 1, source(1)),
  ]

  private static func follow(
    in monitor: inout Monitor, _ matches: [PhoneMatch] = [], doing acts: Bool = true,
    unplayed: [String] = []
  ) {
    var sum = PhoneSum()
    sum.events = 1
    for match in matches { sum.counts[match.state, default: 0] += 1 }
    monitor.follow { run in
      var done: [PhoneAct] = []
      for act in Self.acts where acts {
        guard let statement = try? StatementParser.parse(line: act.line) else { continue }
        run.execute(statement)
        let made = run.rowsOfLastAct
        done.append(
          PhoneAct(
            act.line, number: act.number, source: act.source,
            rows: run.numbersOfLastAct,
            event: made.first { $0.event.update != nil }?.number))
      }
      return PhoneNews(acts: done, matches: matches, sum: sum, unplayed: unplayed)
    }
  }

  /// A demo with a phone, its panes in front.
  private static func demo() throws -> Monitor {
    var monitor = try Shown.shipped("demo")
    follow(in: &monitor)
    monitor.move(to: .tags)
    return monitor
  }

  @Test func whatAPhoneDoesIsShown() throws {
    var monitor = try Shown.shipped("demo")
    let rows = monitor.rowCount
    Self.follow(in: &monitor)
    #expect(monitor.rowCount > rows)
    monitor.walk(["": [.at(nil), .branches("as written"), .is(\.keyPlace, .lanes)]])
  }

  /// A phone begins no branch.
  @Test func whoeverLooksBackGoesOn() throws {
    var monitor = try Shown.shipped("demo").walk(["s1s2<home>,": [.at(1)]])
    let rows = monitor.rowCount
    Self.follow(in: &monitor)
    #expect(monitor.rowCount > rows)
    monitor.walk(["": [.at(1), .branches("as written")]])
  }

  @Test func aBranchIsTheUsersOwn() throws {
    var monitor = try Shown.shipped("demo").walk(["s1s2<home>,w": [.on("b1")]])
    let rows = monitor.rowCount
    let phone = try #require(monitor.run(named: "as written")?.timeline.rowCount)
    Self.follow(in: &monitor)
    #expect(monitor.rowCount == rows)
    #expect(try #require(monitor.run(named: "as written")?.timeline.rowCount) > phone)
    monitor.walk(["": [.is(\.keyPlace, .pane(.events))]])
  }

  /// The world of the phone is the phone's: what a user does in it begins a branch, and nothing of
  /// the phone is undone.
  @Test func nobodyActsInThePhonesOwnRun() throws {
    let monitor = try Self.demo()
    let branch = monitor.walk([
      "z": [.nothingDone, .says("nothing of yours")], "w": [.on("b1")],
    ])
    #expect(branch.run(named: "as written")?.timeline.rowCount == monitor.rowCount)
    branch.walk(["z": [.on("as written"), .is(\.rowCount, monitor.rowCount)]])
  }

  @Test func aLineThatCannotBePlayedIsSaid() throws {
    var monitor = try Shown.shipped("demo")
    let rows = monitor.rowCount
    let unplayed = "line 9 cannot be played: log-event"
    Self.follow(in: &monitor, unplayed: [unplayed])
    #expect(monitor.rowCount > rows && monitor.message?.text == unplayed)
  }

  /// What is not yet known becomes known without a new row.
  @Test func aStateMayChange() throws {
    func match(_ state: PhoneMatch.State, _ source: PhoneSource?) -> PhoneMatch {
      PhoneMatch(
        state, "hit screen Home Screen", tag: "GA screen view", event: 1, act: 1, hit: 1,
        source: source)
    }
    var monitor = try Shown.played(["publish v7.json", "launch", "wait 5s"])
    Self.follow(in: &monitor, [match(.awaited, nil)])
    monitor.walk(["": [.sees("… not yet"), .sees("… 1 not yet")]])
    Self.follow(in: &monitor, [match(.seen, Self.source(2))], doing: false)
    monitor.walk(["": [.sees("✓ Home Screen"), .sees("✓ 1 as expected"), .hides("not yet")]])
  }

  /// A branch from a moment of the phone shares what came before.
  @Test func aBranchSharesTheRowsBefore() throws {
    var monitor = try Self.demo()
    let row = try #require(monitor.view.eventRow?.number)
    monitor = monitor.walk(["#\(row) 1B": [.on("b1")]])
    let phone = try #require(monitor.context.phone)
    #expect(!phone.isOwn && phone.source(ofRow: row) == Self.source(1))
    Self.follow(in: &monitor)
    #expect(monitor.context.phone?.source(ofRow: row + 1) == nil)
  }

  // MARK: The lanes

  private static let console = "Shop[1796:3] GoogleTagManager "

  private static func log(_ second: Int, _ text: String) -> String {
    "2024-05-02 12:18:\(second).000001+0200 \(console)\(text)\n"
  }

  private static func screen(_ name: String, at second: Int) -> String {
    log(
      second,
      "info: Processing logged event: open_screen with parameters: {\n    \"_o\" = app;\n"
        + "    screen = \"\(name)\";\n}")
  }

  private static func hit(_ name: String, at second: Int) -> String {
    log(
      second,
      "info: Sending universal analytics hit: {\n    \"&an\" = Shop;\n    \"&av\" = \"1.4\";\n"
        + "    \"&cd\" = \"\(name)\";\n    \"&cid\" = \"c-1\";\n    \"&t\" = screenview;\n"
        + "    \"&tid\" = \"UA-12345-1\";\n}")
  }

  private static let good =
    screen("Home", at: 24) + hit("Home", at: 24) + screen("Cart", at: 30) + hit("Cart", at: 30)

  /// As expected, missing, not to be seen, different, not expected, and a warning.
  static let bad =
    log(20, "warning: Container cannot be loaded from disk") + screen("Home", at: 24)
    + hit("Home", at: 24) + screen("ConfirmationScreen", at: 30) + screen("Cart", at: 38)
    + hit("Shopping Cart", at: 38) + hit("Home", at: 49)

  /// A monitor that follows a log to its end.
  static func followed(
    _ log: String, _ size: Size = Size(columns: 120, rows: 40), _ borders: Borders = .utf8
  ) throws -> Monitor {
    let container = (try Shown.container("containers/GTM-MV50-v1.json"), "GTM-MV50-v1.json")
    let start = WallTime(milliseconds: 1_714_645_080_000)
    var follower = try PhoneFollower(
      of: Capture(of: PhoneRecord(reading: Array(log.utf8)), year: 2024), named: "phone.log",
      container: container, now: CaptureTime(wall: start, offsetSeconds: 7200))
    let (scenario, inputs) = try RunInputs.parsed(
      follower.text, file: "phone.scenario", container)
    var monitor = Monitor(ScenarioRun(scenario, inputs: inputs), borders: borders)
    _ = monitor.handle(.resized(size))
    var reader = PhoneLogReader()
    let entries = reader.read(Array(log.utf8)[...]) + reader.finish()
    monitor.follow { run in
      for entry in entries { follower.take(entry, at: start, in: &run) }
      follower.finish(in: &run)
      let matches = follower.matches
      return PhoneNews(
        acts: follower.takeActs(), matches: matches, sum: follower.sum(of: matches),
        warnings: follower.warnings, unplayed: follower.unplayed,
        head: "adb logcat, \(reader.lineCount) lines, 6 s ago", app: follower.app)
    }
    return monitor
  }

  @Test func aGoodLogNeedsNoLook() throws {
    try Self.followed(Self.good).walk([
      "": [
        .sees("✓ 2 as expected"), .sees("✓ Cart"), .sees("must send"), .sees("Nothing needs"),
        .sees("Shop 1.4, iOS, GTM-MV50 v1"), .hides("sim"),
      ],
      "e": [.says("Nothing needs a look")],
    ])
  }

  private static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 160, rows: 45),
  ]

  /// The four answers, what is not expected, and a warning, each with its sign and its words.
  @Test(arguments: sizes)
  func theAnswers(_ size: Size) throws {
    let monitor = try Self.followed(Self.bad, size)
    let isNarrow = size.columns < 100
    monitor.walk([
      "": [
        .sees("✓ 1 as expected"), .sees("≠ 1 differs"), .sees("! 1 missing"),
        .sees(isNarrow ? "– 1 unseen" : "– 1 cannot be seen"),
        .sees(isNarrow ? "+ 1 extra" : "+ 1 not expected"), .sees("⚑ 1 warning"),
        .sees("a log shows no pixel"), .sees("Shopping Cart"), .sees("! nothing in 8 s"),
        .sees("3 events and 1 warning need a look"),
      ]
    ])
    try Golden.compare(
      monitor.walk(["<home>": []]).screen, "lanes-\(size.columns)x\(size.rows)")
  }

  @Test func theAnswerSaysWhichFieldDiffers() throws {
    try Self.followed(Self.bad).walk([
      "<left>": [
        .sees("the phone sent \"Shopping Cart\", the container makes \"Cart\""),
        .sees("from parameter screen, line"), .sees("≠ one field"), .sees("&tid  &t   equal"),
        .sees("&an  &av  &cid   the phone's own"),
      ],
      "<left>": [.sees("Nothing in the 8 s until the next event.")],
      "<home>": [.sees("Container cannot be loaded from disk"), .sees("a warning")],
    ])
  }

  /// `e` goes around what needs a look.
  @Test func eGoesToTheNext() throws {
    let monitor = try Self.followed(Self.bad)
    var seen: [String] = []
    for keys in ["e", "ee", "eee", "eeee", "eeeee"] {
      let screen = monitor.walk([keys: []]).screen.split(separator: "\n")
      seen.append(
        String(screen.first { $0.contains("├─") } ?? "").split(separator: " ")[2...4].joined(
          separator: " "))
    }
    #expect(seen[0] == "1: a warning" && seen[4] == seen[0], "\(seen)")
    #expect(Set(seen).count == 4)
  }

  @Test func enterOpensThePanesAndEscReturns() throws {
    let monitor = try Self.followed(Self.bad)
    let panes = monitor.walk([
      "<left><left><enter>": [
        .focus(.tags), .tag("GA screen view"), .sees("Must fire (2)"), .sees("missing"),
        .sees("The phone did not send the screen view"),
        .sees("Sent by the phone"), .sees("Esc the lanes"), .sees("lines "), .hides("PAST"),
        .sees("!ConfirmationScreen"),
      ]
    ])
    try Golden.compare(panes.screen, "lanes-event-120x40")
    panes.walk([
      "e": [.focus(.tags), .sees("≠Cart")],
      "<esc>": [.is(\.keyPlace, .lanes), .sees("≠ one field")],
      "4": [.focus(.tags)], "F": [.is(\.keyPlace, .lanes)],
      "F": [.is(\.keyPlace, .prompt), .is(\.typed, "follow ")],
    ])
  }

  /// What no line shows is imagined, and said to be.
  @Test func whatIsImaginedIsSaidToBe() throws {
    try Self.followed(Self.bad).walk(["1:set system-rows on<enter>": [.sees("sim")]])
    let monitor = try Self.followed(Self.bad).walk(["1<home>": []])
    monitor.walk(["": [.sees("sim")]])
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func withoutColoursAndSignsTheWordsStay(_ size: Size) throws {
    let monitor = try Self.followed(Self.bad, size, .ascii)
    #expect(monitor.screen.utf8.allSatisfy { $0 < 128 })
    let isNarrow = size.columns < 100
    let hidden = isNarrow ? "1 unseen" : "1 cannot be seen"
    let extra = isNarrow ? "1 extra" : "1 not expected"
    monitor.walk([
      "": [
        .sees("= 1 as expected"), .sees("# 1 differs"), .sees("! 1 missing"),
        .sees("- " + hidden), .sees("+ " + extra), .sees("* 1 warning"),
      ]
    ])
    let panes = monitor.walk(["<left><enter>": []])
    #expect(panes.screen.utf8.allSatisfy { $0 < 128 })
    var reader = monitor
    reader.display.isReader = true
    reader.walk(["": [.sees("1 as expected"), .sees("1 differs"), .sees(hidden)]])
  }

  @Test func theHelpHasTheSigns() throws {
    let help = try Self.followed(Self.good).helpPage.lines(columns: 200).map(\.text)
    for (sign, words) in [("✓", "as expected"), ("–", "cannot be seen"), ("+", "not expected")] {
      #expect(help.contains { $0.hasPrefix("  \(sign) ") && $0.contains(words) }, "\(words)")
    }
  }

  /// A click selects an event, and a second one opens it.
  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func clicks(_ size: Size) throws {
    var monitor = try Self.followed(Self.bad, size)
    try monitor.click("ConfirmationScreen")
    monitor.walk(["": [.sees("! missing"), .is(\.keyPlace, .lanes)]])
    try monitor.click("nothing in 8 s")
    monitor.walk(["": [.focus(.tags)]])
  }

  /// What a phone did becomes a scenario, and what its rows say is expected there.
  @Test func whatHappenedIsRecorded() throws {
    let monitor = try Self.followed(Self.good).walk([
      "R": [.is(\.keyPlace, .prompt), .says("Enter saves the recording")],
      "<esc>4:expect this<enter>": [.kind(.ok)],
    ])
    let text = Recording(of: monitor.run, override: nil) { $0 }.text
    for words in ["\"screen\": \"Cart\"", "expect tag \"GA screen view\" fired"] {
      #expect(text.contains(words), "\(text)")
    }
  }

  // MARK: F

  @Test func fAsksForALogOrACommand() throws {
    try Shown.shipped("demo").walk([
      "F": [.is(\.typed, "follow "), .says("adb logcat")],
      "<tab>": [.leads(to: .list(folder: ""))],
      "adb logcat -v time<enter>": [.leads(to: .follow(line: "adb logcat -v time")), .closed],
      "A": [.says("A has moved to F")],
    ])
  }

  @Test func tabCompletesFiles() throws {
    var monitor = try Shown.shipped("demo").walk(["Fmon<tab>": []])
    monitor.listed(["monday.log", "notes.txt"], folder: "")
    monitor.walk(["": [.is(\.typed, "follow monday.log")]])
  }
}
