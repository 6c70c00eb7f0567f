import Testing
import TextKit

@testable import TerminalKit

/// JSON that a terminal may show and a program reads as if nothing had been done to it.
struct TerminalJSONTests {
  private static let texts: [(json: String, escaped: String)] = [
    ("{\"a\": 1}", "{\"a\": 1}"),
    ("\"ñandú 日本 한국\"", "\"ñandú 日本 한국\""),
    ("\"\u{202E}\"", "\"\\u202e\""),
    ("\"\u{9B}31m\"", "\"\\u009b31m\""),
    ("\"e\u{301}\"", "\"e\\u0301\""),
    ("\"\u{200B}\u{FEFF}\"", "\"\\u200b\\ufeff\""),
    ("\"\u{E0041}\"", "\"\\udb40\\udc41\""),
  ]

  @Test(arguments: texts)
  func escapes(_ json: String, _ escaped: String) {
    // Not `==` on texts, for which different spellings of one character are equal.
    #expect(Array(TerminalText.escapedJSON(json).utf8) == Array(escaped.utf8))
    #expect(TerminalText.isSafe(TerminalText.escapedJSON(json)))
  }
}
