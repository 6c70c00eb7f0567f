import ArgumentParser
import CommandKit
import Foundation
import NcursesTerminal
import ScenarioEngine
import TextKit

/// `tagsim info`: prints facts about this program on this machine, and checks it.
struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show tagsim's files, terminal and limits, and check for problems.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim info             all of it
        tagsim info limits      limits that you may reach, and what happens then
        tagsim info paths       the files it uses besides the ones you name
        tagsim info terminal    what it knows about the terminal
        tagsim info check       what is wrong with the terminal and the files
        tagsim info schema run  the JSON Schema of a report
        tagsim info check --report junit=check.xml

      Schemas: run and facts (tagsim run), diff, forecast, inspect, lint, import, follow, hits
      (tagsim explain --hit), rows (tagsim export), page (check, explain and info), lessons (tagsim
      demo) and bench (tagsim-lab).

      Every line of the check begins with ok, WRONG or unknown. A WRONG line says what to do.
      Without a terminal, it says which checks it skipped.

      Exit codes: 0 success, 1 the check found a problem, 3 the output cannot be written, 4 wrong
      command line.
      """))

  enum Topic: String, ExpressibleByArgument, CaseIterable {
    case paths
    case terminal
    case limits
    case check
    case schema

    /// The topics that are printed if none is named.
    static let usual: [Topic] = [.paths, .terminal, .limits]
  }

  @Argument(help: "paths, terminal, limits, check or schema; without a topic, the first three.")
  var topic: Topic?

  @Argument(
    help: ArgumentHelp("The report for schema: \(ReportSchema.names)."))
  var report: ReportSchema?

  @Option(
    name: .customLong("report"), help: ReportCommand.info.help,
    completion: ReportCommand.info.completion)
  var reports: [String] = []

  @OptionGroup var configuration: ConfigurationOption

  @Flag(help: .hidden)
  var all = false

  func validate() throws {
    if all, topic != nil, topic != .limits {
      throw ValidationError("--all is for limits.")
    }
    if configuration.path != nil, topic != .check {
      throw ValidationError("--config is for check.")
    }
    if topic == .schema, report == nil {
      throw ValidationError("schema needs the name of a report: \(ReportSchema.names).")
    }
    if let topic, topic != .schema, let report {
      throw ValidationError("\(topic.rawValue) takes no further word: remove \(report.rawValue).")
    }
  }

  func run() throws {
    if let report {
      Console.print(report.lines)
      return
    }
    if all {
      Console.complain(["tagsim: --all is gone: 'tagsim info limits' has what people meet"])
    }
    let places = try ReportPlaces(try ReportRequest.requests(reports, of: .info), of: .info)
    let told = InfoReport(
      topics: topic.map { [$0] } ?? Topic.usual,
      findings: topic == .check
        ? Examination(
          environment: ProcessInfo.processInfo.environment, configuration: configuration.path
        ).findings : [])
    try places.tell(told)
    if told.findings.contains(where: { $0.outcome == .failure }) { throw ExitCode.findings }
  }

  // MARK: Paths

  private static func isThere(_ path: String) -> String {
    FileManager.default.fileExists(atPath: path) ? "" : " (not there)"
  }

  private static func row(name: String, text: String) -> ReportTable.Row {
    ReportTable.Row(cells: [name + ":", text])
  }

  fileprivate static var paths: [ReportTable.Row] {
    let folders = UserFolders.present
    return [
      row(
        name: "program", text: "\(Bundle.main.executablePath ?? CommandLine.arguments[0])"),
      row(name: "working folder", text: "\(FileManager.default.currentDirectoryPath)"),
      row(name: "temporary", text: "\(FileManager.default.temporaryDirectory.path)"),
      row(
        name: "shipped files", text: "in the program (lessons, their apps and containers)"),
      row(
        name: "configuration", text: "\(folders.configuration)\(isThere(folders.configuration))"),
      row(name: "state", text: "\(folders.state)\(isThere(folders.state))"),
      row(name: "typed lines", text: "\(folders.history)\(isThere(folders.history))"),
      row(name: "traces", text: "\(folders.traces)\(isThere(folders.traces))"),
      row(name: "recordings", text: "\(folders.recordings)\(isThere(folders.recordings))"),
      row(name: "pipe of notes", text: "\(folders.notes)\(isThere(folders.notes))"),
    ]
  }

  // MARK: Terminal

  fileprivate static var terminal: [ReportTable.Row] {
    let streams = [
      ("standard input", STDIN_FILENO), ("standard output", STDOUT_FILENO),
      ("standard error", STDERR_FILENO),
    ]
    let environment = ProcessInfo.processInfo.environment
    let isPlain = TerminalPreferences.isPlain(environment)
    let type = environment["TERM"].flatMap { $0.isEmpty ? nil : $0 }
    let room = size.map { "\($0.columns) columns, \($0.rows) rows" }
    return streams.map { name, stream in
      row(name: name, text: isatty(stream) == 1 ? "a terminal" : "not a terminal")
    } + [
      row(name: "size", text: "\(room ?? "unknown, as standard output is not a terminal")"),
      row(
        name: "TERM", text: "\(type ?? "not set: the monitor cannot open, but run and render work")"
      ),
      row(
        name: "characters",
        text: "\(NcursesTerminal.usesUTF8() ? "UTF-8" : "ASCII only, because of the locale")"),
      row(
        name: "colours",
        text: "\(isPlain ? "turned off by the environment" : "those of the terminal")"),
      row(
        name: "multiplexer", text: "\(ClipboardWay(environment).multiplexer ?? "none known")"),
      row(name: "clipboard", text: "\(ClipboardWay(environment).words)"),
    ]
  }

  /// The columns and rows of the terminal; nil if standard output is not a terminal.
  static var size: (columns: Int, rows: Int)? {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
      return nil
    }
    return (Int(window.ws_col), Int(window.ws_row))
  }
}

/// The report of `tagsim info`: the facts of its topics, or what its check found.
private struct InfoReport: Reported {
  let topics: [Info.Topic]
  let findings: [ReportCheck]

  var page: HandedReport {
    HandedReport(
      title: "tagsim " + ProgramVersion.number,
      parts: topics.flatMap { topic -> [ReportPart] in
        [.heading(topic.rawValue, level: 2)] + parts(of: topic)
      })
  }

  private func parts(of topic: Info.Topic) -> [ReportPart] {
    switch topic {
    case .paths: [.table(ReportTable(columns: ["", ""], rows: Info.paths))]
    case .terminal:
      [
        .table(ReportTable(columns: ["", ""], rows: Info.terminal)),
        .text("'tagsim info check' checks for problems", .plain),
      ]
    case .limits: LimitTable.parts
    case .check:
      [
        .table(
          ReportTable(
            columns: ["", ""], rows: findings.map { ReportTable.Row(cells: [$0.word, $0.text]) }))
      ]
    case .schema: []
    }
  }

  var chapters: [ReportChapter] {
    let checks = findings.map { finding in
      let words = finding.text.split(separator: ": ", maxSplits: 1).map(String.init)
      return ReportCheck(finding.outcome, words[0], words.dropFirst().map { $0 })
    }
    return checks.isEmpty ? [] : [ReportChapter(of: "tagsim info check", checks)]
  }
}

extension ReportCheck {
  /// The outcome of a check of the terminal and the files.
  fileprivate var word: String {
    outcome == .held ? "ok" : outcome == .failure ? "WRONG" : "unknown"
  }
}
