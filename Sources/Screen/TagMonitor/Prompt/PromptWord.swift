import ScenarioEngine
import TagGlossary
import TagRuntime
import TerminalKit

/// A typed line for the monitor only, which is not part of scenarios.
struct PromptWord: Sendable, Hashable {
  enum Action: Sendable, Hashable {
    case branch, next, saveDraft, saveTrace, record, expectThis, changes, share, start, follow
    case help, quit
  }

  /// The word that begins the line, and its synonyms.
  let words: [String]
  let usage: String
  /// The description of its effect.
  let summary: String
  let action: Action
  /// Other words that people type for it.
  var also = ""

  var word: String { words[0] }

  var takesMore: Bool { usage != word }

  /// Whether it means nothing alone.
  var needsMore: Bool { takesMore && !usage.hasPrefix(word + " [") }

  static let all = [
    PromptWord(["branch"], "branch [NAME]", "start a branch here, with a name", .branch),
    PromptWord(["next"], "next", "moment that matches the last first or when", .next),
    PromptWord(
      ["save-draft"], "save-draft FILE [version=N] [id=ID]",
      "your edited container, compiled, with its changes", .saveDraft),
    PromptWord(["record"], "record [FILE]", "record a scenario, or save the recording", .record),
    PromptWord(["expect this"], "expect this", "add the selected row as a check", .expectThis),
    PromptWord(
      ["save-trace"], "save-trace [FILE]", "the run, for tagsim to open again", .saveTrace,
      also: "export save file"),
    PromptWord(["changes"], "changes [FILE]", "what changes if a file is published", .changes),
    PromptWord(
      ["share", "report"], "share [FILE]", "the run as one page, in HTML, or in Markdown", .share),
    PromptWord(["start"], "start", "the events that the container listens for", .start),
    PromptWord(["follow"], "follow LOG", "a phone by its log, or a command", .follow),
    PromptWord(["help", "?"], "help [NAME]", "all keys, words and names of the SDK", .help),
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

  private init(
    _ words: [String], _ usage: String, _ summary: String, _ action: Action, also: String = ""
  ) {
    (self.words, self.usage, self.summary, self.action) = (words, usage, summary, action)
    self.also = also
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
    case .share: return share(line.drop { $0 != " " }.drop { $0 == " " })
    case .start: showStart()
    case .follow:
      let line = line.dropFirst(word.word.count).trimmedSpaces
      return line.isEmpty ? say(.hint(word.usage)) : [.follow(line: line)]
    case .help: help(with: String(line.drop { $0 != " " }).trimmedSpaces)
    case .quit: return leave()
    }
    return []
  }

  /// Shows all keys, a term, or the help with what has a name.
  private mutating func help(with name: String) {
    guard !name.isEmpty else { return openHelp() }
    let term = Form(verb: name) == nil ? GlossaryTerm.named(name) : nil
    let meant = ScreenWord.all.first { $0.word == name }?.meant ?? name
    if term == nil || meant != name,
      let form = Form(verb: meant) ?? Form.all.first(where: { $0.words.contains(meant[...]) })
    {
      return say(.hint("\(form.usage): \(form.meaning)"))
    }
    if openHelp(with: name, at: term?.word) { return }
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
