public import TagRuntime

/// A simulation with its history: every step can be gone back to.
///
/// Steps are kept as what was done; the world after a step is made by copying the nearest world
/// that is kept before it and doing the steps in between again, which gives the same world because
/// equal inputs have equal effects. Rows and log lines are made in the same way when they are
/// looked at.
public struct Timeline: Sendable {
  /// How many steps a history holds, and how many rows.
  package static let stepLimit = 1_000_000
  /// How long the world may take to settle after an act.
  package static let settleLimit = Duration.seconds(10)

  /// A row of the event list with its number and the step that made it.
  public struct Row: Sendable {
    /// Its number, from 1.
    public var number: Int
    /// The number of steps after which the world is as of this row.
    public var step: Int
    /// Its place among the rows of that step.
    var place: Int
    /// What happened.
    public var event: EventRow
  }

  /// A log line with the step that made it.
  public struct Line: Sendable, Hashable {
    /// The number of steps after which it had been said.
    public var step: Int
    /// What was said, and when.
    public var line: StepRecord.Line
  }

  /// What happened to a container, with the step in which it did.
  public struct Load: Sendable, Hashable {
    /// The number of steps after which it had happened.
    public var step: Int
    /// What happened.
    public var event: LoadEvent
  }

  /// The world now.
  @Boxed public private(set) var live: Simulation
  /// Everything that happened to containers so far.
  public private(set) var loads: [Load] = []
  /// What was said of pushes that a bound of ours refused.
  package private(set) var refusals: [Line] = []
  /// How much memory the history may take.
  public let size: HistorySize
  /// Tells whether nobody wants to know what comes next; nil where nobody can say so.
  package var givesUp: (@Sendable () -> Bool)?
  @Boxed private(set) var history: History
  private var isOutOfBytes = false

  /// Starts a history.
  public init(_ simulation: Simulation, size: HistorySize = HistorySize()) {
    live = simulation
    self.size = size
    history = History(simulation)
  }

  /// The number of steps done.
  public var stepCount: Int { history.extent.steps }

  /// All rows so far.
  public var rows: Rows { Rows(history: history) }

  /// Which of the rows stand alone in a list, and which fold.
  package var folds: RowFolds { history.folds }

  /// Every tag that fired so far, with what became of its hits.
  package var firings: FiringIndex { history.firings }

  /// All log lines so far.
  public var lines: Lines { Lines(history: history) }

  // MARK: Going on

  /// Does something at the present instant; the world is not settled afterwards.
  ///
  /// - Throws: `ActError` where it cannot be done now; nothing is changed then.
  public mutating func perform(_ act: Act) throws(ActError) {
    if let end { throw .historyFull(end) }
    let record = try live.perform(act)
    append(.act(act), record)
  }

  /// Why the history holds no more steps, so that time stands still; nil while it goes on.
  public var end: HistoryEnd? {
    if history.extent.steps >= Self.stepLimit { return .steps }
    if history.extent.rows >= Self.stepLimit { return .rows }
    return isOutOfBytes ? .bytes(size) : nil
  }

  /// How much memory the history is counted for.
  public var heldBytes: Int {
    history.bytes + loads.count * MemoryLayout<Load>.stride
      + refusals.count * MemoryLayout<Line>.stride
  }

  /// Whether the history holds as much as it can.
  public var isFull: Bool { end != nil }

  /// What a verdict has to be told with: that the history is full, or was thinned out; nil where it
  /// holds everything.
  public var remark: String? {
    if let end { return end.sentence }
    guard thinnedRows > 0 else { return nil }
    return "the history takes \(size.text): it was thinned out up to event \(thinnedRows), where "
      + "going back takes longer; --history SIZE lets it take more"
  }

  /// The number of the last row in the part that was thinned out to keep within the size, where
  /// going back takes longer; 0 while there is none.
  public var thinnedRows: Int { history.thinnedRows }

  /// Whether nobody wants to know what comes next: time stops, and what is done then is of no use.
  package var isGivenUp: Bool { givesUp?() ?? false }

  /// Takes the next due event; false when nothing is due, or when the history is full.
  @discardableResult
  public mutating func fireNext() -> Bool {
    guard !isFull, !isGivenUp, let record = live.step() else { return false }
    append(.due, record)
    return true
  }

  /// Lets time pass; every event fires that is due on the way. Time stops where the history is
  /// full.
  ///
  /// - Complexity: O(n) in the number of events due.
  public mutating func wait(_ duration: Duration) {
    let target = live.now.instant + duration
    while let due = live.nextDue(), due <= target {
      guard fireNext() else { return }
    }
    pass(target - live.now.instant)
  }

