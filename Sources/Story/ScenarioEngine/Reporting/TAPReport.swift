/// The machine-readable report: the Test Anything Protocol, version 13, which every TAP reader
/// supports.
public enum TAPReport {
  /// The first line of a report.
  public static let header = "TAP version 13"

  /// Returns the points of one scenario.
  ///
  /// `first` is the number of its first point, from 1.
  public static func lines(of run: FinishedRun, from first: Int) -> [String] {
    lines(of: ReportedRun(of: run).chapter, from: first)
  }

  /// Returns the last line, with the number of points.
  public static func plan(_ count: Int) -> String {
    count == 0 ? "1..0 # SKIP the scenarios expect nothing" : "1..\(count)"
  }

  /// Returns the line of a report that ends too early.
  public static func bailOut(_ reason: String) -> String { "Bail out! " + reason }

  fileprivate static func lines(of chapter: ReportChapter, from first: Int) -> [String] {
    var lines = ["# " + chapter.name]
    for (offset, check) in chapter.checks.enumerated() {
      lines.append(point(of: check, first + offset))
      lines += check.remarks.map { "# " + $0 }
      if check.isFailure { lines += block(of: check) }
    }
    return lines + chapter.remarks.map { "# " + $0 }
  }

  fileprivate static func point(of check: ReportCheck, _ number: Int) -> String {
    let status = check.isFailure ? "not ok" : "ok"
    let directive =
      !check.isFailure || check.outcome.counts
      ? "" : check.isOptional ? " # TODO optional" : " # TODO " + escaped(check.lines.first ?? "")
    let place = check.namesPlace ? nil : check.place
    let head = place.map { "\($0.file):\($0.line)\(check.way) " } ?? ""
    return "\(status) \(number) - \(escaped(head + check.text))\(directive)"
  }

  private static func block(of check: ReportCheck) -> [String] {
    // Readers loop at a block without lines.
    let message = check.lines.isEmpty ? [check.text] : check.lines
    var lines = ["  ---", "  message: |"] + message.map { "    " + $0 }
    if let see = check.see { lines.append("  see: " + quoted(see)) }
    if let place = check.place {
      lines += [
        "  at:", "    file: " + quoted(place.file), "    line: \(place.line)",
        "    column: \(place.column)",
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
      file.chapters.flatMap { lines(of: $0) }
        + file.comparison.filter { !$0.isEmpty }.map { ReportLine("# " + $0) }
    }

    mutating func lines(of chapter: ReportChapter) -> [ReportLine] {
      let lines = TAPReport.lines(of: chapter, from: points + 1)
      points += chapter.checks.count
      return lines.map { ReportLine($0) }
    }

    mutating func end(_ ending: ReportEnding) -> [ReportLine] {
      var lines = (ending.coverage?.lines ?? []).map { "# " + $0 }
      for check in ending.chapters.flatMap(\.checks) {
        points += 1
        lines.append(TAPReport.point(of: check, points))
      }
      return (lines + [TAPReport.plan(points)]).map { ReportLine($0) }
    }
  }
}
