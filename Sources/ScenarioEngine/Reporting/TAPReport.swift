import TagSimulation

/// The report for machines: the Test Anything Protocol, version 14.
public enum TAPReport {
  /// The first line of a report.
  public static let header = "TAP version 14"

  /// The points of one scenario.
  ///
  /// `first` is the number of its first point, from 1.
  public static func lines(of run: FinishedRun, from first: Int) -> [String] {
    Part(of: run).lines(from: first)
  }

  /// The last line: how many points there were.
  public static func plan(_ count: Int) -> String {
    count == 0 ? "1..0 # SKIP the scenarios expect nothing" : "1..\(count)"
  }

  /// The line of a file that could not be used.
  public static func bailOut(_ reason: String) -> String { "Bail out! " + reason }

  /// The points of one scenario that wait for their numbers, without the run.
  package struct Part: Sendable {
    /// A point, before and behind its number.
    private struct Point: Sendable {
      var status: String
      var text: String
      var block: [String]
    }

    private let name: String
    private let points: [Point]
    private let remarks: [String]

    /// How many points there are.
    package var count: Int { points.count }

    /// Those of a run.
    package init(of run: FinishedRun) {
      name = run.scenario.name
      remarks = run.remarks
      points = run.points.map { result in
        let statement = result.statement
        let place = TAPReport.escaped(run.scenario.place(of: statement))
        let directive = statement.isOptional ? " # TODO optional" : ""
        return Point(
          status: result.isFailure ? "not ok" : "ok",
          text: "\(place) \(TAPReport.escaped(statement.text))\(directive)",
          block: TAPReport.block(of: result))
      }
    }

    /// The lines; `first` is the number of the first point, from 1.
    package func lines(from first: Int) -> [String] {
      var lines = ["# " + name]
      for (offset, point) in points.enumerated() {
        lines.append("\(point.status) \(first + offset) - \(point.text)")
        lines += point.block
      }
      return lines + remarks.map { "# " + $0 }
    }
  }

  private static func block(of result: StatementResult) -> [String] {
    switch result.outcome {
    case .failed(let failure): block(failure.lines, result.statement)
    case .error(let sentence): block([sentence], result.statement)
    case .done, .passed: []
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
