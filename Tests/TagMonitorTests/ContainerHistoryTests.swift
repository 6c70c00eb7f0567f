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
    #expect(monitor.strip(columns: columns).text.trimmedSpaces == strip.trimmedSpaces)
  }

  /// Version 7 is handed out and version 8 arrives in one step: beside the row of 7 is 7.
  @Test func besideARowIsTheVersionThatWasInUseThere() throws {
    let monitor = try Shown.played([
      "container saved v7.json age=13h", "publish v8.json", "network slow latency=4s", "settle off",
      "launch open=prefer-fresh timeout=2s", "wait 100ms", "jump 5s",
    ])
    let timeline = monitor.run.timeline
    let told = timeline.rows(in: 1...).suffix(2).map { row in
      let view = WorldView(timeline, at: row.number, after: monitor.view)
      let isLast = row.step == timeline.stepCount
      return "\(row.event.name): v\(view.simulation.container?.version ?? "none") \(isLast)"
    }
    #expect(told == ["<container v7 saved>: v7 true", "<refresh ok v8>: v8 true"])
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
      monitor.display.borders = borders
      for columns in 40...210 {
        let text = monitor.strip(columns: columns).text
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
    for row in monitor.run.timeline.rows(in: 1...) {
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
    #expect(monitor.strip(columns: 120).text.contains("GTM-CD34:  ▶ now 0 ms"))
  }

  // MARK: The history

  /// What else it tells is in the goldens of the device and of Explain.
  @Test func historyTellsWhatWasInVain() throws {
    let monitor = try Shown.played([
      "container saved v7.json age=13h", "launch", "network offline", "wait 10s", "refresh",
      "open callback",
    ])
    let lines = ContainerLife(context: monitor.context).loadLines(columns: 100).map(\.text)
    for words in ["network FAILED: the phone is offline, after 1 ms", "NOT opened: it is already"] {
      #expect(lines.contains { $0.contains(words) }, "\(lines)")
    }
  }

  @Test func historyIsOfTheEvent() throws {
    let monitor = try Shown.played(["container saved v7.json", "launch", "kill", "launch"])
    let past = monitor.walk(["<home>": []])
    #expect(
      ContainerLife(context: past.context).loadLines(columns: 100).map(\.text) == [
        "10:00:00.000  opened: prefer-non-default: any saved copy is accepted",
        "10:00:00.000  disk: saved copy requested",
      ])
    let now = ContainerLife(context: monitor.context).loadLines(columns: 100).map(\.text)
    #expect(now.contains("launch 2"))
  }

  // MARK: Values

  // MARK: What comes next

  /// What else comes next is in the goldens of the device.
  @Test func nothingComesInDefaultContainerMode() throws {
    let monitor = try Shown.played(["set refresh-mode default-container", "launch"])
    let container = try #require(monitor.view.simulation.container)
    let network = ContainerLife(context: monitor.context).countdowns(of: container).first {
      $0.name == "network"
    }
    #expect(network?.text == "never: opened in default-container mode")
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
