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
      + once.map { name, words, typed, asked in
        Workload(
          "W8.\(name)", "among \(length): \(words), as long as it takes the first time", "time", 1,
          expected: ["frames": .int(Int64(asked.count))]
        ) { () throws(WorkloadFailure) in try first(events, typed, asked) }
      }
  }
}

extension Workload {
  /// Keys that ask for the whole run, or change it; what is typed before them is not measured.
  private static let once: [(name: String, words: String, typed: [Key], asked: [Key])] = [
    ("trouble", "the next event with a problem", [], [.character("e")]),
    ("find", "the first letter of a search", [.character("/")], [.character("n")]),
    ("act", "an act of the user", Key.typing(":push {}"), [.enter]),
    (
      "past", "an act in the middle of the run",
      [.home] + Array(repeating: .pageDown, count: 200) + Key.typing(":push {}"), [.enter]
    ),
    (
      "undo", "taking an act back", Key.typing(":push {}") + [.enter], [.character("z")]
    ),
  ]

  private static func first(
    _ events: Int, _ typed: [Key], _ asked: [Key]
  ) throws(WorkloadFailure) -> WorkloadRound {
    var screen = DrawnMonitor(
      try BenchMonitor.played(events: events), Size(columns: 120, rows: 40))
    for key in typed { screen.press(key) }
    screen.begin()
    return { [screen] in
      var screen = screen
      for key in asked { screen.press(key) }
      return { [screen] in
        WorkloadOutcome(
          matches: ["frames": .int(Int64(screen.framesDrawn))],
          counters: [
            "steps repeated": .int(Int64(screen.monitor.run.timeline.redoneSteps)),
            "statements": .int(Int64(screen.monitor.run.record.count)),
          ])
      }
    }
  }

  /// Moves to random events.
  private static func seek(_ events: Int, _ seeks: Int) throws(WorkloadFailure) -> WorkloadRound {
    var timeline = try BenchWorld.history(.session())
    for (index, push) in Pushes.session(events).enumerated() {
      timeline.wait(until: .seconds(5) * (index + 1))
      try timeline.act(.app(.push(push)))
    }
    let numbers = 1..<timeline.rowCount + 1
    let pushed = numbers.filter { timeline.row(at: $0).event.update != nil }
    var random = RandomSource(seed: 8)
    let sought = (0..<seeks).map { _ in
      pushed[Int(random.integer(in: 0...Int64(pushed.count - 1)))]
    }
    return { [timeline] in
      var found = 0
      for number in sought {
        let row = timeline.row(at: number)
        let number = timeline.simulation(afterStep: row.step).runtime?.dataLayer.get("number")
        if number == row.event.update?.update["number"] { found += 1 }
      }
      return { [found] in
        WorkloadOutcome(
          matches: ["events found": .int(Int64(found))],
          counters: [
            "rows kept": .int(Int64(timeline.rowCount)),
            "steps kept": .int(Int64(timeline.stepCount)),
          ])
      }
    }
  }

  /// Presses keys at four places of a history, and draws the results.
  private static func press(_ events: Int, _ keys: Int) throws(WorkloadFailure) -> WorkloadRound {
    let places = 4
    let monitor = try BenchMonitor.played(events: events)
    let rows = monitor.run.timeline.rowCount
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

extension Key {
  fileprivate static func typing(_ text: String) -> [Key] { text.map { .character($0) } }
}

// MARK: - Monitors

/// The monitor of a session, for W5 and W8.
enum BenchMonitor {
  /// Returns a monitor on an app that pushed this many events, five seconds apart, with 20 tags.
  static func played(events: Int) throws(WorkloadFailure) -> Monitor {
    Monitor(try SessionScript(events: events).played(readers: Monitor.rowReaders))
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
