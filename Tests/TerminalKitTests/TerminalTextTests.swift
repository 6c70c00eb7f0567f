import Testing
import TextKit

@testable import TerminalKit

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("plain ASCII ~", "plain ASCII ~"),
    ("\u{1B}[31mred\u{7}", "␛[31mred␇"),
    ("a\r\nb\tc", "a␍␊b␉c"),
    ("\u{0}\u{8}\u{7F}", "␀␈␡"),
    ("\u{80}\u{9B}\u{9F}", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("a\u{202E}b\u{2066}c\u{200E}\u{61C}", "a[U+202E]b[U+2066]c[U+200E][U+061C]"),
    ("a\u{200B}b\u{FEFF}\u{2060}\u{AD}", "a[U+200B]b[U+FEFF][U+2060][U+00AD]"),
    ("\u{E0041}\u{E007F}", "[U+E0041][U+E007F]"),
    ("\u{2028}\u{2029}", "[U+2028][U+2029]"),
    ("\u{E000}\u{FFFF}\u{378}", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("\u{3164}\u{115F}", "[U+3164][U+115F]"),
    ("👨‍👩‍👧", "👨‍👩‍👧"),
    ("❤️", "❤️"),
    ("👩🏽‍💻", "👩🏽‍💻"),
    ("1️⃣", "1️⃣"),
    ("1\u{FE0F}", "1[U+FE0F]"),
    ("1\u{301}\u{FE0F}\u{20E3}", "1\u{301}[U+FE0F]\u{20E3}"),
    ("a\u{200D}b", "a[U+200D]b"),
    ("👨\u{200D}", "👨[U+200D]"),
    ("👨\u{200D}a", "👨[U+200D]a"),
    ("क्\u{200D}ष", "क्[U+200D]ष"),
    ("a🏽", "a[U+1F3FD]"),
    ("\u{301}", "\u{25CC}\u{301}"),
    ("Füße é 漢字 ｱ ok", "Füße é 漢字 ｱ ok"),
  ])
  func `shows what is hidden and keeps what is not`(raw: String, expected: String) {
    #expect(TerminalText.visible(raw).unicodeScalars.elementsEqual(expected.unicodeScalars))
    #expect(TerminalText.isSafe(raw) == raw.unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test func `keeps four marks and counts the others`() {
    let raw = "a" + String(repeating: "\u{301}", count: 1_000) + "b"
    let kept = "a" + String(repeating: "\u{301}", count: 4)
    let expected = kept + "[+996]b"
    #expect(TerminalText.visible(raw).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test func `bounds the joiners of one emoji`() {
    let raw = "👨" + String(repeating: "\u{200D}👨", count: 100)
    for cluster in TextClusters(visible: TerminalText.visible(raw)) {
      #expect(cluster.text.unicodeScalars.count <= 2 * TerminalText.maximumJoiners + 1)
    }
  }

  /// Reports and copies have the left side, and every screen has the right one.
  @Test(arguments: [
    ("👨‍👩‍👧", "👨‿👩‿👧"), ("👩🏽‍💻", "👩[U+1F3FD]‿💻"), ("🏴‍☠️", "🏴‿☠"), ("🏳️‍🌈", "🏳‿🌈"),
    ("👩‍❤️‍💋‍👨", "👩‿❤‿💋‿👨"), ("🇩🇪", "[DE]"), ("🇩", "[D]"), ("🇸🇸🇩🇪🇫", "[SS][DE][F]"),
    ("👍🏽", "👍[U+1F3FD]"), ("❤️❤︎❤", "❤❤❤"), ("1️⃣", "1\u{20E3}"), ("⌚︎", "⌚"),
    ("🇩\u{301}🇪", "[D]\u{301}[E]"), ("👍🏽\u{301}", "👍[U+1F3FD]\u{301}"),
  ])
  func `is drawn as all terminals draw it`(text: String, drawn: String) {
    #expect(TerminalText.isSafe(text) && TerminalText.isSafe(drawn))
    var buffer = CellBuffer(size: Size(columns: 30, rows: 1))
    let used = buffer.write(text, at: Point(column: 0, row: 0))
    #expect(buffer.trimmedText.unicodeScalars.elementsEqual(drawn.unicodeScalars))
    #expect(used == TextWidth.columns(of: text) && used == TextWidth.columns(of: drawn))
    // What is cut to its width says what the text says.
    #expect(TextWidth.truncate(text, to: used).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(arguments: UInt64(0)..<40)
  func `is a fixed point that no terminal acts on`(seed: UInt64) {
    var random = TestRandom(seed: seed)
    for _ in 0..<50 {
      let once = TerminalText.visible(random.hostileText(count: 40))
      let twice = TerminalText.visible(once)
      #expect(once.unicodeScalars.elementsEqual(twice.unicodeScalars))
      #expect(TerminalText.isSafe(once))
      for scalar in once.unicodeScalars { #expect(isHarmless(scalar), "\(scalar.value)") }
    }
  }

  @Test func `treats every scalar there is`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let visible = TerminalText.visible(String(scalar))
      if !visible.unicodeScalars.allSatisfy(isHarmless) { Issue.record("U+\(value)") }
      if TextWidth.columns(of: visible) == 0 { Issue.record("no width: U+\(value)") }
    }
  }

  @Test func `reads no more than is asked for`() {
    let long = String(repeating: "漢", count: 100_000)
    #expect(TerminalText.visible(long, maximumScalars: 10).unicodeScalars.count == 10)
  }

  private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    // These are kept only where they belong to an emoji; the table above has the cases.
    if [0x200D, 0xFE0E, 0xFE0F].contains(scalar.value) { return true }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      return false
    default: return !properties.isDefaultIgnorableCodePoint
    }
  }
}
