import TerminalKit
import Testing

@testable import TagMonitor

/// Keys as they are written in a line.
struct KeyScriptTests {
  private static let lines: [(line: String, keys: [Key])] = [
    ("", []), ("  ", []), ("j", [.character("j")]), ("Down Enter", [.down, .enter]),
    ("down  ENTER ", [.down, .enter]), ("PgDn PageDown", [.pageDown, .pageDown]),
    ("Ctrl-L ^c", [.control("l"), .control("c")]), ("F1 f12", [.function(1), .function(12)]),
    ("] [ / ?", [.character("]"), .character("["), .character("/"), .character("?")]),
    (
      ": \"a b\" Enter",
      [.character(":"), .character("a"), .character(" "), .character("b"), .enter]
    ),
    ("'\"'", [.character("\"")]), ("\"ab\"Esc", [.character("a"), .character("b"), .escape]),
    ("\"", [.character("\"")]), ("' '", [.character("'"), .character("'")]),
    ("Space", [.character(" ")]), ("ü 日", [.character("ü"), .character("日")]),
  ]

  @Test(arguments: lines)
  func reads(_ line: String, _ keys: [Key]) throws {
    #expect(try KeyScript(line).keys == keys)
  }

  private static let mistakes: [(line: String, sentence: String)] = [
    ("Dwon", "there is no key 'Dwon': did you mean Down?"),
    ("j Entre", "there is no key 'Entre': did you mean Enter?"),
    (
      "hjkl",
      "there is no key 'hjkl': name keys like Down, Enter, Ctrl-L or F1, and put text to type in "
        + "quotes"
    ),
    ("F13", "there is no key 'F13'"), (": \"wait", "a quote is missing at the end: \"wait"),
  ]

  @Test(arguments: mistakes)
  func refuses(_ line: String, _ sentence: String) {
    let error = #expect(throws: KeyScript.Mistake.self) { try KeyScript(line) }
    #expect(error?.description.hasPrefix(sentence) == true)
  }

  @Test func theNumberOfKeysIsBounded() throws {
    #expect(
      try KeyScript("\"\(String(repeating: "a", count: KeyScript.limit))\"").keys.count
        == KeyScript.limit)
    #expect(throws: KeyScript.Mistake.tooMany) {
      try KeyScript("\"\(String(repeating: "a", count: KeyScript.limit + 1))\"")
    }
  }
}
