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
  public static func summary(of runs: [FinishedRun]) -> [String] {
    var lines: [String] = []
    for run in runs {
      for failure in run.failures {
        lines += self.lines(of: failure, in: run.scenario) + [""]
      }
    }
    lines.append(totals(of: runs))
    return lines
  }

  private static func totals(of runs: [FinishedRun]) -> String {
    let points = runs.flatMap(\.points)
    let expectations = points.filter(\.isExpectation)
    let failed = expectations.filter(\.isFailure)
    let undone = points.filter { !$0.isExpectation }
    // One that was played in several ways is one.
    let varied = runs.filter { $0.scenario.variant != nil }
    let count = runs.count - varied.count + Set(varied.map(\.scenario.file)).count
    var text = Counted.text(count, "scenario") + ", "
    text += Counted.text(expectations.count, "expectation")
    text += ": \(expectations.count - failed.count) held, \(failed.count) failed"
    text += optionalCount(failed)
    if undone.isEmpty { return text }
    return text + "; \(Counted.text(undone.count, "step")) could not be done"
      + optionalCount(undone)
  }

  private static func optionalCount(_ failures: [StatementResult]) -> String {
    let count = failures.count { $0.statement.isOptional }
    return count > 0 ? ", \(count) of them optional" : ""
  }

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

  /// Plays a scenario to its end as fast as possible, or to its first failure.
  ///
  /// - Complexity: O(n) in the statements and in the events that they set off; with
  ///   `stopsAtFailure` the results so far are looked through at every statement.
  public init(_ loaded: LoadedScenario, stopsAtFailure: Bool = false) {
    self.init(loaded.scenario, inputs: loaded.inputs, stopsAtFailure: stopsAtFailure)
  }

  /// Plays a scenario to its end as fast as possible, or to its first failure.
  ///
  /// - Complexity: O(n) in the statements and in the events that they set off; with
  ///   `stopsAtFailure` the results so far are looked through at every statement.
  public init(_ scenario: Scenario, inputs: RunInputs, stopsAtFailure: Bool = false) {
    self.init(scenario, inputs: inputs, stopsAtFailure: stopsAtFailure) { _ throws(Never) in }
  }

  /// Plays a scenario to its end, and shows the world to somebody after the setup and after every
  /// statement.
  ///
  /// `look` looks at the world; what it throws ends the run.
  ///
  /// - Complexity: O(n) in the statements and in the events that they set off; with
  ///   `stopsAtFailure` the results so far are looked through at every statement.
  public init<Failure: Error>(
    _ scenario: Scenario, inputs: RunInputs, stopsAtFailure: Bool = false,
    look: (Simulation) throws(Failure) -> Void
  ) throws(Failure) {
    var run = ScenarioRun(scenario, inputs: inputs)
    try look(run.timeline.live)
    let (start, day) = (run.clockText, run.dateText)
    var entries = run.results.map { Entry(result: $0, clock: start, date: day) }
    func isOver() -> Bool {
      stopsAtFailure
        && entries.contains { $0.result.isFailure && !$0.result.statement.isOptional }
    }
    while !isOver(), let result = run.executeNext() {
      try look(run.timeline.live)
      entries.append(Entry(result: result, clock: run.clockText, date: run.dateText))
    }
    self.scenario = scenario
    self.entries = entries
    timeline = run.timeline
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
