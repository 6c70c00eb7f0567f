import ScenarioEngine
import TagRuntime
import Testing

/// Strings that went wrong: other quotes, no second quote, what may not be inside.
struct QuotesTests {
  private static let lines: [(line: String, sentence: String)] = [
    ("caption 'x'", "1:9: use double quotes for 'x': write \"x\""),
    ("caption 'it's late' # so", "1:9: use double quotes for 'it's late': write \"it's late\""),
    ("caption 'x", "1:9: use double quotes for 'x: write \"x\""),
    (
      "screen \u{201C}Home Screen\u{201D}",
      "1:8: use straight quotes for \u{201C}Home Screen\u{201D}: write \"Home Screen\""
    ),
    (
      "screen \u{201E}Home\u{201C}",
      "1:8: use straight quotes for \u{201E}Home\u{201C}: write \"Home\""
    ),
    (
      "tap \u{2018}Buy\u{2019} sku=1",
      "1:5: use straight quotes for \u{2018}Buy\u{2019}: write \"Buy\""
    ),
    (
      "push sku=\u{201C}S-77\u{201D} b=1",
      "1:10: use straight quotes for \u{201C}S-77\u{201D}: write \"S-77\""
    ),
    (
      "push \u{201C}a\u{201D}=1", "1:6: use straight quotes for \u{201C}a\u{201D}: write \"a\""
    ),
    (
      "push {\u{201C}a\u{201D}: 1}",
      "1:7: use straight quotes for \u{201C}a\u{201D}: write \"a\""
    ),
    (
      "push {\"a\": 'b'}", "1:12: use double quotes for 'b': write \"b\""
    ),
    (
      "screen \"Home\u{201D}",
      "1:8: use straight quotes for \"Home\u{201D}: write \"Home\""
    ),
    (
      "caption \"a\u{7}b\"",
      "1:11: the control character \\u{7} is in a string: write it as \\u0007"
    ),
    (
      "push {\"a\": \"\u{1}\"}",
      "1:13: the control character \\u{1} is in a string: write it as \\u0001"
    ),
    (
      "caption \"a\\ud800\"",
      "1:11: in the string: found '\\ud800\"', expected a whole surrogate pair"
    ),
    (
      "push {\"a\": \"x\n}",
      "1:14: the string is not closed: expected '\"' before the end of the line"
    ),
  ]

  @Test(arguments: lines)
  func sentence(_ line: String, _ sentence: String) {
    let error = #expect(throws: ScenarioError.self) { try StatementParser.parse(line: line) }
    #expect(error.map { "\($0.position.line):\($0.told)" } == sentence)
  }

  /// Inside of straight quotes every character is a character.
  @Test(arguments: ["caption \"it's \u{201C}so\u{201D}\"", "caption \"\u{2018}x\u{2019}\""])
  func otherQuotesInsideAreText(_ line: String) throws {
    #expect(try StatementParser.parse(line: line) != nil)
  }

  private static let braces: [(text: String, sentence: String)] = [
    (
      "kill\npush {\"a\": {\n\"b\": 1\nkill",
      "a:4:1: error: the '{' of line 2 is not closed: found 'kill' where ',' or '}' was expected"
    ),
    (
      "push {\n\"a\": {\n\"b\": 1\n}\nkill",
      "a:5:1: error: the '{' of line 1 is not closed: found 'kill' where ',' or '}' was expected"
    ),
    (
      "push list=[1,\n2\n",
      "a:3:1: error: the '[' of line 1 is not closed: the text ends where ',' or ']' was expected"
    ),
    ("push {\"a\" 1", "a:1:11: error: in the JSON: found '1', expected ':' after the key"),
  ]

  @Test(arguments: braces)
  func openBraces(_ text: String, _ sentence: String) {
    let read = ScenarioParser.read(Array(text.utf8), file: "a")
    let errors = read.errors
    #expect(errors.errors.first?.description == sentence)
  }
}
