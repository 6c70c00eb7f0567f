import Testing
import TextKit

@testable import TerminalKit

@Suite struct CellBufferTests {
  private func buffer(_ columns: Int, _ rows: Int = 1) -> CellBuffer {
    CellBuffer(size: Size(columns: columns, rows: rows))
  }

  @Test(arguments: [
    ("abc", 0, 5, "abc  ", 3), ("abcdef", 0, 5, "abcde", 5), ("abc", 3, 5, "   ab", 2),
    ("abc", -1, 5, "bc   ", 3), ("abc", 9, 5, "     ", 0), ("漢字", 0, 5, "漢字 ", 4),
    ("漢字", 2, 5, "  漢 ", 3), ("漢字", 4, 5, "     ", 1), ("漢字", -1, 5, " 字  ", 4),
    ("\u{1B}[2J", 0, 5, "␛[2J ", 4), ("abc", 0, 0, "", 0),
  ])
  func `writes within the edges`(
    text: String, column: Int, columns: Int, expected: String, used: Int
  ) {
    var buffer = buffer(columns)
    #expect(buffer.write(text, at: Point(column: column, row: 0)) == used)
    #expect(buffer.text == expected)
  }

  @Test func `an overwritten half becomes a space`() {
    var buffer = buffer(6)
    buffer.write("漢字漢", at: Point(column: 0, row: 0))
    buffer.write("x", at: Point(column: 1, row: 0))
    buffer.write("y", at: Point(column: 2, row: 0))
    #expect(buffer.text == " xy 漢")
    buffer.write("字", at: Point(column: 3, row: 0))
    #expect(buffer.text == " xy字 ")
  }

  @Test func `honours its limit`() {
    var buffer = buffer(8)
    #expect(buffer.write("abcdef", at: Point(column: 0, row: 0), limit: 2) == 2)
    #expect(buffer.write("漢字", at: Point(column: 4, row: 0), limit: 3) == 3)
    #expect(buffer.text == "ab  漢  ")
  }

  @Test func `styles what is written and what is there`() {
    var buffer = buffer(5, 2)
    buffer.write("ab", at: Point(column: 1, row: 0), style: .attention)
    buffer.apply(
      .past.strong, to: Rect(column: 3, row: 1, columns: 9, rows: 9))
    let rows: [[Style]] = [
      [.plain, .attention, .attention, .plain, .plain],
      [.plain, .plain, .plain, .past.strong, .past.strong],
    ]
    #expect(buffer.cells.map(\.style) == rows.flatMap { $0 })
    #expect(buffer.trimmedText == " ab\n")
  }

  @Test(arguments: [0, 1, 2, 3])
  func `draws on any size without harm`(columns: Int) {
    for rows in 0...3 {
      var buffer = buffer(columns, rows)
      buffer.fill(Rect(column: -5, row: -5, columns: 99, rows: 99))
      for row in -1...4 {
        buffer.write("漢字", at: Point(column: .min, row: row))
        buffer.write("漢字", at: Point(column: 1, row: row), limit: .max)
      }
      #expect(buffer.differences(from: CellBuffer(size: .zero)).count == (columns > 0 ? rows : 0))
      #expect(buffer[Point(column: columns, row: 0)] == nil)
    }
  }

  @Test(arguments: UInt64(0)..<60)
  func `keeps its promises under random drawing`(seed: UInt64) {
    var random = TestRandom(seed: seed)
    var buffer = buffer(12, 3)
    var screen = buffer
    for _ in 0..<40 {
      let start = Point(
        column: Int.random(in: -3...13, using: &random),
        row: Int.random(in: -1...3, using: &random))
      let text = random.hostileText(count: 12)
      buffer.write(text, at: start, style: seed % 2 == 0 ? .bold : .plain)
      #expect(buffer.cells.allSatisfy { $0.text.unicodeScalars.allSatisfy(isAgreed) })
      for row in buffer.text.split(separator: "\n", omittingEmptySubsequences: false) {
        #expect(TextWidth.columns(of: String(row)) == 12)
      }
      for run in buffer.differences(from: screen) {
        #expect(run.cells.first?.width != 0)
        #expect(run.cells.reduce(0) { $0 + $1.width } == run.cells.count)
        let first = screen.index(run.start.column, run.start.row)
        screen.cells.replaceSubrange(first..<(first + run.cells.count), with: run.cells)
      }
      #expect(screen.cells == buffer.cells)
    }
  }

  /// Whether no two terminals disagree on what it does to its neighbours.
  private func isAgreed(_ scalar: Unicode.Scalar) -> Bool {
    ![0x200D, 0xFE0E, 0xFE0F].contains(scalar.value)
      && !(0x1F1E6...0x1F1FF).contains(scalar.value) && !scalar.properties.isEmojiModifier
  }

  @Test func `tells only what has changed`() {
    var old = buffer(10)
    old.write("a漢b漢c", at: Point(column: 0, row: 0))
    var new = old
    new.write("x", at: Point(column: 3, row: 0))
    new.write("字", at: Point(column: 4, row: 0))
    let runs = new.differences(from: old)
    #expect(runs.map(\.start.column) == [3])
    #expect(runs.first?.cells.map(\.text) == ["x", "字", ""])
    #expect(new.differences(from: new).isEmpty)
  }
}
