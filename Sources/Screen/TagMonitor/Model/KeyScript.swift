import TagRuntime
package import TerminalKit

/// Keys as people write them in a line: names and characters separated by blanks, and quoted text.
///
/// `Down Enter` are two keys, `: "wait 2m" Enter` types a statement at the prompt.
package struct KeyScript: Sendable, Hashable {
  package static let limit = 10_000

  package enum Mistake: Error, Hashable {
    /// A word that is not a key, with the name of a similar key.
    case unknown(String, suggestion: String?)
    /// Text with an unclosed quote.
    case openQuotes(String)
    /// More keys than the limit.
    case tooMany
  }

  package let keys: [Key]

  /// Parses a line.
  ///
  /// - Complexity: O(n) in the length of the line.
  package init(_ line: String) throws(Mistake) {
    var keys: [Key] = []
    var rest = line[...]
    while let first = rest.first {
      if first == " " {
        rest = rest.dropFirst()
      } else if first == "\"" || first == "'", rest.count > 1, rest.dropFirst().first != " " {
        let text = rest.dropFirst()
        guard let end = text.firstIndex(of: first) else { throw .openQuotes(String(rest)) }
        keys += text[..<end].map { .character($0) }
        rest = text[text.index(after: end)...]
      } else {
        let word = rest.prefix { $0 != " " }
        keys.append(try Self.key(String(word)))
        rest = rest[word.endIndex...]
      }
      if keys.count > Self.limit { throw .tooMany }
    }
    self.keys = keys
  }

  private static func key(_ word: String) throws(Mistake) -> Key {
    if word.count == 1, let character = word.first { return .character(character) }
    let name = word.lowercased()
    for prefix in ["ctrl-", "^"] where name.hasPrefix(prefix) {
      let letter = name.dropFirst(prefix.count)
      if letter.count == 1, let character = letter.first, character.isASCII {
        return .control(character)
      }
    }
    if name.hasPrefix("f"), let number = Int(name.dropFirst()), (1...12).contains(number) {
      return .function(number)
    }
    if let named = names.first(where: { $0.name.lowercased() == name }) { return named.key }
    throw .unknown(word, suggestion: Suggestion.nearest(to: word, among: names.map(\.name)))
  }

  /// The names of the keys that type nothing; the usual name of each comes first.
  static let names: [(name: String, key: Key)] = [
    ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right), ("Home", .home),
    ("End", .end), ("PageUp", .pageUp), ("PgUp", .pageUp), ("PageDown", .pageDown),
    ("PgDn", .pageDown), ("Enter", .enter), ("Return", .enter), ("Esc", .escape),
    ("Escape", .escape), ("Tab", .tab), ("BackTab", .backTab), ("Shift-Tab", .backTab),
    ("Backspace", .backspace), ("Delete", .delete), ("Space", .character(" ")),
  ]
}

// MARK: - Sentence

extension KeyScript.Mistake: CustomStringConvertible {
  /// The mistake, and what to write instead.
  package var description: String {
    switch self {
    case .unknown(let word, let suggestion):
      let hint =
        suggestion.map { "did you mean \($0)?" }
        ?? "name keys like Down, Enter, Ctrl-L or F1, and put text to type in quotes"
      return "there is no key '\(word)': \(hint)"
    case .openQuotes(let text): return "a quote is missing at the end: \(text)"
    case .tooMany: return "at most \(KeyScript.limit) keys are allowed"
    }
  }
}
