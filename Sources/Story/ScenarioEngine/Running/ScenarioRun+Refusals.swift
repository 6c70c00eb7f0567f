import TagRuntime
import TagSimulation

/// Pushes that a limit of tagsim refused. No phone would refuse them, so their statement fails,
/// unless the scenario expects it.
extension ScenarioRun {
  /// Returns the outcome of a statement, given the pushes that were refused during it.
  ///
  /// - Parameters:
  ///   - outcome: the outcome without the refusals.
  ///   - refusals: the log lines about the refused pushes.
  ///   - origin: the origin of the statement.
  func judged(
    _ outcome: StatementResult.Outcome, by refusals: some Collection<Timeline.Line>,
    _ origin: RecordedStatement.Origin
  ) -> StatementResult.Outcome {
    if refusals.isEmpty { return outcome }
    let meant = expectedLines(after: origin)
    let records = refusals.map(\.line.record).filter { record in
      !meant.contains { $0.finds(record) }
    }
    guard let first = records.first else { return outcome }
    let sentence = Self.sentence(first, others: records.count - 1)
    switch outcome {
    case .done: return .error(sentence)
    case .passed:
      return .failed(Failure(row: timeline.lastRow?.number, lines: [sentence]))
    case .failed(var failure):
      failure.lines.append(sentence)
      return .failed(failure)
    case .error: return outcome
    }
  }

  private static func sentence(_ record: LogRecord, others: Int) -> String {
    let more = others > 0 ? ", and \(Counted.text(others, "other")) with it" : ""
    let word = record.code == .pushRefused ? "refused" : "dropped"
    return "\(record.text) [\(record.code.rawValue)]\(more): push less, or show that it is "
      + "intended, with 'optional' before the line or 'expect log tagsim ~ /\(word)/' after it"
  }

  /// Returns the expectations about the log right after a statement of the scenario, before the
  /// next act.
  private func expectedLines(after origin: RecordedStatement.Origin) -> [ExpectedLine] {
    expectations(after: origin).compactMap { expectation in
      guard case .log(let choice, let pattern) = expectation else { return nil }
      return ExpectedLine(choice: choice, pattern: pattern)
    }
  }

  /// Returns the expectations right after a statement of the scenario, before the next act.
  func expectations(after origin: RecordedStatement.Origin) -> [Expectation] {
    let rest: ArraySlice<Statement>
    switch origin {
    case .setup: rest = scenario.setup.dropFirst(record.count + 1)
    case .scenario(let place): rest = scenario.statements.dropFirst(place + 1)
    case .hand: return []
    }
    return rest.prefix { !$0.command.isAct }.compactMap { statement in
      guard case .expect(let expectation) = statement.command else { return nil }
      return expectation
    }
  }
}

private struct ExpectedLine {
  let choice: Expectation.LogChoice
  let pattern: String

  func finds(_ record: LogRecord) -> Bool {
    guard choice.isOf(record), let pattern = try? Pattern(pattern, ignoreCase: false) else {
      return false
    }
    return LogWording.allCases.contains { pattern.look(in: record.text(in: $0)) == .found }
  }
}
