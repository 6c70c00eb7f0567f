import CommandKit
import ScenarioEngine

/// Commands that moved to `tagsim-lab`. For one release, they point to their new place.
enum MovedCommand {
  /// The names of the commands.
  static let all = ["fuzz", "bench"]

  /// Refuses a command line of such a command, or a request for its help, and shows the command
  /// line that replaces it.
  static func refuse(_ arguments: [String]) throws(CommandFailure) {
    let isHelp = arguments.first == "help"
    guard let name = arguments.dropFirst(isHelp ? 1 : 0).first, all.contains(name) else { return }
    let line = (["swift", "run", "-c", "release", "tagsim-lab"] + arguments).map(ShellText.word)
    throw CommandFailure(
      "'\(name)' has moved to tagsim-lab; in the source folder, run: "
        + line.joined(separator: " "), code: .usage)
  }
}
