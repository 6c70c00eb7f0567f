import TagRuntime

/// The state that exists only while one step runs: neither a world at rest nor a copy of one in a
/// timeline contains any of it.
struct StepContext: Sendable {
  var record = StepRecord()
  /// The number of rows that it has made so far, recorded or not.
  var rowCount = 0
  /// The cause of the current call to the runtime, for the rows of its updates.
  var cause = EventRow.Cause.push
  /// The number of nested inputs being handled.
  var inputsUnderWay = 0
  /// The numbers of the hits that the current update has made so far.
  var newHits: [Int64?] = []
  /// The last hit that was made.
  var lastMade: Hit?
  /// The link in the app's hands, if its scheme is the app's own.
  var linkOfApp: String?
  /// Whether a captive portal has answered the request being settled, in place of the collector.
  var isSwallowing = false
}

extension Simulation {
  mutating func begin() { context = StepContext() }

  /// Ends the step; its rows count from then on.
  mutating func finish() -> StepRecord {
    let record = context?.record ?? StepRecord()
    rowsBefore += rowCount
    context = nil
    return record
  }

  // MARK: Records

  /// The number of rows that the step has made so far.
  var rowCount: Int { context?.rowCount ?? 0 }

  mutating func addRow(
    _ kind: EventRow.Kind, hits: [Int64?] = [], late: Int = 0, idleCalls: [IdleCall] = []
  ) {
    context?.rowCount += 1
    defer { keepWorldOfRow() }
    guard isTelling else { return }
    let row = EventRow(
      kind: kind, wall: now.wall, hits: hits, late: late, idleCalls: idleCalls)
    context?.record.rows.append(row)
  }

  /// Records the world right after the requested row, again if more of the row's effects follow.
  mutating func keepWorldOfRow() {
    guard let lookout, lookout.place == rowCount - 1 else { return }
    var world = self
    world.lookout = nil
    world.context = nil
    world.rowsBefore += rowCount
    let record = context?.record
    self.lookout?.kept = RowWorld(
      simulation: world, lines: record?.lines.count ?? 0, loads: record?.loads.count ?? 0)
  }

  mutating func say(_ line: LogRecord) {
    guard isTelling || line.code.refusesPush else { return }
    let isPrinted = process?.runtime.prints(line) ?? false
    let said = StepRecord.Line(record: line, wall: now.wall, isPrinted: isPrinted)
    context?.record.lines.append(said)
  }

  mutating func log(_ code: LogCode, _ arguments: String...) {
    say(LogRecord(code, arguments))
  }

  // MARK: Causes

  /// Performs work whose pushes have a separate cause.
  mutating func because(of cause: EventRow.Cause, _ work: (inout Simulation) -> Void) {
    let before = context?.cause
    context?.cause = cause
    work(&self)
    if let before { context?.cause = before }
  }

  /// Records that a hit was made, with its number if it was stored.
  mutating func made(_ hit: Hit, id: Int64?) {
    context?.lastMade = hit
    context?.newHits.append(id)
  }

  /// Returns the hits of the finished update, and clears them for the next one.
  mutating func takeNewHits() -> [Int64?] {
    defer { context?.newHits = [] }
    return context?.newHits ?? []
  }
}

/// A request to record the world in the middle of a step.
struct RowLookout: Sendable {
  /// The place of the row among those of the step, from 0.
  let place: Int
  /// The world right after that row, with the lines and loads of its step; nil before the row.
  @Boxed var kept: RowWorld?
}
