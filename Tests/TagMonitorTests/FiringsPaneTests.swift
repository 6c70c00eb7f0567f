import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor
@testable import TagPanes

/// All firings of a run: what is kept of them, and how the events list them.
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
    let fired = timeline.rows(in: 1...).map { $0.event.firedCount ?? 0 }.reduce(0, +)
    #expect(index.count == fired)
    #expect(index.totals.map(\.fired).reduce(0, +) == fired)
    for number in 0..<index.count {
      let row = timeline.row(at: index[number].row)
      let names = row.event.update?.firings.flatMap { $0.tags.map(\.name) } ?? []
      #expect(names.contains(index.name(of: index[number])))
    }
    #expect(index.totals.allSatisfy { $0.fired <= $0.asked && $0.sent + $0.lost <= $0.hits })
  }

  // MARK: The list

  /// What an event fired is under it, as of the event that is looked at: what left later still
  /// waits.
  @Test func theListHasTheFirings() throws {
    let size = Size(columns: 40, rows: 70)
    var monitor = try Shown.over("offline", at: 25)
    monitor.selection.tops = [:]
    let lines = EventsPane(monitor.context).content(in: size).lines
    try Golden.compare(lines, in: size, "Panes/firings")
    #expect(!lines.contains { $0.text.contains("LATE") })
    monitor.look(at: nil)
    monitor.selection.tops = [:]
    let later = EventsPane(monitor.context).content(in: size).lines
    #expect(later.contains { $0.text.contains("hit 5 sent LATE") })
  }

  @Test func theWholeRunIsOneKeyAway() throws {
    try Shown.over("offline").walk([
      "4T": [.focus(.events)], "T": [.focus(.tags)], ":focus firings<enter>": [.focus(.events)],
    ])
  }

  /// A long run costs what a short one costs.
  @Test func ofALongRunAWindowIsListed() throws {
    var monitor = try Shown.long("push event=\"tap\"", 1500)
    let size = Size(columns: 28, rows: 30)
    for row in [nil, 700, 3] {
      monitor.look(at: row)
      let content = EventsPane(monitor.context).content(in: size)
      #expect(content.lines.count == size.rows)
      #expect(content.lines.indices.contains(content.present))
    }
  }

  /// Where the list has no room for all, events before the chapter show how many tags fired.
  @Test func earlierChaptersAreCounted() throws {
    var monitor = try Shown.over("offline")
    monitor.selection.tops = [:]
    let lines = EventsPane(monitor.context).content(in: Size(columns: 28, rows: 200)).lines
    let short = EventsPane(monitor.context).content(in: Size(columns: 28, rows: 34)).lines
    #expect(lines.count { $0.text.contains("✓ GA screen view") } == 5)
    #expect(short.contains { $0.text.hasSuffix("✓1 !1") || $0.text.contains("✓1") })
  }

  /// While the room is asked something, what comes later stays unsaid.
  @Test func anOpenAskSpoilsNothing() throws {
    var monitor = try Shown.shipped("offline")
    for _ in 0..<60 where !monitor.hidesAnswers { monitor.press(".") }
    #expect(monitor.hidesAnswers)
    #expect(!monitor.screen.contains("LATE"))
  }

  @Test func theNumbersOfTheTabsAreLive() throws {
    let small = Size(columns: 80, rows: 24)
    try Shown.played(["container saved v7.json age=1h", "launch"], size: small).walk([
      "4w": [.sees("5 Queue  6 Log")], "s1": [.sees("5 Queue 1  6 Log")],
      "s1": [.sees("5 Queue 2  6 Log")],
    ])
  }
}
