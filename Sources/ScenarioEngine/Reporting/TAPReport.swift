/// The report for machines: the Test Anything Protocol, version 14.
public enum TAPReport {
  /// The first line of a report.
  public static let header = "TAP version 14"

  /// The points of one scenario.
  ///
  /// `first` is the number of its first point, from 1.
  public static func lines(of run: FinishedRun, from first: Int) -> [String] {
    var lines = ["# " + run.scenario.name]
    for (offset, result) in run.points.enumerated() {
      lines += self.lines(of: result, number: first + offset, run.scenario)
    }
    return lines
  }

  /// The last line: how many points there were.
  public static func plan(_ count: Int) -> String {
    count == 0 ? "1..0 # SKIP the scenarios expect nothing" : "1..\(count)"
  }

  /// The line of a file that could not be used.
  public static func bailOut(_ reason: String) -> String { "Bail out! " + reason }

  private static func lines(
    of result: StatementResult, number: Int, _ scenario: Scenario
  ) -> [String] {
    let statement = result.statement
    let place = scenario.place(of: statement)
    let directive = statement.isOptional ? " # TODO optional" : ""
    let status = result.isFailure ? "not ok" : "ok"
    let text = escaped(statement.text)
    let point = "\(status) \(number) - \(escaped(place)) \(text)\(directive)"
    switch result.outcome {
    case .failed(let failure): return [point] + block(failure.lines, statement)
    case .error(let sentence): return [point] + block([sentence], statement)
    case .done, .passed: return [point]
    }
  }

  private static func block(_ reason: [String], _ statement: Statement) -> [String] {
    ["  ---", "  message: |"] + reason.map { "    " + $0 } + [
      "  at:", "    file: " + quoted(statement.location.file),
      "    line: \(statement.location.line)", "  ...",
    ]
  }

  /// A `#` would begin a directive, and a backslash before it would take the escape back.
  private static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "#" || scalar == "\\" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
