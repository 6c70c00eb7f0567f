import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// Under v3 a variable has the value that rules and tags saw at the event that is looked at; what
/// the app reads by name has the one between events.
struct ValuesAtEventTests {
  private static func lines(at row: Int?) throws -> [String] {
    var monitor = try Shown.over("offline", at: row, size: Size(columns: 160, rows: 60))
    monitor.press("3")
    return ValuesPane(monitor.context).allLines(columns: 80).map(\.text)
  }

  private static func value(_ name: String, _ lines: [String]) -> String? {
    lines.first { $0.hasPrefix(" " + name + " ") }.map { line in
      line.dropFirst(name.count + 1).split(separator: " ").dropFirst().joined(separator: " ")
    }
  }

  @Test(arguments: [(8, "openScreen", "Home Screen"), (10, "tapBuy", ""), (12, "openScreen", "")])
  func variablesAreThoseOfTheEvent(_ row: Int, _ event: String, _ screen: String) throws {
    let lines = try Self.lines(at: row)
    #expect(lines.contains { $0.contains("Variables at #\(row) (") })
    #expect(Self.value("Event", lines)?.hasPrefix(event) == true, "\(lines)")
    if !screen.isEmpty { #expect(Self.value("screen name", lines)?.hasPrefix(screen) == true) }
  }

  @Test func betweenEventsThereIsNone() throws {
    let lines = try Self.lines(at: 9)
    #expect(lines.contains { $0.contains("Variables (") })
    #expect(Self.value("Event", lines)?.contains("NO EVENT") == true, "\(lines)")
  }

  /// What a tag does between, as a handler that pushes, changes nothing of what was seen.
  @Test func laterPushesAreNotSeen() throws {
    let app = """
      app "A"
        package com.example.a
        container GTM-AB12
        tag-function addBonus pushes event="bonus" screenName="Elsewhere"
        screen "Home"
          on view push event="openScreen" screenName="Home"
        end
      end
      """
    var monitor = try Shown.played(
      ["container saved v7.json age=1h", "launch", "screen \"Home\""], appText: app)
    let row = try #require(
      monitor.run.timeline.rows(in: 1...).last { $0.event.update?.event == "openScreen" })
    monitor.look(at: row.number)
    monitor.press("3")
    let lines = ValuesPane(monitor.context).allLines(columns: 80).map(\.text)
    #expect(Self.value("screen name", lines)?.hasPrefix("Home") == true, "\(lines)")
  }
}
