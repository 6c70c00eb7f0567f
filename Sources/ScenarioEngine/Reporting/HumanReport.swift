import TagSimulation

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
