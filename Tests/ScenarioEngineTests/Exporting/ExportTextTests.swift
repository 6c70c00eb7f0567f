import OrderedCollections
import TagRuntime
import Testing

@testable import ScenarioEngine

/// Texts for other programs: what a shell, a spreadsheet or a proxy makes of them is the data, and
/// nothing else.
struct ExportTextTests {
  // MARK: Shells

  @Test(arguments: [
    ("plain", "'plain'"), ("", "''"), ("it's", "'it'\\''s'"),
    ("$(reboot) `reboot` $HOME \\ \"x\"", "'$(reboot) `reboot` $HOME \\ \"x\"'"),
    ("!history & ; | > <", "'!history & ; | > <'"),
    ("a\nb", "$'a\\nb'"), ("it's\n\\", "$'it\\'s\\n\\\\'"),
    ("\u{1B}]0;x\u{07}", "$'\\x1B]0;x\\x07'"), ("a\u{202E}b", "$'a\\xE2\\x80\\xAEb'"),
    ("\u{0}", "$'\\x00'"), ("caf\u{E9}", "'caf\u{E9}'"), ("a\u{200B}1", "$'a\\xE2\\x80\\x8B1'"),
  ])
  func aWordOfAShellIsTheText(_ text: String, _ word: String) {
    #expect(ShellText.quoted(text) == word)
  }

  // MARK: Addresses

  @Test(arguments: [
    ("https://a.example/collect?v=1&cd=A%20b", "https://a.example/collect?v=1&cd=A%20b"),
    (
      "https://a.example/?q=a b\"<>\\^`{|}", "https://a.example/?q=a%20b%22%3C%3E%5C%5E%60%7B%7C%7D"
    ),
    ("https://a.example/?q=\n\u{202E}é", "https://a.example/?q=%0A%E2%80%AE%C3%A9"),
  ])
  func whatNoAddressMayHoldIsEncoded(_ url: String, _ encoded: String) {
    #expect(AddressText.encoded(url) == encoded)
  }

  // MARK: Spreadsheets

  private static let cells: [(value: Value, cell: String)] = [
    (.string("plain"), "plain"), (.null, ""), (.bool(true), "true"), (.int(-5), "-5"),
    (.string("a,b"), "\"a,b\""), (.string("a\"b"), "\"a\"\"b\""), (.string("a\nb"), "\"a\nb\""),
    (.string(" a"), "\" a\""), (.string("=1+1"), "'=1+1"), (.string("+1"), "'+1"),
    (.string("-1"), "'-1"), (.string("@SUM(A1)"), "'@SUM(A1)"),
    (.string("=HYPERLINK(\"x\",1)"), "\"'=HYPERLINK(\"\"x\"\",1)\""),
    (.list([.int(4), .null, .int(5)]), "4  5"), (.map(["a": 1]), "\"{\"\"a\"\": 1}\""),
  ]

  @Test(arguments: cells)
  func aCellIsTheValue(_ value: Value, _ cell: String) {
    let fact = RunFact("x", ["one": value])
    #expect(CSVText.line(fact, columns: ["one"]) == cell)
  }

  @Test func aLineHasACellForEveryTitle() {
    let fact = RunFact("x", ["b": 2, "a": 1])
    #expect(CSVText.titles(["a", "b", "c"]) == "a,b,c")
    #expect(CSVText.line(fact, columns: ["a", "b", "c"]) == "1,2,")
  }

  @Test func aFactIsALineOfJSON() {
    let fact = RunFact("tag", ["row": 8, "tag": "GA \"x\"\n", "why": .null])
    #expect(fact.line == #"{"fact": "tag", "row": 8, "tag": "GA \"x\"\n", "why": null}"#)
  }
}
