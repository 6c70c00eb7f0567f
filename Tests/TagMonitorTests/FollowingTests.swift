import ScenarioEngine
import TagInspection
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// What a phone does is done at the end of its run, whatever somebody looks at meanwhile, and is
/// held against the container in the panes.
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
            rows: made.startIndex + 1..<made.endIndex + 1,
            event: made.first { $0.event.update != nil }?.number))
      }
      return PhoneNews(acts: done, matches: matches, sum: sum, unplayed: unplayed)
    }
  }

  @Test func whatAPhoneDoesIsShown() throws {
    var monitor = try Shown.shipped("demo")
    let rows = monitor.rowCount
    Self.follow(in: &monitor)
    #expect(monitor.rowCount > rows)
    monitor.walk(["": [.at(nil), .branches("as written")]])
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
    let phone = try #require(monitor.run(named: "as written")?.timeline.rows.count)
    Self.follow(in: &monitor)
    #expect(monitor.rowCount == rows)
    #expect(try #require(monitor.run(named: "as written")?.timeline.rows.count) > phone)
  }

  /// The world of the phone is the phone's: what a user does in it begins a branch, and nothing of
  /// the phone is undone.
  @Test func nobodyActsInThePhonesOwnRun() throws {
    var monitor = try Shown.shipped("demo")
    Self.follow(in: &monitor)
    let branch = monitor.walk([
      "z": [.nothingDone, .says("nothing of yours")], "w": [.on("b1")],
    ])
    #expect(branch.run(named: "as written")?.timeline.rows.count == monitor.rowCount)
    branch.walk(["z": [.on("as written"), .is(\.rowCount, monitor.rowCount)]])
  }

  @Test func aLineThatCannotBePlayedIsSaid() throws {
    var monitor = try Shown.shipped("demo")
    let rows = monitor.rowCount
    let unplayed = "line 9 cannot be played: log-event"
    Self.follow(in: &monitor, unplayed: [unplayed])
    #expect(monitor.rowCount > rows && monitor.message?.text == unplayed)
  }

  // MARK: States

  private static let matches = [
    PhoneMatch(
      .missing, "hit screen Home Screen", tag: "GA screen view", event: 1, act: 1, hit: 1,
      reason: "the tag fires at this event in this container"),
    PhoneMatch(
      .surplus, "hit event ui banner", act: 1, source: source(4), reason: "no tag makes it"),
  ]

  private static func followed(
    _ matches: [PhoneMatch] = matches, _ size: Size = Size(columns: 160, rows: 45)
  ) throws -> Monitor {
    var monitor = try Shown.played(["publish v7.json", "launch", "wait 5s"], size: size)
    follow(in: &monitor, matches)
    return monitor
  }

  /// A state has its sign, its words and its role in every pane that it concerns.
  @Test func rowsHaveTheirStates() throws {
    try Self.followed().walk([
      "": [
        .sees("! expected, not seen"), .sees("! not seen"),
        .sees("phone: 1 event, 0 hits   ! 1 not seen   ? 1 not expected"),
      ],
      "5+": [.sees("On the phone, not expected (1)"), .sees("? hit event ui banner")],
    ])
    let roles = PhoneMatch.State.allCases.map(\.style)
    #expect(roles == [.fired, .lost, .lost, .attention, .dim, .dim])
    #expect(Set(PhoneMatch.State.allCases.map(\.sign)).count == 6)
  }

  @Test func eventsTellTheirLine() throws {
    let monitor = try Self.followed()
    let row = try #require(monitor.view.eventRow?.number)
    monitor.walk([
      "#\(row)": [.sees(", line 1   L returns to the present")],
      "10": [.sees("line 1 of the log, at 12:18:21.000"), .sees("Shop: line 1")],
    ])
  }

  @Test func theListOpensTheEvent() throws {
    let monitor = try Self.followed()
    // The selected row is open.
    let opened = monitor.walk([
      "A": [.sees("The phone compared with the container"), .sees("no tag makes it")],
      "<enter>": [.closed, .focus(.tags)],
    ])
    #expect(opened.cursor != nil)
    try Shown.shipped("demo").walk(["A": [.says("not following a phone")]])
  }

  /// What is not yet known becomes known without a new row.
  @Test func aStateMayChange() throws {
    var awaited = Self.matches
    awaited[0].state = .awaited
    var monitor = try Self.followed(awaited).walk(["": [.sees("… not seen yet")]])
    var seen = Self.matches
    seen[0].state = .seen
    seen[0].source = Self.source(2)
    Self.follow(in: &monitor, seen, doing: false)
    monitor.walk(["": [.sees("+ seen on the phone"), .hides("… not seen yet")]])
  }

  @Test func withoutColoursAndSignsTheWordsStay() throws {
    var monitor = try Self.followed()
    monitor.display.borders = .ascii
    #expect(monitor.screen.utf8.allSatisfy { $0 < 128 })
    monitor.display.isReader = true
    monitor.walk(["": [.sees("not seen")]])
  }

  @Test func theLegendHasTheSigns() throws {
    let monitor = try Self.followed()
    let help = monitor.helpPage.lines(columns: 200).map(\.text)
    for (sign, words) in [("+", "seen on the phone"), ("!", "expected, not seen")] {
      #expect(help.contains { $0.hasPrefix("  \(sign) ") && $0.contains(words) }, "\(words)")
    }
  }

  /// What a phone did becomes a scenario, and what its rows say is expected there.
  @Test func whatHappenedIsRecorded() throws {
    let monitor = try Self.followed().walk(["R4:expect this<enter>": [.kind(.ok)]])
    let text = Recording(of: monitor.run, override: nil) { $0 }.text
    for words in ["screenName=\"Home Screen\"", "expect tag \"GA screen view\" fired"] {
      #expect(text.contains(words), "\(text)")
    }
  }

  /// A branch from a moment of the phone shares what came before.
  @Test func aBranchSharesTheRowsBefore() throws {
    var monitor = try Self.followed()
    let row = try #require(monitor.view.eventRow?.number)
    monitor = monitor.walk(["#\(row) 1B": [.on("b1")]])
    let phone = try #require(monitor.context.phone)
    #expect(!phone.isOwn && phone.source(ofRow: row) == Self.source(1))
    Self.follow(in: &monitor, Self.matches)
    #expect(monitor.context.phone?.source(ofRow: row + 1) == nil)
  }
}
