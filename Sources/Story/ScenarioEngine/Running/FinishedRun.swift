package import OrderedCollections
package import TagRuntime
public import TagSimulation
import TagWords

/// A finished run of a scenario, with the results of every statement.
public struct FinishedRun: Sendable {
  /// One statement with the time at which it ended.
  public struct Entry: Sendable, Hashable {
    /// The statement, its outcome and any remarks on it.
    public var result: StatementResult
    /// The phone's clock afterwards, such as "23:58:40".
    public var clock: String
    /// The phone's date afterwards, such as "2014-03-01".
    public var date: String
    /// The range of its rows in the event list.
    package var rows: Range<Int>
  }

  /// The scenario as played: one way of its matrix, or the story of one branch.
  public let scenario: Scenario
  /// The results of the setup and of every statement, in order.
  public private(set) var entries: [Entry]
  /// The world at the end, with its history.
  public let timeline: Timeline
  /// Everything that was done after the setup, in order.
  @Boxed package private(set) var acts: TracedActs
  /// The branches of the scenario, each in its state at the mark, not played.
  package let branches: [ScenarioRun]
  /// The part of the history that belongs to the story before a branch; zero for the story itself.
  package let told: (rows: Int, steps: Int)
  /// The time at which the story began, after its setup.
  let began: Instant
  @Boxed private var inputs: RunInputs
  /// The snapshots to store, with their files: the new ones, or all.
  package let newSnapshots: OrderedDictionary<String, [String]>

  /// Plays a scenario to its end as fast as possible, or to its first failure.
  ///
  /// - Complexity: O(n) in the statements and in the events that they cause.
  public init(_ loaded: LoadedScenario, stopsAtFailure: Bool = false) {
    self.init(loaded.scenario, inputs: loaded.inputs, stopsAtFailure: stopsAtFailure)
  }

  /// Plays a scenario to its end as fast as possible, or to its first failure.
  ///
  /// - Complexity: O(n) in the statements and in the events that they cause.
  public init(_ scenario: Scenario, inputs: RunInputs, stopsAtFailure: Bool = false) {
    self.init(
      playing: ScenarioRun(scenario, inputs: inputs), stopsAtFailure: stopsAtFailure)
  }

  /// Plays a run that has not begun to its end: a scenario after its setup, or a branch at its
  /// mark, of which only its own part is reported.
  package init(playing start: ScenarioRun, stopsAtFailure: Bool = false) {
    self.init(
      playing: start, saving: { (_: inout ScenarioRun) throws(Never) in },
      stopsAtFailure: stopsAtFailure)
  }

  /// Plays a scenario to its end, and calls a function after the setup and after every statement.
  ///
  /// `look` receives the world; an error that it throws ends the run.
  ///
  /// - Complexity: O(n) in the statements and in the events that they cause.
  public init<Failure: Error>(
    _ scenario: Scenario, inputs: RunInputs, stopsAtFailure: Bool = false,
    look: (Simulation) throws(Failure) -> Void
  ) throws(Failure) {
    try self.init(
      playing: ScenarioRun(scenario, inputs: inputs),
      saving: { (run: inout ScenarioRun) throws(Failure) in try look(run.timeline.live) },
      stopsAtFailure: stopsAtFailure)
  }

  /// Plays a run that has not begun to its end, and passes it to a function after the setup and
  /// after every statement, which saves the data of the phone.
  package init<Failure: Error>(
    playing start: ScenarioRun, saving save: (inout ScenarioRun) throws(Failure) -> Void,
    stopsAtFailure: Bool, isStrict: Bool = false
  ) throws(Failure) {
    var run = start
    began = start.timeline.live.now.instant
    try save(&run)
    let isBranch = run.scenario.branch != nil
    told = isBranch ? (run.timeline.rowCount, run.timeline.stepCount) : (0, 0)
    var entries = isBranch ? [] : Self.entries(of: run)
    var count = run.timeline.rowCount
    func isLast(_ result: StatementResult) -> Bool {
      stopsAtFailure && result.isFailure && (isStrict || !result.statement.isOptional)
    }
    if entries.contains(where: { isLast($0.result) }) { run.moveToTeardown() }
    while let result = run.executeNext() {
      try save(&run)
      let rows = count..<run.timeline.rowCount
      entries.append(
        Entry(result: result, clock: run.clockText, date: run.dateText, rows: rows))
      count = rows.upperBound
      if isLast(result) { run.moveToTeardown() }
    }
    scenario = run.scenario
    self.entries = entries
    timeline = run.timeline
    acts = run.acts
    inputs = run.inputs
    branches = run.branches
    newSnapshots = run.newSnapshots
  }

  /// Creates a finished run from one that was played elsewhere, as far as it went. All entries have
  /// the clock of its end.
  package init(of run: ScenarioRun) {
    scenario = run.scenario
    entries = Self.entries(of: run)
    told = (0, 0)
    began = .start
    timeline = run.timeline
    acts = run.acts
    inputs = run.inputs
    branches = run.branches
    newSnapshots = run.newSnapshots
  }

