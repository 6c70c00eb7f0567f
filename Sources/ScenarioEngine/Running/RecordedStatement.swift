import TagRuntime
import TagSimulation

/// A statement that was done, and what it left in the history of a run: by these a run can be
/// shown once more without being run again.
package struct RecordedStatement: Sendable, Hashable {
  /// Where a statement comes from.
  package enum Origin: Sendable, Hashable {
    /// The setup, before anything is told.
    case setup
    /// The scenario, with its place in it.
    case scenario(Int)
    /// Somebody did it by hand.
    case hand
  }

  /// Where it comes from.
  package let origin: Origin
  /// The statement.
  package let statement: Statement
  /// The places of the rows that it made in the event list.
  package internal(set) var rows: Range<Int>
  /// How many moments had been told after it.
  package internal(set) var moments: Int
  /// What came of it; nil for a wait that is being played bit by bit.
  package internal(set) var outcome: StatementResult.Outcome?
  /// Where the run stood before it.
  let before: Standing
  /// How far the run had come when it was over, or was cut in two.
  var end = Progress()
  /// Whether what came after one of its rows was taken back.
  var isClipped = false

  /// What came of it, with the statement; nil for a wait that is being played bit by bit.
  package var result: StatementResult? {
    outcome.map { StatementResult(statement: statement, outcome: $0) }
  }

  /// Whether it is of the scenario.
  package var isTold: Bool {
    if case .scenario = origin { true } else { false }
  }

  /// Whether it went wrong.
  package var isFailure: Bool {
    switch outcome {
    case .failed, .error: true
    case .done, .passed, nil: false
    }
  }
}

/// How far a run has come.
struct Progress: Sendable, Hashable {
  /// How many steps were done.
  var steps = 0
  /// The moment, by the clock that never goes back.
  var instant = Instant.start
}

extension ScenarioRun {
  /// How far it has come.
  var progress: Progress {
    Progress(steps: timeline.stepCount, instant: timeline.live.now.instant)
  }

  /// What was recorded of a statement of the scenario; nil where it was not done yet.
  ///
  /// - Parameter position: its place in the scenario.
  package func record(ofPosition position: Int) -> RecordedStatement? {
    recordPlaces.indices.contains(position) ? record[recordPlaces[position]] : nil
  }
}
