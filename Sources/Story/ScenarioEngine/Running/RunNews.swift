package import TagRuntime
package import TagSimulation

/// Iterates over the news of a run, each item once and in the order in which it happened: log
/// lines, rows, and values that the app would read differently.
package struct RunNews: Sendable {
  package enum Piece: Sendable {
    /// A line of the log; lines of earlier steps come before a row.
    case line(Timeline.Line)
    case row(Timeline.Row)
  }

  /// A value that the app reads, with the container that it reads it from.
  package typealias Reading = (container: String, reading: ValueReading)

  package private(set) var rows = 0
  private var lines = 0
  /// The last values of the app's typed reads, by their places; nil if they are not known.
  private var values: [Value?]?
  /// The step of the next row, if its log lines come first.
  private var waiting: Int?

  /// Begins at the start of a run.
  ///
  /// - Parameter tellsFirstValues: whether the initial values count as news.
  package init(tellsFirstValues: Bool = false) { values = tellsFirstValues ? [] : nil }

  /// Skips everything up to a row, and up to a step.
  package mutating func passOver(
    _ timeline: Timeline, rows: Int, step: Int, world: Simulation
  ) {
    (self.rows, waiting) = (rows, nil)
    lines = timeline.lines(upToStep: step).count
    values = Self.readings(in: world).map { $0.reading?.value }
  }

  /// Returns the next item up to a row; nil if there is none. Skips log lines unless `tellsLines`
  /// is set.
  package mutating func next(
    in timeline: Timeline, upToRow end: Int, tellsLines: Bool = true
  ) -> Piece? {
    guard rows < end else { return nil }
    let step = waiting ?? timeline.row(at: rows + 1).step
    waiting = step
    if let line = nextLine(in: timeline, upToStep: step - 1, tellsLines: tellsLines) {
      return .line(line)
    }
    waiting = nil
    defer { rows += 1 }
    return .row(timeline.row(at: rows + 1))
  }

  /// Returns the next line of the log up to a step; nil if there is none.
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

  /// Skips rows up to a number; their log lines are still returned.
  package mutating func skip(toRow end: Int) { (rows, waiting) = (max(rows, end), nil) }

  /// Returns the values that the app would now read differently.
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

  /// Returns the current values of the app's typed reads; no reading if the app is not running.
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
