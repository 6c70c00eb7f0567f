import ScenarioEngine
import TagRuntime

/// A word of the plain mode, with the effect of a key on the screen or the content of a pane.
struct PlainWord: Sendable, Hashable {
  enum Action: Sendable, Hashable {
    case next, play, look, back, first, live, show, explain, undo, redo, go, branch, compare, log,
      start, help, quit
  }

  /// The word that begins the line, and its synonyms: the key on the screen is one of them, so that
  /// texts about keys are valid here.
  let words: [String]
  let usage: String
  /// The description of its effect.
  let summary: String
  let action: Action

  var word: String { words[0] }

  private var takesMore: Bool { usage != word }
  /// Whether the word requires arguments.
  private var needsMore: Bool { takesMore && !usage.contains("[") }

  private init(_ words: [String], _ usage: String, _ summary: String, _ action: Action) {
    (self.words, self.usage, self.summary, self.action) = (words, usage, summary, action)
  }

  static let all = [
    PlainWord(
      ["next", "."], "next",
      "play the next step of the scenario; in the past, open the next event; after first or "
        + "when, open the next such moment", .next),
    PlainWord(
      ["play"], "play", "play the rest of the scenario, then its branches, one at a time", .play),
    PlainWord(
      ["look"], "look PLACE", "open an event by its number, a mark, start or end", .look),
    PlainWord(["back", ","], "back", "open the previous event", .back),
    PlainWord(["<"], "<", "open the first event", .first),
    PlainWord(["live", "L"], "live", "go back to the present", .live),
    PlainWord(
      ["show"], "show PANE",
      "print the rows of a pane: events, data, values, tags, queue, log, phone, device, braze",
      .show),
    PlainWord(
      ["explain"], "explain [tag NAME|value KEY|hit NUMBER]",
      "explain why, like the Explain pane; by default, the current event", .explain),
    PlainWord(["undo", "z"], "undo", "undo your last action", .undo),
    PlainWord(["redo", "Z"], "redo", "redo what was undone", .redo),
    PlainWord(["branch", "B"], "branch [NAME]", "start a branch here", .branch),
    PlainWord(["go"], "go NAME", "continue on another branch", .go),
    PlainWord(["C"], "C", "compare this branch with its original", .compare),
    PlainWord(
      ["log"], "log LEVEL",
      "print log lines as they come: verbose, debug, info, warning or error, or off", .log),
    PlainWord(["start"], "start", "list the events that the container listens for", .start),
    PlainWord(["help", "?"], "help [WORD]", "list all words, or explain one", .help),
    PlainWord(["quit", "q", "exit"], "quit", "leave", .quit),
  ]

  /// Returns the word that begins a line, and its arguments; nil for any other line.
  static func parse(_ line: String) -> (word: PlainWord, rest: String)? {
    let first = String(line.prefix { $0 != " " && $0 != "\t" })
    let rest = String(line.dropFirst(first.count)).trimmedSpaces
    guard let word = all.first(where: { $0.words.contains(first) }) else { return nil }
    if rest.isEmpty, word.needsMore, Form(verb: word.word) != nil { return nil }
    return word.takesMore || rest.isEmpty ? (word, rest) : nil
  }
}
