import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import TestSupport
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

  /// What is counted at the rows is what the rows tell.
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
    var monitor = try Shown.over("offline")
    monitor.press("4T")
    var buffer = CellBuffer(size: Size(columns: 51, rows: 24))
    let items = FiringsPane(monitor.context).items(columns: 51)
    buffer.write(items.flatMap { $0.lines() }, in: Rect(buffer.size), .utf8)
    try Golden.compare(buffer.trimmedText, "Panes/firings")
    #expect(monitor.focus == .firings)
    monitor.press("T")
    #expect(monitor.focus == .tags)
  }

  @Test func enterGoesToTheEventWithItsTag() throws {
    var monitor = try Shown.over("offline")
    monitor.press("4Tk<enter>")
    #expect(monitor.cursor == 48)
    #expect(monitor.view.tags[monitor.selection.tag].name == "Ads conversion")
    #expect(monitor.focus == .firings)
    monitor.press("T")
    #expect(monitor.screen.contains("Fired (3)") || monitor.screen.contains("Fired (2)"))
  }

  @Test func whoeverLooksBackBeginsAtTheEventThatIsLookedAt() throws {
    var monitor = try Shown.over("offline")
    monitor.look(at: 12)
    monitor.press("4T")
    #expect(FiringsPane(monitor.context).selected?.row == 12)
  }

  @Test func beforeAnyEventThereIsNothing() throws {
    var monitor = try Shown.played([])
    monitor.press("4T")
    #expect(monitor.screen.contains("no tag has fired yet"))
    monitor.press("<enter>jkgG<enter>T")
    #expect(monitor.focus == .tags)
  }

  /// A long run costs what a short one costs: what is listed at once is bounded.
  @Test func ofALongRunAWindowIsListed() throws {
    var monitor = try Shown.played(["container saved v7.json age=1h", "launch"])
    for _ in 0..<1500 {
      monitor.run.execute(try #require(try StatementParser.parse(line: "push event=\"tap\"")))
    }
    monitor.refreshView()
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
    let shown = FiringsPane(monitor.context).shown
    #expect(shown.lowerBound == 0)
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
    var monitor = try Shown.played(["container saved v7.json age=1h", "launch"])
    monitor.press("4")
    #expect(monitor.layout(size: monitor.size).panes.contains { $0.pane == .firings })
    #expect(monitor.screen.contains("T Firings"))
    #expect(monitor.screen.contains("no tag has fired yet"))
    monitor.press("s1")
    let first = FiringsPane(monitor.context).entries
    monitor.press("s1s1")
    let third = FiringsPane(monitor.context).entries
    #expect(!first.isEmpty)
    #expect(third.count == first.count)
    #expect(third.map(\.times) == first.map { _ in 3 })
    let row = try #require(monitor.screen.split(separator: "\n").first { $0.contains("  3x ") })
    #expect(row.contains("GA screen view  3x"))
  }

  /// Explain, where somebody opened it, has the place.
  @Test func anOpenExplanationHasThePlace() throws {
    var monitor = try Shown.over("offline", at: 12)
    monitor.press("4")
    #expect(monitor.screen.contains("T Firings"))
    monitor.press("<enter>")
    #expect(!monitor.layout(size: monitor.size).panes.contains { $0.pane == .firings })
    #expect(monitor.screen.contains("4 [Tags]  T Firings"))
    monitor.press("<esc>")
    #expect(monitor.layout(size: monitor.size).panes.contains { $0.pane == .firings })
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
    let small = Size(columns: 80, rows: 24)
    var monitor = try Shown.over("offline", at: 12, size: small)
    monitor.press("4")
    #expect(monitor.screen.contains("2 Data*2 3 Val!2 4 [Tags] T Fired 5 Que 4 6 Log"))
    monitor.press("T")
    #expect(monitor.screen.contains("2 Data*2 3 Val!2 4 Tags T [Fired] 5 Que 4 6 Log"))
    #expect(monitor.screen.contains("Confirmation ✓ GA screen view"))
    monitor.press("<left>")
    #expect(monitor.focus == .tags)
  }

  /// The number of the queue is that of now.
  @Test func theNumbersOfTheTabsAreLive() throws {
    let small = Size(columns: 80, rows: 24)
    var monitor = try Shown.played(["container saved v7.json age=1h", "launch"], size: small)
    monitor.press("4w")
    #expect(monitor.screen.contains("5 Que 6 Log"))
    monitor.press("s1")
    #expect(monitor.screen.contains("5 Que 1 6 Log"))
    monitor.press("s1")
    #expect(monitor.screen.contains("5 Que 2 6 Log"))
  }
}
