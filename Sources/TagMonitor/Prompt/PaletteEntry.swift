import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// A line of the palette: something that can be done, with its key and its words.
struct PaletteEntry: Sendable, Hashable {
  /// The effect of Enter.
  enum Choice: Sendable, Hashable {
    /// Does a line of the language.
    case line(String)
    /// Begins a line of the language, which needs more.
    case begin(String)
    /// Does what a key does.
    case action(Action)
    /// Does, or begins, a line that no scenario has.
    case word(PromptWord)
    /// Begins the line that does what a name of the SDK's guides does.
    case name(GuideName)
  }

  /// What it is found by first.
  var title: String
  /// The key that does it; empty where none does.
  var key: String
  /// What it does, or why it cannot be done now.
  var words: String
  var choice: Choice
  /// Whether it cannot be done now.
  var isRefused = false

  /// The line as a scenario writes it; nil where it is no part of a scenario.
  var line: String? {
    switch choice {
    case .line(let line), .begin(let line): line
    case .action, .word, .name: nil
    }
  }

  /// The name of the SDK's guides; nil for anything else.
  var name: GuideName? {
    if case .name(let name) = choice { name } else { nil }
  }

  /// How well it is found by words, all of which it must have: 0 by how its title begins, 1 by the
  /// title, 2 by its other words, 3 for a name of the SDK's guides and 4 by what that does; nil
  /// where it is not found.
  func rank(of wanted: [Substring]) -> Int? {
    if let name { return Self.rank(of: wanted, in: name) }
    let title = title.lowercased()
    let all = title + " " + words.lowercased() + " " + key.lowercased()
    guard wanted.allSatisfy({ all.contains($0) }) else { return nil }
    guard let first = wanted.first, !title.hasPrefix(first) else { return 0 }
    return wanted.allSatisfy { title.contains($0) } ? 1 : 2
  }

  /// A name is found without its colons as well, and only where something is wanted.
  private static func rank(of wanted: [Substring], in name: GuideName) -> Int? {
    let wanted = wanted.map { $0.filter { $0 != ":" } }
    let names = name.names.joined(separator: " ").lowercased().filter { $0 != ":" }
    if wanted.isEmpty { return nil }
    if wanted.allSatisfy({ names.contains($0) }) { return 3 }
    let all = names + " " + name.meaning.lowercased()
    return wanted.allSatisfy { all.contains($0) } ? 4 : nil
  }
}

/// What is typed in the palette, and what is found by it.
struct PaletteState: Sendable, Hashable {
  /// The most characters that one searches for.
  static let searchLimit = 100

  /// What is typed.
  private(set) var field = TextField()
  /// The place of the line that is chosen, among those that are found.
  private(set) var selected = 0
  /// What is found, the best first.
  private(set) var found: [PaletteEntry]
  private let all: [PaletteEntry]
  /// What is listed while nothing is typed: what is likely first, and then all but the names of the
  /// guides.
  private let listed: [PaletteEntry]

  init(_ entries: [PaletteEntry]) {
    all = entries
    let usual = entries.filter { $0.name == nil }
    let likely = Self.likely.compactMap { title in usual.first { $0.title == title } }
    listed = likely + usual.filter { !likely.contains($0) }
    found = listed
  }

  /// What comes first while nothing is typed: none of it changes the world, so that Enter is safe.
  private static let likely = [
    "next trouble", "whole run", "find …", "filter …", "checks", "compare", "help",
  ]

  /// The line that is chosen; nil where nothing is found.
  var entry: PaletteEntry? { found.indices.contains(selected) ? found[selected] : nil }

  mutating func move(by rows: Int) { select(selected + rows) }

  mutating func select(_ place: Int) { selected = min(max(0, place), max(0, found.count - 1)) }

  /// Takes a key of the text that is typed.
  mutating func edit(_ key: Key) {
    if case .character = key, field.text.unicodeScalars.count >= Self.searchLimit { return }
    let before = field.text
    guard field.handle(key), field.text != before else { return }
    find()
  }

  /// Takes pasted text; what is too long is left out.
  mutating func insert(_ text: String) {
    let room = max(0, Self.searchLimit - field.text.unicodeScalars.count)
    field.insert(String(String.UnicodeScalarView(text.unicodeScalars.prefix(room))))
    find()
  }

