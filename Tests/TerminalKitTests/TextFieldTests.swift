import TerminalKit
import Testing
import TextKit

@Suite struct TextFieldTests {
  private func shown(_ field: TextField, columns: Int) -> (text: String, cursor: Int?) {
    var buffer = CellBuffer(size: Size(columns: columns, rows: 1))
    let cursor = field.draw(in: buffer.bounds, on: &buffer)
    return (buffer.text, cursor?.column)
  }

  @Test(arguments: [
    ([Key.character("a"), .character("b")], "ab", 2),
    ([.character("a"), .left, .character("b")], "ba", 1),
    ([.character("a"), .backspace, .backspace], "", 0),
    ([.character("a"), .home, .delete, .delete], "", 0),
    ([.character("e"), .character("\u{301}")], "e\u{301}", 1),
    ([.character("a"), .character(" "), .character("b"), .control("w")], "a ", 2),
    ([.character("a"), .control("a"), .control("u"), .control("e")], "a", 1),
    ([.left, .right, .end], "", 0),
  ])
  func `edits by keys`(keys: [Key], text: String, cursor: Int) {
    var field = TextField()
    for key in keys {
      let isHandled = field.handle(key)
      #expect(isHandled)
    }
    #expect(field.text == text)
    #expect(field.cursor == cursor)
  }

  @Test(arguments: [
    ("abc", 6, "abc   ", 3), ("abcdef", 4, "def ", 3), ("漢字漢字", 5, "漢字 ", 4),
    ("漢字漢字", 4, "字  ", 2), ("a\tb", 6, "a␉b   ", 3), ("", 1, " ", 0), ("漢", 1, " ", 0),
  ])
  func `scrolls to the cursor`(text: String, columns: Int, expected: String, cursor: Int) {
    let field = TextField(text: text)
    #expect(shown(field, columns: columns).text == expected)
    #expect(shown(field, columns: columns).cursor == cursor)
  }

  @Test func `a line that is committed is in the history`() {
    var field = TextField(history: ["one"])
    field.insert("two")
    #expect(field.commit() == "two" && field.text.isEmpty)
    field.commit()
    #expect(field.history == ["one", "two"])
  }

  /// `u` goes back and `d` forward; what is typed already chooses among the lines.
  @Test(arguments: [
    ("", "uuuuu", "one"), ("", "uudddd", ""), ("on", "u", "only"), ("on", "uuu", "one"),
    ("on", "uuud", "only"), ("on", "uuuddd", "on"),
  ])
  func `walks through its history and back to the draft`(
    typed: String, keys: String, expected: String
  ) {
    var field = TextField(history: ["one", "two", "only", "three"])
    field.insert(typed)
    for key in keys { if key == "u" { field.historyBack() } else { field.historyForward() } }
    #expect(field.text == expected)
  }

  @Test func `has bounds`() {
    var field = TextField()
    let tooMuch = field.insert(String(repeating: "x", count: TextField.maximumScalars + 1))
    #expect(!tooMuch)
    #expect(field.text.unicodeScalars.count == TextField.maximumScalars)
    let more = field.insert("y")
    #expect(!more)
    let many = TextField(history: (0..<600).map(String.init))
    #expect(many.history.count == TextField.maximumHistory)
    #expect(shown(field, columns: 0).cursor == nil)
  }

  @Test(arguments: UInt64(0)..<30)
  func `survives any editing`(seed: UInt64) {
    var random = TestRandom(seed: seed)
    let keys: [Key] = [
      .left, .right, .home, .end, .backspace, .delete, .control("w"), .control("u"), .up, .down,
    ]
    var field = TextField(history: ["漢字", "\u{301}"])
    for _ in 0..<60 {
      if Bool.random(using: &random) {
        field.insert(random.hostileText(count: 6))
      } else {
        _ = field.handle(keys.randomElement(using: &random) ?? .left)
      }
      #expect((0...field.text.count).contains(field.cursor))
      let columns = Int.random(in: 1...9, using: &random)
      let shown = shown(field, columns: columns)
      #expect(shown.cursor.map { (0..<columns).contains($0) } == true)
      #expect(TextWidth.columns(of: shown.text) == columns)
    }
  }
}
