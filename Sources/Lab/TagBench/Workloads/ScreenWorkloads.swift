import OrderedCollections
import ScenarioEngine
import TagMonitor
import TagRuntime
import TagSimulation
import TerminalKit

/// W5: frames of the monitor, drawn into cells.
extension Workload {
  private static let sizes = [(80, 24), (160, 50), (200, 60)]

  static func screen(_ size: WorkloadSize) -> [Workload] {
    let events = size(1000, 20)
    let frames = size(100, 2)
    return sizes.flatMap { columns, rows in
      ScreenRound.Change.allCases.map { change in
        Workload(
          "W5.\(change).\(columns)x\(rows)", "the monitor on \(events) events: \(change.words)",
          "frame", frames, expected: ["frames": .int(Int64(frames))]
        ) { () throws(WorkloadFailure) in
          let screen = Size(columns: columns, rows: rows)
          return ScreenRound(try BenchMonitor.played(events: events), screen, change, frames)
        }
      }
    }
  }
}

/// Draws frames, each after a change.
private struct ScreenRound: WorkloadRound {
  /// The change between two frames.
  enum Change: String, Sendable, CaseIterable, CustomStringConvertible {
    case full
    case same
    case status
    case event

    var description: String { rawValue }

    var words: String {
      switch self {
      case .full: "all cells, on an empty screen"
      case .same: "the same again"
      case .status: "a key that changes the status line alone"
      case .event: "a key that goes to the next event"
      }
    }
  }

  let change: Change
  let frames: Int
  var screen: DrawnMonitor

  init(_ monitor: Monitor, _ size: Size, _ change: Change, _ frames: Int) {
    self.change = change
    self.frames = frames
    var screen = DrawnMonitor(monitor, size)
    screen.monitor.look(at: monitor.run.timeline.rows.count / 2)
    screen.begin()
    self.screen = screen
  }

  mutating func run() {
    for number in 0..<frames {
      switch change {
      case .full: screen.drawAll()
      case .same: screen.draw()
      // The playing speed: faster, then slower again.
      case .status: screen.press(.character(number % 2 == 0 ? "}" : "{"))
      case .event: screen.press(.down)
      }
    }
  }

  var outcome: WorkloadOutcome {
    WorkloadOutcome(
      matches: ["frames": .int(Int64(screen.framesDrawn))],
      counters: ["cells drawn": .int(Int64(screen.cellsDrawn))])
  }
}
