import OrderedCollections
import ScenarioEngine
import TagMonitor
import TagRuntime
import TagSimulation
import TerminalKit

/// W5: frames of the monitor, drawn into cells.
extension Workload {
  private static let sizes = [(80, 24), (160, 50), (200, 60)]

  /// What changes between two frames; `make` draws the next one, and is given its number.
  private static let changes:
    [(name: String, words: String, make: @Sendable (inout DrawnMonitor, Int) -> Void)] = [
      ("full", "all cells, on an empty screen", { screen, _ in screen.drawAll() }),
      ("same", "the same again", { screen, _ in screen.draw() }),
      // The playing speed: faster, then slower again.
      (
        "status", "a key that changes the status line alone",
        { screen, number in screen.press(.character(number % 2 == 0 ? "}" : "{")) }
      ),
      ("event", "a key that goes to the next event", { screen, _ in screen.press(.down) }),
    ]

  static func screen(_ size: WorkloadSize) -> [Workload] {
    let events = size(1000, 20)
    let frames = size(100, 2)
    return sizes.flatMap { columns, rows in
      changes.map { change, words, make in
        Workload(
          "W5.\(change).\(columns)x\(rows)", "the monitor on \(events) events: \(words)", "frame",
          frames, expected: ["frames": .int(Int64(frames))]
        ) { () throws(WorkloadFailure) in
          let monitor = try BenchMonitor.played(events: events)
          var screen = DrawnMonitor(monitor, Size(columns: columns, rows: rows))
          screen.monitor.look(at: monitor.run.timeline.rowCount / 2)
          screen.begin()
          return {
            for number in 0..<frames { make(&screen, number) }
            return {
              WorkloadOutcome(
                matches: ["frames": .int(Int64(screen.framesDrawn))],
                counters: ["cells drawn": .int(Int64(screen.cellsDrawn))])
            }
          }
        }
      }
    }
  }
}
