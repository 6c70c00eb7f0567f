import Testing

@testable import TerminalKit
@testable import TextKit

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("ｱ", 1), ("Ａ", 2), ("각", 2),
    ("각", 2), ("👍", 2), ("👍🏽", 11), ("❤", 1), ("❤️", 1), ("👨‍👩‍👧‍👦", 11), ("🇩🇪", 4), ("🇩", 3),
    ("1️⃣", 1), ("🇸🇸🇩🇪", 8), ("🏴‍☠️", 4), ("क्षा", 3), ("กำ", 2), ("─", 1), ("✓", 1), ("…", 1), ("\u{1B}", 1),
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
    ("a漢字", 4, "a漢…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👨‍👩‍👧x", 8, "…"),
    ("👨‍👩‍👧x", 9, "👨‍👩‍👧x"), ("🇸🇸🇩🇪", 7, "🇸🇸…"), ("👍🏽👍", 12, "👍🏽…"), ("a❤️b", 3, "a❤️b"),
    ("a\u{1B}b", 2, "a…"),
  ])
  func `truncates without cutting a character`(text: String, columns: Int, expected: String) {
    #expect(TextWidth.truncate(text, to: columns) == expected)
  }

  @Test func `uses the ASCII sign when told`() {
    #expect(TextWidth.truncate("abcdef", to: 4, ellipsis: .ascii) == "abc~")
  }

  @Test(arguments: [
    ("ab", 4, Alignment.leading, "ab  "), ("ab", 4, .trailing, "  ab"),
    ("漢字", 3, .leading, "漢…"), ("漢字x", 4, .trailing, " 漢…"), ("", 2, .trailing, "  "),
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

  /// By the release of Unicode in which they came, or changed.
  @Test(
    arguments: [
      ("15.0", 0x1F6DC, 2), ("15.0", 0x1B155, 2), ("15.0", 0x13440, 0), ("15.1", 0x2FFC, 2),
      ("15.1", 0x31EF, 2), ("15.1", 0x2EBF0, 2), ("16.0", 0x2630, 2), ("16.0", 0x268A, 2),
      ("16.0", 0x4DC0, 2), ("16.0", 0x1D300, 2), ("16.0", 0x31E4, 2), ("16.0", 0x0897, 0),
      ("16.0", 0x113D2, 0), ("16.0", 0x1171E, 1), ("17.0", 0x16FF2, 2), ("17.0", 0x187F8, 2),
      ("17.0", 0x18D80, 2), ("17.0", 0x1F6D8, 2), ("17.0", 0x1FA8A, 2), ("17.0", 0x1ACF, 0),
      ("17.0", 0x1E6E3, 0), ("17.0", 0x20C1, 1), ("18.0", 0x18E00, 2), ("18.0", 0x1F7DA, 2),
      // Ambiguous, wide to C libraries, and emoji to come.
      ("none", 0xA1, 1), ("none", 0x3B1, 1), ("none", 0x2460, 1), ("none", 0x3248, 2),
      ("none", 0x1FAFF, 2),
    ] as [(String, UInt32, Int)])
  func `knows what came in a release`(release: String, code: UInt32, columns: Int) throws {
    #expect(TextWidth.ofScalar(try #require(Unicode.Scalar(code))) == columns)
  }

  /// The standard library has no widths, but it has the categories of which marks are.
  @Test func `the marks are those of the standard library`() {
    let jamo: [ClosedRange<UInt32>] = [0x1160...0x11FF, 0xD7B0...0xD7C6, 0xD7CB...0xD7FB]
    var wrong: [String] = []
    for code in UInt32(0x300)...0x10FFFF {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let category = scalar.properties.generalCategory
      // Neither knows all that the other does: one of them may be of a newer Unicode.
      if category == .unassigned || jamo.contains(where: { $0.contains(code) }) { continue }
      let isMark = [.nonspacingMark, .enclosingMark, .format].contains(category)
      if isMark != (TextWidth.ofScalar(scalar) == 0) { wrong.append(String(code, radix: 16)) }
    }
    #expect(wrong == [])
  }
}