  private mutating func find() {
    let wanted = field.text.lowercased().split(separator: " ")
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
  /// Everything that can be done: what the world offers now, then all verbs, then what keys do.
  var paletteEntries: [PaletteEntry] {
    let offered = offeredEntries
    let verbs = Verb.all.map(entry)
    let lines = Set((offered + verbs).compactMap { $0.line?.trimmedSpaces })
    let actions = KeyBinding.everywhere.filter { row in
      Self.verbs(of: row.action).allSatisfy { !lines.contains($0) }
        && !Self.isMoving(row.action)
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
          title: row.action.name.replacing("-", with: " "), key: keyboard.map.shown(row),
          words: row.help.isEmpty ? "to that pane" : row.help, choice: .action(row.action))
      } + guides
  }

  /// What the world offers, as lines that are complete.
  private var offeredEntries: [PaletteEntry] {
    let world = actedWorld
    var entries: [PaletteEntry] = []
    func add(_ line: String, _ words: String, _ action: Action) {
      entries.append(entry(line, words, key: shownKey(of: action)))
    }
    for choice in networkChoices {
      let words = String(choice.title.dropFirst(choice.line.count - "network ".count)).trimmedSpaces
      add(choice.line, words, .menu(.network))
    }
    for screen in world.world.app.screens.prefix(Self.offeredLimit) {
      add("screen " + JSONWriter.write(.string(screen.name)), "the user sees it", .menu(.screens))
    }
    for button in (world.screen?.buttons ?? []).prefix(Self.offeredLimit) {
      let line = "tap " + JSONWriter.write(.string(button.title))
      add(line, "the user taps it", .menu(.buttons))
    }
    for choice in previewChoices.prefix(Self.offeredLimit) {
      add(choice.line, choice.title, .menu(.previews))
    }
    return entries
  }

  /// How many names of a kind the palette offers; the verb takes any other.
  static let offeredLimit = 200

  /// A verb: a line where nothing has to follow it, else the beginning of one.
  private func entry(_ verb: Verb) -> PaletteEntry {
    let key = Self.keyed.first { $0.verb == verb.word }.map { shownKey(of: $0.action) } ?? ""
    let isWhole = (try? StatementParser.parse(line: verb.word)) != nil
    if isWhole, UsageForm.all(of: verb).contains(where: \.isComplete) {
      return entry(verb.word, verb.help.summary, key: key)
    }
    return PaletteEntry(
      title: verb.word + " …", key: key, words: verb.help.summary, choice: .begin(verb.word + " "))
  }

  /// A line, with the reason where the world refuses it now.
  private func entry(_ line: String, _ words: String, key: String) -> PaletteEntry {
    let why = refusal(of: line)
    return PaletteEntry(
      title: line, key: key, words: why ?? words, choice: .line(line), isRefused: why != nil)
  }

  /// Why the world refuses a line now; nil where it does not. It is tried on a copy.
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

  private func shownKey(of action: Action) -> String {
    KeyBinding.everywhere.first { $0.action == action }.map { keyboard.map.shown($0) } ?? ""
  }

  /// The verbs that a key stands for.
  private static let keyed: [(verb: String, action: Action)] = [
    ("network", .menu(.network)), ("screen", .menu(.screens)), ("tap", .menu(.buttons)),
    ("press", .menu(.buttons)), ("push", .push), ("log-event", .push), ("background", .background),
    ("foreground", .background), ("kill", .kill), ("launch", .kill), ("refresh", .refresh),
    ("dispatch", .dispatch), ("preview", .menu(.previews)), ("snapshot", .snapshot),
    ("wait", .menu(.times)), ("at", .menu(.times)), ("publish", .menu(.versions)),
    ("draft", .menu(.versions)), ("compare", .compare), ("find", .find), ("filter", .filter),
  ]

  private static func verbs(of action: Action) -> [String] {
    if case .focus = action { return [] }
    return keyed.filter { $0.action == action }.map(\.verb)
  }

  /// Whether it only moves within what is seen, which nobody looks for by its words.
  private static func isMoving(_ action: Action) -> Bool {
    switch action {
    case .up, .down, .pageUp, .pageDown, .top, .bottom, .escape, .palette: true
    default: false
    }
  }
}