  /// Runs until no request and no disk job is in flight, for `settleLimit` at most.
  public mutating func settle() {
    let deadline = live.now.instant + Self.settleLimit
    while !live.isSettled, let due = live.nextDue(), due <= deadline, fireNext() {}
  }

  private mutating func pass(_ duration: Duration) {
    guard duration > .zero else { return }
    live.pass(duration)
    if !history.lengthenPass(by: duration) { append(.pass(duration), StepRecord()) }
  }

  private mutating func append(_ step: HistoryStep, _ record: StepRecord) {
    history.append(step, record, live)
    let step = history.extent.steps
    for event in record.loads { loads.append(Load(step: step, event: event)) }
    for line in record.lines where line.record.code.refusesPush {
      refusals.append(Line(step: step, line: line))
    }
    if heldBytes > size.bytes, !history.thinOut() { isOutOfBytes = true }
  }

  /// What has changed on the phone's disk since a save of it, for whoever keeps it in a file; nil
  /// where that is not known. `Disk` says more.
  package mutating func takeDiskChanges(since save: Int?, next: Int) -> [DiskChange]? {
    live.world.disk.takeChanges(since: save, next: next)
  }

  // MARK: Going back

  /// Keeps this moment apart from the time that passes after it, so that it can be cut back to.
  package mutating func seal() { history.seal() }

  /// Forgets what came after a number of steps: the world is as it was then.
  ///
  /// The steps are done again from the first one on. A world of the history would not do: it lacks
  /// the hits and requests that were over by then.
  ///
  /// - Complexity: O(n) in the steps that stay.
  package mutating func cutBack(toStep count: Int) {
    guard count < stepCount else { return }
    var cut = Timeline(history.firstWorld, size: size)
    cut.givesUp = givesUp
    for step in history.steps(upTo: count) {
      if isGivenUp { return }
      let record = step.redo(on: &cut.live)
      cut.append(step, record)
    }
    cut.history.share(history)
    self = cut
  }

  /// The world after a number of steps.
  ///
  /// - Complexity: as many steps as are kept with one world: 64, unless the world is large or that
  ///   part of the history was thinned out.
  public func simulation(afterStep count: Int) -> Simulation {
    count >= stepCount ? live : history.world(afterStep: max(0, count))
  }

  /// The world right after a row: what its step did after the row is not in it.
  ///
  /// One step can make several rows: a launch makes those of what the app pushes, and a container
  /// can be handed out and replaced in one.
  ///
  /// - Complexity: as `simulation(afterStep:)`; where rows of the step follow, one more step.
  package func look(at row: Row) -> RowWorld {
    let isLast = row.number >= rows.count || rows[row.number].step != row.step
    if !isLast {
      var world = simulation(afterStep: row.step - 1)
      world.lookout = RowLookout(place: row.place)
      _ = history.step(row.step).redo(on: &world)
      if let kept = world.lookout?.kept {
        return RowWorld(
          simulation: kept.simulation,
          lines: history.lineCount(upToStep: row.step - 1) + kept.lines,
          loads: loads(upToStep: row.step - 1).count + kept.loads)
      }
    }
    return RowWorld(
      simulation: simulation(afterStep: row.step), lines: history.lineCount(upToStep: row.step),
      loads: loads(upToStep: row.step).count)
  }

  /// The world before a row.
  package func look(before row: Row) -> Simulation {
    guard row.place > 0, row.number > 1 else { return simulation(afterStep: row.step - 1) }
    return look(at: rows[row.number - 2]).simulation
  }

  /// Looks at the worlds after some numbers of steps, of which none is less than the one before.
  ///
  /// Each is made from the one before where that is near: as fast as going through them once.
  package func look(afterSteps counts: [Int], _ look: (_ place: Int, Simulation) -> Void) {
    var known: (world: Simulation, step: Int)?
    for (place, count) in counts.enumerated() {
      if count >= stepCount {
        look(place, live)
        continue
      }
      if let last = known, count >= last.step, count - last.step <= History.stretchSteps {
        var world = last.world
        for number in last.step..<count { _ = history.step(number + 1).redo(on: &world) }
        known = (world, count)
      } else {
        known = (history.world(afterStep: count), count)
      }
      if let known { look(place, known.world) }
    }
  }

  /// The steps behind so many first ones.
  func steps(from count: Int) -> ArraySlice<HistoryStep> {
    history.steps(upTo: stepCount).dropFirst(count)
  }

