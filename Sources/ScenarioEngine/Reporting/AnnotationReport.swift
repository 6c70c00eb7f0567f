import TagRuntime

/// The report for GitHub: a workflow command for everything that went wrong, which is shown beside
/// the line of the scenario.
struct AnnotationReport: ReportForm {
  private var totals = ReportTotals()

  func begin() -> [ReportLine] { [] }

  mutating func lines(of file: ReportedFile) -> [ReportLine] {
    totals.add(file)
    let failures = file.runs.flatMap { run in run.failures.map { Self.command(for: $0, in: run) } }
    let problems = file.problems.map { problem in
      WorkflowCommand(
        .error, file: problem.location?.file ?? file.file, line: problem.location?.line,
        column: problem.location?.column, title: "cannot be read", text: problem.sentence)
    }
    return (failures + problems).map { ReportLine($0.line) }
  }

  func end(_ coverage: CoverageReport?) -> [ReportLine] { [ReportLine(totals.line)] }

  private static func command(
    for entry: FinishedRun.Entry, in run: ReportedRun
  ) -> WorkflowCommand {
    let statement = entry.result.statement
    let look = run.command(for: entry).map { ["see: " + $0] } ?? []
    return WorkflowCommand(
      run.isPardoned(statement) ? .warning : .error, file: statement.location.file,
      line: statement.location.line, column: statement.location.column,
      title: statement.text + run.way(of: statement),
      text: (entry.result.reason + look).joined(separator: "\n"))
  }
}

/// A line by which a program tells GitHub what is wrong where.
package struct WorkflowCommand: Sendable {
  /// How bad it is.
  package enum Level: String, Sendable, Hashable {
    case error
    case warning
    case notice
  }

  private let level: Level
  private let properties: [(name: String, value: String)]
  private let text: String

  /// A command for a place in a file.
  package init(
    _ level: Level, file: String, line: Int?, column: Int? = nil, title: String, text: String
  ) {
    self.level = level
    // GitHub knows files by their paths in the repository.
    let path = file.hasPrefix("./") ? String(file.dropFirst(2)) : file
    let places = [("line", line), ("col", column)].compactMap { name, number in
      number.map { (name: name, value: String($0)) }
    }
    properties = [("file", path)] + places + [("title", title)]
    self.text = text
  }

  /// The command as it is printed.
  package var line: String {
    let told = properties.map { "\($0.name)=\(Self.property($0.value))" }.joined(separator: ",")
    return "::\(level.rawValue) \(told)::\(Self.escaped(text))"
  }

  /// A text that may follow the second pair of colons.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A text that may stand as a property, between commas.
  private static func property(_ text: String) -> String {
    var result = ""
    for scalar in escaped(text).unicodeScalars {
      switch scalar {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
