import OrderedCollections
import ScenarioEngine
import TagMonitor
import TagRuntime
import TagSimulation
import TerminalKit

/// W8: in a long history, moving to any event, and pressing a key of the monitor there.
extension Workload {
  static func histories(_ size: WorkloadSize) -> [Workload] {
    let events = size(20_000, 200)
    let (seeks, keys) = (size(1000, 10), size(80, 8))
    let length = NumberText.grouped(events) + " events"
    return [
      Workload(
        "W8.seek", "the world as of a random event among \(length)", "seek", seeks,
        expected: ["events found": .int(Int64(seeks))]
      ) { () throws(WorkloadFailure) in try seek(events, seeks) },
      Workload(
        "W8.key", "a key of the monitor at 120x40 that stands among \(length), and the frame after",
        "key", keys, expected: ["frames": .int(Int64(keys))]
      ) { () throws(WorkloadFailure) in try press(events, keys) },
    ]
  }
}

extension Workload {
  /// Moves to random events.
  private static func seek(_ events: Int, _ seeks: Int) throws(WorkloadFailure) -> WorkloadRound {
    var timeline = try BenchWorld.history(.session())
    for (index, push) in Pushes.session(events).enumerated() {
      timeline.wait(until: .seconds(5) * (index + 1))
      try timeline.act(.app(.push(push)))
    }
    let pushed = timeline.rows.indices.filter { timeline.rows[$0].event.update != nil }
    var random = RandomSource(seed: 8)
    let places = (0..<seeks).map { _ in
      pushed[Int(random.integer(in: 0...Int64(pushed.count - 1)))]
    }
    return { [timeline] in
      var found = 0
      for place in places {
        let row = timeline.rows[place]
        let number = timeline.simulation(afterStep: row.step).runtime?.dataLayer.get("number")
        if number == row.event.update?.update["number"] { found += 1 }
      }
      return { [found] in
        WorkloadOutcome(
          matches: ["events found": .int(Int64(found))],
          counters: [
            "rows kept": .int(Int64(timeline.rows.count)),
            "steps kept": .int(Int64(timeline.stepCount)),
          ])
      }
    }
  }

  /// Presses keys at four places of a history, and draws the results.
  private static func press(_ events: Int, _ keys: Int) throws(WorkloadFailure) -> WorkloadRound {
    let places = 4
    let monitor = try BenchMonitor.played(events: events)
    let rows = monitor.run.timeline.rows.count
    var screens = (1...places).map { place in
      var screen = DrawnMonitor(monitor, Size(columns: 120, rows: 40))
      screen.monitor.look(at: rows * place / (places + 1))
      screen.begin()
      return screen
    }
    return {
      for index in screens.indices {
        for number in 0..<(keys / places) {
          // Moves a few events down, and up again.
          screens[index].press(number / 5 % 2 == 0 ? .down : .up)
        }
      }
      return {
        WorkloadOutcome(
          matches: ["frames": .int(Int64(screens.reduce(0) { $0 + $1.framesDrawn }))],
          counters: [
            "cells drawn": .int(Int64(screens.reduce(0) { $0 + $1.cellsDrawn })),
            "rows kept": .int(Int64(rows)),
          ])
      }
    }
  }
}

// MARK: - Monitors

/// The monitor of a session, for W5 and W8.
enum BenchMonitor {
  /// Returns a monitor on an app that pushed this many events, five seconds apart, with 20 tags.
  static func played(events: Int) throws(WorkloadFailure) -> Monitor {
    var run = try SessionScript(events: events).run()
    while let result = run.executeNext() {
      if result.isFailure { throw WorkloadFailure("'\(result.statement.text)' failed") }
    }
    return Monitor(run)
  }
}

/// A monitor with the frame that is visible.
struct DrawnMonitor: Sendable {
  var monitor: Monitor
  let size: Size
  private var seen: CellBuffer
  private(set) var cellsDrawn = 0
  private(set) var framesDrawn = 0

  init(_ monitor: Monitor, _ size: Size) {
    self.monitor = monitor
    self.size = size
    seen = CellBuffer(size: size)
    _ = self.monitor.handle(.resized(size))
  }

  /// Draws the first frame, which does not count.
  mutating func begin() {
    draw()
    (cellsDrawn, framesDrawn) = (0, 0)
  }

  /// Draws a frame, and counts the cells that changed.
  mutating func draw() {
    let frame = monitor.frame(size: size)
    for run in frame.buffer.differences(from: seen) { cellsDrawn += run.cells.count }
    framesDrawn += 1
    seen = frame.buffer
  }

  /// Draws a frame on an empty screen.
  mutating func drawAll() {
    seen = CellBuffer(size: size)
    draw()
  }

  mutating func press(_ key: Key) {
    _ = monitor.handle(.key(key))
    draw()
  }
}
