import ScenarioEngine
import TagRuntime
import TagSimulation
import Testing

@testable import TagMonitor

/// The list of events: what the world did between what the app did folds into one row.
struct EventListTests {
  private static let saved = ["container saved v7.json", "launch"]
  private static let start = ["⋯ launch", "appStart", "⋯ v7 saved"]

  /// Lines of the language, and the rows that the list has for them.
  private static let foldings: [(lines: [String], rows: [String])] = [
    ([], []),
    (["launch"], ["⋯ launch", "appStart", "refresh failed", "⋯ container none"]),
    (
      saved + ["network offline", "background", "kill"],
      start.dropLast() + ["⋯ v7 saved, offline, background, kill"]
    ),
    (
      saved + ["network offline", "screen \"Cart\""],
      start.dropLast() + ["⋯ v7 saved, offline", "Cart"]
    ),
    (
      saved + ["network status 503", "refresh"],
      start.dropLast() + ["⋯ v7 saved, 503", "refresh failed"]
    ),
    (saved + ["screen \"Cart\"", "dispatch"], start + ["Cart", "1 hit sent"]),
    (
      saved + ["screen \"Cart\"", "jump 1d"],
      start + ["Cart", "⋯ +1d00h", "1 sent, late", "refresh failed"]
    ),
  ]

  /// Never folded: what the app did, what left the phone, and what went wrong.
  @Test(arguments: foldings)
  func whatTheWorldDidFolds(_ lines: [String], _ rows: [String]) throws {
    let monitor = try Shown.played(["settle on"] + lines)
    #expect(Self.rows(of: monitor) == rows)
  }

  /// The rows of the list as they are drawn, without their marks and numbers.
  private static func rows(of monitor: Monitor) -> [String] {
    let context = monitor.context
    return (0..<context.eventList.count).map { place in
      let rows = context.eventList.rows(at: place)
      let names = rows.map { monitor.run.timeline.row(at: $0).event.shortName }
      return (context.eventList.isFolded(at: place) ? "⋯ " : "") + names.joined(separator: ", ")
    }
  }

  // MARK: Places

  /// Every row has one place, and every place has its rows, whatever is open.
  @Test(arguments: [0, 1, 2, 3])
  func placesAndRowsAgree(_ openedFolds: Int) throws {
    let monitor = try Shown.over("offline")
    let rows = monitor.run.timeline.rowCount
    let all = EventList(monitor.run.timeline.folds, rows: rows, opened: [], showsAll: false)
    let folds = (0..<all.count).filter { all.isFolded(at: $0) && all.rows(at: $0).count > 1 }
    let opened = folds.prefix(openedFolds).map { all.rows(at: $0) }
    for showsAll in [false, true] {
      let list = EventList(
        monitor.run.timeline.folds, rows: rows, opened: opened, showsAll: showsAll)
      var next = 1
      for place in 0..<list.count {
        let shown = list.rows(at: place)
        #expect(shown.lowerBound == next)
        for row in shown { #expect(list.place(of: row) == place) }
        next = shown.upperBound + 1
      }
      #expect(next == rows + 1)
      let folded = (0..<list.count).filter { list.isFolded(at: $0) }
        .reduce(0) { $0 + list.rows(at: $1).count }
      #expect(list.folded == folded, "what the title counts is what is folded")
    }
  }

  // MARK: Keys

  @Test func enterOpensAFold() throws {
    var monitor = try Shown.over("offline")
    monitor.press("1<down><home>")
    let list = monitor.eventList
    let place = try #require(
      (2..<list.count).first { list.isFolded(at: $0) && list.rows(at: $0).count > 2 })
    let rows = list.rows(at: place)
    monitor.look(at: rows.upperBound)
    let before = list.count
    monitor.press("<enter>")
    #expect(monitor.cursor == rows.lowerBound)
    #expect(monitor.eventList.count == before + rows.count - 1)
    #expect(monitor.overlay == nil, "a fold is opened, not explained")
    monitor.press("<down>")
    #expect(monitor.cursor == rows.lowerBound + 1, "each row is a place of its own")
    monitor.press("<enter>")
    #expect(monitor.isExplaining)
  }

  @Test func allRowsCanBeSeen() throws {
    let monitor = try Shown.over("offline")
    let folded = monitor.eventList.folded
    #expect(folded > 0)
    monitor.walk([
      ":all rows<enter>": [
        .says("all rows"), .is(\.eventList.count, monitor.rowCount), .is(\.eventList.folded, 0),
      ],
      ":all rows<enter>": [.is(\.eventList.folded, folded)],
    ])
  }

  /// Keys go from row to row of the list, and beyond the last to the present.
  @Test func keysGoByTheRowsThatAreSeen() throws {
    var monitor = try Shown.over("offline")
    monitor.press("1<home>")
    var seen: [Int] = []
    while let cursor = monitor.cursor {
      seen.append(monitor.eventList.place(of: cursor))
      monitor.press("<down>")
    }
    #expect(seen == Array(0..<monitor.eventList.count))
  }
}
