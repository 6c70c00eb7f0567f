package import TagRuntime
package import TagSimulation

/// Something that was done to a run, with the moment at which it was: by these it is done again.
package struct TracedAct: Sendable, Hashable {
  /// What the place of a typed line is called.
  package static let promptName = "prompt"

  /// What can be done.
  package enum Action: Sendable, Hashable {
    /// The next statement of the scenario.
    case told
    /// A wait of the scenario was begun, which passes bit by bit.
    case began
    /// Time passed, in whole milliseconds.
    case passed(Int64)
    /// The wait was over.
    case ended
    /// A line of the language, by hand, and what its place is called: the prompt, or keys.
    case line(String, from: String = promptName)
    /// What was due next happened, before its time.
    case due
    /// What came after an event was taken back.
    case cut(row: Int)
    /// The rest of the story was left out, up to its teardown.
    case teardown
  }

  /// When something was done.
  package struct Moment: Sendable, Hashable {
    /// The time, by the clock that never goes back.
    package var at: Instant
    /// How many rows there were.
    package var rows: Int
  }

  /// What was done.
  package var action: Action
  /// When it was; nil where a trace tells of several acts at once, and this is none of the first.
  package var moment: Moment?
}

/// What a trace can be written of: a run that goes on, or one that was played to its end.
package protocol TracedRun {
  /// The scenario.
  var scenario: Scenario { get }
  /// What was done, in order.
  var acts: [TracedAct] { get }
  /// What came of it.
  var timeline: Timeline { get }
}

extension ScenarioRun: TracedRun {}

extension FinishedRun: TracedRun {}

extension ScenarioRun {
  /// How many acts are noted of a run.
  package static let actLimit = 1_000_000

  /// Does again what was done to another run of the same scenario.
  ///
  /// - Throws: `ScenarioError` where a line is none of the language.
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
