import TagRuntime

/// The report as a page: a table of the files, then what failed, for the summary of a job.
struct MarkdownReport: ReportForm {
  /// How many failures are told; GitHub takes a megabyte for a step.
  private static let failureLimit = 100

  private var failures: [ReportLine] = []
  private var left = 0
  private var told = 0
  private var totals = ReportTotals()

  func begin() -> [ReportLine] {
    [
      "# tagsim run", "", "| scenario | expectations | failed | result |",
      "| --- | ---: | ---: | --- |",
    ]
  }

  mutating func lines(of file: ReportedFile) -> [ReportLine] {
    totals.add(file)
    var lines = file.runs.map { run in
      let expected = run.points.count(where: \.result.isExpectation)
      let failed = run.failures.count
      let isFailure = run.entries.contains(where: run.isFailure)
      let result = isFailure ? "FAIL" : "ok"
      return ReportLine("| \(MarkdownText.plain(run.name)) | \(expected) | \(failed) | \(result) |")
    }
    for run in file.runs {
      for entry in run.failures { tell(entry, run) }
    }
    if !file.problems.isEmpty {
      lines.append(ReportLine("| \(MarkdownText.plain(file.file)) | | | cannot be read |"))
      tell("\(file.file) cannot be read", file.problems.map(\.description))
    }
    return lines
  }

  func end(_ ending: ReportEnding) -> [ReportLine] {
    let more = left > 0 ? ["", ReportLine("And \(Counted.text(left, "more failure")).")] : []
    let unsaved = ending.unsaved.map { ["", ReportLine(MarkdownText.plain($0.summary) + ".")] }
    return ["", ReportLine(MarkdownText.plain(totals.line) + ".")] + failures + more
      + (unsaved ?? []) + (ending.coverage?.markdown ?? []).map { ReportLine($0) }
  }

  private mutating func tell(_ entry: FinishedRun.Entry, _ run: ReportedRun) {
    let statement = entry.result.statement
    let look = run.command(for: entry).map { ["see: " + $0] } ?? []
    tell(
      "\(statement.location)\(run.way(of: statement))\(statement.isOptional ? " (optional)" : "")",
      [statement.text] + entry.result.reason.map { "  " + $0 } + look)
  }

  private mutating func tell(_ heading: String, _ lines: [String]) {
    guard told < Self.failureLimit else {
      left += 1
      return
    }
    told += 1
    let fence = Self.fence(around: lines)
    failures += [
      "", ReportLine("## " + MarkdownText.plain(heading)), "", ReportLine(fence + "text"),
    ]
    failures += lines.map { ReportLine($0) } + [ReportLine(fence)]
  }

  /// A fence that is longer than whatever looks like one in the text.
  private static func fence(around lines: [String]) -> String {
    let longest =
      lines.map { line in
        line.split { $0 != "`" }.map(\.count).max() ?? 0
      }.max() ?? 0
    return String(repeating: "`", count: max(3, longest + 1))
  }
}
