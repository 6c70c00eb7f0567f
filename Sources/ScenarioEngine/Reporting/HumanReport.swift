import OrderedCollections
import TagRuntime
public import TagSimulation

/// The report for people: one line a step, failures repeated at the end with the reason.
public enum HumanReport {
  /// How wide the text of a statement is before the result follows.
  private static let statementWidth = 54

  /// The lines of one scenario.
  public static func lines(of run: FinishedRun) -> [String] {
    let header = run.scenario.header
    var lines = [run.scenario.name + (header.title.map { "  " + $0 } ?? "")]
    var day = run.entries.first?.date
    for entry in run.entries {
      // A clock alone would seem to go back.
      if entry.date != day { lines.append("  \(entry.date)") }
      day = entry.date
      lines += self.lines(of: entry)
    }
    lines += run.remarks.map { "  note: " + $0 }
    return lines + [""]
  }

  private static func lines(of entry: FinishedRun.Entry) -> [String] {
    let statement = entry.result.statement
    switch statement.command {
    case .chapter(let text): return ["", "  " + text]
    case .caption(let text): return ["  > " + text]
    case .ask(let question, let answer):
      return ["  ? " + question] + (answer.map { ["    " + $0] } ?? [])
    case .note, .view: return []
    default: break
    }
    let text = statement.text
    switch entry.result.outcome {
    case .done(let summary):
      return ["  \(entry.clock)  " + (summary.isEmpty ? text : padded(text) + "  " + summary)]
    case .passed: return ["  \(entry.clock)  ok   " + text]
    case .failed(let failure):
      return ["  \(entry.clock)  FAIL \(text)" + optionalWord(statement)]
        + failure.lines.map { "                   " + $0 }
    case .error(let sentence):
      return ["  \(entry.clock)  FAIL \(text)" + optionalWord(statement)]
        + ["                   " + sentence]
    }
  }

  private static func optionalWord(_ statement: Statement) -> String {
    statement.isOptional ? "  (optional)" : ""
  }

  private static func padded(_ text: String) -> String {
    let missing = statementWidth - text.count
    return missing > 0 ? text + String(repeating: " ", count: missing) : text
  }

  /// The lines at the end: every failure once more, then the totals.
  public static func summary(of runs: [FinishedRun]) -> [String] { Summary(of: runs).lines }

  /// A failure with its place and its reason.
  static func lines(of failure: StatementResult, in scenario: Scenario) -> [String] {
    let statement = failure.statement
    let place = scenario.place(of: statement)
    let first = padded("\(place)  \(statement.text)") + "  FAIL"
    switch failure.outcome {
    case .failed(let reason): return [first] + reason.lines.map { "  " + $0 }
    case .error(let sentence): return [first, "  " + sentence]
    case .done, .passed: return [first]
    }
  }
}

extension HumanReport {
  /// What the end of a report tells of runs, without the runs.
  package struct Summary: Sendable {
    private var failures: [String] = []
    private var scenarios = 0
    private var expectations = Tally()
    private var steps = Tally()

    /// Points of one kind.
    private struct Tally: Sendable {
      var all = 0
      var failed = 0
      /// How many of those that failed are optional.
      var optional = 0

      mutating func add(_ result: StatementResult) {
        all += 1
        guard result.isFailure else { return }
        failed += 1
        if result.statement.isOptional { optional += 1 }
      }

      mutating func add(_ other: Tally) {
        all += other.all
        failed += other.failed
        optional += other.optional
      }

      var optionalCount: String { optional > 0 ? ", \(optional) of them optional" : "" }
    }

    /// That of no run.
    package init() {}

    /// That of some runs.
    package init(of runs: [FinishedRun]) {
      // One that was played in several ways is one.
      let varied = runs.filter { $0.scenario.variant != nil }
      scenarios = runs.count - varied.count + Set(varied.map(\.scenario.file)).count
      for run in runs {
        for failure in run.failures {
          failures += HumanReport.lines(of: failure, in: run.scenario) + [""]
        }
        for point in run.points {
          if point.isExpectation { expectations.add(point) } else { steps.add(point) }
        }
      }
    }

    /// Goes on with the runs of other scenarios.
    package mutating func add(_ other: Summary) {
      failures += other.failures
      scenarios += other.scenarios
      expectations.add(other.expectations)
      steps.add(other.steps)
    }

    /// Every failure once more, then the totals.
    package var lines: [String] {
      var text = Counted.text(scenarios, "scenario") + ", "
      text += Counted.text(expectations.all, "expectation")
      text += ": \(expectations.all - expectations.failed) held, \(expectations.failed) failed"
      text += expectations.optionalCount
      if steps.all > 0 {
        text += "; \(Counted.text(steps.all, "step")) could not be done" + steps.optionalCount
      }
      return failures + [text]
    }
  }
}

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
    saving save: (inout ScenarioRun) throws(Failure) -> Void, stopsAtFailure: Bool
  ) throws(Failure) {
    var run = ScenarioRun(scenario, inputs: inputs)
    try save(&run)
    let (start, day) = (run.clockText, run.dateText)
    var entries = run.results.map { Entry(result: $0, clock: start, date: day) }
    func isLast(_ result: StatementResult) -> Bool {
      stopsAtFailure && result.isFailure && !result.statement.isOptional
    }
    if run.results.contains(where: isLast) { run.moveToTeardown() }
    while let result = run.executeNext() {
      try save(&run)
      entries.append(Entry(result: result, clock: run.clockText, date: run.dateText))
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
    entries = run.results.map { Entry(result: $0, clock: run.clockText, date: run.dateText) }
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
        if case .snapshot = $0.statement.command { true } else { false }
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
