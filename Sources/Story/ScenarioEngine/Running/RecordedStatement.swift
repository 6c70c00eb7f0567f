import TagRuntime
import TagSimulation

/// An executed statement with its effects on the history of a run. The records can show a run again
/// without executing it.
package struct RecordedStatement: Sendable, Hashable {
  /// The origin of a statement.
  package enum Origin: Sendable, Hashable {
    /// The setup, before the story.
    case setup
    case scenario(Int)
    /// Manual input.
    case hand
  }

  /// The origin of the statement.
  package let origin: Origin
  package let statement: Statement
  /// The range of its rows in the event list.
  package internal(set) var rows: Range<Int>
  /// The number of story moments after it.
  package internal(set) var moments: Int
  /// The outcome; nil for a wait that is still being played in steps.
  package internal(set) var outcome: StatementResult.Outcome?
  /// The state of the run before it.
  let before: Standing
  /// The progress of the run when it ended, or was cut in two.
  var end = Progress()
  /// Whether the rows after one of its rows were undone.
  var isClipped = false

  /// The outcome with the statement; nil for a wait that is still being played in steps.
  package var result: StatementResult? {
    outcome.map { StatementResult(statement: statement, outcome: $0) }
  }

  /// Whether it comes from the scenario.
  package var isTold: Bool {
    if case .scenario = origin { true } else { false }
  }

  /// Whether the run stores something by the name that it gives.
  var hasName: Bool {
    if case .mark = statement.command { return true }
    if case .snapshot = statement.command { return true }
    return false
  }

  package var isFailure: Bool {
    switch outcome {
    case .failed, .error: true
    case .done, .passed, nil: false
    }
  }
}

struct Progress: Sendable, Hashable {
  var steps = 0
  /// The moment, by the monotonic clock.
  var instant = Instant.start
}

extension ScenarioRun {
  var progress: Progress {
    Progress(steps: timeline.stepCount, instant: timeline.live.now.instant)
  }

  /// Returns the record of a statement of the scenario; nil if it was not executed yet.
  ///
  /// - Parameter position: the position of the statement in the scenario.
  package func record(ofPosition position: Int) -> RecordedStatement? {
    recordPlaces.indices.contains(position) ? record[recordPlaces[position]] : nil
  }
}
