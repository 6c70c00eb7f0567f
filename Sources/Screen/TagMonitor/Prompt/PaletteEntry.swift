import ScenarioEngine
import TagGlossary
import TagRuntime
import TagSimulation
import TerminalKit

/// An entry of the palette: an action with its key and its words.
struct PaletteEntry: Sendable, Hashable {
  /// The effect of Enter.
  enum Choice: Sendable, Hashable {
    /// Executes a line of the language.
    case line(String)
    /// Begins a line of the language that needs arguments.
    case begin(String)
    /// Has the effect of a key.
    case action(Action)
    /// Executes or begins a line that is not part of scenarios.
    case word(PromptWord)
    /// Begins the line equivalent to a name of the SDK's guides.
    case name(GuideName)
  }

  /// The title, by which searches find it first.
  var title: String
  /// The key with the same effect; empty for none.
  var key: String
  /// The description, or the reason why it is unavailable now.
  var words: String
  var choice: Choice
  /// Whether it is unavailable now.
  var isRefused = false

  /// The line as a scenario writes it; nil if it is not part of a scenario.
  var line: String? {
    switch choice {
    case .line(let line), .begin(let line): line
    case .action, .word, .name: nil
    }
  }

  /// The name of the SDK's guides; nil for other entries.
  var name: GuideName? {
    if case .name(let name) = choice { name } else { nil }
  }

  /// Returns how well it matches words, all of which it must contain: 0 for the beginning of its
  /// title, 1 for the title, 2 for its other words, 3 for a name of the SDK's guides and 4 for the
  /// meaning of one; nil without a match.
  func rank(of wanted: [Substring]) -> Int? {
    if let name { return Self.rank(of: wanted, in: name) }
    let title = title.lowercased()
    let all = title + " " + words.lowercased() + " " + key.lowercased()
    guard wanted.allSatisfy({ all.contains($0) }) else { return nil }
    guard let first = wanted.first, !title.hasPrefix(first) else { return 0 }
    return wanted.allSatisfy { title.contains($0) } ? 1 : 2
  }

  /// Ranks a name, ignoring colons; an empty search matches no name.
  private static func rank(of wanted: [Substring], in name: GuideName) -> Int? {
    let wanted = wanted.map { $0.filter { $0 != ":" } }
    let names = name.names.joined(separator: " ").lowercased().filter { $0 != ":" }
    if wanted.isEmpty { return nil }
    if wanted.allSatisfy({ names.contains($0) }) { return 3 }
    let all = names + " " + name.meaning.lowercased()
    return wanted.allSatisfy { all.contains($0) } ? 4 : nil
  }
}

/// The state of the palette: the search text and the matching entries.
struct PaletteState: SearchedRows, Sendable, Hashable {
  var search = SearchText()
  var selected = 0
  /// The matching entries, the best first.
  private(set) var found: [PaletteEntry]
  private let all: [PaletteEntry]
  /// The entries for an empty search: likely ones first, then all others but names of the guides.
  private let listed: [PaletteEntry]

  init(_ entries: [PaletteEntry]) {
    all = entries
    let usual = entries.filter { $0.name == nil }
    let likely = Self.likely.compactMap { title in usual.first { $0.title == title } }
    listed = likely + usual.filter { !likely.contains($0) }
    found = listed
  }

  /// The likely entries for an empty search: none of them changes the world, so that Enter is safe.
  private static let likely = [
    "next trouble", "whole run", "find …", "filter …", "checks", "compare", "help",
  ]

  mutating func find() {
    let wanted = search.words
    selected = 0
    guard !wanted.isEmpty else {
      found = listed
      return
    }
    let ranked = all.enumerated().compactMap { place, entry in
      entry.rank(of: wanted).map { (rank: $0, place: place, entry: entry) }
    }
    found = ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.entry)
  }
}

// MARK: - Entries

extension Monitor {
  /// All available actions: those the world offers now, then all verbs, then the actions of keys.
  var paletteEntries: [PaletteEntry] {
    let offered = offeredEntries
    let verbs = Form.verbs.map(entry)
    let lines = Set((offered + verbs).compactMap { $0.line?.trimmedSpaces })
    let actions = KeyBinding.everywhere.filter { row in
      row.verbs.allSatisfy { !lines.contains($0) } && !row.action.traits.contains(.isMoving)
    }
    let words = PromptWord.all.map { word in
      PaletteEntry(
        title: word.word + (word.takesMore ? " …" : ""), key: "", words: word.summary,
        choice: .word(word))
    }
    let guides = GuideName.all.map { name in
      PaletteEntry(title: name.title, key: "", words: name.meaning, choice: .name(name))
    }
    let names = Set(actions.map(\.action.name))
    return offered + verbs + words.filter { !names.contains($0.title) }
      + actions.map { row in
        PaletteEntry(
          title: row.action.name.replacing("-", with: " "), key: display.keyboard.map.shown(row),
          words: row.help.isEmpty ? "to that pane" : row.help, choice: .action(row.action))
      } + guides
  }

  /// The actions that the world offers, as complete lines.
  private var offeredEntries: [PaletteEntry] {
    let world = actedWorld
    var entries: [PaletteEntry] = []
    func add(_ line: String, _ words: String, _ verb: String) {
      entries.append(entry(line, words, key: shownKey(of: verb)))
    }
    for choice in networkChoices {
      let words = String(choice.title.dropFirst(choice.line.count - "network ".count)).trimmedSpaces
      add(choice.line, words, "network")
    }
    for screen in world.world.app.screens.prefix(Self.offeredLimit) {
      add("screen " + screen.name.quoted, "the user sees it", "screen")
    }
    for button in (world.screen?.buttons ?? []).prefix(Self.offeredLimit) {
      let line = "tap " + button.title.quoted
      add(line, "the user taps it", "tap")
    }
    for choice in previewChoices.prefix(Self.offeredLimit) {
      add(choice.line, choice.title, "preview")
    }
    return entries
  }

  /// The maximum number of names of a kind that the palette offers; the verb accepts any other.
  static let offeredLimit = 200

  /// Returns the entry of a verb: a line if it needs no arguments, otherwise the beginning of one.
  private func entry(_ verb: Form) -> PaletteEntry {
    let key = shownKey(of: verb.word)
    let isWhole = (try? StatementParser.parse(line: verb.word)) != nil
    if isWhole, UsageForm.all(of: verb).contains(where: \.isComplete) {
      return entry(verb.word, verb.meaning, key: key)
    }
    return PaletteEntry(
      title: verb.word + " …", key: key, words: verb.meaning, choice: .begin(verb.word + " "))
  }

  /// Returns the entry of a line, with the reason if the world refuses it now.
  private func entry(_ line: String, _ words: String, key: String) -> PaletteEntry {
    let why = refusal(of: line)
    return PaletteEntry(
      title: line, key: key, words: why ?? words, choice: .line(line), isRefused: why != nil)
  }

  /// Returns why the world refuses a line now; nil if it accepts it. The line is tried on a copy.
  private func refusal(of line: String) -> String? {
    let statement = Result {
      try StatementParser.parse(line: line, file: ScenarioLocation.keys.file)
    }
    guard case .act(let act)? = (try? statement.get())?.command else { return nil }
    var world = actedWorld
    do throws(ActError) {
      _ = try world.perform(act)
      return nil
    } catch {
      return error.sentence
    }
  }

  /// Returns the key with the effect of a verb.
  private func shownKey(of verb: String) -> String {
    KeyBinding.everywhere.first { $0.verbs.contains(verb) }.map { display.keyboard.map.shown($0) }
      ?? ""
  }
}
