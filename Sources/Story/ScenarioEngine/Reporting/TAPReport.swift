import TagSimulation

/// The machine-readable report: the Test Anything Protocol, version 13, which every TAP reader
/// supports.
public enum TAPReport {
  /// The first line of a report.
  public static let header = "TAP version 13"

  /// Returns the points of one scenario.
  ///
  /// `first` is the number of its first point, from 1.
  public static func lines(of run: FinishedRun, from first: Int) -> [String] {
    lines(of: ReportedRun(of: run), from: first)
  }

  /// Returns the last line, with the number of points.
  public static func plan(_ count: Int) -> String {
    count == 0 ? "1..0 # SKIP the scenarios expect nothing" : "1..\(count)"
  }

  /// Returns the line of a report that ends too early.
  public static func bailOut(_ reason: String) -> String { "Bail out! " + reason }

  static func lines(of run: ReportedRun, from first: Int) -> [String] {
    var lines = ["# " + run.name]
    for (offset, entry) in run.points.enumerated() {
      let (result, statement) = (entry.result, entry.result.statement)
      let status = result.isFailure ? "not ok" : "ok"
      let place = "\(statement.location.file):\(statement.location.line)\(run.way(of: statement))"
      let directive = run.isPardoned(statement) ? " # TODO optional" : ""
      lines.append(
        "\(status) \(first + offset) - \(escaped("\(place) \(statement.text)"))\(directive)")
      lines += result.remarks.map { "# " + $0 }
      if result.isFailure {
        let see = run.command(for: entry).map { ["  see: " + quoted($0)] } ?? []
        lines += block(result.reason, see: see, at: statement.location)
      }
    }
    return lines + run.remarks.map { "# " + $0 }
  }

  /// Returns the point of a file that cannot be read.
  static func lines(unreadable file: ReportedFile, number: Int) -> [String] {
    ["# " + file.file, "not ok \(number) - \(escaped(file.file)) cannot be read"]
      + block(file.problems.map(\.description), see: [], at: file.problems.first?.location)
  }

  private static func block(
    _ reason: [String], see: [String], at location: ScenarioLocation?
  ) -> [String] {
    var lines = ["  ---", "  message: |"] + reason.map { "    " + $0 } + see
    if let location {
      lines += [
        "  at:", "    file: " + quoted(location.file), "    line: \(location.line)",
        "    column: \(location.column)",
      ]
    }
    return lines + ["  ..."]
  }

  /// Escapes `#`, which would begin a directive, and the backslash, which would undo the escape.
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

extension TAPReport {
  struct Whole: ReportForm {
    private var points = 0

    func begin() -> [ReportLine] { [ReportLine(TAPReport.header)] }

    mutating func lines(of file: ReportedFile) -> [ReportLine] {
      var lines: [String] = []
      for run in file.runs {
        lines += TAPReport.lines(of: run, from: points + 1)
        points += run.points.count
      }
      if !file.problems.isEmpty {
        points += 1
        lines += TAPReport.lines(unreadable: file, number: points)
      }
      lines += file.comparison.filter { !$0.isEmpty }.map { "# " + $0 }
      return lines.map { ReportLine($0) }
    }

    mutating func end(_ ending: ReportEnding) -> [ReportLine] {
      var lines = (ending.coverage?.lines ?? []).map { "# " + $0 }
      if let coverage = ending.coverage, coverage.wanted != nil {
        points += 1
        let status = coverage.isEnough ? "ok" : "not ok"
        lines.append("\(status) \(points) - \(TAPReport.escaped(coverage.summary))")
      }
      if let unsaved = ending.unsaved {
        points += 1
        lines.append("not ok \(points) - \(TAPReport.escaped(unsaved.summary))")
      }
      return (lines + [TAPReport.plan(points)]).map { ReportLine($0) }
    }
  }
}
