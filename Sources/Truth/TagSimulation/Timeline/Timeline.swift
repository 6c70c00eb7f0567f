public import TagRuntime

/// A simulation with its history: you can return to every step.
///
/// A history stores the acts; the world after a step is made by copying the nearest stored world
/// before it and repeating the steps in between, which gives the same world because equal inputs
/// have equal effects. Rows and log lines are reproduced in the same way on demand.
public struct Timeline: Sendable {
  /// The maximum number of steps of a history, and of rows.
  package static let stepLimit = 1_000_000
  /// The maximum time in which the world may settle after an act.
  package static let settleLimit = Duration.seconds(10)

  /// A row of the event list with its number and the step that made it.
  public struct Row: Sendable {
    /// Its number, from 1.
    public var number: Int
    /// The number of steps after which the world is as of this row.
    public var step: Int
    /// Its place among the rows of that step.
    var place: Int
    /// The content of the row: what happened, when, and the hits that it made.
    public var event: EventRow
  }

  /// A log line with the step that made it.
  public struct Line: Sendable, Hashable {
    /// The number of steps after which it had been logged.
    public var step: Int
    /// The line with its time.
    public var line: StepRecord.Line

    /// Whether the SDK or the app says something that is worth knowing.
    var isNotice: Bool { line.record.level >= .info && line.record.source != .tagsim }
  }

  /// An event of a container, with its step.
  public struct Load: Sendable, Hashable {
    /// The number of steps after which it had happened.
    public var step: Int
    /// The event of the container.
    public var event: LoadEvent
  }

  /// The current world. Other modules read parts of it without copying it.
  public private(set) var live: Simulation {
    @inlinable _read { yield boxedLive.wrappedValue }
    _modify { yield &boxedLive.wrappedValue }
  }
  @usableFromInline var boxedLive: Boxed<Simulation>
  /// All events of containers so far.
  public private(set) var loads: [Load] = []
  /// The log lines about pushes that a bound of this program refused.
  package private(set) var refusals: [Line] = []
  /// The maximum memory of the history.
  public let size: HistorySize
  /// The memory of what is stored beside the history and grows with it, such as a record of typed
  /// lines; the owner of that sets it.
  package var besideBytes = 0
  /// The readers of every row; the owner sets them before the first step.
  package var readers: [any RowReader] = []
  /// Says whether the following results are no longer needed; nil if nothing can say so.
  package var givesUp: (@Sendable () -> Bool)?
  @Boxed private(set) var history: History
  private var isOutOfBytes = false

  /// Starts a history with a world.
  public init(_ simulation: Simulation, size: HistorySize = HistorySize()) {
    boxedLive = Boxed(wrappedValue: simulation)
    self.size = size
    history = History(simulation)
  }

  /// The number of steps done.
  public var stepCount: Int { history.extent.steps }

  /// All rows so far, reproduced from the history on demand.
  @available(*, deprecated, message: "Use row(at:) for one row, forEachRow(in:_:) for several.")
  public var rows: Rows { Rows(history: history) }

  /// The number of rows so far.
  public var rowCount: Int { history.extent.rows }

  /// The last row; nil if there is none.
  public var lastRow: Row? { rowCount > 0 ? row(at: rowCount) : nil }

  /// The rows that are shown separately in a list, and those that fold.
  package var folds: RowFolds { history.folds }

  /// Every tag that fired so far, with the fates of its hits.
  package var firings: FiringIndex { history.firings }

  /// All log lines so far.
  public var lines: Lines { Lines(history: history) }

  // MARK: Growing

  /// Performs an act at the present instant; the world is not settled afterwards.
  ///
  /// - Throws: `ActError` if it cannot be done now; nothing is changed then.
  public mutating func perform(_ act: Act) throws(ActError) {
    try perform(act, isTyped: false)
  }

  /// Performs an act at the present instant; the world is not settled afterwards.
  ///
  /// - Parameters:
  ///   - act: the act.
  ///   - isTyped: whether nothing but the history stores its values, as no scenario contains it.
  /// - Throws: `ActError` if it cannot be done now; nothing is changed then.
  package mutating func perform(_ act: Act, isTyped: Bool) throws(ActError) {
    if let end { throw .historyFull(end) }
    let record = try live.perform(act)
    append(.act(act, isTyped: isTyped), record)
  }

