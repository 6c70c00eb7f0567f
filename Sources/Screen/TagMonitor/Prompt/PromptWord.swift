import ScenarioEngine
import TagGlossary
import TagRuntime
import TerminalKit

/// A typed line for the monitor only, which is not part of scenarios.
struct PromptWord: Sendable, Hashable {
  enum Action: Sendable, Hashable {
    case branch, next, saveDraft, saveTrace, record, expectThis, changes, report, start, help, quit
  }

  /// The word that begins the line, and its synonyms.
  let words: [String]
  let usage: String
  /// The description of its effect.
  let summary: String
  let action: Action

  var word: String { words[0] }

  var takesMore: Bool { usage != word }

  static let all = [
    PromptWord(["branch"], "branch [NAME]", "start a branch here, with a name", .branch),
    PromptWord(
      ["next"], "next",
      "go to the next moment that matches the last first or when", .next),
    PromptWord(
      ["save-draft"], "save-draft FILE [version=N] [id=ID]",
      "save your edited container, compiled, with a list of the changes", .saveDraft),
    PromptWord(["record"], "record [FILE]", "record a scenario, or save the recording", .record),
    PromptWord(
      ["expect this"], "expect this",
      "add the selected row to the recording as a check", .expectThis),
    PromptWord(
      ["save-trace"], "save-trace [FILE]",
      "save the run with its files; tagsim FILE opens it", .saveTrace),
    PromptWord(
      ["changes"], "changes [FILE]",
      "see what changes if you publish the draft, based on this run", .changes),
    PromptWord(
      ["report"], "report [FILE]",
      "write a report of this run, in HTML, or in Markdown for FILE.md", .report),
    PromptWord(["start"], "start", "the events that the container listens for", .start),
    PromptWord(
      ["help", "?"], "help [NAME]",
      "all keys, or a verb, a term, or a name from the SDK's guides", .help),
    PromptWord(["quit", "q", "exit"], "quit", "leave", .quit),
  ]

  /// Finds the word that begins a line; nil for a line of the language.
  init?(line: String) {
    let first = String(line.prefix { $0 != " " })
    guard
      let word = Self.all.first(where: { word in
        word.words.contains(first) && (word.takesMore || line == first)
          || word.words.contains(line)
      })
    else { return nil }
    self = word
  }

  /// Returns the rest of the word after some typed words; nil if it does not begin with them.
  func rest(after words: [String]) -> String? {
    let start = words.joined(separator: " ") + " "
    return word.hasPrefix(start) ? String(word.dropFirst(start.count)) : nil
  }

  private init(_ words: [String], _ usage: String, _ summary: String, _ action: Action) {
    (self.words, self.usage, self.summary, self.action) = (words, usage, summary, action)
  }
}

extension Monitor {
  /// Executes a line that begins with a word of the prompt.
  mutating func obey(_ word: PromptWord, _ line: String) -> [MonitorEffect] {
    switch word.action {
    case .branch: branch(named: line.dropFirst(word.word.count).drop { $0 == " " })
    case .next: seekNext()
    case .saveDraft: return saveDraft(line)
    case .record: return record(line)
    case .expectThis: expectThis()
    case .saveTrace: return saveTrace(line.dropFirst(word.word.count))
    case .changes:
      return askForChanges(of: line.dropFirst(word.word.count).drop { $0 == " " })
    case .report: return writeReport(to: line.dropFirst(word.word.count).drop { $0 == " " })
    case .start: showStart()
    case .help: help(with: String(line.drop { $0 != " " }).trimmedSpaces)
    case .quit: return leave()
    }
    return []
  }

  /// Shows all keys, a term, or the palette with what has a name.
  private mutating func help(with name: String) {
    guard !name.isEmpty else { return openHelp() }
    if Form(verb: name) == nil, let term = GlossaryTerm.named(name) {
      display.keyboard.term = term
      open(TextPage(.term))
      return
    }
    var state = PaletteState(paletteEntries)
    state.insert(name)
    guard state.row == nil else { return open(state) }
    if let form = Form.all.first(where: { $0.words.contains(name[...]) }) {
      message = .hint("\(form.usage): \(form.meaning)")
      return
    }
    let known = Form.words + GlossaryTerm.all.flatMap(\.words) + GuideName.words
    let hint =
      Suggestion.nearest(to: name, among: known).map { "did you mean help \($0)?" }
      ?? "help without a word shows all keys"
    message = .failure("there is no help for '\(name)': \(hint)")
  }

  /// Begins a branch with a typed name, in quotes or without.
  private mutating func branch(named text: Substring) {
    guard !text.isEmpty else { return branchHere() }
    let name = text.unquoted
    guard !name.contains("\""), name != text || !name.contains(" from ") else {
      message = .failure(
        "write branch \"NAME\": it begins here; 'from MARK' is for a block of a scenario")
      return
    }
    branchHere(named: String(name))
  }
}
