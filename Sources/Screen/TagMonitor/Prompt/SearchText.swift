import TerminalKit

/// The text that is typed into a list to search it, as in the palette and the help.
struct SearchText: Sendable, Hashable {
  /// The maximum number of characters.
  static let limit = 100

  private(set) var field = TextField()

  /// The words in small letters, all of which a match must have.
  var words: [Substring] { field.text.lowercased().split(separator: " ") }

  /// Handles a key, and returns whether the text changed.
  mutating func edit(_ key: Key) -> Bool {
    if case .character = key, field.text.unicodeScalars.count >= Self.limit { return false }
    let before = field.text
    return field.handle(key) && field.text != before
  }

  /// Inserts pasted text, without what exceeds the limit.
  mutating func insert(_ text: String) {
    let room = max(0, Self.limit - field.text.unicodeScalars.count)
    field.insert(String(String.UnicodeScalarView(text.unicodeScalars.prefix(room))))
  }
}