  /// The reason why the history is full, so that time stops; nil while it continues.
  public var end: HistoryEnd? {
    if history.extent.steps >= Self.stepLimit { return .steps }
    if history.extent.rows >= Self.stepLimit { return .rows }
    return isOutOfBytes ? .bytes(size) : nil
  }

  /// The memory counted for the history.
  public var heldBytes: Int {
    history.bytes + besideBytes + loads.count * MemoryLayout<Load>.stride
      + refusals.count * MemoryLayout<Line>.stride
  }

  /// Whether the history is full.
  public var isFull: Bool { end != nil }

  /// A remark that belongs to a verdict: the history is full, or was thinned out; nil if it is
  /// complete.
  public var remark: String? {
    if let end { return end.sentence }
    guard thinnedRows > 0 else { return nil }
    return "the history reached \(size.text) and was thinned out up to event \(thinnedRows), where "
      + "going back takes longer; --history SIZE makes it larger"
  }

  /// The number of the last row in the part that was thinned out to keep within the size, where
  /// going back takes longer; 0 if there is none.
  public var thinnedRows: Int { history.thinnedRows }

  /// Whether the following results are no longer needed: time stops, and results after that are of
  /// no use.
  package var isGivenUp: Bool { givesUp?() ?? false }

  /// Performs the next due event; returns false if there is none, or if the history is full.
  @discardableResult
  public mutating func fireNext() -> Bool {
    guard !isFull, !isGivenUp, let record = live.step() else { return false }
    append(.due, record)
    return true
  }

