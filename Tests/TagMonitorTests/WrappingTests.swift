import TerminalKit
import Testing

@testable import TagMonitor

/// Text is broken between words, and nothing of it is lost.
struct WrappingTests {
  private static let examples: [(text: String, columns: Int, lines: [String])] = [
    ("", 10, [""]),
    ("one two three", 13, ["one two three"]),
    ("one two three", 12, ["one two", "three"]),
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 3, ["one", "two", "thr", "ee"]),
    ("ConfirmationScreen", 10, ["Confirmati", "onScreen"]),
    ("a ConfirmationScreen b", 10, ["a", "Confirmati", "onScreen b"]),
    ("환영합니다", 4, ["환영", "합니", "다"]),
    ("환영합니다", 5, ["환영", "합니", "다"]),
    ("a\u{1B}b\nc", 2, ["a␛", "b␊", "c"]),
    ("ab", 0, ["a", "b"]),
    ("ab", -7, ["a", "b"]),
  ]

  @Test(arguments: examples)
  func example(_ text: String, _ columns: Int, _ lines: [String]) {
    #expect(Wrapping.lines(text, columns: columns) == lines)
  }

  private static let texts = [
    "The SDK stops at the first condition that decides a rule.",
    "https://ads.example.com/conversion?label=purchase&value=19.90", "환영합니다 in 서울 with 👩‍👩‍👧‍👦 family",
    "  two  spaces   between    words  ", String(repeating: "x", count: 200),
  ]

  @Test(arguments: texts)
  func noLineIsWiderThanItsColumnsAndNothingIsLost(_ text: String) {
    for columns in 2...60 {
      let lines = Wrapping.lines(text, columns: columns)
      #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= columns }, "\(columns) columns")
      let letters = lines.joined().filter { $0 != " " }
      #expect(letters == text.filter { $0 != " " }, "\(columns) columns")
    }
  }
}
