import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing
import TextKit

@testable import TagMonitor
@testable import TagPanes

/// What the monitor tells of containers: the race of an opening, the history of loads, and what
/// comes next.
struct ContainerHistoryTests {
  private static func text(_ line: Line) -> String { line.pieces.map(\.text).joined() }

  private static func text(_ lines: [Line]) -> [String] { lines.map(text) }

  // MARK: The race

  private static let races: [(lines: [String], columns: Int, strip: String)] = [
    (
      ["network slow latency=3s", "launch", "wait 5ms"], 80,
      " 10:00:00   race ├DA▶┄┄┄┄┄┄┄┤ 2.0 s  D disk none  A asked  ▶ now 5 ms"
    ),
    (
      ["network slow latency=3s", "launch", "wait 1s"], 80,
      " 10:00:01   race ├DA══▶┄┄┄┄┄┤ 2.0 s  D disk none  A asked  ▶ now 1.0 s"
    ),
    (
      ["network offline", "launch", "wait 1s"], 120,
      " Sat 10:00:01   race ├DA!H┄┄┄┄┄┄┄┄┄┄┄┄┤ 2.0 s"
        + "  D disk none  A asked  ! network FAILED  H handed out 6 ms"
    ),
    (
      ["disk io-error", "network slow latency=3s", "launch timeout=1s", "wait 1s"], 120,
      " Sat 10:00:01   race ├DA═════════════H┤ 1.0 s"
        + "  D disk FAILED  A asked  H 1.0 s TIMEOUT"
    ),
    (
      ["set opener-without-run-loop on", "network slow latency=9s", "launch", "wait 4s"], 80,
      " 10:00:04   race ├DA═══════▶┤ no timeout  D disk none  A asked  ▶ now 4.0 s"
    ),
  ]

  @Test(arguments: races)
  func race(_ lines: [String], _ columns: Int, _ strip: String) throws {
    let monitor = try Shown.played(["settle off"] + lines)
    #expect(Self.text(monitor.strip(columns: columns)).trimmedSpaces == strip.trimmedSpaces)
  }

  /// Version 7 is handed out and version 8 arrives in one step: beside the row of 7 is 7.
  @Test func besideARowIsTheVersionThatWasInUseThere() throws {
    let monitor = try Shown.played([
      "container saved v7.json age=13h", "publish v8.json", "network slow latency=4s", "settle off",
      "launch open=prefer-fresh timeout=2s", "wait 100ms", "jump 5s",
    ])
    let timeline = monitor.run.timeline
    let rows = timeline.rows.suffix(2)
    #expect(rows.map(\.step) == [timeline.stepCount, timeline.stepCount])
    let told = rows.map { row in
      let view = WorldView(timeline, at: row.number, after: monitor.view)
      return "\(row.event.name): v\(view.simulation.container?.version ?? "none")"
    }
    #expect(told == ["<container v7 saved>: v7", "<refresh ok v8>: v8"])
  }

  /// At every width the bar, the words and the position share the line exactly, and the latest
  /// news is among the words.
  @Test(arguments: ["wait 700ms", "wait 2s"])
  func theRaceFillsItsLine(_ wait: String) throws {
    var monitor = try Shown.played(
      [
        "container saved v7.json age=13h", "network slow latency=3s", "settle off",
        "launch open=prefer-fresh", wait,
      ])
    for borders in [Borders.utf8, .ascii] {
      monitor.borders = borders
      for columns in 40...210 {
        let text = Self.text(monitor.strip(columns: columns))
        #expect(TextWidth.columns(of: text) == columns)
        if columns >= 60 { #expect(text.contains(wait == "wait 2s" ? "H" : "now 700 ms")) }
      }
    }
  }

  /// The strip is the race from the launch to the handing out, and nowhere else.
  @Test func onlyAnOpenerRaces() throws {
    var monitor = try Shown.played(
      ["publish v8.json", "launch", "screen \"Cart\"", "close", "open callback"])
    var racing: [String] = []
    for row in monitor.run.timeline.rows {
      monitor.look(at: row.number)
      if monitor.view.race != nil { racing.append(row.event.name) }
    }
    #expect(racing == ["<launch>", "appStart", "<container v8 network>"])
  }

  /// The race of the container that waits is shown, whichever the app opened first.
  @Test func anotherContainerIsNamed() throws {
    let monitor = try Shown.played(
      ["launch", "close id=GTM-CD34", "settle off", "open prefer-fresh id=GTM-CD34"],
      appText: Shown.twoContainers)
    #expect(monitor.view.race?.container == "GTM-CD34")
    #expect(Self.text(monitor.strip(columns: 120)).contains("GTM-CD34:  ▶ now 0 ms"))
  }

  // MARK: The history

  @Test func historyTellsTimesAndDurations() throws {
    let monitor = try Shown.played(
      [
        "container default plist", "container saved v7.json age=13h", "launch", "refresh",
        "refresh",
        "network offline", "wait 10s", "refresh", "open callback", "close",
      ])
    #expect(
      Self.text(ContainerLife(monitor.context).loadLines(columns: 100)) == [
        "10:00:00.000  opened: prefer-non-default: any saved copy is accepted",
        "10:00:00.000  disk: saved copy requested",
        "10:00:00.005  disk answered: v7 saved, after 5 ms", "10:00:00.005  network: requested",
        "10:00:00.005  handed to the app (on the disk's thread, not the main one): v7 saved, after "
          + "5 ms",
        "10:00:00.185  network FAILED: no container there, or something that is not a container, "
          + "after 180 ms",
        "10:00:00.185  network: requested",
        "10:00:00.365  network FAILED: no container there, or something that is not a container, "
          + "after 180 ms",
        "10:00:00.365  refresh REFUSED: asked too often", "10:00:10.365  network: requested",
        "10:00:10.366  network FAILED: the phone is offline, after 1 ms",
        "10:00:10.366  NOT opened: it is already open", "10:00:10.366  closed",
      ])
  }