  /// Lets time pass; every event that becomes due happens. Time stops if the history is full.
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
    for (place, event) in record.rows.enumerated() {
      for index in readers.indices {
        readers[index].read(event, number: history.extent.rows + place + 1)
      }
    }
    history.append(step, record, live)
    let step = history.extent.steps
    for event in record.loads { loads.append(Load(step: step, event: event)) }
    for line in record.lines where line.record.code.refusesPush {
      refusals.append(Line(step: step, line: line))
    }
    if heldBytes > size.bytes, !history.thinOut() { isOutOfBytes = true }
  }

  /// Returns the changes of the phone's disk since a save of it, for code that stores it in a file;
  /// nil if they are unknown. `Disk` says more.
  package mutating func takeDiskChanges(since save: Int?, next: Int) -> [DiskChange]? {
    live.world.disk.takeChanges(since: save, next: next)
  }

  // MARK: Going back

  /// Separates this moment from the time that passes after it, so that you can cut back to it.
  package mutating func seal() { history.seal(live) }

  /// Removes everything after a number of steps: the world is as it was then.
  ///
  /// - Complexity: O(n) in the steps since the last sealed moment or start of a stretch, as far as
  ///   their worlds are stored; beyond these, where stored worlds lack the hits and requests that
  ///   were finished by then, in the remaining steps.
  package mutating func cutBack(toStep count: Int) {
    guard count < stepCount else { return }
    var cut = self
    let point = history.waypoint(upTo: count)
    if let point { cut.goBack(to: point) } else { cut.begin() }
    let steps = history.steps(after: point?.extent.steps ?? 0, upTo: count)
    history.played.countRedone(steps.count)
    for step in steps {
      if isGivenUp { return }
      let record = step.redo(on: &cut.live)
      cut.append(step, record)
    }
    if point == nil { cut.history.share(history) }
    self = cut
  }

  private mutating func goBack(to point: Waypoint) {
    history.cutBack(to: point)
    live = point.world
    let steps = point.extent.steps
    loads.removeSubrange(loads(upToStep: steps).endIndex...)
    refusals.removeSubrange(refusals.partitioningIndex { $0.step > steps }...)
    (besideBytes, isOutOfBytes) = (0, false)
    for index in readers.indices { readers[index].forget(after: point.extent.rows) }
  }

  /// Removes all steps.
  private mutating func begin() {
    let readers = readers
    self = beginning()
    self.readers = readers
    for index in readers.indices { self.readers[index].forget(after: 0) }
  }

  /// The number of steps that were repeated so far, to look or to go back, for tests.
  package var redoneSteps: Int { history.played.redoneSteps }

  /// Returns the world after a number of steps.
  ///
  /// - Complexity: as many steps as one stored world covers: 64, unless the world is large or that
  ///   part of the history was thinned out.
  public func simulation(afterStep count: Int) -> Simulation {
    count >= stepCount ? live : history.world(afterStep: max(0, count))
  }

  /// Returns the world right after a row, without the effects that its step had after the row.
  ///
  /// One step can make several rows: a launch makes those of the app's pushes, and a container can
  /// be delivered and replaced in one.
  ///
  /// - Complexity: as `simulation(afterStep:)`; if more rows of the step follow, one more step.
  package func look(at row: Row) -> RowWorld {
    let isLast = row.number >= rowCount || self.row(at: row.number + 1).step != row.step
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

  /// Returns the world before a row.
  package func look(before row: Row) -> Simulation {
    guard row.place > 0, row.number > 1 else { return simulation(afterStep: row.step - 1) }
    return look(at: self.row(at: row.number - 1)).simulation
  }

  /// Passes the worlds after some numbers of steps, in ascending order, to a closure.
  ///
  /// Each is made from the previous one if that is near: as fast as one pass through them.
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

  /// Returns the steps after the given number of first ones.
  func steps(from count: Int) -> [HistoryStep] {
    history.steps(after: count, upTo: stepCount)
  }

  /// Returns the same history before its first step, to be repeated with `redo`.
  package func beginning() -> Timeline {
    var first = Timeline(history.firstWorld, size: size)
    first.givesUp = givesUp
    return first
  }

  /// Repeats a step of a longer history with the same beginning, for a pass through it.
  ///
  /// - Parameters:
  ///   - number: the number of the step, that of the next one here.
  ///   - whole: the longer history.
  package mutating func redo(step number: Int, of whole: Timeline) {
    let step = whole.history.step(number)
    append(step, step.redo(on: &live))
  }

  /// Returns the update of a row with its explanation and the data layer right after it; nil if the
  /// row is not an update.
  ///
  /// It repeats the step with tracing on, so that the fast path never pays for it.
  public func traced(row: Row) -> UpdateRecord? {
    traced(rows: CollectionOfOne(row)).first?.update
  }

  /// Returns some events, evaluated again with tracing on, in their order; rows without an event
  /// are left out.
  ///
  /// - Complexity: that of repeating each of their steps once, for any number of its events.
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

  /// A pass through rows in their order, with what `traced` and `look` return of each.
  ///
  /// - Complexity: each step is repeated once; for a row before the last of its step, once more.
  package struct Pass: Sendable {
    private let timeline: Timeline
    private var world: Simulation
    private var step = 0
    private var made: [EventRow] = []

    package init(through timeline: Timeline) {
      self.timeline = timeline
      world = timeline.simulation(afterStep: 0)
    }

    /// Returns the traced update of a row, and the worlds right after it and after its step.
    package mutating func moment(
      at row: Row
    ) -> (update: UpdateRecord?, world: Simulation, afterStep: Simulation) {
      while step < row.step {
        step += 1
        world.isTracing = step == row.step
        made = timeline.history.step(step).redo(on: &world).rows
      }
      world.isTracing = false
      let isLast = row.place == made.count - 1
      return (
        made[row.place].update, isLast ? world : timeline.look(at: row).simulation, world
      )
    }
  }

  /// Returns a row by its number, from 1.
  ///
  /// - Complexity: O(log n) if its stretch of the history was used recently; otherwise as much as
  ///   repeating the steps of the stretch.
  public func row(at number: Int) -> Row { history.row(number) }

  /// Whether a row has a number.
  package func hasRow(at number: Int) -> Bool { number > 0 && number <= rowCount }

  /// Passes all rows, or those with the given numbers, to a closure in order, until it throws.
  ///
  /// - Complexity: as much as repeating the steps of each stretch of the history once.
  public func forEachRow<Failure: Error>(
    in numbers: some RangeExpression<Int> = 1..., _ body: (Row) throws(Failure) -> Void
  ) throws(Failure) {
    _ = try firstRow(in: numbers) { row throws(Failure) in
      try body(row)
      return false
    }
  }

  /// Returns the first matching row, after which the closure gets no more; nil if there is none.
  ///
  /// - Complexity: as `forEachRow(in:_:)`, up to the row.
  public func firstRow<Failure: Error>(
    in numbers: some RangeExpression<Int> = 1..., where isMeant: (Row) throws(Failure) -> Bool
  ) throws(Failure) -> Row? {
    let all = 1..<rowCount + 1
    var left = numbers.relative(to: 0..<Int.max).clamped(to: all)
    while !left.isEmpty {
      let rows = history.rows(from: left.lowerBound).prefix(left.count)
      for row in rows where try isMeant(row) { return row }
      left.removeFirst(rows.count)
    }
    return nil
  }

  /// Returns rows by their numbers, of which there are few.
  package func rows(in numbers: some RangeExpression<Int>) -> [Row] {
    var rows: [Row] = []
    forEachRow(in: numbers) { rows.append($0) }
    return rows
  }

  /// Returns all rows of the step that made a row, in order.
  package func rows(ofStepOf row: Row) -> ArraySlice<Row> {
    history.rows(from: row.number - row.place).prefix { $0.step == row.step }
  }

  /// The marks of all rows, which are known without reproducing them.
  package var rowMarks: [RowMarks] { history.rowMarks }

  /// Returns the reader of a type; nil if it has none.
  package func reader<Reader: RowReader>(_ type: Reader.Type) -> Reader? {
    readers.lazy.compactMap { $0 as? Reader }.first
  }

  /// Whether an event was evaluated in some of the rows, given by their places.
  package func hasEvent(in rows: Range<Int>) -> Bool {
    history.rowMarks[rows.clamped(to: history.rowMarks.indices)].contains { $0.contains(.event) }
  }

  /// Returns the last row with an evaluated event, up to a row; nil if there is none.
  package func eventRow(upToRow number: Int) -> Row? {
    lastRow(upTo: number, .event) { _ in true }
  }

  /// Returns the last matching row with a mark, up to a number; nil if there is none.
  ///
  /// - Parameters:
  ///   - number: the number of the row.
  ///   - mark: the mark that is searched for.
  ///   - wall: the time of the row, if it is known.
  ///   - isMeant: whether a row matches.
  /// - Complexity: O(n) in the stretches of the history, of which only those are reproduced that
  ///   have a row with the mark.
  package func lastRow(
    upTo number: Int, _ mark: RowMarks, at wall: WallTime? = nil,
    where isMeant: (Row) -> Bool
  ) -> Row? {
    history.lastRow(upTo: number, mark, at: wall, where: isMeant)
  }

  /// Returns the row up to a number that last wrote a path of the data layer.
  package func lastWrite(of path: String, upTo number: Int) -> LastWrite {
    history.lastWrite(of: path, upTo: number)
  }

  /// Returns the events of containers up to a number of steps.
  ///
  /// - Complexity: O(log n).
  package func loads(upToStep count: Int) -> ArraySlice<Load> {
    loads[..<loads.partitioningIndex { $0.step > count }]
  }

  /// Returns the log lines up to a number of steps.
  package func lines(upToStep count: Int) -> Slice<Lines> {
    lines[..<history.lineCount(upToStep: count)]
  }

  /// Returns the last of the first `end` log lines of at least some level, up to a number, oldest
  /// first; those of the simulator itself only if they are asked for.
  package func lines(
    last count: Int, upToLine end: Int, from level: LogLevel, isOwn: Bool
  ) -> [Line] {
    history.lastLines(count, upToLine: end, from: level, isOwn: isOwn)
  }

  /// Returns the number of first rows that two histories are known to share without a comparison:
  /// one of them is a copy of the other that continued separately.
  ///
  /// They may share more, which a comparison of the rows shows.
  ///
  /// - Complexity: O(n) in the stretches of the history.
  package func knownSharedRows(with other: Timeline) -> Int {
    var rows = 0
    for (own, others) in zip(history.stretches, other.history.stretches) {
      guard own === others else { break }
      rows = own.end.rows
    }
    return rows
  }
}

/// Reads every row of a history when it is made, so that nobody repeats steps to learn of it.
package protocol RowReader: Sendable {
  /// Reads the next row.
  mutating func read(_ row: EventRow, number: Int)

  /// Forgets the rows after a number.
  mutating func forget(after number: Int)
}

/// The world right after a row, with the log lines and loads up to then: in the history, or in a
/// running step.
package struct RowWorld: Sendable {
  package let simulation: Simulation
  /// The number of log lines up to then.
  package let lines: Int
  /// The number of loads up to then.
  package let loads: Int

  /// Creates a moment of a history.
  package init(simulation: Simulation, lines: Int, loads: Int) {
    (self.simulation, self.lines, self.loads) = (simulation, lines, loads)
  }
}
