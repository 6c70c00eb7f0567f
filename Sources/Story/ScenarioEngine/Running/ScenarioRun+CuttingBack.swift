import TagRuntime
import TagSimulation

struct RunExtent: Sendable, Hashable {
  var rows = 0
  var loads = 0
  var lines = 0

  init() {}

  init(of timeline: Timeline) {
    rows = timeline.rowCount
    loads = timeline.loads.count
    lines = timeline.lines.count
  }
}

/// The effects of the last statements on the history; expectations search in them.
struct LastExtents: Sendable, Hashable {
  /// The rows of the last statement that caused an event.
  var eventRows = 0..<0
  /// The container loads of the last statement that caused any.
  var loads = 0..<0
  /// The log lines of the last statement that caused any.
  var lines = 0..<0

  /// Records the effects of a statement.
  mutating func note(since before: RunExtent, in timeline: Timeline) {
    let rows = before.rows..<timeline.rowCount
    if timeline.hasEvent(in: rows) { eventRows = rows }
    if timeline.loads.count > before.loads { loads = before.loads..<timeline.loads.count }
    if timeline.lines.count > before.lines { lines = before.lines..<timeline.lines.count }
  }
}

/// A state of a run, to which it can be cut back.
struct Standing: Sendable, Hashable {
  var steps: Int
  var instant: Instant
  var results: Int
  var moments: Int
  var acts: Int
  var isHidden: Bool
  var settles: Bool
  var wording: LogWording
  var last: LastExtents
}

extension ScenarioRun {
  /// Undoes a recorded statement, and everything after it.
  ///
  /// - Parameter place: its place in the record.
  package mutating func cutBack(beforeRecord place: Int) {
    guard record.indices.contains(place) else { return }
    forget(from: place, record[place].before)
  }

  /// Undoes everything after a row: the scenario continues with the statements that were not
  /// executed by then.
  ///
  /// A step of the world that made several rows stays whole, and so does the setup. Expectations
  /// about the act of the row stay with it. A wait that is cut in two loses its rest; a wait for a
  /// moment starts again.
  package mutating func cutBack(toRow number: Int) {
    guard number <= timeline.rowCount, let setup = firstAfterSetup else { return }
    let step = step(ofBranchAt: number)
    let began = max(setup, record.partitioningIndex { $0.before.steps >= step })
    var end = began
    while end < record.count, self.end(ofRecord: end) == step, isRemark(record[end]) { end += 1 }
    let kept = number > 0 ? timeline.rows(ofStepOf: timeline.row(at: number)).last?.number ?? 0 : 0
    let isSplit = began > setup && record[began - 1].rows.upperBound > kept
    // The acts before that place produce the row again, and more.
    let leading = end < record.count ? record[end].before.acts : acts.count
    if isSplit, record[began - 1].waitsAnew {
      // Its beginning is also that of the rest.
      return cut(at: began - 1, toRow: number, step, leading)
    }
    cut(at: end, toRow: number, step, leading)
    if isSplit { clip(recordAt: began - 1) }
  }

  /// Returns the number of steps of a run after it is cut back to a row.
  package func step(ofBranchAt number: Int) -> Int {
    let step = number > 0 ? timeline.row(at: min(number, timeline.rowCount)).step : 0
    return max(step, firstAfterSetup.map { record[$0].before.steps } ?? timeline.stepCount)
  }

  /// The place in the record of the first statement after the setup.
  private var firstAfterSetup: Int? { record.firstIndex { $0.origin != .setup } }

  /// - Parameters:
  ///   - place: the place in the record of the first statement that is forgotten.
  ///   - number: the number of the row.
  ///   - step: the number of steps to retain.
  ///   - leading: the number of acts that lead to the row and beyond it.
  private mutating func cut(at place: Int, toRow number: Int, _ step: Int, _ leading: Int) {
    let isWhole = place == record.count && timeline.stepCount <= step
    guard !isWhole else { return }
    var stood = place < record.count ? record[place].before : standing
    if stood.steps != step {
      // The row is in the middle of the statement before it.
      let before = place > 0 ? record[place - 1].before : stood
      let start = RunExtent(
        rows: place > 0 ? record[place - 1].rows.lowerBound : 0,
        loads: timeline.loads(upToStep: before.steps).count,
        lines: timeline.lines(upToStep: before.steps).count)
      (stood.steps, stood.acts) = (step, leading)
      forget(from: place, stood)
      last = before.last
      last.note(since: start, in: timeline)
      trace(.cut(row: number))
    } else {
      forget(from: place, stood)
    }
  }

  /// Returns the number of steps after a statement of the record.
  private func end(ofRecord place: Int) -> Int {
    place + 1 < record.count ? record[place + 1].before.steps : timeline.stepCount
  }

  private func isRemark(_ entry: RecordedStatement) -> Bool { entry.statement.command.isRemark }
}

extension RunExtent {
  fileprivate init(rows: Int, loads: Int, lines: Int) {
    (self.rows, self.loads, self.lines) = (rows, loads, lines)
  }
}

extension RecordedStatement {
  /// Whether it waits for a moment that it names, so that it can be repeated from any earlier
  /// moment.
  fileprivate var waitsAnew: Bool {
    isTold && statement.command.traits.contains(.waitsAnew)
  }
}
