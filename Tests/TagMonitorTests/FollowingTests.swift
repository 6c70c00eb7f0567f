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

  private static let acts = [
    PhoneAct("wait 1s"),
    PhoneAct(
      #"push event="openScreen" screenName="Home Screen""#, number: 1, source: source(1)),
  ]

  private static func news(_ matches: [PhoneMatch] = [], _ acts: [PhoneAct] = acts) -> PhoneNews {
    var sum = PhoneSum()
    sum.events = 1
    for match in matches { sum.counts[match.state, default: 0] += 1 }
    return PhoneNews(acts: acts, matches: matches, sum: sum)
  }

  @Test func whatAPhoneDoesIsShown() throws {
    var monitor = try Shown.shipped("demo")
    let rows = monitor.run.timeline.rows.count
    monitor.follow(Self.news())
    #expect(monitor.run.timeline.rows.count > rows && monitor.cursor == nil)
    #expect(monitor.branches.names == ["as written"])
  }

  @Test func whoeverLooksBackGoesOn() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1s2<")
    let cursor = monitor.cursor
    let rows = monitor.run.timeline.rows.count
    monitor.follow(Self.news())
    #expect(monitor.cursor == cursor && cursor != nil)
    #expect(monitor.run.timeline.rows.count > rows)
    #expect(monitor.branches.names == ["as written"], "a phone begins no branch")
  }

  @Test func aBranchIsTheUsersOwn() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1s2<w")
    #expect(monitor.branches.currentName == "b1")
    let rows = monitor.run.timeline.rows.count
    let phone = try #require(monitor.run(named: "as written")?.timeline.rows.count)
    monitor.follow(Self.news())
    #expect(monitor.run.timeline.rows.count == rows)
    #expect(try #require(monitor.run(named: "as written")?.timeline.rows.count) > phone)
  }

  /// The world of the phone is the phone's: what a user does in it begins a branch, and nothing of
  /// the phone is undone.
  @Test func nobodyActsInThePhonesOwnRun() throws {
    var monitor = try Shown.shipped("demo")
    monitor.follow(Self.news())
    let rows = monitor.run.timeline.rows.count
    monitor.press("z")
    #expect(monitor.run.timeline.rows.count == rows)
    #expect(monitor.message?.text.hasPrefix("nothing of yours") == true)
    monitor.press("w")
    #expect(monitor.branches.currentName == "b1")
    #expect(monitor.run(named: "as written")?.timeline.rows.count == rows)
    monitor.press("z")
    #expect(monitor.branches.currentName == "as written")
    #expect(monitor.run.timeline.rows.count == rows)
  }

  @Test func aLineThatCannotBePlayedIsSaid() throws {
    var monitor = try Shown.shipped("demo")
    let rows = monitor.run.timeline.rows.count
    let line = PhoneAct("no line of the language", number: 2, source: Self.source(7))
    monitor.follow(Self.news([], [line] + Self.acts))
    #expect(monitor.message?.kind == .failure)
    #expect(monitor.message?.text.hasPrefix("line 7: not played: ") == true)
    #expect(monitor.run.timeline.rows.count > rows, "the others are")
    var other = try Shown.shipped("demo")
    var news = Self.news()
    news.unplayed = ["line 9 cannot be played: log-event"]
    other.follow(news)
    #expect(other.message?.text == "line 9 cannot be played: log-event")
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
    monitor.follow(news(matches))
    return monitor
  }

  private static func text(_ monitor: Monitor) -> String {
    monitor.frame(size: monitor.size).buffer.text
  }

  /// A state has its sign, its words and its role in every pane that it concerns.
  @Test func rowsHaveTheirStates() throws {
    let monitor = try Self.followed()
    let text = Self.text(monitor)
    #expect(text.contains("! expected, not seen"), "\(text)")
    var queue = monitor
    queue.press("5+")
    let hits = Self.text(queue)
    #expect(hits.contains("On the phone, not expected (1)"), "\(hits)")
    #expect(hits.contains("? hit event ui banner"), "\(hits)")
    #expect(text.contains("phone: 1 event, 0 hits   ! 1 not seen   ? 1 not expected"))
    #expect(text.contains("! not seen"), "in the queue")
    let roles = PhoneMatch.State.allCases.map(\.style)
    #expect(roles == [.fired, .lost, .attention, .dim, .dim])
    #expect(Set(PhoneMatch.State.allCases.map(\.sign)).count == 5)
  }

  @Test func eventsTellTheirLine() throws {
    var monitor = try Self.followed()
    let text = Self.text(monitor)
    #expect(text.contains("line event"), "\(text)")
    let row = try #require(monitor.view.eventRow?.number)
    monitor.look(at: row)
    let back = Self.text(monitor)
    #expect(back.contains(", line 1   L returns to the present"), "\(back)")
    monitor.press("10")
    let page = Self.text(monitor)
    #expect(page.contains("line 1 of the log, at 12:18:21.000"), "\(page)")
    #expect(page.contains("Shop: line 1"))
  }

  @Test func theListOpensTheEvent() throws {
    var monitor = try Self.followed()
    monitor.press("A")
    let text = Self.text(monitor)
    #expect(text.contains("The phone compared with the container"), "\(text)")
    #expect(text.contains("no tag makes it"), "the selected row is open")
    monitor.press("<enter>")
    #expect(monitor.overlay == nil && monitor.focus == .tags && monitor.cursor != nil)
    var none = try Shown.shipped("demo")
    none.press("A")
    #expect(none.message?.text.hasPrefix("not following a phone") == true)
  }

  /// What is not yet known becomes known without a new row.
  @Test func aStateMayChange() throws {
    var awaited = Self.matches
    awaited[0].state = .awaited
    var monitor = try Self.followed(awaited)
    #expect(Self.text(monitor).contains("… not seen yet"))
    var seen = Self.matches
    seen[0].state = .seen
    seen[0].source = Self.source(2)
    monitor.follow(Self.news(seen, []))
    let text = Self.text(monitor)
    #expect(text.contains("+ seen on the phone") && !text.contains("… not seen yet"), "\(text)")
  }

  @Test func withoutColoursAndSignsTheWordsStay() throws {
    var monitor = try Self.followed()
    monitor.borders = .ascii
    #expect(Self.text(monitor).utf8.allSatisfy { $0 < 128 })
    monitor.isReader = true
    let text = Self.text(monitor)
    #expect(text.contains("not seen"), "\(text)")
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
    var monitor = try Self.followed()
    monitor.press("R4")
    _ = monitor.submit("expect this")
    #expect(monitor.message?.kind == .ok, "\(monitor.message?.text ?? "")")
    let text = monitor.recording(override: nil) { $0 }.text
    #expect(text.contains("screenName=\"Home Screen\""), "\(text)")
    #expect(text.contains("expect tag \"GA screen view\" fired"), "\(text)")
  }

  /// A branch from a moment of the phone shares what came before.
  @Test func aBranchSharesTheRowsBefore() throws {
    var monitor = try Self.followed()
    let row = try #require(monitor.view.eventRow?.number)
    monitor.look(at: row)
    monitor.press("1B")
    #expect(monitor.branches.currentName == "b1")
    let phone = try #require(monitor.context.phone)
    #expect(!phone.isOwn && phone.source(ofRow: row) == Self.source(1))
    monitor.follow(Self.news(Self.matches))
    #expect(monitor.context.phone?.source(ofRow: row + 1) == nil)
  }
}
