import ScenarioEngine
import TagRuntime
import TerminalKit
import Testing

@testable import TagMonitor

/// The facts of the selected event, below the list of events.
struct SelectedEventTests {
  private static func text(_ monitor: Monitor, rows: Int = 20) -> [String] {
    SelectedEvent(monitor.context).lines(in: Size(columns: 24, rows: rows)).map(\.text)
  }

  private static let pushed: [(line: String, lines: [String])] = [
    (
      "screen \"Confirmation\"",
      [
        " Sat 10:00:05", " 5 s after #3", " by screen", " \"Confirmation\"", "",
        " event       openScreen", " screenName", "   Confirmation", "", " 2 of 5 tags fired",
        "  ✓ GA screen view", "  ! Bonus", " hit 1: screen", " Confirmation",
      ]
    ),
    (
      "push n=1 s=\"1\"",
      [" Sat 10:00:05", " 5 s after #3", " by hand", "", " n  1", " s  \"1\" (string)"]
    ),
    (
      "network offline",
      [
        " Sat 10:00:05", " 5 s after #3", " The phone has no", " network. Hits wait on",
        " disk, and no timer", " runs.",
      ]
    ),
  ]

  @Test(arguments: pushed)
  func anEventHasFacts(_ row: (line: String, lines: [String])) throws {
    let monitor = try Shown.played([
      "container saved v7.json age=1h", "launch", "wait 5s", row.line,
    ])
    #expect(Self.text(monitor) == row.lines)
  }

  @Test func theFactsAreBounded() throws {
    let values = (1...300).map { "k\($0)=\($0)" }.joined(separator: " ")
    let monitor = try Shown.played(["container saved v7.json age=1h", "launch", "push " + values])
    let lines = Self.text(monitor, rows: 8)
    #expect(lines.count == 8)
    #expect(lines.last?.hasSuffix("more") == true)
    #expect(Self.text(monitor, rows: 0).isEmpty)
  }

  @Test func aQuestionStaysOpen() throws {
    var monitor = try Shown.over("why-not", at: 6)
    #expect(Self.text(monitor).contains(" 2 of 5 tags fired"))
    monitor = try Shown.shipped("why-not")
    for _ in 0..<60 where !monitor.hidesAnswers { monitor.press(".") }
    try #require(monitor.hidesAnswers)
    #expect(!Self.text(monitor).contains { $0.contains("fired") })
  }

  /// They are on the screen, and the list keeps its rows while it grows.
  @Test func theListGrowsOverTheFacts() throws {
    var monitor = try Shown.played(["container saved v7.json age=1h", "launch"])
    var seen: Set<Int> = []
    for _ in 0..<40 {
      monitor.type("screen \"Cart\"")
      let layout = monitor.layout(size: monitor.display.size)
      let events = try #require(layout.panes.first { $0.pane == .events })
      guard layout.eventFacts != nil else { continue }
      seen.insert(events.inner.rows)
      #expect(monitor.screen.contains("As pushed"))
      #expect(events.inner.rows > monitor.eventList.count)
    }
    #expect(seen == [6, 12, 18])
    #expect(!monitor.screen.contains("As pushed"))
  }
}
