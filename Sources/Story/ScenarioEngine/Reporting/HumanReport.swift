import TagRuntime
import TagWords
import TextKit

/// The human-readable report: one line per file or step, failures at the end with the reason.
public enum HumanReport {
  /// The width of a story's time.
  private static let timeWidth = 7
  /// The width of a statement's text before the result.
  private static let statementWidth = 54

  /// Returns the lines of one scenario.
  public static func lines(of run: FinishedRun) -> [String] {
    lines(of: ReportedRun(of: run)).map(\.text)
  }

  /// Returns the lines at the end: every failure once more, then the totals.
  public static func summary(of runs: [FinishedRun]) -> [String] {
    var (failures, totals): ([ReportLine], ReportTotals) = ([], ReportTotals())
    for run in runs {
      var file = ReportedFile(run.scenario.file)
      file.runs = [ReportedRun(of: run)]
      failures += file.runs.flatMap(Self.failures)
      totals.add(file)
    }
    return failures.map(\.text) + [totals.line]
  }

  static func lines(of run: ReportedRun) -> [ReportLine] {
    var lines = [ReportLine(run.name + (run.title.map { "  " + $0 } ?? ""))]
    var day = run.entries.first?.date
    for entry in run.entries {
      // A clock without the date would seem to go back.
      if entry.date != day { lines.append(ReportLine("  \(entry.date)")) }
      day = entry.date
      lines += self.lines(of: entry)
    }
    lines += run.remarks.map { ReportLine("  note: " + $0) }
    return lines + [""]
  }

  /// Returns one line for a run, with the time of its story. Its notes are included if it failed.
  static func brief(of run: ReportedRun) -> [ReportLine] {
    let isFailure = run.entries.contains(where: run.isFailure)
    let time = TextWidth.filled(roundedText(run.storyTime), to: timeWidth, alignment: .trailing)
    let title = run.title.map { "  " + $0 } ?? ""
    let failed = run.failures.count
    let count = failed == 0 ? "" : "  (\(failed) of \(run.points.count) failed)"
    let rest = "\(isFailure ? "" : "  ") \(time)  \(run.name)\(title)\(count)"
    return [ReportLine("", isFailure ? .failed : .held, rest)]
      + (isFailure ? run.remarks.map { ReportLine("      note: " + $0) } : [])
  }

  /// Rounds a duration to its two largest units: "3m23s", "1h02m", "10d04h".
  private static func roundedText(_ duration: Duration) -> String {
    let milliseconds = duration.wholeMilliseconds
    let unit: Int64 =
      switch milliseconds {
      case ..<1000: 1
      case ..<3_600_000: 1000
      case ..<86_400_000: 60_000
      default: 3_600_000
      }
    return DurationText.text(.milliseconds(milliseconds / unit * unit))
  }

  static func lines(of entry: FinishedRun.Entry) -> [ReportLine] {
    let statement = entry.result.statement
    switch statement.command.words {
    case .chapter(let text)?: return ["", ReportLine("  " + text)]
    case .caption(let text)?: return [ReportLine("  > " + text)]
    case .question(let question, let answer)?:
      return [ReportLine("  ? " + question)] + (answer.map { [ReportLine("    " + $0)] } ?? [])
    case .note?: return []
    case nil: if statement.command.viewCommand != nil { return [] }
    }
    let text = statement.text
    switch entry.result.outcome {
    case .done(let summary):
      let line =
        summary.isEmpty ? text : TextWidth.filled(text, to: statementWidth) + "  " + summary
      return [ReportLine("  \(entry.clock)  " + line)]
    case .passed:
      return [ReportLine("  \(entry.clock)  ", .held, "   " + text)]
        + entry.result.remarks.map { ReportLine("                   note: " + $0) }
    case .failed, .error:
      let optional = statement.isOptional ? "  (optional)" : ""
      return [ReportLine("  \(entry.clock)  ", .failed, " " + text + optional)]
        + entry.result.reason.map { ReportLine("                   " + $0) }
    }
  }

  /// Returns every failure of a run with its place, its reason and a command to inspect it.
  static func failures(of run: ReportedRun) -> [ReportLine] {
    run.checks.filter(\.isFailure).flatMap { check -> [ReportLine] in
      let optional = check.isOptional ? "  (optional)" : ""
      let place = check.place.map { "\($0): " } ?? ""
      return [ReportLine(place, .failed, "\(check.way) \(check.text)\(optional)")]
        + (check.lines + check.looks).map { ReportLine("  " + $0) } + [""]
    }
  }

  /// Explains why a file cannot be read.
  static func lines(of problems: [LoadProblem], in file: String) -> [ReportLine] {
    if problems.isEmpty { return [] }
    return [ReportLine("", .failed, " \(file) cannot be read")]
      + problems.map { ReportLine("  " + $0.description) } + [""]
  }
}

extension HumanReport {
  struct Whole: ReportForm {
    let detail: ReportDetail
    private var failures: [ReportLine] = []

    init(detail: ReportDetail) { self.detail = detail }

    mutating func lines(of file: ReportedFile) -> [ReportLine] {
      let unread = HumanReport.lines(of: file.problems, in: file.file)
      failures += file.runs.flatMap(HumanReport.failures) + unread
      switch detail {
      case .totals: return []
      case .files: return file.runs.flatMap(HumanReport.brief) + unread.prefix(1)
      case .statements:
        return file.runs.flatMap { HumanReport.lines(of: $0) } + unread
          + file.comparison.map { ReportLine($0) }
      }
    }

    func end(_ ending: ReportEnding) -> [ReportLine] {
      let unsaved = ending.unsaved.map { [ReportLine("", .failed, "  " + $0.summary)] } ?? []
      let totals = ending.totals.map { [ReportLine($0.line)] } ?? []
      if detail == .totals {
        return unsaved + totals + (ending.coverage.map { [ReportLine($0.summary)] } ?? [])
      }
      let gap: [ReportLine] = detail == .files && ending.totals?.hasRuns == true ? [""] : []
      return gap + failures + unsaved + totals
        + (ending.coverage.map { [""] + $0.lines.map { ReportLine($0) } } ?? [])
    }
  }
}
