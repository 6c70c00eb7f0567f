import ArgumentParser
import CommandKit

/// The command line of `tagsim-lab`: tools for the developers of tagsim.
struct TagsimLab: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tagsim-lab",
    abstract: "Test and measure tagsim itself.",
    subcommands: [Fuzz.self, FollowSeeds.self, Bench.self, KeyTours.self])

  /// Parses and runs a command line, prints any errors, and returns the exit code.
  static func execute(_ arguments: [String]) -> ExitCode {
    ending {
      try StandardInput.refuse(severalIn: arguments)
      NamedStreams.note(arguments)
      var command = try parseAsRoot(arguments)
      try command.run()
    }
  }
}
