import TagRuntime

/// What lives while one step runs and no longer: nothing of it is in a world that rests, or in a
/// copy of one that a timeline keeps.
struct StepContext: Sendable {
  /// What the step has done so far.
  var record = StepRecord()
  /// How many rows it has made so far, told or not.
  var rowCount = 0
  /// Why the runtime is being asked, for the rows of the updates that come of it.
  var cause = EventRow.Cause.push
  /// How many inputs are being worked through, one within the other.
  var inputsUnderWay = 0
  /// The numbers of the hits that the update at hand has made so far.
  var newHits: [Int64?] = []
  /// The hit that was made last.
  var lastMade: Hit?
  /// Whether a captive portal has answered what is being settled in place of the collector.
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

  // MARK: What it says

  /// How many rows the step has made so far.
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

  /// Keeps the world right after the row that somebody wants to see, once more where what belongs
  /// to the row goes on.
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
    guard isTelling else { return }
    let isPrinted = process?.runtime.prints(line) ?? false
    let said = StepRecord.Line(record: line, wall: now.wall, isPrinted: isPrinted)
    context?.record.lines.append(said)
  }

  mutating func log(_ code: LogCode, _ arguments: String...) {
    say(LogRecord(code, arguments))
  }

  // MARK: What comes of what

  /// Does something whose pushes have a cause of their own.
  mutating func because(of cause: EventRow.Cause, _ work: (inout Simulation) -> Void) {
    let before = context?.cause
    context?.cause = cause
    work(&self)
    if let before { context?.cause = before }
  }

  /// A hit was made, and has this number where it came to be stored.
  mutating func made(_ hit: Hit, id: Int64?) {
    context?.lastMade = hit
    context?.newHits.append(id)
  }

  /// The hits of the update that is done; those of the next one are counted anew.
  mutating func takeNewHits() -> [Int64?] {
    defer { context?.newHits = [] }
    return context?.newHits ?? []
  }
}

/// Where somebody looks at the world in the middle of a step.
struct RowLookout: Sendable {
  /// The place of the row among those of the step, from 0.
  let place: Int
  /// The world right after that row, with the lines and loads of its step; nil until it was made.
  @Boxed var kept: RowWorld?
}