  /// Adds what could not be saved of its phone, as an act that could not be executed.
  ///
  /// `location` is that of the first statement whose changes were not saved.
  package mutating func add(_ unsaved: UnsavedPhone, at location: ScenarioLocation) {
    let statement = Statement(
      location: location, text: "--device " + unsaved.file, command: .wait(.zero))
    let end = timeline.rowCount
    entries.append(
      Entry(
        result: StatementResult(statement: statement, outcome: .error(unsaved.summary)),
        clock: entries.last?.clock ?? "", date: entries.last?.date ?? "", rows: end..<end))
  }

  /// Returns the results of the statements so far, with the current clock.
  private static func entries(of run: ScenarioRun) -> [Entry] {
    zip(run.results, run.record).map {
      Entry(result: $0, clock: run.clockText, date: run.dateText, rows: $1.rows)
    }
  }

  /// Whether at least one snapshot failed, and nothing else.
  package var onlySnapshotsDiffer: Bool {
    !failures.isEmpty
      && failures.allSatisfy {
        if case (.snapshot, .failed) = ($0.statement.command, $0.outcome) { true } else { false }
      }
  }

  /// Remarks on the run as a whole, one sentence each.
  package var remarks: [String] {
    let live = timeline.live
    var remarks: [String] = []
    if let remark = live.settings.platform.remark(live.settings.generation) {
      remarks.append(remark.text)
    }
    // Once, however many files there are: each statement has its own remark.
    let compiled = live.world.bundle.values.first { file in
      guard case .container(let container) = file.content else { return false }
      return container.version.format == .export
    }
    if let compiled {
      remarks.append(LogRecord(.compiledDefault, [compiled.origin ?? compiled.name]).text)
    }
    // A file with another name in the bundle is not found, as the log says.
    let renamed = live.world.bundle.values.first { file in
      guard file.isRenamed, case .container(let container) = file.content,
        container.version.format != .export, live.settings.played.platform == .ios
      else { return false }
      return live.world.app.containers.contains {
        BundledFile.name(of: $0.id, container.version) == file.name
      }
    }
    if let renamed {
      remarks.append(
        "\(renamed.origin ?? renamed.name) is in the bundle as \(renamed.name): "
          + "a phone would not find it under its own name")
    }
    return remarks + live.foreignContainers.map { LogRecord(.foreignContainer, [$0]).text }
      + inputs.remarks(on: scenario).map { "\($0.place): \($0.sentence)" }
      + [
        timeline.lines.first { $0.line.record.code == .fieldOfMap }?.line.record.text,
        live.world.unreportedRemark, live.patterns.remark,
      ].compactMap { $0 }
      + (timeline.remark.map { [$0] } ?? [])
  }

  /// The results of expectations, and of acts that could not be executed.
  public var points: [StatementResult] { entries.map(\.result).filter(\.isPoint) }

  /// The failures in order.
  public var failures: [StatementResult] { entries.map(\.result).filter(\.isFailure) }

  /// Whether there were no failures; those of optional statements count only when strict.
  public func isSuccess(strict: Bool) -> Bool {
    failures.allSatisfy { $0.statement.isOptional && !strict }
  }
}

/// A phone whose file is full, at the end of a scenario or of a run.
package struct UnsavedPhone: Sendable, Hashable {
  static let point = "device"
  static let nameLimit = 5

  /// The file, by the name passed to tagsim.
  package var file: String
  /// The number of waiting hits that are not in the file.
  package var missing: Int
  package var waiting: Int
  /// The scenarios that it lacks something of, at the end of a run.
  package var scenarios: [String]

  /// Creates a description of a full file.
  package init(file: String, missing: Int, waiting: Int, scenarios: [String] = []) {
    self.file = file
    self.missing = missing
    self.waiting = waiting
    self.scenarios = scenarios
  }

  /// A sentence such as "phone.sqlite is full: 755 of 840 waiting hits are not in it, of a.scenario
  /// and b.scenario".
  package var summary: String {
    let verb = missing == 1 ? "is" : "are"
    let lack =
      missing == 0
      ? "the last events are missing"
      : "\(missing) of \(Counted.text(waiting, "waiting hit")) \(verb) not in it"
    return "\(file) is full: " + lack + names
  }

  private var names: String {
    guard scenarios.count > 1 else { return scenarios.first.map { ", of " + $0 } ?? "" }
    let named = scenarios.prefix(min(Self.nameLimit, scenarios.count - 1))
    let more = scenarios.count - named.count
    let last = more == 1 ? scenarios[named.count] : "\(more) more"
    return ", of " + named.joined(separator: ", ") + " and " + last
  }

  /// The problem as one of a file, for documents that list those.
  var problem: LoadProblem { LoadProblem(summary) }
}
