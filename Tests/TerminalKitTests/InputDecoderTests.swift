import TerminalKit
import Testing

@Suite struct InputDecoderTests {
  private func decode(_ bytes: [UInt8]) -> [TerminalEvent] {
    var decoder = InputDecoder()
    let events = decoder.feed(bytes)
    return events + decoder.flush()
  }

  @Test(arguments: [
    ("a", [Key.character("a")]), ("ü漢👍", [.character("ü"), .character("漢"), .character("👍")]),
    ("\r\n", [.enter, .enter]), ("\t\u{7F}\u{8}", [.tab, .backspace, .backspace]),
    ("\u{1}\u{1A}\u{1C}\u{0}", [.control("a"), .control("z"), .control("\\"), .control(" ")]),
    ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]),
    ("\u{1B}x", [.escape, .character("x")]),
    ("\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}[H\u{1B}[1~\u{1B}[7~\u{1B}OH", [.home, .home, .home, .home]),
    ("\u{1B}[F\u{1B}[4~\u{1B}[8~", [.end, .end, .end]),
    ("\u{1B}[5~\u{1B}[6~\u{1B}[3~\u{1B}[Z", [.pageUp, .pageDown, .delete, .backTab]),
    ("\u{1B}OP\u{1B}[15~\u{1B}[[A", [.function(1), .function(5), .function(1)]),
    ("\u{1B}[24~\u{1B}[1;2P", [.function(12), .function(1)]),
    ("\u{1B}[99~\u{1B}[201~\u{1B}[2~", [.unknown, .unknown, .unknown]),
    ("\u{1B}[1", [.unknown]), ("\u{1B}]0;title\u{7}a", [.unknown, .character("a")]),
    ("\u{1B}P1$r\u{1B}\\a", [.unknown, .character("a")]),
  ])
  func `knows the keys`(input: String, keys: [Key]) {
    #expect(decode(Array(input.utf8)) == keys.map(TerminalEvent.key))
  }

  @Test(
    arguments: [
      ([0xFF], [Key.unknown]), ([0x80], [.unknown]), ([0xC3, 0x41], [.unknown, .character("A")]),
      ([0xED, 0xA0, 0x80], [.unknown]), ([0xC2, 0x9B], [.unknown]), ([0xE6, 0xBC], [.unknown]),
      ([0xC0, 0xAF], [.unknown, .unknown]), ([0xEF, 0xBF, 0xBD], [.character("\u{FFFD}")]),
    ] as [([UInt8], [Key])])
  func `accepts bytes that are not UTF-8`(bytes: [UInt8], keys: [Key]) {
    #expect(decode(bytes) == keys.map(TerminalEvent.key))
  }

  @Test func `reads the mouse`() {
    let at = Point(column: 4, row: 9)
    #expect(decode(Array("\u{1B}[<0;5;10M\u{1B}[<0;5;10m".utf8)) == [.click(at)])
    #expect(
      decode(Array("\u{1B}[<64;5;10M\u{1B}[<69;5;10M".utf8))
        == [.wheel(up: true, at), .wheel(up: false, at)])
    #expect(decode(Array("\u{1B}[M %*".utf8)) == [.click(at)])
    let wrong = "\u{1B}[<0;0;10M\u{1B}[<;1;1M\u{1B}[<0;1;1A"
    #expect(decode(Array(wrong.utf8)) == [.key(.unknown), .key(.unknown), .key(.unknown)])
  }

  @Test func `takes a paste literally`() {
    let text = "{\"a\":1}\u{1B}[A\n\u{1B}[201\u{1B}"
    let input = "\u{1B}[200~\(text)\u{1B}[201~q"
    #expect(
      decode(Array(input.utf8)) == [.paste(text, droppedBytes: 0), .key(.character("q"))])
  }

  @Test func `bounds a paste and tells what it dropped`() {
    let size = InputDecoder.maximumPasteBytes
    let input =
      Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x78, count: size + 7)
      + Array("\u{1B}[201~".utf8)
    let text = String(repeating: "x", count: size)
    #expect(decode(input) == [.paste(text, droppedBytes: 7)])
  }

  @Test func `a sequence may come byte by byte and may be too long`() {
    var decoder = InputDecoder()
    var events: [TerminalEvent] = []
    for byte in "\u{1B}[200~x\u{1B}[201~\u{1B}[A".utf8 { events += decoder.feed([byte]) }
    #expect(events == [.paste("x", droppedBytes: 0), .key(.up)])
    #expect(!decoder.isPending)
    let long = "\u{1B}[" + String(repeating: "1", count: 100_000) + "~a"
    #expect(decode(Array(long.utf8)) == [.key(.unknown), .key(.character("a"))])
    #expect(decode(Array("\u{1B}[99999999999999999999~".utf8)) == [.key(.unknown)])
  }

  @Test(arguments: UInt64(0)..<60)
  func `accepts any bytes in any pieces`(seed: UInt64) {
    var random = TestRandom(seed: seed)
    let favourites = Array("\u{1B}[<MO0129;~200~AP]\\".utf8) + [0xC3, 0xFF, 0x80, 0xF0]
    let bytes = (0..<600).map { _ in
      Bool.random(using: &random)
        ? favourites.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
    }
    var whole = InputDecoder()
    var pieces = InputDecoder()
    let expected = whole.feed(bytes)
    var events: [TerminalEvent] = []
    for byte in bytes { events += pieces.feed([byte]) }
    #expect(events == expected)
    #expect(pieces.flush() == whole.flush())
  }
}
