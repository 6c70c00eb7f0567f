import ScenarioEngine
import TerminalKit

/// An entry of the palette: what can be done, with its key and its words.
struct PaletteEntry: Sendable, Hashable {
  /// The effect of Enter.
  enum Choice: Sendable, Hashable {
    /// Has the effect of a key.
    case action(Action)
    /// Executes or begins a line that is not part of scenarios.
    case word(PromptWord)
  }

  /// The title, by which searches find it first.
  var title: String
  /// The key with the same effect; empty for none.
  var key = ""
  /// The description, or the reason why it is unavailable now.
  var words: String
  /// Other words that people type for it.
  var also = ""
  var choice: Choice
  /// Whether it is unavailable now.
  var isRefused = false

  /// Returns how well it matches words, all of which it must contain: 0 for its title, 1 for the
  /// beginning of its title, 2 for the title or another word for it, 3 for its description; nil
  /// without a match.
  func rank(of wanted: [Substring]) -> Int? {
    let title = title.lowercased()
    if title == wanted.joined(separator: " ") { return 0 }
    let names =
      [title] + title.split(separator: " ").map(String.init)
      + also.split(separator: " ").map(String.init)
    if wanted.allSatisfy({ word in names.contains { $0.hasPrefix(word) } }) {
      return wanted.first.map { title.hasPrefix($0) } == true ? 1 : 2
    }
    let all = title + " " + words.lowercased()
    return wanted.allSatisfy { all.contains($0) } ? 3 : nil
  }
}

extension Monitor {
  /// The likely entries, which come first.
  private static let likely = [
    "next trouble", "what changes", "versions", "share", "copy", "save-trace", "record", "find",
    "filter", "compare", "checks", "help",
  ]

  /// Everything that can be done, likely things first.
  var paletteEntries: [PaletteEntry] {
    let actions = KeyBinding.everywhere.compactMap { row in
      row.entry.map { entry in
        let why = row.whyNot(self)?.said
        return PaletteEntry(
          title: entry.title, key: display.keyboard.map.shown(row), words: why ?? entry.about,
          also: entry.also, choice: .action(row.action), isRefused: why != nil)
      }
    }
    let words = PromptWord.all.filter { word in !actions.contains { $0.title == word.word } }.map {
      PaletteEntry(
        title: $0.word, words: $0.summary, also: $0.also, choice: .word($0))
    }
    let all = actions + words
    let likely = Self.likely.compactMap { title in all.first { $0.title == title } }
    return likely + all.filter { !likely.contains($0) }
  }

  /// Does what an entry stands for; begins its line where something is missing.
  mutating func choose(_ entry: PaletteEntry) -> [MonitorEffect] {
    close()
    switch entry.choice {
    case .action(let action): return perform(action)
    case .word(let word) where word.needsMore:
      startTyping(word.word + " ")
      return say(.hint(word.usage))
    case .word(let word): return submit(word.word)
    }
  }
}
