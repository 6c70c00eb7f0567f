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
      "app", "app NAME ... end", "Describes the app, where the header names no file with one.",
      "app \"Corner Shop\""),
    BlockWord("setup", "setup ... end", "What is done before the story begins.", "setup"),
    BlockWord(
      "teardown", "teardown ... end",
      "What is done at the end, also where a failure ends the rest.", "teardown"),
    BlockWord(
      "repeat", "repeat N ... end",
      "Does the lines so many times; ${pass} is 1, then 2, and so on.", "repeat 3"),
    BlockWord(
      "examples", "examples, rows | name | name |, lines ... end",
      "Does the lines once for each row, with ${name} for what it gives.", "examples"),
    BlockWord(
      "include", "include FILE [KEY=VALUE ...]",
      "Brings the lines of a file, with ${KEY} for what is given.",
      "include lib/sign-in.scenario user=\"u-1\""),
    BlockWord(
      "under", "under KEY=VALUE[,VALUE] ... [LINE | ... end]",
      "Does a line, or a block, only in the ways of the matrix that it names.",
      "under sdk=v3 push event=\"buy\""),
    BlockWord(
      "branch", "branch NAME from MARK ... end",
      "Goes on from a mark of the story, as if nothing after the mark had happened.",
      "branch \"off until 4:10\" from tunnel"),
    BlockWord(
      "optional", "optional LINE", "The failure of the line counts only under --strict.",
      "optional expect sent 3"),
    BlockWord(
      "label", "label TEXT LINE", "Says in the reports what the line is for.",
      "label \"nothing leaves\" expect sent 0"),
    BlockWord("end", "end", "Ends a block.", "end"),
  ]
}
