import ArgumentParser
import CommandKit
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

        tagsim export offline.scenario --format html -o offline.html   a report for a colleague
        tagsim export offline.scenario --format md --at 12             for a pull request

      Plays the scenario or trace to its end. har and curl contain the requests as they were sent,
      csv and ndjson the rows. A hit that still waits is in no request; such hits are counted.
      --filter takes the same expressions as f in the monitor's Queue, Events and All firings.
      html and md describe the whole run: what is wrong, the story with its explanations, the hits,
      and pictures of the screen at the events that --at names, or at the most telling ones. The
      page is one file that loads and runs nothing. Nothing is sent anywhere.

      Exit codes: 0 done, 2 interrupted, 3 the output cannot be written, 4 wrong command line or
      filter, 6 the file cannot be read or has nothing to play.
      """))

  @Argument(help: "A scenario or a trace; - is standard input.", completion: .file())
  var file: String

  @Option(help: ArgumentHelp("What to export: \(ExportFormat.nouns).", valueName: "what"))
  var what: ExportedRows?

  @Option(help: ArgumentHelp("The format: \(ExportFormat.names).", valueName: "format"))
  var format: ExportFormat

  @Option(help: ArgumentHelp("Only rows that match, such as 'tag:GA*'.", valueName: "expr"))
  var filter: String?

  @Option(
    help: ArgumentHelp(
      "An event to picture in html and md: its number, a mark, start or end; repeatable.",
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

  func validate() throws {
    guard let first = format.rows.first else {
      guard what == nil, filter == nil else {
        throw ValidationError(
          "--format \(format.rawValue) covers the whole run: remove --what and --filter.")
      }
      return
    }
    guard at.isEmpty else { throw ValidationError("--at chooses the pictures in html and md.") }
    let rows = what ?? first
    guard format.rows.contains(rows) else {
      let names = format.rows.map(\.rawValue).joined(separator: ", ")
      let others = ExportFormat.allCases.filter { $0.rows.contains(rows) }.map(\.rawValue)
      throw ValidationError(
        "--format \(format.rawValue) is of \(names); for \(rows.rawValue) take "
          + others.joined(separator: " or ") + ".")
    }
  }

  func run() throws {
    Interruption.endsProcess(.silently)
    try DiskFiles().refuse(overwritingInput: file, with: output)
    let text = try ProgressLine.during("exporting \(file)") { () throws(CommandFailure) in
      guard let rows = what ?? format.rows.first else { return try report() }
      let filter = try rowFilter(of: rows.list)
      return format.text(of: ExportedRun(try played(), rows, where: filter))
    }
    try DiskFiles().write(text.bytes, to: output)
    Console.complain(text.remarks.map { "tagsim: \($0)" })
  }

  /// Returns a report on the whole run, with pictures of the events that were named.
  private func report() throws(CommandFailure) -> ExportedText {
    let run = try played()
    var choices = HandedReport.Choices(program: ProgramVersion.line)
    if !at.isEmpty {
      choices.pictured = []
      for word in at {
        choices.pictured?.append(try run.row(atOption: word) ?? run.timeline.rows.count)
      }
    }
    let form: HandedReport.Form = format == .md ? .markdown : .html
    return ExportedText(HandedReport(of: run, as: form, choices).lines(form))
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

enum ExportedRows: String, ExpressibleByArgument, CaseIterable {
  case hits
  case events
  case firings

  /// The list whose fields their filter uses.
  var list: FilteredList {
    switch self {
    case .hits: .hits
    case .events: .events
    case .firings: .firings
    }
  }
}

/// The export formats: the rows that each supports, and how it is made.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
  case har
  case curl
  case csv
  case ndjson
  case html
  case md

  /// The rows it supports, starting with the default. A report has no rows: it covers the whole
  /// run.
  var rows: [ExportedRows] {
    switch self {
    case .har, .curl: [.hits]
    case .csv, .ndjson: [.hits, .events, .firings]
    case .html, .md: []
    }
  }

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  static var nouns: String { ExportedRows.allCases.map(\.rawValue).joined(separator: ", ") }

  func text(of run: ExportedRun) -> ExportedText {
    switch self {
    case .har: run.archive
    case .curl: run.commands
    case .csv: run.table
    case .ndjson: run.objects
    case .html, .md: preconditionFailure("a report covers the whole run")
    }
  }
}

/// The exported text, and remarks for standard error.
struct ExportedText {
  let bytes: [UInt8]
  var remarks: [String] = []

  /// Creates the text from lines that are safe to print, each with its end.
  init(_ lines: [String], end: String = "\n", remarks: [String] = []) {
    bytes = Array(lines.map { $0 + end }.joined().utf8)
    self.remarks = remarks
  }
}
