import ScenarioEngine
import TagRuntime
import TagSimulation

extension Monitor {
  /// The line of the language that expects what the selected row of the focused pane, or what is
  /// explained, says at the moment that is looked at; nil where it says nothing that can be
  /// expected.
  ///
  /// The line holds then: what does not is not offered.
  package func expectationOfSelection() -> String? {
    let subject: Explained
    switch overlay {
    case .explain(let state)?: subject = state.top.subject
    case .device?: subject = .container(run.timeline.live.world.app.containerID)
    default: subject = context.explained
    }
    return expectation(of: subject, atRow: expectedRow)
  }

  /// The row that is looked at for what is selected or explained; nil for the present.
  var expectedRow: Int? {
    if case .explain(let state)? = overlay { state.top.cursor } else { cursor }
  }

  /// The first line for a subject that holds after a row; `row` is nil for the present.
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
  /// Whether a line that expects something holds now.
  mutating func holds(line: String) -> Bool {
    guard let statement = try? StatementParser.parse(line: line), statement.command.isAsked else {
      return false
    }
    return execute(statement).outcome == .passed
  }
}