  /// Nothing is told that had not happened at the event that is looked at.
  @Test func historyIsOfTheEvent() throws {
    var monitor = try Shown.played(["container saved v7.json", "launch", "kill", "launch"])
    monitor.press("<")
    #expect(
      Self.text(ContainerLife(monitor.context).loadLines(columns: 100)) == [
        "10:00:00.000  opened: prefer-non-default: any saved copy is accepted",
        "10:00:00.000  disk: saved copy requested",
      ])
    monitor.press("L")
    #expect(Self.text(ContainerLife(monitor.context).loadLines(columns: 100)).contains("launch 2"))
  }

  // MARK: Values

  /// Every open container has its values under its id, each with where it comes from.
  @Test func everyContainerHasItsValues() throws {
    let monitor = try Shown.played(
      [
        "publish v8.json", "container default plist id=GTM-CD34", "launch",
        "unregister macro discount",
      ], appText: Shown.twoContainers)
    let lines = Self.text(ValuesPane(monitor.context).allLines(columns: 80)).map(\.trimmedSpaces)
    let second = try #require(lines.firstIndex(of: "GTM-CD34  default"))
    #expect(lines.first == "GTM-AB12  v8 network")
    #expect(lines[..<second].contains { $0.hasPrefix("title_string  string  Welcome back") })
    #expect(lines[..<second].contains("rule Speaks another language: Language does not equal es"))
    #expect(lines[..<second].contains("data layer variable screenName; default macro"))
    #expect(
      lines[..<second].contains { $0.hasPrefix("function call discount; default macro; ") })
    #expect(lines[second...].contains { $0.hasPrefix("title_string  string  Hello") })
    #expect(lines[second...].contains("default macro"))
  }

  // MARK: What comes next

  private static let futures: [(lines: [String], facts: [String])] = [
    (
      ["publish v8.json", "launch"],
      [
        "age: 0 s, turns stale (12 h) in 12h00m",
        "network: automatic in 12h00m (12 h after a success)",
        "app timer: refreshes in 5h59m, every 6h00m",
        "refresh: 30 of 30 refresh tokens; allowed now",
      ]
    ),
    (
      ["container saved v7.json age=3h", "launch", "refresh"],
      [
        "age: 3h00m, turns stale (12 h) in 8h59m",
        "network: automatic in 1h00m (1 h after a failure)",
        "app timer: refreshes in 5h59m, every 6h00m",
        "refresh: 29 of 30 refresh tokens, the next in 14m59s; refused for another 4.8 s",
      ]
    ),
    (
      ["container saved v7.json age=3h", "launch"],
      [
        "age: 3h00m, turns stale (12 h) in 8h59m",
        "network: automatic in 8h59m (when the saved copy is 12 h old)",
        "app timer: refreshes in 5h59m, every 6h00m",
        "refresh: 30 of 30 refresh tokens; allowed now",
      ]
    ),
    (
      ["settle off", "network timeout", "launch", "wait 500ms"],
      [
        "opener: waits at most 1.5 s longer", "age: none: never loaded from the network",
        "network: requested, no answer yet", "app timer: refreshes in 5h59m, every 6h00m",
        "refresh: 30 of 30 refresh tokens; allowed now",
      ]
    ),
    (
      ["container saved v7.json age=13h", "set refresh-mode default-container", "launch"],
      [
        "opener: waits at most 2.0 s longer", "age: none: never loaded from the network",
        "network: never: opened in default-container mode",
        "app timer: refreshes in 6h00m, every 6h00m",
        "refresh: 30 of 30 refresh tokens; refused in default-container mode",
      ]
    ),
  ]

  @Test(arguments: futures)
  func whatComesNext(_ lines: [String], _ facts: [String]) throws {
    let monitor = try Shown.played(lines)
    let container = try #require(monitor.view.simulation.container)
    #expect(
      ContainerLife(monitor.context).countdowns(of: container).map { "\($0.name): \($0.text)" }
        == facts)
  }

  // MARK: Paused tags

  @Test func pausedTagsStandBelowTheOthers() throws {
    var version = try Shown.container("containers/GTM-AB12-v8.json").version
    version.leftOut = [LeftOutPart(kind: .tag, name: "Old", type: "img", reason: .paused)]
    let monitor = try Shown.played(
      ["container default paused", "launch", "push event=\"openScreen\""],
      appText: Shown.twoContainers, size: Size(columns: 200, rows: 60),
      containers: ["paused": CompiledContainer(version)])
    #expect(monitor.screen.contains(" ✗ Old"))
  }
}
