import ArgumentParser
import CommandKit
import Foundation
import TagRuntime
import TextKit

/// The `tagsim` command line.
struct Tagsim: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tagsim",
    abstract: "See inside a mobile tag manager: an instrumented app, simulated.",
    usage: """
      tagsim [file]
      tagsim <subcommand>
      """,
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim                          the built-in demo in the monitor
        tagsim demo                     the lessons, to play or to save
        tagsim offline.scenario         a scenario in the monitor, paused
        tagsim GTM-AB12                 a container in the monitor, with a generated app
        tagsim monday.log               a phone's log, or a capture: what is in it
        tagsim run Scenarios            scenarios without a screen, with an exit code
        tagsim help expect              a verb of the language; 'help verbs' lists all

      It never uses the network: every server is simulated.
      """),
    version: ProgramVersion.line,
    groupedSubcommands: [
      CommandGroup(name: "Look", subcommands: [Open.self, Demo.self, Follow.self, Plan.self]),
      CommandGroup(
        name: "Ask about a container",
        subcommands: [Inspect.self, Lint.self, Diff.self, Forecast.self, Compile.self]),
      CommandGroup(
        name: "Scenarios",
        subcommands: [
          New.self, Check.self, Format.self, Run.self, Explain.self,
        ]),
      CommandGroup(
        name: "Share",
        subcommands: [Share.self, Render.self, Export.self, Import.self]),
      CommandGroup(
        name: "More",
        subcommands: [Info.self, Completions.self, Notes.self]),
    ],
    defaultSubcommand: Open.self)
}

extension Tagsim {
  /// Parses and runs a command line, reports errors, and returns the exit code.
  static func execute(_ arguments: [String]) -> ExitCode {
    ending {
      // Simple questions are answered before the parser builds all commands, which takes a sixth of
      // the time in which the program starts and ends.
      if arguments == ["--version"] { return Console.print([configuration.version]) }
      let arguments = try FormerCommand.successor(of: arguments)
      if let word = arguments.first { try CommandName.refuse(mistyped: word) }
      try StandardInput.refuse(severalIn: arguments)
      NamedStreams.note(arguments)
      if let page = try HelpPages.page(for: arguments) { return Console.print(page) }
      var command = try parsed(arguments)
      try command.run()
    }
  }

  /// Returns the command of a command line, or throws what the parser says.
  ///
  /// The parser looks at all options of a command three times before it parses them below the root.
  /// A command that is named first is parsed alone; if that gives something else, such as its help,
  /// the root says it, because only the root knows the whole command line.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if arguments.starts(with: ["forecast", "merge"]) {
      return try ForecastWords.parseAsRoot(Array(arguments.dropFirst()))
    }
    if let word = arguments.first, let named = CommandName.command(of: word),
      let command = try? named.parseAsRoot(Array(arguments.dropFirst())),
      type(of: command) == named
    {
      return command
    }
    return try parseAsRoot(arguments)
  }
}

enum ProgramVersion {
  /// The release.
  static let number = "0.1.0"
  /// The release with the commit that it was built from.
  static var line: String { "tagsim \(build)" }
  /// The release and the commit, without the program's name.
  static var build: String { "\(number) (\(BuiltCommit.digits))" }
}

/// The names of the commands, for "did you mean".
enum CommandName {
  static let all = Tagsim.configuration.subcommands.map(name) + ["help"]

  /// Returns the command with a name; nil if there is none.
  ///
  /// Its help is laid out to know its name, so types that are named so are asked first.
  static func command(of word: String) -> (any ParsableCommand.Type)? {
    let commands = Tagsim.configuration.subcommands
    let title = word.capitalized
    return commands.first { "\($0)".hasPrefix(title) && name(of: $0) == word }
      ?? commands.first { name(of: $0) == word }
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? ""
  }

  /// Refuses a word that is not a file and looks like a mistyped command.
  static func refuse(mistyped word: String) throws(CommandFailure) {
    let options = ["--version", "--help"]
    if word.hasPrefix("--"), !options.contains(word),
      let nearest = Suggestion.nearest(to: word, among: options)
    {
      throw CommandFailure(
        "there is no option '\(word)': did you mean 'tagsim \(nearest)'?", code: .usage)
    }
    guard !word.hasPrefix("-"), !word.contains("."), !word.contains("/"),
      command(of: word) == nil, word != "help", !FileManager.default.fileExists(atPath: word),
      let nearest = Suggestion.nearest(to: word, among: all)
    else { return }
    throw CommandFailure(
      "there is no command and no file '\(word)': did you mean 'tagsim \(nearest)'?", code: .usage)
  }
}
