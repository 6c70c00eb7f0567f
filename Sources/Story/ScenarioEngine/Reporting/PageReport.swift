import TagRuntime
import TextKit

/// The report as a page: a table of the files, then the failures, in Markdown for the summary of a
/// job, or in HTML for a browser.
struct PageReport: ReportForm {
  /// The maximum number of failures; GitHub accepts a megabyte per step.
  private static let failureLimit = 100

  private let form: ReportFormat
  private var table = ReportTable(
    columns: ["scenario", "expectations", "failed", "result"], numbers: [1, 2])
  private var failures: [ReportPart] = []
  private var left = 0
  private var told = 0

  private let share: String?

  init(_ form: ReportFormat, share: String?) { (self.form, self.share) = (form, share) }

  mutating func lines(of file: ReportedFile) -> [ReportLine] {
    for run in file.runs {
      let isFailure = run.entries.contains(where: run.isFailure)
      let expected = run.points.count(where: \.result.isExpectation)
      var name = ReportCell(run.name)
      if isFailure { name.link = share.map { $0 + "#run=" + MarkupText.address(run.name) } }
      table.rows.append(
        ReportTable.Row(
          [
            name, .number(expected), .number(run.failures.count),
            isFailure ? "FAIL" : "ok",
          ], tone: isFailure ? .bad : .plain))
    }
    for run in file.runs {
      for check in run.checks where check.isFailure { tell(check) }
    }
    if !file.problems.isEmpty {
      table.rows.append(
        ReportTable.Row(cells: [file.file, "", "", "cannot be read"], tone: .bad))
      tell("\(file.file) cannot be read", file.problems.map(\.description))
    }
    return []
  }

  func end(_ ending: ReportEnding) -> [ReportLine] {
    var parts: [ReportPart] =
      [.table(table), .text((ending.totals?.line ?? "") + ".", .plain)] + failures
    if left > 0 { parts.append(.text("And \(Counted.text(left, "more failure")).", .plain)) }
    if let unsaved = ending.unsaved { parts.append(.text(unsaved.summary + ".", .bad)) }
    parts += ending.coverage?.parts ?? []
    return HandedReport(title: "tagsim run", parts: parts).lines(form).map { ReportLine($0) }
  }

  private mutating func tell(_ check: ReportCheck) {
    let place = check.place.map { "\($0)" } ?? ""
    tell(
      place + check.way + (check.isOptional ? " (optional)" : ""),
      [check.text] + check.lines.map { "  " + $0 } + check.looks)
  }

  private mutating func tell(_ heading: String, _ lines: [String]) {
    guard told < Self.failureLimit else {
      left += 1
      return
    }
    told += 1
    failures += [.heading(heading, level: 2), .fixed(lines)]
  }
}
