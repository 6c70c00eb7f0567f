import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation

extension Monitor {
  /// Returns the line of the language that expects the current state of the selected row in the
  /// focused pane, or of the explained subject; nil if there is no such expectation.
  ///
  /// The line holds at the selected moment: failing ones are not offered.
  package func expectationOfSelection() -> String? {
    let subject: Explained
    switch overlay {
    case .explain(let state)?: subject = state.top.subject
    case .device?: subject = .container(run.timeline.live.world.app.containerID)
    default: subject = context.explained
    }
    return expectation(of: subject, atRow: expectedRow)
  }

  /// The history row of the selection or the explanation; nil for the present.
  var expectedRow: Int? {
    if case .explain(let state)? = overlay { state.top.cursor } else { cursor }
  }

  /// Returns the first line for a subject that holds after a row; `row` is nil for the present.
  private func expectation(of subject: Explained, atRow row: Int?) -> String? {
    let view = row == cursor ? view : WorldView(run.timeline, at: row, after: view)
    let lines = ExpectationLines(view: view).lines(for: subject)
    guard !lines.isEmpty else { return nil }
    var then = run
    if let row { then.cutBack(toRow: row) }
    return lines.first { then.holds(line: $0) }
  }
}

extension ScenarioRun {
  /// Returns whether an expectation holds now.
  mutating func holds(line: String) -> Bool {
    guard let statement = try? StatementParser.parse(line: line), statement.command.isAsked else {
      return false
    }
    return execute(statement).outcome == .passed
  }
}
