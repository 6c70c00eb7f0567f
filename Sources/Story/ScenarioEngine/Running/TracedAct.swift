package import TagRuntime
package import TagSimulation

/// An action on a run with its moment, so that it can be repeated.
package struct TracedAct: Sendable, Hashable {
  /// The name of the place of a typed line.
  package static let promptName = "prompt"

  package enum Action: Sendable, Hashable {
    /// The next statement of the scenario.
    case told
    /// The scenario began a wait, which passes in steps.
    case began
    /// Time passed, in whole milliseconds.
    case passed(Int64)
    case ended
    /// A line of the language that somebody typed, with the name of its place: the prompt, or keys.
    case line(String, from: String = promptName)
    /// The next due event happened, before its time.
    case due
    /// Everything after an event was undone.
    case cut(row: Int)
    /// The rest of the story was skipped, up to its teardown.
    case teardown
  }

  package struct Moment: Sendable, Hashable {
    /// The time, by the monotonic clock.
    package var at: Instant
    package var rows: Int
  }

  package var action: Action
  /// The moment of the action; nil if a trace line contains several acts, and this is not the
  /// first.
  package var moment: Moment?
}

/// A run that can be traced, either current or finished.
package protocol TracedRun {
  var scenario: Scenario { get }
  var acts: TracedActs { get }
  var timeline: Timeline { get }
}

extension ScenarioRun: TracedRun {}

extension FinishedRun: TracedRun {}

extension ScenarioRun {
  /// The maximum number of recorded acts of a run.
  package static let actLimit = 1_000_000

  /// Repeats an action of another run of the same scenario.
  ///
  /// - Throws: `ScenarioError` if a line is not valid in the language.
  package mutating func redo(_ action: TracedAct.Action) throws(ScenarioError) {
    switch action {
    case .told: executeNext()
    case .began: _ = beginWait()
    case .passed(let milliseconds): passTime(.milliseconds(milliseconds))
    case .ended: endWait()
    case .line(let line, let place):
      if let statement = try StatementParser.parse(line: line, file: place) { execute(statement) }
    case .due: _ = fireNext()
    case .cut(let row): cutBack(toRow: row)
    case .teardown: moveToTeardown()
    }
  }
}
