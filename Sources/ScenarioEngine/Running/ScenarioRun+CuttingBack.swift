import TagRuntime
import TagSimulation

/// How much a history holds.
struct RunExtent: Sendable, Hashable {
  var rows = 0
  var loads = 0
  var lines = 0

  init() {}

  init(of timeline: Timeline) {
    rows = timeline.rows.count
    loads = timeline.loads.count
    lines = timeline.lines.count
  }
}

/// What the last statements that left something in the history left there: what is expected is
/// looked for in it.
struct LastExtents: Sendable, Hashable {
  /// The rows of the last statement that brought an event.
  var eventRows = 0..<0
  /// What happened to containers in the last statement that brought anything of the kind.
  var loads = 0..<0
  /// The log lines of the last statement that brought one.
  var lines = 0..<0

  /// Notes what a statement left.
  mutating func note(since before: RunExtent, in timeline: Timeline) {
    let rows = before.rows..<timeline.rows.count
    if timeline.hasEvent(in: rows) { eventRows = rows }
    if timeline.loads.count > before.loads { loads = before.loads..<timeline.loads.count }
    if timeline.lines.count > before.lines { lines = before.lines..<timeline.lines.count }
  }
}

/// Where a run stood: what it is cut back to.
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
  /// Takes back a statement that was recorded, and everything after it.
  ///
  /// - Parameter place: its place in the record.
  package mutating func cutBack(beforeRecord place: Int) {
    guard record.indices.contains(place) else { return }
    forget(from: place, record[place].before)
  }

  /// Takes back what came after a row: the scenario goes on with what it had not done by then.
  ///
  /// A step of the world that made several rows stays whole, and so does the setup. What is
  /// expected of the act of the row stays with it. Of a wait that is cut in two the rest is left
  /// out; what waits for something waits anew.
  package mutating func cutBack(toRow number: Int) {
    let rows = timeline.rows
    guard number <= rows.count, let setup = firstAfterSetup else { return }
    let step = step(ofBranchAt: number)
    let began = max(setup, record.partitioningIndex { $0.before.steps >= step })
    var end = began
    while end < record.count, self.end(ofRecord: end) == step, isRemark(record[end]) { end += 1 }
    // The rows of a step stand in a row.
    let kept = rows[max(0, number - 1)...].prefix { $0.step <= step }.last?.number ?? number
    let isSplit = began > setup && record[began - 1].rows.upperBound > kept
    // What was done up to there leads to the row once more, and beyond it.
    let leading = end < record.count ? record[end].before.acts : acts.count
    if isSplit, record[began - 1].waitsAnew {
      // Its own beginning is that of the rest.
      return cut(at: began - 1, toRow: number, step, leading)
    }
    cut(at: end, toRow: number, step, leading)
    if isSplit { clip(recordAt: began - 1) }
  }

  /// The number of steps after which a run stands that was cut back to a row.
  package func step(ofBranchAt number: Int) -> Int {
    let step = number > 0 ? timeline.rows[min(number, timeline.rows.count) - 1].step : 0
    return max(step, firstAfterSetup.map { record[$0].before.steps } ?? timeline.stepCount)
  }

  /// The place in the record of what was done first after the setup.
  private var firstAfterSetup: Int? { record.firstIndex { $0.origin != .setup } }

  /// - Parameters:
  ///   - place: the place in the record of the first statement that is forgotten.
  ///   - number: the number of the row.
  ///   - step: the number of steps that stay.
  ///   - leading: how many acts lead up to the row and beyond it.
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
      noteCut(toRow: number)
    } else {
      forget(from: place, stood)
    }
  }

  /// The number of steps that had been done after a statement of the record.
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
  /// Whether it goes on to a moment that it names, so that it can be done again from any moment
  /// before.
  fileprivate var waitsAnew: Bool {
    isTold && statement.command.traits.contains(.waitsAnew)
  }
}
