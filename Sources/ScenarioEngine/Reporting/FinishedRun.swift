import OrderedCollections
import TagRuntime
public import TagSimulation

/// A scenario that was played to its end, with what came of every statement.
public struct FinishedRun: Sendable {
  /// One statement with the time at which it ended.
  public struct Entry: Sendable, Hashable {
    /// What came of it.
    public var result: StatementResult
    /// The phone's clock afterwards, such as "23:58:40".
    public var clock: String
    /// The phone's date afterwards, such as "2014-03-01".
    public var date: String
    /// The places of the rows that it made in the event list.
    package var rows: Range<Int>
  }

  /// The scenario.
  public let scenario: Scenario
  /// What came of the setup and of every statement, in order.
  public let entries: [Entry]
  /// The world at the end, with its history.
  public let timeline: Timeline
  /// The snapshots that were taken, by their names.
  let snapshots: OrderedDictionary<String, [String]>
  /// The names of those that are to be kept: the new ones, or all.
  private let keptNames: Set<String>

  /// Plays a scenario to its end as fast as possible, or to its first failure.
  ///
  /// - Complexity: O(n) in the statements and in the events that they set off.
  public init(_ loaded: LoadedScenario, stopsAtFailure: Bool = false) {
    self.init(loaded.scenario, inputs: loaded.inputs, stopsAtFailure: stopsAtFailure)
  }

  /// Plays a scenario to its end as fast as possible, or to its first failure.
  ///
  /// - Complexity: O(n) in the statements and in the events that they set off.
  public init(_ scenario: Scenario, inputs: RunInputs, stopsAtFailure: Bool = false) {
    self.init(scenario, inputs: inputs, stopsAtFailure: stopsAtFailure) { _ throws(Never) in }
  }

  /// Plays a scenario to its end, and shows the world to somebody after the setup and after every
  /// statement.
  ///
  /// `look` looks at the world; what it throws ends the run.
  ///
  /// - Complexity: O(n) in the statements and in the events that they set off.
  public init<Failure: Error>(
    _ scenario: Scenario, inputs: RunInputs, stopsAtFailure: Bool = false,
    look: (Simulation) throws(Failure) -> Void
  ) throws(Failure) {
    try self.init(
      scenario, inputs: inputs,
      saving: { (run: inout ScenarioRun) throws(Failure) in try look(run.timeline.live) },
      stopsAtFailure: stopsAtFailure)
  }

  /// Plays a scenario to its end, and hands it to somebody after the setup and after every
  /// statement, who saves what the phone keeps.
  package init<Failure: Error>(
    _ scenario: Scenario, inputs: RunInputs,
    saving save: (inout ScenarioRun) throws(Failure) -> Void, stopsAtFailure: Bool,
    isStrict: Bool = false
  ) throws(Failure) {
    var run = ScenarioRun(scenario, inputs: inputs)
    try save(&run)
    let (start, day) = (run.clockText, run.dateText)
    var entries = zip(run.results, run.record).map {
      Entry(result: $0, clock: start, date: day, rows: $1.rows)
    }
    var count = run.timeline.rows.count
    func isLast(_ result: StatementResult) -> Bool {
      stopsAtFailure && result.isFailure && (isStrict || !result.statement.isOptional)
    }
    if run.results.contains(where: isLast) { run.moveToTeardown() }
    while let result = run.executeNext() {
      try save(&run)
      let rows = count..<run.timeline.rows.count
      entries.append(
        Entry(result: result, clock: run.clockText, date: run.dateText, rows: rows))
      count = rows.upperBound
      if isLast(result) { run.moveToTeardown() }
    }
    self.scenario = scenario
    self.entries = entries
    timeline = run.timeline
    (snapshots, keptNames) = (run.snapshots, run.newSnapshots)
  }

  /// A run that was played elsewhere, as far as it was. The clock is that of its end throughout.
  package init(of run: ScenarioRun) {
    scenario = run.scenario
    entries = zip(run.results, run.record).map {
      Entry(result: $0, clock: run.clockText, date: run.dateText, rows: $1.rows)
    }
    timeline = run.timeline
    (snapshots, keptNames) = (run.snapshots, run.newSnapshots)
  }

  /// The snapshots that are to be kept, with their files.
  package var newSnapshots: [(path: String, lines: [String])] {
    snapshots.elements.filter { keptNames.contains($0.key) }.map {
      (path: ScenarioPath.snapshot($0.key, of: scenario), lines: $0.value)
    }
  }

  /// Whether nothing failed but snapshots, and one of them did.
  package var onlySnapshotsDiffer: Bool {
    !failures.isEmpty
      && failures.allSatisfy {
        if case (.snapshot, .failed) = ($0.statement.command, $0.outcome) { true } else { false }
      }
  }

  /// What is to be known of the run as a whole, one sentence each.
  package var remarks: [String] {
    let live = timeline.live
    var remarks: [String] = []
    if let remark = live.settings.platform.remark(live.settings.generation) {
      remarks.append(remark.text)
    }
    // Once, however many files are: each statement says it of its own.
    let compiled = live.world.bundle.values.first { file in
      guard case .container(let container) = file.content else { return false }
      return container.version.format == .export
    }
    if let compiled {
      remarks.append(LogRecord(.compiledDefault, [compiled.origin ?? compiled.name]).text)
    }
    return remarks + live.foreignContainers.map { LogRecord(.foreignContainer, [$0]).text }
      + (timeline.remark.map { [$0] } ?? [])
  }

  /// Expectations, and acts that could not be done.
  public var points: [StatementResult] { entries.map(\.result).filter(\.isPoint) }

  /// What went wrong, in order.
  public var failures: [StatementResult] { entries.map(\.result).filter(\.isFailure) }

  /// Whether everything held; failures of optional statements count only when strict.
  public func isSuccess(strict: Bool) -> Bool {
    failures.allSatisfy { $0.statement.isOptional && !strict }
  }
}
