import Foundation
import TagRuntime

/// The names of the commands, for "did you mean".
enum CommandName {
  static let all = [
    "open", "play", "try", "run", "render", "check", "inspect", "diff", "lint", "compile", "help",
  ]

  /// A word that is no file and looks like a command is a mistyped command.
  static func refuse(mistyped word: String) throws(CommandFailure) {
    guard !word.hasPrefix("-"), !all.contains(word), !FileManager.default.fileExists(atPath: word),
      !word.contains("."), !word.contains("/"),
      let nearest = Suggestion.nearest(to: word, among: all)
    else { return }
    throw CommandFailure(
      "there is no command and no file '\(word)': did you mean 'tagsim \(nearest)'?", code: .usage)
  }
}
