import ScenarioEngine

extension Monitor {
  /// Does what a phone did, as lines of the language, at the end of the run that is the phone's
  /// own.
  ///
  /// Looking back goes on meanwhile, and so does a branch.
  package mutating func follow(_ lines: [String]) {
    let statements = lines.compactMap { try? StatementParser.parse(line: $0) }
    guard !statements.isEmpty else { return }
    if branches.isAtFirst {
      for statement in statements { run.execute(statement) }
      refreshView()
    } else {
      branches.changeFirst { run in
        for statement in statements { run.execute(statement) }
      }
    }
  }
}
