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
      "m": [.says("event 10 Buy is marked: u and U"), .sees("▌10⚑ 23:57:30 Buy")],
      "m": [.says("event 10 Buy is no longer marked"), .hides("10⚑")],
    ])
    try Shown.played([]).walk([
      "u": [.says("no event is marked: m")], "m": [.says("there is no event")],
    ])
  }

  @Test func uGoesFromMarkToMark() throws {
    try Self.monitor(at: 10).walk([
      "m": [], "#48mu": [.at(10), .says("mark 1 of 3, the first again: event 10 Buy")],
      "u": [.at(12), .says("mark 2 of 3 \"tunnel\": event 12 Confirmation")], "UU": [.at(48)],
    ])
  }

  @Test func aMarkOfTheScenarioStays() throws {
    try Self.monitor(at: 12).walk([
      "m": [.says("marks event 12 Confirmation as tunnel: that mark stays")]
    ])
  }

  /// Whoever goes to a mark sees its row.
  @Test func aMarkInAFoldIsSeenOnIt() throws {
    try Self.monitor(at: 15).walk([
      "m": [], "#12": [.sees("⚑ ⋯ background, kill")], "u": [.at(15), .sees("15⚑")],
    ])
  }

  @Test func inAsciiAndForReadersAMarkIsALetterOrAWord() throws {
    try Self.monitor(at: 10).walk([
      "1m:set borders ascii<enter>": [.sees(">10m 23:57:30 Buy")],
      ":set reader on<enter>": [.sees("10  23:57:30 marked Buy")],
    ])
  }
}
