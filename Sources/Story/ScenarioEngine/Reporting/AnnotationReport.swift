/// The report for GitHub: a workflow command for every failure, which GitHub shows beside the line
/// of the scenario.
struct AnnotationReport: ReportForm {
  let paths: RepositoryPaths
  private var totals = ReportTotals()

  init(paths: RepositoryPaths) { self.paths = paths }

  func begin() -> [ReportLine] { [] }

  mutating func lines(of file: ReportedFile) -> [ReportLine] {
    totals.add(file)
    let failures = file.runs.flatMap { run in run.failures.map { command(for: $0, in: run) } }
    let problems = file.problems.map { problem in
      WorkflowCommand(
        .error, file: paths.path(of: problem.location?.file ?? file.file),
        line: problem.location?.line,
        column: problem.location?.column, title: "cannot be read", text: problem.sentence)
    }
    return (failures + problems).map { ReportLine($0.line) }
  }

  func end(_ ending: ReportEnding) -> [ReportLine] {
    let missed = ending.coverage.flatMap { coverage in
      coverage.isEnough
        ? nil : WorkflowCommand(.error, title: CoverageReport.point, text: coverage.summary)
    }
    let unsaved = ending.unsaved.map {
      WorkflowCommand(.error, title: UnsavedPhone.point, text: $0.summary)
    }
    return [missed?.line, unsaved?.line, totals.line].compactMap { $0 }.map { ReportLine($0) }
  }

  private func command(
    for entry: FinishedRun.Entry, in run: ReportedRun
  ) -> WorkflowCommand {
    let statement = entry.result.statement
    let look = run.command(for: entry).map { ["see: " + $0] } ?? []
    return WorkflowCommand(
      run.isPardoned(statement) ? .warning : .error,
      file: paths.path(of: statement.location.file),
      line: statement.location.line, column: statement.location.column,
      title: statement.text + run.way(of: statement),
      text: (entry.result.reason + look).joined(separator: "\n"))
  }
}

/// A line with which a program reports a problem and its place to GitHub.
package struct WorkflowCommand: Sendable {
  /// The severity of the problem.
  package enum Level: String, Sendable, Hashable {
    case error
    case warning
    case notice
  }

  private let level: Level
  private let properties: [(name: String, value: String)]
  private let text: String

  /// Creates a command for a place in a file, relative to the root of the repository, or for the
  /// whole run without a file.
  package init(
    _ level: Level, file: String? = nil, line: Int? = nil, column: Int? = nil, title: String,
    text: String
  ) {
    self.level = level
    let places = [
      ("file", file), ("line", line.map(String.init)), ("col", column.map(String.init)),
      ("title", title),
    ]
    properties = places.compactMap { name, value in value.map { (name: name, value: $0) } }
    self.text = text
  }

  package var line: String {
    let told = properties.map { "\($0.name)=" + Self.escaped($0.value, "%\r\n:,") }
      .joined(separator: ",")
    return "::\(level.rawValue) \(told)::\(Self.escaped(text))"
  }

  /// Escapes a text after the second pair of colons, or a property before it.
  private static func escaped(_ text: String, _ signs: String = "%\r\n") -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if signs.unicodeScalars.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += (digits.count == 1 ? "%0" : "%") + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
