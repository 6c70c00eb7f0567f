import ArgumentParser
import CommandKit
import Foundation
import NcursesTerminal
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

      Schemas: run and facts (tagsim run), diff, forecast, inspect, lint, import, follow, hits
      (tagsim explain --hit), rows (tagsim export), lessons (tagsim demo) and bench (tagsim-lab).

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

    var lines: [String] {
      switch self {
      case .paths: Info.paths
      case .terminal: Info.terminal
      case .limits: LimitTable.lines
      case .check, .schema: []
      }
    }
  }

  @Argument(help: "paths, terminal, limits, check or schema; without a topic, the first three.")
  var topic: Topic?

  @Argument(
    help: ArgumentHelp("The report for schema: \(ReportSchema.names)."))
  var report: ReportSchema?

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
    if topic == .check { return try check() }
    if all {
      Console.complain(["tagsim: --all is gone: 'tagsim info limits' has what people meet"])
    }
    if let topic { return Console.print(topic.lines) }
    for (number, topic) in Topic.usual.enumerated() {
      let head = (number > 0 ? [""] : []) + [topic.rawValue.uppercased()]
      Console.print(head + topic.lines)
    }
  }

  private func check() throws {
    let examination = Examination(
      environment: ProcessInfo.processInfo.environment, configuration: configuration.path)
    let findings = examination.findings
    Console.print(findings.map(\.line))
    if findings.contains(where: { $0.state == .wrong }) { throw ExitCode.findings }
  }

  // MARK: Paths

  private static func isThere(_ path: String) -> String {
    FileManager.default.fileExists(atPath: path) ? "" : " (not there)"
  }

  private static var paths: [String] {
    let folders = UserFolders.present
    return [
      "program:        \(Bundle.main.executablePath ?? CommandLine.arguments[0])",
      "working folder: \(FileManager.default.currentDirectoryPath)",
      "temporary:      \(FileManager.default.temporaryDirectory.path)",
      "shipped files:  in the program (lessons, their apps and containers)",
      "configuration:  \(folders.configuration)\(isThere(folders.configuration))",
      "state:          \(folders.state)\(isThere(folders.state))",
      "typed lines:    \(folders.history)\(isThere(folders.history))",
      "traces:         \(folders.traces)\(isThere(folders.traces))",
      "recordings:     \(folders.recordings)\(isThere(folders.recordings))",
      "pipe of notes:  \(folders.notes)\(isThere(folders.notes))",
    ]
  }

  // MARK: Terminal

  private static var terminal: [String] {
    let streams = [
      ("standard input", STDIN_FILENO), ("standard output", STDOUT_FILENO),
      ("standard error", STDERR_FILENO),
    ]
    let environment = ProcessInfo.processInfo.environment
    let isPlain = TerminalPreferences.isPlain(environment)
    let type = environment["TERM"].flatMap { $0.isEmpty ? nil : $0 }
    let room = size.map { "\($0.columns) columns, \($0.rows) rows" }
    return streams.map { name, stream in
      "\(name): \(isatty(stream) == 1 ? "a terminal" : "not a terminal")"
    } + [
      "size: \(room ?? "unknown, as standard output is not a terminal")",
      "TERM: \(type ?? "not set: the monitor cannot open, but run and render work")",
      "characters: \(NcursesTerminal.usesUTF8() ? "UTF-8" : "ASCII only, because of the locale")",
      "colours: \(isPlain ? "turned off by the environment" : "those of the terminal")",
      "multiplexer: \(ClipboardWay(environment).multiplexer ?? "none known")",
      "clipboard: \(ClipboardWay(environment).words)",
      "'tagsim info check' checks for problems",
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
