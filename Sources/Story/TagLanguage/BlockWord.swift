/// A word at the beginning of a line that is not a verb: it opens a block, includes other lines, or
/// qualifies the rest of the line.
public struct BlockWord: Sendable, Hashable {
  /// The word at the beginning of the line.
  public let word: String
  /// Help about its use.
  public let help: VerbHelp

  private init(_ word: String, _ usage: String, _ summary: String, _ example: String) {
    self.word = word
    help = VerbHelp(usage: usage, summary: summary, example: example)
  }

  /// All words, in the order of the language's page.
  public static let all = [
    BlockWord(
      "app", "app NAME ... end", "Describes the app, if the header does not name an app file.",
      "app \"Corner Shop\""),
    BlockWord("setup", "setup ... end", "Runs before the story begins.", "setup"),
    BlockWord(
      "teardown", "teardown ... end",
      "Runs at the end, even after a failure ended the rest.", "teardown"),
    BlockWord(
      "repeat", "repeat N ... end",
      "Repeats the lines; ${pass} is 1, then 2, and so on.", "repeat 3"),
    BlockWord(
      "examples", "examples, rows | name | name |, lines ... end",
      "Runs the lines once per row; ${name} stands for the row's value.", "examples"),
    BlockWord(
      "include", "include FILE [KEY=VALUE ...]",
      "Inserts the lines of a file; ${KEY} stands for the given value.",
      "include lib/sign-in.scenario user=\"u-1\""),
    BlockWord(
      "under", "under KEY=VALUE[,VALUE] ... [LINE | ... end]",
      "Runs a line or a block only for the given values of the matrix.",
      "under sdk=v3 push event=\"buy\""),
    BlockWord(
      "branch", "branch NAME from MARK ... end",
      "Continues from a mark of the story, as if nothing after it had happened.",
      "branch \"off until 4:10\" from tunnel"),
    BlockWord(
      "optional", "optional LINE", "A failure of the line counts only with --strict.",
      "optional expect sent 3"),
    BlockWord(
      "label", "label TEXT LINE", "Describes the line in reports.",
      "label \"nothing leaves\" expect sent 0"),
    BlockWord("end", "end", "Ends a block.", "end"),
  ]
}
