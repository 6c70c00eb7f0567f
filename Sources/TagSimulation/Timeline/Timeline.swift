import OrderedCollections
public import TagRuntime

/// A simulation with its history: every step can be gone back to.
///
/// Steps are kept as what was done; the world after a step is made by copying the nearest keyframe
/// before it and doing the steps in between again, which gives the same world because equal
/// inputs have equal effects.
public struct Timeline: Sendable {
  /// A keyframe is kept every so many steps, at first.
  package static let keyframeDistance = 64
  /// How many keyframes are kept; beyond it every second one is dropped and the distance doubles,
  /// so that a long history takes longer to go back in and not more memory.
  package static let keyframeLimit = 1024
  /// How many steps a history holds.
  package static let stepLimit = 1_000_000
  /// How many log lines a history holds before it counts as full.
  package static let lineLimit = 4_000_000
  /// How long the world may take to settle after an act.
  package static let settleLimit = Duration.seconds(10)

  enum Step: Sendable {
    case act(Act)
    case due
    case pass(Duration)
  }

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
  public private(set) var live: Simulation
  /// All rows so far.
  public private(set) var rows: [Row] = []
  /// All log lines so far.
  public private(set) var lines: [Line] = []
  /// Everything that happened to containers so far.
  public private(set) var loads: [Load] = []
  /// The numbers of the rows with an event that was evaluated.
  private var eventRows: [Int] = []
  private var steps: [Step] = []
  private var keyframes: [Simulation]
  private var distance = Timeline.keyframeDistance

  /// Starts a history.
  public init(_ simulation: Simulation) {
    live = simulation
    keyframes = [simulation]
  }

  /// The number of steps done.
  public var stepCount: Int { steps.count }

  // MARK: Going on

  /// Does something at the present instant; the world is not settled afterwards.
  ///
  /// - Throws: `ActError` where it cannot be done now; nothing is changed then.
  public mutating func perform(_ act: Act) throws(ActError) {
    if isFull { throw .historyFull }
    let record = try live.perform(act)
    append(.act(act), record)
  }

  /// Whether the history holds as many steps, rows or lines as it can; time stands still then.
  public var isFull: Bool {
    steps.count >= Self.stepLimit || rows.count >= Self.stepLimit || lines.count >= Self.lineLimit
  }

  /// Takes the next due event; false when nothing is due, or when the history is full.
  @discardableResult
  public mutating func fireNext() -> Bool {
    guard !isFull, let record = live.step() else { return false }
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
    if case .pass(let before)? = steps.last, steps.count % Self.keyframeDistance != 0 {
      steps[steps.count - 1] = .pass(before + duration)
    } else {
      append(.pass(duration), StepRecord())
    }
  }

  private mutating func append(_ step: Step, _ record: StepRecord) {
    steps.append(step)
    for (place, event) in record.rows.enumerated() {
      rows.append(
        Row(number: rows.count + 1, step: steps.count, place: place, event: event))
      if event.update?.event != nil { eventRows.append(rows.count) }
    }
    lines += record.lines.map { Line(step: steps.count, line: $0) }
    loads += record.loads.map { Load(step: steps.count, event: $0) }
    if steps.count % distance == 0 { keep(live) }
  }

  private mutating func keep(_ keyframe: Simulation) {
    keyframes.append(keyframe)
    guard keyframes.count > Self.keyframeLimit else { return }
    keyframes = stride(from: 0, to: keyframes.count, by: 2).map { keyframes[$0] }
    distance *= 2
  }

  // MARK: Going back

  /// The world after a number of steps.
  ///
  /// - Complexity: as many steps as keyframes are apart: 64 in the first 65,000 steps.
  public func simulation(afterStep count: Int) -> Simulation {
    if count >= steps.count { return live }
    let keyframe = max(0, count) / distance
    var simulation = keyframes[keyframe]
    for step in steps[(keyframe * distance)..<max(0, count)] {
      _ = Self.redo(step, on: &simulation)
    }
    return simulation
  }

  private static func redo(_ step: Step, on simulation: inout Simulation) -> StepRecord {
    switch step {
    case .act(let act):
      do throws(ActError) {
        return try simulation.perform(act)
      } catch {
        preconditionFailure("an act that worked once did not work again: \(error.sentence)")
      }
    case .due:
      return simulation.step() ?? StepRecord()
    case .pass(let duration):
      simulation.pass(duration)
      return StepRecord()
    }
  }

  /// The update of a row with its explanation and the data layer right after it; nil where the row
  /// is no update.
  ///
  /// It is made by doing the step again with tracing on, so that the fast path never pays for it.
  public func traced(row: Row) -> UpdateRecord? {
    guard row.event.update != nil else { return nil }
    var simulation = simulation(afterStep: row.step - 1)
    simulation.isTracing = true
    let record = Self.redo(steps[row.step - 1], on: &simulation)
    return record.rows[row.place].update
  }

  /// The last row with an event that was evaluated, up to a row; nil where there is none.
  ///
  /// - Complexity: O(log n) in the number of these rows.
  package func eventRow(upToRow number: Int) -> Row? {
    let next = eventRows.partitioningIndex { $0 > number }
    return next == 0 ? nil : rows[eventRows[next - 1] - 1]
  }

  /// What had happened to containers after a number of steps.
  ///
  /// - Complexity: O(n) in what happened since.
  package func loads(upToStep count: Int) -> ArraySlice<Load> {
    loads[..<((loads.lastIndex { $0.step <= count } ?? -1) + 1)]
  }

  /// The log lines that had been said after a number of steps.
  ///
  /// - Complexity: O(log n) in the number of lines.
  package func lines(upToStep count: Int) -> ArraySlice<Line> {
    lines[..<lines.partitioningIndex { $0.step > count }]
  }
}
