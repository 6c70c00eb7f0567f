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
  public init(_ scenario: Scenario, inputs: RunInputs, stopsAtFailure: Bool = false) {
    self.init(scenario, inputs: inputs, stopsAtFailure: stopsAtFailure) { _ throws(Never) in }
  }

  /// Plays a scenario to its end, and shows the world to somebody after the setup and after every
  /// statement.
  ///
  /// - Parameter look: looks at the world; what it throws ends the run.
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
