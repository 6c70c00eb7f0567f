import CommandKit
import ScenarioEngine

/// Commands that have moved to `tagsim-lab`. For one release they say where.
enum MovedCommand {
  /// Their names.
  static let all = ["fuzz", "bench"]

  /// Refuses a command line of one of them, or one that asks for its help, with the command line
  /// that does the same now.
  static func refuse(_ arguments: [String]) throws(CommandFailure) {
    let isHelp = arguments.first == "help"
    guard let name = arguments.dropFirst(isHelp ? 1 : 0).first, all.contains(name) else { return }
    let line = (["swift", "run", "-c", "release", "tagsim-lab"] + arguments).map(ShellText.word)
    throw CommandFailure(
      "'\(name)' has moved to tagsim-lab; in the source folder, run: "
        + line.joined(separator: " "), code: .usage)
  }
}
