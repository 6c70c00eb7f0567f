import ScenarioEngine

/// A word of the plain mode, with the effect of a key on the screen or the content of a pane.
struct PlainWord: Sendable, Hashable {
  /// The effect of a word.
  enum Action: Sendable, Hashable {
    case next, play, look, back, first, live, show, explain, undo, redo, go, branch, compare, log,
      start, help, quit
  }

  /// The word that begins the line, and its synonyms: the key on the screen is one of them, so that
  /// texts about keys are valid here.
  let words: [String]
  /// The syntax.
  let usage: String
  /// The description of its effect.
  let summary: String
  let action: Action

  /// The main word.
  var word: String { words[0] }

  /// Whether the word can have arguments.
  private var takesMore: Bool { usage != word }
  /// Whether the word requires arguments.
  private var needsMore: Bool { takesMore && !usage.contains("[") }

  private init(_ words: [String], _ usage: String, _ summary: String, _ action: Action) {
    (self.words, self.usage, self.summary, self.action) = (words, usage, summary, action)
  }

  static let all = [
    PlainWord(
      ["next", "."], "next",
      "do the next thing of the scenario; in the past, look at the event after; after first or "
        + "when, look at the next such moment", .next),
    PlainWord(
      ["play"], "play", "do the rest of the scenario, and then its branches, one a time", .play),
    PlainWord(
      ["look"], "look PLACE", "look at an event by its number, at a mark, at start or end", .look),
    PlainWord(["back", ","], "back", "look at the event before", .back),
    PlainWord(["<"], "<", "look at the first event", .first),
    PlainWord(["live", "L"], "live", "go back to the present", .live),
    PlainWord(
      ["show"], "show PANE",
      "tell the rows of a pane: events, data, values, tags, queue, log, phone, device, braze",
      .show),
    PlainWord(
      ["explain"], "explain [tag NAME|value KEY|hit NUMBER]",
      "tell why, as the pane Explain does; without more, of what is looked at", .explain),
    PlainWord(["undo", "z"], "undo", "take back what was done last by hand", .undo),
    PlainWord(["redo", "Z"], "redo", "do again what was taken back", .redo),
    PlainWord(["branch", "B"], "branch [NAME]", "begin a branch from here", .branch),
    PlainWord(["go"], "go NAME", "go on with another branch", .go),
    PlainWord(["C"], "C", "compare this branch with the one it began from", .compare),
    PlainWord(
      ["log"], "log LEVEL",
      "tell log lines as they come: verbose, debug, info, warning or error, or off", .log),
    PlainWord(["start"], "start", "tell what the opened container waits for", .start),
    PlainWord(["help", "?"], "help [WORD]", "tell the words, or how one is used", .help),
    PlainWord(["quit", "q", "exit"], "quit", "leave", .quit),
  ]

  /// Returns the word that begins a line, and its arguments; nil for any other line.
  static func parse(_ line: String) -> (word: PlainWord, rest: String)? {
    let first = String(line.prefix { $0 != " " && $0 != "\t" })
    let rest = String(line.dropFirst(first.count)).trimmedSpaces
    guard let word = all.first(where: { $0.words.contains(first) }) else { return nil }
    if rest.isEmpty, word.needsMore, Verb(word.word) != nil { return nil }
    return word.takesMore || rest.isEmpty ? (word, rest) : nil
  }
}
