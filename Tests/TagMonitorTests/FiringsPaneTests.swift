import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor
@testable import TagPanes

/// All firings of a run: what is kept of them, how they are listed, and where keys lead.
struct FiringsPaneTests {
  // MARK: The index

  @Test func everyHitIsFollowedToTheRowAtWhichItLeft() throws {
    let index = try Shown.over("offline").run.timeline.firings
    let told = (0..<index.count).map { number in
      let firing = index[number]
      let hit = firing.hit.map { " hit \($0) \(firing.fate) at \(firing.left)" } ?? ""
      return "\(firing.row) \(index.name(of: firing)) \(firing.kind)" + hit
    }
    #expect(
      told == [
        "8 GA screen view hits hit 1 reported at 21", "8 Bonus nothingRan",
        "10 GA tap hits hit 2 reported at 21", "11 GA screen view hits hit 3 reported at 21",
        "11 Bonus nothingRan", "12 GA screen view hits hit 4 reported at 21", "12 Bonus nothingRan",
        "25 GA screen view hits hit 5 late at 33", "25 Bonus nothingRan",
        "34 GA screen view hits hit 6 reported at 37", "34 Bonus nothingRan",
        "48 GA screen view hits hit 7 reported at 55",
        "48 Ads conversion hits hit 8 delivered at 56",
        "48 Bonus nothingRan",
      ])
    #expect(index.first(fromRow: 12) == 5)
    #expect(index.first(fromRow: 59) == index.count)
    let totals = index.totals.map { "\($0.name): \($0.fired) of \($0.asked), \($0.sent) sent" }
    #expect(
      totals == [
        "GA screen view: 6 of 7, 6 sent", "Bonus: 6 of 7, 0 sent", "Ads conversion: 1 of 7, 1 sent",
        "GA tap: 1 of 7, 1 sent", "Debug pixel: 0 of 7, 0 sent",
      ])
    #expect(index.total(of: "GA screen view")?.late == 1)
    #expect(index.total(of: "Debug pixel")?.isNever == true)
    #expect(index.total(of: "No such tag") == nil)
  }

  private static let shipped = [
    "background", "delivery", "filter-and-block", "first-run", "midnight", "played-song",
    "preview", "stale", "v5-batch", "why-not",
  ]

  @Test(arguments: shipped)
  func theIndexSaysWhatTheRowsSay(_ name: String) throws {
    let timeline = try Shown.over(name).run.timeline
    let index = timeline.firings
    let fired = timeline.rows.map { $0.event.firedCount ?? 0 }.reduce(0, +)
    #expect(index.count == fired)
    #expect(index.totals.map(\.fired).reduce(0, +) == fired)
    for number in 0..<index.count {
      let row = timeline.rows[index[number].row - 1]
      let names = row.event.update?.firings.flatMap { $0.tags.map(\.name) } ?? []
      #expect(names.contains(index.name(of: index[number])))
    }
    #expect(index.totals.allSatisfy { $0.fired <= $0.asked && $0.sent + $0.lost <= $0.hits })
  }

  // MARK: The list

  @Test func theListHasTheWholeRunWithTheKeys() throws {
    let monitor = try Shown.over("offline").walk(["4T": [.focus(.firings)]])
    let lines = FiringsPane(monitor.context).items(columns: 51).flatMap { $0.lines() }
    try Golden.compare(lines, in: Size(columns: 51, rows: 24), "Panes/firings")
    monitor.walk(["T": [.focus(.tags)]])
  }

  @Test func enterGoesToTheEventWithItsTag() throws {
    try Shown.over("offline").walk([
      "4Tk<enter>": [.at(48), .tag("Ads conversion"), .focus(.firings)],
      "T": [.sees("Fired (")],
    ])
  }

  @Test func whoeverLooksBackBeginsAtTheEventThatIsLookedAt() throws {
    let monitor = try Shown.over("offline", at: 12).walk(["4T": []])
    #expect(FiringsPane(monitor.context).selected?.row == 12)
  }

  @Test func beforeAnyEventThereIsNothing() throws {
    try Shown.played([]).walk([
      "4T": [.sees("no tag has fired yet")], "<enter>jkgG<enter>T": [.focus(.tags)],
    ])
  }

  /// A long run costs what a short one costs: what is listed at once is bounded.
  @Test func ofALongRunAWindowIsListed() throws {
    var monitor = try Shown.long("push event=\"tap\"", 1500)
    monitor.press("4T")
    let rows = FiringsPane(monitor.context).entries
    #expect(rows.map(\.times).reduce(0, +) == 1000)
    #expect(rows.count < 20)
    monitor.selection.showsAllRows = true
    let items = FiringsPane(monitor.context).items(columns: 50)
    #expect(monitor.run.timeline.firings.count >= 1500)
    #expect(items.count { $0.target != nil } == 1000)
    #expect(items[0].lines()[0].text.contains("before these"))
    monitor.look(at: 100)
    #expect(FiringsPane(monitor.context).shown.lowerBound == 0)
  }

  // MARK: The pane under the tags

  /// The lines of the pane as text, in so many columns.
  private static func lines(_ monitor: Monitor, columns: Int = 56) -> [String] {
    FiringsPane(monitor.context).items(columns: columns).flatMap { $0.lines() }.map { line in
      line.text.split(separator: " ").joined(separator: " ")
    }
  }

  /// Without the keys it stands at the end, as of the event that is looked at: what left later
  /// still waits.
  @Test func itSaysWhatWasSoAtTheEvent() throws {
    let monitor = try Shown.over("offline", at: 12)
    #expect(
      Self.lines(monitor) == [
        "#8 Home Screen ✓ GA screen view hit 1 waits", "! Bonus nothing ran",
        "#10 Buy ✓ GA tap hit 2 waits", "#11 Cart ✓ GA screen view hit 3 waits",
        "! Bonus nothing ran", "#12 Confirmation ✓ GA screen view hit 4 waits",
        "! Bonus nothing ran",
      ])
    #expect(FiringsPane(monitor.context).note(columns: 56) == "7 of 14")
    var later = monitor
    later.press("L")
    #expect(Self.lines(later).last == "! Bonus nothing ran")
    #expect(Self.lines(later)[0] == "#8 Home Screen ✓ GA screen view hit 1 sent #21")
  }

  /// It is in sight at 120x40, and grows with what the user does.
  @Test func itGrowsLive() throws {
    var monitor = try Shown.played(["container saved v7.json age=1h", "launch"]).walk([
      "4": [.sees("T Firings"), .sees("no tag has fired yet")], "s1": [],
    ])
    let first = FiringsPane(monitor.context).entries
    #expect(!first.isEmpty)
    monitor = monitor.walk(["s1s1": []])
    #expect(FiringsPane(monitor.context).entries.map(\.times) == first.map { _ in 3 })
    let row = try #require(monitor.screen.split(separator: "\n").first { $0.contains("  3x ") })
    #expect(row.contains("GA screen view  3x"))
  }

  @Test func anOpenExplanationHasThePlace() throws {
    try Shown.over("offline", at: 12).walk([
      "4": [.sees("─ T Firings")], "<enter>": [.sees("4 [Tags]  T Firings")],
      "<esc>": [.sees("─ T Firings")],
    ])
  }

  /// While the room is asked something, what comes later stays unsaid.
  @Test func anOpenAskSpoilsNothing() throws {
    var monitor = try Shown.shipped("offline")
    for _ in 0..<60 where !monitor.hidesAnswers { monitor.press(".") }
    #expect(monitor.hidesAnswers)
    let rows = monitor.shownRows
    let fired = FiringsPane(monitor.context).entries
    let index = monitor.run.timeline.firings
    #expect(fired.allSatisfy { index[$0.number].row <= rows })
  }

  /// In a small window it is a tab, and the tabs have their numbers.
  @Test func inASmallWindowItIsATab() throws {
    try Shown.over("offline", at: 12, size: Size(columns: 80, rows: 24)).walk([
      "4": [.sees("2 Data*2 3 Val!2 4 [Tags] T Fired 5 Que 4 6 Log")],
      "T": [
        .sees("2 Data*2 3 Val!2 4 Tags T [Fired] 5 Que 4 6 Log"),
        .sees("Confirmation ✓ GA screen view"),
      ],
      "<left>": [.focus(.tags)],
    ])
  }

  @Test func theNumbersOfTheTabsAreLive() throws {
    let small = Size(columns: 80, rows: 24)
    try Shown.played(["container saved v7.json age=1h", "launch"], size: small).walk([
      "4w": [.sees("5 Que 6 Log")], "s1": [.sees("5 Que 1 6 Log")], "s1": [.sees("5 Que 2 6 Log")],
    ])
  }
}
