import ArgumentParser
import CommandKit
import RunPage
import ScenarioEngine
import TagMonitor
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// `tagsim export`: writes the events of a run for other programs.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export hits, events or firings, or write a report.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim export offline.scenario --format har -o hits.har      Charles and mitmproxy open it
        tagsim export offline.scenario --format curl --filter 'hit=4'
        tagsim export offline.scenario --format csv --what firings   a table of what fired
        tagsim export a.scenario --format ndjson --what events --filter 'tag:GA*'

        tagsim export offline.scenario --format html -o offline.html   the page of 'share'
        tagsim export offline.scenario --format md --at 12             for a pull request

      Plays the scenario or trace to its end. har and curl contain the requests as they were sent,
      csv and ndjson the rows. A hit that still waits is in no request; such hits are counted.
      --filter takes the same expressions as f in the monitor's Queue, Events and All firings.
      md describes the whole run: what is wrong, the story with its explanations, the hits, and
      pictures of the screen at the events that --at names, or at the most telling ones. html is the
      page of 'share', which --at opens at an event. Nothing is sent anywhere.

      Exit codes: 0 done, 2 interrupted, 3 the output cannot be written, 4 wrong command line or
      filter, 6 the file cannot be read or has nothing to play.
      """))

  @Argument(help: "A scenario or a trace; - is standard input.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("What to export: \(RunRows.Kind.names).", valueName: "what"),
    completion: .list(RunRows.Kind.allCases.map(\.rawValue)))
  var what: RunRows.Kind?

  @Option(
    name: [.long, .customLong("report")],
    help: ArgumentHelp("The format: \(ReportCommand.export.list).", valueName: "format"),
    completion: ReportCommand.export.completion)
  var format: String

  @Option(help: ArgumentHelp("Only rows that match, such as 'tag:GA*'.", valueName: "expr"))
  var filter: String?

  @Option(
    help: ArgumentHelp(
      "An event to picture in md, or at which html opens: its number, a mark, start or end; "
        + "repeatable in md.",
      valueName: "place"), completion: .custom { words, _, _ in PlaceCompletion.places(words) })
  var at: [String] = []

  @Option(
    name: [.customShort("o"), .long], help: "The file to write; - is standard output.",
    completion: .file())
  var output = "-"

  @Option(
    help: "A container file of any format to use as the published one; - is standard input.",
    completion: .file())
  var container: String?

  @OptionGroup var branch: BranchOption
  @OptionGroup var history: HistoryOption

  /// Returns the form with the rows to export; nil for a report on the whole run.
  private func chosen() throws -> (form: ReportFormat, rows: RunRows.Kind?) {
    let form = try ReportCommand.export.form(format, in: "--format \(format)")
    guard let first = RunRows.Kind.allCases.first(where: { $0.forms.contains(form) }) else {
      guard what == nil, filter == nil else {
        throw ValidationError(
          "--format \(format) covers the whole run: remove --what and --filter.")
      }
      return (form, nil)
    }
    guard at.isEmpty else { throw ValidationError("--at is for html and md.") }
    let rows = what ?? first
    guard rows.forms.contains(form) else {
      throw ValidationError(
        "--format \(format) is of \(first.rawValue); for \(rows.rawValue) take "
          + rows.forms.map(\.rawValue).joined(separator: " or ") + ".")
    }
    return (form, rows)
  }

  func run() throws {
    Interruption.endsProcess(.silently)
    let (form, rows) = try chosen()
    try DiskFiles().refuse(overwritingInput: file, with: output)
    var sink = try ReportSink(
      ReportRequest(form, file: DiskFiles.isStandardOutput(output) ? nil : output),
      hasColors: false)
    let remarks = try ProgressLine.during("exporting \(file)") { () throws(CommandFailure) in
      let filter = try rows.flatMap { (rows) throws(CommandFailure) in try rowFilter(of: rows.list)
      }
      let run = try played()
      guard let rows else {
        try sink.write(try page(of: run, form).map { ReportLine($0) })
        return [String]()
      }
      return try write(rows, of: RunRows(run, where: filter), to: &sink, form)
    }
    try sink.close()
    Console.complain(remarks.map { "tagsim: \($0)" })
  }

  /// How many rows are written at once.
  private static let rowsAtOnce = 64

  /// Writes the rows, each soon after it is made, and returns remarks about those that are left
  /// out.
  private func write(
    _ kind: RunRows.Kind, of rows: RunRows, to sink: inout ReportSink, _ form: ReportFormat
  ) throws(CommandFailure) -> [String] {
    var report = RowReport(form, by: ProgramVersion.number)
    var (lines, count) = (report.begin(), 0)
    let remarks = try rows.forEach(kind, as: form) { (row) throws(CommandFailure) in
      lines += report.lines(of: row)
      count += 1
      guard count.isMultiple(of: Self.rowsAtOnce) else { return }
      try sink.write(lines)
      lines = []
    }
    try sink.write(lines + report.end(ReportEnding()))
    return remarks
  }

  /// Returns a report on the whole run, with pictures of the events that were named, or a page that
  /// opens there.
  private func page(
    of run: ScenarioRun, _ form: ReportFormat
  ) throws(CommandFailure) -> [String] {
    var rows: [Int] = []
    for word in at { rows.append(try run.row(atOption: word) ?? run.timeline.rowCount) }
    if form == .html {
      var page = RunPage(of: FinishedRun(of: run), by: ProgramVersion.line)
      page.opening = rows.first
      return page.lines
    }
    var choices = HandedReport.Choices(program: ProgramVersion.line)
    if !at.isEmpty { choices.pictured = rows }
    return HandedReport(of: run, choices).lines(form)
  }

  private func rowFilter(of list: FilteredList) throws(CommandFailure) -> RowFilter? {
    guard let filter else { return nil }
    do throws(FilterMistake) {
      return try RowFilter(filter, of: list)
    } catch {
      throw CommandFailure(["--filter: \(error.description)", list.help], code: .usage)
    }
  }

  private func played() throws(CommandFailure) -> ScenarioRun {
    var opened = try OpenedFile(file, containerOverride: container.map(StandardInput.path))
    guard opened.trial == nil else {
      throw CommandFailure(
        "\(file): is a container and has nothing to play: 'tagsim new --from "
          + "\(ShellText.path(file))' makes a scenario to fill in", code: .badInput)
    }
    return try opened.played(branch, history)
  }
}

extension RunRows.Kind: ExpressibleByArgument {
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The forms that have such rows.
  var forms: [ReportFormat] {
    switch self {
    case .hits: [.csv, .ndjson, .har, .curl]
    case .events, .firings: [.csv, .ndjson]
    }
  }
}
