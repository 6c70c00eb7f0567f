import TextKit

/// One line of text that the user edits, with a history.
///
/// The text is kept as it was typed or pasted; only drawing makes it visible.
package struct TextField: Sendable, Hashable {
  /// The most Unicode scalars in the text; further ones are rejected.
  package static let maximumScalars = 65_536
  /// The most lines in the history; the oldest are removed first.
  package static let maximumHistory = 500

  /// The cursor, as a number of characters from the beginning, `0...text.count`.
  package internal(set) var cursor = 0
  /// The lines committed so far, oldest first.
  package internal(set) var history: [String]

  var characters: [Character] = []
  var historyIndex: Int?
  /// Whether an earlier line is shown.
  package var isRecalling: Bool { historyIndex != nil }
  var draft = ""

  /// Creates a field with the cursor at the end of the text.
  ///
  /// - Complexity: O(n) in the length of the text and of the history.
  package init(text: String = "", history: [String] = []) {
    self.history = Array(history.suffix(Self.maximumHistory))
    set(text)
  }

  /// The text.
  ///
  /// - Complexity: O(n) in its length.
  package var text: String { String(characters) }

  /// Replaces the text and puts the cursor at its end.
  ///
  /// - Complexity: O(n) in the length of the text.
  package mutating func set(_ text: String) {
    characters = Array(String(text.unicodeScalars.prefix(Self.maximumScalars)))
    cursor = characters.count
  }

  /// Inserts as much of a text at the cursor as there is room for.
  ///
  /// - Returns: Whether all of it was inserted.
  /// - Complexity: O(n) in the length of the text.
  @discardableResult
  package mutating func insert(_ text: String) -> Bool {
    let used = characters.reduce(0) { $0 + $1.unicodeScalars.count }
    let room = max(0, Self.maximumScalars - used)
    let taken = text.unicodeScalars.prefix(room)
    let before = String(characters[..<cursor]) + String(taken)
    let after = String(characters[cursor...])
    // A combining mark joins the character before it, so the characters are split again.
    characters = Array(before + after)
    cursor = min(before.count, characters.count)
    return text.unicodeScalars.dropFirst(room).isEmpty
  }

  /// Inserts one character at the cursor.
  ///
  /// - Returns: Whether there was room.
  /// - Complexity: O(n) in the length of the text.
  @discardableResult
  package mutating func insert(_ character: Character) -> Bool {
    insert(String(character))
  }

  /// Removes the character before the cursor.
  ///
  /// - Complexity: O(n) in the length of the text.
  package mutating func deleteBackward() {
    remove(max(0, cursor - 1)..<cursor)
  }

  /// Removes the character at the cursor.
  ///
  /// - Complexity: O(n) in the length of the text.
  package mutating func deleteForward() {
    remove(cursor..<min(cursor + 1, characters.count))
  }

  /// Removes the word before the cursor, and the spaces between them.
  ///
  /// - Complexity: O(n) in the length of the text.
  package mutating func deleteWord() {
    var start = cursor
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    remove(start..<cursor)
  }

  /// Removes everything before the cursor.
  ///
  /// - Complexity: O(n) in the length of the text.
  package mutating func deleteToStart() { remove(0..<cursor) }

  /// Moves the cursor one character to the left.
  package mutating func moveLeft() { cursor = max(0, cursor - 1) }
  package mutating func moveRight() { cursor = min(characters.count, cursor + 1) }
  package mutating func moveHome() { cursor = 0 }
  package mutating func moveEnd() { cursor = characters.count }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
    // The characters on both sides may now form one character.
    characters = Array(String(characters))
    cursor = min(cursor, characters.count)
  }

  // MARK: Drawing

  /// Draws the field in the first row of `rect`, scrolled so that the cursor is visible.
  ///
  /// - Returns: The position of the cursor, or nil if the rectangle is empty.
  /// - Complexity: O(n) in the columns of the rectangle.
  @discardableResult
  package func draw(
    in rect: Rect, on buffer: inout CellBuffer, style: Style = .plain
  ) -> Point? {
    guard !rect.isEmpty else { return nil }
    buffer.fill(rect.splitTop(1).top, style: style)
    var start = cursor
    var before = 0
    while start > 0 {
      let width = TextWidth.columns(of: characters[start - 1])
      // One column stays free for the cursor.
      if before + width >= rect.columns { break }
      before += width
      start -= 1
    }
    var column = 0
    for character in characters[start...] where column < rect.columns {
      let place = Point(column: rect.column + column, row: rect.row)
      let used = buffer.write(
        String(character), at: place, style: style, limit: rect.columns - column)
      column += max(used, 1)
    }
    return Point(column: rect.column + before, row: rect.row)
  }

  /// Handles the usual editing keys.
  ///
  /// - Returns: Whether the key was one of them.
  /// - Complexity: O(n) in the length of the text.
  package mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(character)
    case .left, .control("b"): moveLeft()
    case .right, .control("f"): moveRight()
    case .home, .control("a"): moveHome()
    case .end, .control("e"): moveEnd()
    case .backspace: deleteBackward()
    case .delete, .control("d"): deleteForward()
    case .control("w"): deleteWord()
    case .control("u"): deleteToStart()
    case .up, .control("p"): historyBack()
    case .down, .control("n"): historyForward()
    default: return false
    }
    return true
  }

  // MARK: History

  /// Ends the line: adds it to the history, unless it is empty or repeats the last one, and clears
  /// the field.
  ///
  /// - Returns: The line.
  /// - Complexity: O(n) in the length of the line and of the history.
  @discardableResult
  package mutating func commit() -> String {
    let line = text
    if !line.isEmpty, history.last != line {
      history.append(line)
      history.removeFirst(max(0, history.count - Self.maximumHistory))
    }
    set("")
    historyIndex = nil
    draft = ""
    return line
  }

  /// Shows the previous line of the history that begins with the text being typed, which is kept
  /// for the way back.
  ///
  /// - Complexity: O(n) in the history.
  package mutating func historyBack() {
    let index = historyIndex ?? history.count
    let wanted = historyIndex == nil ? text : draft
    guard let before = history[..<index].lastIndex(where: { $0.hasPrefix(wanted) }) else { return }
    if historyIndex == nil { draft = text }
    historyIndex = before
    set(history[before])
  }

  /// Shows the next line of the history that begins with that text, and finally the text itself.
  ///
  /// - Complexity: O(n) in the history.
  package mutating func historyForward() {
    guard let index = historyIndex else { return }
    if let next = history[(index + 1)...].firstIndex(where: { $0.hasPrefix(draft) }) {
      historyIndex = next
      set(history[next])
    } else {
      historyIndex = nil
      set(draft)
    }
  }
}
