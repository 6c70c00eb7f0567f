import ScenarioEngine
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// Rows that are marked, by hand and by the scenario.
struct MarkTests {
  @Test func mMarksTheEventAndTakesTheMarkAway() throws {
    var monitor = try Shown.over("offline", at: 10, size: Size(columns: 160, rows: 45))
    monitor.press("m")
    #expect(
      monitor.message?.text
        == "event 10 Buy is marked: u and U go from mark to mark, m unmarks")
    #expect(monitor.screen.contains("▌10⚑ 23:57:30 Buy"))
    monitor.press("m")
    #expect(monitor.message?.text == "event 10 Buy is no longer marked: m marks it again")
    #expect(!monitor.screen.contains("10⚑"))
  }

  @Test func uGoesFromMarkToMark() throws {
    var monitor = try Shown.over("offline", at: 10, size: Size(columns: 160, rows: 45))
    monitor.press("m")
    monitor.look(at: 48)
    monitor.press("mu")
    #expect(monitor.cursor == 10)
    #expect(monitor.message?.text == "mark 1 of 3, the first again: event 10 Buy")
    monitor.press("u")
    #expect(monitor.cursor == 12)
    #expect(monitor.message?.text == "mark 2 of 3 \"tunnel\": event 12 Confirmation")
    monitor.press("UU")
    #expect(monitor.cursor == 48)
  }

  @Test func aMarkOfTheScenarioStays() throws {
    var monitor = try Shown.over("offline", at: 12)
    monitor.press("m")
    #expect(
      monitor.message?.text
        == "the scenario marks event 12 Confirmation as tunnel: that mark stays")
  }

  @Test func aMarkInAFoldIsSeenOnIt() throws {
    var monitor = try Shown.over("offline", at: 15, size: Size(columns: 160, rows: 45))
    monitor.press("m")
    monitor.look(at: 12)
    #expect(monitor.screen.contains("⚑ ⋯ background, kill"))
    monitor.press("u")
    #expect(monitor.cursor == 15)
    #expect(monitor.screen.contains("15⚑"), "whoever goes to a mark sees its row")
  }

  @Test func inAsciiAndForReadersAMarkIsALetterOrAWord() throws {
    var monitor = try Shown.over("offline", at: 10, size: Size(columns: 160, rows: 45))
    monitor.press("1m")
    monitor.type("set borders ascii")
    #expect(monitor.screen.contains(">10m 23:57:30 Buy"))
    monitor.type("set reader on")
    #expect(monitor.screen.contains("10  23:57:30 marked Buy"))
  }

  @Test func withoutMarksAndEventsItIsSaid() throws {
    var monitor = try Shown.played([])
    monitor.press("u")
    #expect(monitor.message?.text == "no event is marked: m marks the selected one")
    monitor.press("m")
    #expect(monitor.message?.text == "there is no event to mark yet")
  }
}
