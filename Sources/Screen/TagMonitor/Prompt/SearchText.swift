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

/// Rows that are found by the words of a typed text, of which one is selected.
protocol SearchedRows {
  associatedtype Row
  var search: SearchText { get set }
  /// The place of the selected row among those that are found.
  var selected: Int { get set }
  var found: [Row] { get }

  /// Finds the rows for the words that are typed.
  mutating func find()
}

extension SearchedRows {
  var field: TextField { search.field }

  /// The selected row; nil where nothing is found.
  var row: Row? { found.indices.contains(selected) ? found[selected] : nil }

  mutating func move(by rows: Int) { select(selected + rows) }

  mutating func select(_ place: Int) { selected = min(max(0, place), max(0, found.count - 1)) }

  /// Takes a key of the text that is typed.
  mutating func edit(_ key: Key) {
    if search.edit(key) { find() }
  }

  /// Takes pasted text; what is too long is left out.
  mutating func insert(_ text: String) {
    search.insert(text)
    find()
  }
}
