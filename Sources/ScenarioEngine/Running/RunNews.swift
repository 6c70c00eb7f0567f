package import TagRuntime
package import TagSimulation

/// Walks through what is new in a run, each thing once and in the order in which it happened: log
/// lines, rows, and values that the app would read differently.
package struct RunNews: Sendable {
  /// One thing that is new.
  package enum Piece: Sendable {
    /// A line of the log; those of earlier steps come before a row.
    case line(Timeline.Line)
    /// A row of the event list.
    case row(Timeline.Row)
  }

  /// What the app reads, with the container that it reads it from.
  package typealias Reading = (container: String, reading: ValueReading)

  /// How many rows were walked past.
  package private(set) var rows = 0
  private var lines = 0
  /// What the app's typed reads gave last, by their places; nil where that is not known.
  private var values: [Value?]?
  /// The step of the row that comes next, where its log lines come first.
  private var waiting: Int?

  /// A walk from the beginning.
  ///
  /// - Parameter tellsFirstValues: whether what the app reads at first is new.
  package init(tellsFirstValues: Bool = false) { values = tellsFirstValues ? [] : nil }

  /// Passes over what happened up to a row, and up to a step.
  package mutating func passOver(
    _ timeline: Timeline, rows: Int, step: Int, world: Simulation
  ) {
    (self.rows, waiting) = (rows, nil)
    lines = timeline.lines(upToStep: step).count
    values = Self.readings(in: world).map { $0.reading?.value }
  }

  /// The next thing up to a row; nil where there is none. Log lines are passed over unless
  /// `tellsLines` asks for them.
  package mutating func next(
    in timeline: Timeline, upToRow end: Int, tellsLines: Bool = true
  ) -> Piece? {
    guard rows < end else { return nil }
    let step = waiting ?? timeline.rows[rows].step
    waiting = step
    if let line = nextLine(in: timeline, upToStep: step - 1, tellsLines: tellsLines) {
      return .line(line)
    }
    waiting = nil
    defer { rows += 1 }
    return .row(timeline.rows[rows])
  }

  /// The next line of the log up to a step; nil where there is none.
  package mutating func nextLine(
    in timeline: Timeline, upToStep step: Int, tellsLines: Bool = true
  ) -> Timeline.Line? {
    let all = timeline.lines
    guard lines < all.count else { return nil }
    guard tellsLines else {
      lines = max(lines, timeline.lines(upToStep: step).count)
      return nil
    }
    let line = all[lines]
    guard line.step <= step else { return nil }
    lines += 1
    return line
  }

  /// Passes over the next rows, up to one; their log lines are still told.
  package mutating func skip(toRow end: Int) { (rows, waiting) = (max(rows, end), nil) }

  /// What the app would read now, where it is not what it was.
  package mutating func newReadings(in world: Simulation) -> [Reading] {
    let now = Self.readings(in: world)
    let known = values
    values = now.map { $0.reading?.value }
    guard let known else { return [] }
    return now.enumerated().compactMap { place, read in
      guard let reading = read.reading else { return nil }
      let before = known.indices.contains(place) ? known[place] : nil
      return before == reading.value ? nil : (read.container, reading)
    }
  }

  /// The app's typed reads as they are; no reading where the app does not run.
  private static func readings(
    in world: Simulation
  ) -> [(container: String, reading: ValueReading?)] {
    world.world.app.containers.flatMap { container in
      container.reads.map { read in
        (container.id, world.isRunning ? world.reading(of: read, in: container.id) : nil)
      }
    }
  }
}
