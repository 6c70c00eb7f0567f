import Testing

@testable import TerminalKit

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("ｱ", 1), ("Ａ", 2), ("각", 2),
    ("각", 2), ("👍", 2), ("👍🏽", 2), ("❤", 1), ("❤️", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("🇩", 1),
    ("1️⃣", 2), ("क्षा", 3), ("กำ", 2), ("─", 1), ("✓", 1), ("…", 1), ("\u{1B}", 1),
    ("\u{202E}", 8), ("䷀", 2), ("\u{A0}", 1), ("\u{3000}", 2), ("a🏽", 10),
  ])
  func `measures columns`(text: String, columns: Int) {
    #expect(TextWidth.columns(of: text) == columns)
    var buffer = CellBuffer(size: Size(columns: 20, rows: 1))
    #expect(buffer.write(text, at: Point(column: 0, row: 0)) == columns)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
    ("abcdef", -3, ""), ("漢字", 4, "漢字"), ("漢字", 3, "漢…"), ("漢字", 2, "…"), ("漢字", 1, "…"),
    ("a漢字", 4, "a漢…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👨‍👩‍👧x", 2, "…"),
    ("a\u{1B}b", 2, "a…"),
  ])
  func `truncates without cutting a character`(text: String, columns: Int, expected: String) {
    #expect(TextWidth.truncate(text, to: columns) == expected)
  }

  @Test func `uses the ASCII sign when told`() {
    #expect(TextWidth.truncate("abcdef", to: 4, ellipsis: .ascii) == "abc~")
  }

  @Test(arguments: [
    ("ab", 4, Alignment.leading, "ab  "), ("ab", 5, .center, " ab  "), ("ab", 4, .trailing, "  ab"),
    ("漢字", 3, .leading, "漢…"), ("漢字x", 4, .trailing, " 漢…"), ("", 2, .center, "  "),
  ])
  func `pads to the width`(text: String, columns: Int, alignment: Alignment, expected: String) {
    #expect(TextWidth.padded(text, to: columns, alignment: alignment) == expected)
  }

  @Test(arguments: UInt64(0)..<40)
  func `padded text has exactly its width`(seed: UInt64) {
    var random = TestRandom(seed: seed)
    for _ in 0..<50 {
      let columns = Int.random(in: 0...20, using: &random)
      let text = random.hostileText(count: 30)
      #expect(TextWidth.columns(of: TextWidth.padded(text, to: columns)) == columns)
    }
  }

  @Test(arguments: [WidthTable.wide, WidthTable.zero])
  func `the table is sorted and does not touch`(ranges: [ClosedRange<UInt32>]) {
    for (first, second) in zip(ranges, ranges.dropFirst()) {
      #expect(first.upperBound + 1 < second.lowerBound)
    }
  }
}