  /// The same history before its first step, to be gone through with `redo`.
  package func beginning() -> Timeline {
    var first = Timeline(history.firstWorld, size: size)
    first.givesUp = givesUp
    return first
  }

  /// Does a step of a longer history with the same beginning, for whoever goes through it.
  ///
  /// - Parameters:
  ///   - number: the number of the step, that of the next one here.
  ///   - whole: the longer history.
  package mutating func redo(step number: Int, of whole: Timeline) {
    let step = whole.history.step(number)
    append(step, step.redo(on: &live))
  }

  /// The update of a row with its explanation and the data layer right after it; nil where the row
  /// is no update.
  ///
  /// It is made by doing the step again with tracing on, so that the fast path never pays for it.
  public func traced(row: Row) -> UpdateRecord? {
    traced(rows: CollectionOfOne(row)).first?.update
  }

  /// What some events came to, evaluated again with tracing on, in their order; rows without one
  /// are left out.
  ///
  /// - Complexity: of doing each of their steps once, however many of its events are meant.
  package func traced(rows: some Sequence<Row>) -> [(row: Row, update: UpdateRecord)] {
    var (number, made): (Int, [EventRow]) = (0, [])
    return rows.compactMap { row in
      guard row.event.update != nil else { return nil }
      if row.step != number {
        var simulation = simulation(afterStep: row.step - 1)
        simulation.isTracing = true
        (number, made) = (row.step, history.step(row.step).redo(on: &simulation).rows)
      }
      return made[row.place].update.map { (row, $0) }
    }
  }

  /// Whether an event was evaluated in some of the rows, given by their places.
  package func hasEvent(in rows: Range<Int>) -> Bool {
    history.lastRow(after: rows.lowerBound, upTo: rows.upperBound, .event) { _ in true } != nil
  }

  /// The last row with an event that was evaluated, up to a row; nil where there is none.
  package func eventRow(upToRow number: Int) -> Row? {
    lastRow(upTo: number, .event) { _ in true }
  }

  /// The last row up to a number that has a mark and is meant; nil where there is none.
  ///
  /// - Parameters:
  ///   - number: the number of the row.
  ///   - mark: what it is searched by.
  ///   - wall: when it was, where that is known.
  ///   - isMeant: whether it is the one.
  /// - Complexity: O(n) in the stretches of the history, of which only those are made again that
  ///   have a row with the mark.
  package func lastRow(
    upTo number: Int, _ mark: RowMarks, at wall: WallTime? = nil,
    where isMeant: (Row) -> Bool
  ) -> Row? {
    history.lastRow(upTo: number, mark, at: wall, where: isMeant)
  }

  /// Which row up to a number wrote a path of the data layer last.
  package func lastWrite(of path: String, upTo number: Int) -> LastWrite {
    history.lastWrite(of: path, upTo: number)
  }

  /// What had happened to containers after a number of steps.
  ///
  /// - Complexity: O(log n).
  package func loads(upToStep count: Int) -> ArraySlice<Load> {
    loads[..<loads.partitioningIndex { $0.step > count }]
  }

  /// The log lines that had been said after a number of steps.
  package func lines(upToStep count: Int) -> Slice<Lines> {
    lines[..<history.lineCount(upToStep: count)]
  }

  /// The last of the first `end` log lines that are of some level or more serious, so many at most,
  /// oldest first.
  package func lines(last count: Int, upToLine end: Int, from level: LogLevel) -> [Line] {
    history.lastLines(count, upToLine: end, from: level)
  }

  /// How many rows at the beginning two histories are known to share without a look at them: one of
  /// them is a copy of the other that went on by itself.
  ///
  /// They may share more, which a look at the rows tells.
  ///
  /// - Complexity: O(n) in the stretches of the history.
  package func knownSharedRows(with other: Timeline) -> Int {
    var rows = 0
    for (own, others) in zip(self.rows.history.stretches, other.rows.history.stretches) {
      guard own === others else { break }
      rows = own.end.rows
    }
    return rows
  }
}

/// The world right after a row, with what had been said and loaded by then: in the history, or in
/// the step while that is done.
package struct RowWorld: Sendable {
  /// The world.
  package let simulation: Simulation
  /// How many log lines had been said.
  package let lines: Int
  /// How many loads had happened.
  package let loads: Int

  /// Creates a moment of a history.
  package init(simulation: Simulation, lines: Int, loads: Int) {
    (self.simulation, self.lines, self.loads) = (simulation, lines, loads)
  }
}
