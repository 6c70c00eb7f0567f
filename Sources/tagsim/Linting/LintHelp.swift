import ArgumentParser
import ScenarioEngine
import TagRuntime

/// The pages that explain lint codes: `tagsim help L07`.
enum LintHelp {
  /// The page that a command line asks for; nil where it asks for something else.
  static func page(for arguments: [String]) throws(CommandFailure) -> [String]? {
    guard arguments.count == 2, arguments[0] == "help", looksLikeCode(arguments[1]) else {
      return nil
    }
    if let code = LintCode(arguments[1]) { return code.entry.page }
    let ids = LintCode.allCases.map(\.id)
    let hint =
      Suggestion.nearest(to: arguments[1].uppercased(), among: ids)
      .map { ": did you mean '\($0)'?" } ?? ": 'tagsim lint --list' names all"
    throw CommandFailure("there is no lint code '\(arguments[1])'\(hint)", code: .usage)
  }

  private static func looksLikeCode(_ word: String) -> Bool {
    guard let first = word.first, "lL".contains(first), word.count > 1 else { return false }
    return word.dropFirst().first?.isNumber == true
  }

  /// All codes, one on a line, under their topics.
  static var list: [String] {
    LintEntry.table.flatMap { [$0.topic.title] + $0.entries.map { "  " + $0.line } }
      + ["'tagsim help L01' explains a code."]
  }
}
