import ScenarioEngine
import TagRuntime
import Testing

/// Strings that went wrong: other quotes, no second quote, what may not be inside.
struct QuotesTests {
  private static let lines: [(line: String, sentence: String)] = [
    ("caption 'x'", "9: use double quotes for 'x': write \"x\""),
    ("caption 'it's late' # so", "9: use double quotes for 'it's late': write \"it's late\""),
    ("caption 'x", "9: use double quotes for 'x: write \"x\""),
    ("screen \u{201C}Home Screen\u{201D}", "8: use straight quotes for \u{201C}Home …"),
    ("screen \u{201E}Home\u{201C}", "8: use straight quotes for \u{201E}Home\u{201C}: write …"),
    ("tap \u{2018}Buy\u{2019} sku=1", "5: use straight quotes for \u{2018}Buy\u{2019}: write …"),
    ("push sku=\u{201C}S-77\u{201D} b=1", "10: use straight quotes for \u{201C}S-77\u{201D} …"),
    ("push \u{201C}a\u{201D}=1", "6: use straight quotes for \u{201C}a\u{201D}: write \"a\""),
    ("push {\u{201C}a\u{201D}: 1}", "7: use straight quotes for \u{201C}a\u{201D}: write \"a\""),
    ("push {\"a\": 'b'}", "12: use double quotes for 'b': write \"b\""),
    ("screen \"Home\u{201D}", "8: use straight quotes for \"Home\u{201D}: write \"Home\""),
    ("caption \"a\u{7}b\"", "11: the control character \\u{7} is in a string: write it as …"),
    ("push {\"a\": \"\u{1}\"}", "13: the control character \\u{1} is in a string: write it as …"),
    ("caption \"a\\ud800\"", "11: in the string: found '\\ud800\"', expected a whole …"),
    ("push {\"a\": \"x\n}", "14: the string is not closed: expected '\"' before the end of …"),
  ]

  @Test(arguments: lines)
  func sentence(_ line: String, _ sentence: String) { expectMistake(line, sentence) }

  /// Inside of straight quotes every character is a character.
  @Test(arguments: ["caption \"it's \u{201C}so\u{201D}\"", "caption \"\u{2018}x\u{2019}\""])
  func otherQuotesInsideAreText(_ line: String) throws {
    #expect(try StatementParser.parse(line: line) != nil)
  }

  private static let braces: [(text: String, sentence: String)] = [
    ("kill\npush {\"a\": {\n\"b\": 1\nkill", "a:4:1: error: the '{' of line 2 is not closed …"),
    ("push {\n\"a\": {\n\"b\": 1\n}\nkill", "a:5:1: error: the '{' of line 1 is not closed …"),
    ("push list=[1,\n2\n", "a:3:1: error: the '[' of line 1 is not closed: the text ends where …"),
    ("push {\"a\" 1", "a:1:11: error: in the JSON: found '1', expected ':' after the key"),
  ]

  @Test(arguments: braces)
  func openBraces(_ text: String, _ sentence: String) {
    let read = ScenarioParser.read(Array(text.utf8), file: "a")
    let told = read.errors.errors.first?.description ?? ""
    #expect(told.reads(sentence), "\(told)")
  }
}
