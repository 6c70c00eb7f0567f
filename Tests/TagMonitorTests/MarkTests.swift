import ScenarioEngine
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// Rows that are marked, by hand and by the scenario.
struct MarkTests {
  private static func monitor(at row: Int) throws -> Monitor {
    try Shown.over("offline", at: row, size: Size(columns: 160, rows: 45))
  }

  @Test func mMarksTheEventAndTakesTheMarkAway() throws {
    try Self.monitor(at: 10).walk([
      ":bookmark<enter>": [
        .says("event 10 Buy is marked: :next bookmark goes"), .sees("▌10⚑23:57:30 Buy"),
      ],
      ":bookmark<enter>": [.says("event 10 Buy is no longer marked"), .hides("10⚑")],
    ])
    try Shown.played([]).walk([
      ":next bookmark<enter>": [.says("no event is marked")],
      ":bookmark<enter>": [.says("there is no event")],
    ])
  }

  @Test func uGoesFromMarkToMark() throws {
    try Self.monitor(at: 10).walk([
      ":bookmark<enter>": [],
      "#48 :bookmark<enter>:next bookmark<enter>": [
        .at(10), .says("mark 1 of 3, the first again: event 10 Buy"),
      ],
      ":next bookmark<enter>": [.at(12), .says("mark 2 of 3 \"tunnel\": event 12 Confirmation")],
      ":previous bookmark<enter>:previous bookmark<enter>": [.at(48)],
    ])
  }

  @Test func aMarkOfTheScenarioStays() throws {
    try Self.monitor(at: 12).walk([
      ":bookmark<enter>": [.says("marks event 12 Confirmation as tunnel: that mark stays")]
    ])
  }

  /// Whoever goes to a mark sees its row.
  @Test func aMarkInAFoldIsSeenOnIt() throws {
    try Self.monitor(at: 15).walk([
      ":bookmark<enter>": [], "#12": [.sees("⚑ background, kill")],
      ":next bookmark<enter>": [.at(15), .sees("15⚑")],
    ])
  }

  @Test func inAsciiAndForReadersAMarkIsALetterOrAWord() throws {
    try Self.monitor(at: 10).walk([
      "1:bookmark<enter>:set borders ascii<enter>": [.sees(">10m23:57:30 Buy")],
      ":set reader on<enter>": [.sees("10 23:57:30 Buy")],
    ])
  }
}
