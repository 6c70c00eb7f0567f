import ScenarioEngine
import Testing

@Suite struct BadLinesTests {
  private static let lines: [(String, String)] = [
    ("lunch cold", "1: unknown verb 'lunch': did you mean 'launch'?"),
    ("  disp", "3: unknown verb 'disp': did you mean 'dispatch'?"),
    ("teleport", "1: unknown verb 'teleport': expected one of those that 'tagsim help verbs' …"),
    ("returns 1", "1: unknown verb 'returns': expected a verb; 'tagsim help returns' says …"),
    ("end", "1: 'end' is not allowed here: no block is open"),
    ("app \"X\"", "1: 'app' is not allowed here: a block must be in a file and outside other …"),
    ("kill now", "6: found 'now', expected the end of the line"),
    ("wait 30", "6: '30' has no unit (ms, s, m, h or d): did you mean '30s'?"),
    ("wait", "5: the line ends where a duration such as 500ms, 2s, 2m, 12h or 3d was expected"),
    ("wait 2w", "6: found '2w', expected a duration such as 500ms, 2s, 2m, 12h or 3d"),
    ("wait 99999999999999999999s", "6: found '99999999999999999999s', expected a duration of at …"),
    ("container saved a age=13", "23: '13' has no unit (ms, s, m, h or d): did you mean '13s'?"),
    ("container save a", "11: unknown container 'save': did you mean 'saved'?"),
    ("container default", "18: the line ends where a file was expected"),
    ("launch could", "8: found 'could', expected cold, open=…, timeout=… … did you mean 'cold'?"),
    ("launch opne=prefer-fresh", "8: unknown key 'opne': did you mean 'open'?"),
    ("launch open=prefer-fres", "13: unknown way to open … did you mean 'prefer-fresh'?"),
    ("launch open=nver", "13: unknown way to open 'nver': did you mean 'never'?"),
    ("screen Cart", "8: found 'Cart', expected the name of a screen in … did you mean '\"Cart\"'?"),
    ("push event=gold", "12: 'gold' is not a value, a string needs … did you mean '\"gold\"'?"),
    ("push a=1 b=2 a=3", "14: the key 'a' is given twice"),
    ("push a=1 a.b=2", "10: the key 'a.b' is given twice"),
    ("push a.b=1 a=2", "12: the key 'a' is given twice"),
    ("push a..b=1", "6: found 'a..b', expected a key without empty parts"),
    ("push {\"a\": 1, \"b\": {\"c\": 1, \"c\": 2}}", "29: the key 'c' is given twice"),
    ("push {\"a\": }", "12: in the JSON: found '}', expected a value"),
    ("push {\"a\": 1", "13: the '{' of line 1 is not closed: the text ends where ',' or '}' was …"),
    ("push [1]", "6: found '[1]', expected a map in braces or key=value"),
    ("push a=${b=1}", "8: found '${b=1}', expected a value"),
    ("push", "5: the line ends where key=value was expected"),
    ("push n=99999999999999999999", "8: found '99999999999999999999', expected an integer of at …"),
    ("push a=01", "8: '01' is not a value, a string needs quotes: did you mean '\"01\"'?"),
    ("push a=2s", "8: '2s' is not a value, a string needs quotes: did you mean '\"2s\"'?"),
    ("caption \"abc", "9: the string is not closed: expected '\"' before the end of the line"),
    ("caption \"a\\qb\"", "11: in the string: found '\\qb\"', expected an escape such as \\n or …"),
    ("network up", "9: unknown network 'up': expected online, offline, slow, status, timeout …"),
    ("network offlin", "9: unknown network 'offlin': did you mean 'offline'?"),
    ("settle maybe", "8: found 'maybe', expected on or off"),
    ("at 25:00:00", "4: found '25:00:00', expected a time such as 23:58:40 or …"),
    ("device langauge=es", "8: unknown key 'langauge': did you mean 'language'?"),
    ("device screen=640", "15: found '640', expected a size such as 640x1136"),
    ("read text title", "6: unknown type 'text': expected string, int64, double or boolean"),
    ("speed fast", "7: found 'fast', expected a pace such as 4x"),
    ("expect tag A fired", "12: found 'A', expected the name of a tag in … did you mean '\"A\"'?"),
    ("expect tag \"A\" fired 3", "22: found '3', expected a number of times … did you mean '3x'?"),
    ("expect tag \"A\" fird", "16: found 'fird', expected fired or not … did you mean 'fired'?"),
    ("expect value k = 1", "16: found '=', expected ==, !=, <, <=, >, >=, ~ … did you mean '=='?"),
    ("expect value k == 1 is double", "21: found 'is', expected 'as', 'from', 'id=' or the end …"),
    ("expect container verison=7", "18: unknown key 'verison': did you mean 'version'?"),
    ("expect container age<12", "22: '12' has no unit (ms, s, m, h or d): did you mean '12s'?"),
    ("expect sent many", "13: found 'many', expected a number of hits"),
    ("expect valeu k == 1", "8: unknown expectation 'valeu': did you mean 'value'?"),
    ("eventually in 5s expect sent 1", "12: found 'in', expected 'within'"),
    ("never for 5s sent 1", "14: found 'sent', expected 'expect'"),
    ("tap \"é\" x", "10: the line ends where '=' after 'x' was expected"),
    ("kill }", "6: found '}', expected a word or a value"),
    ("caption \u{1B}(x", "9: found '\\u{1b}(x', expected a text … did you mean '\"\\u001b(x\"'?"),
    ("kill\nkill", "1: found 'kill', expected one statement only"),
  ]

  @Test(arguments: lines)
  func sentence(_ line: String, _ expected: String) { expectMistake(line, expected) }

  @Test func quotedDataIsBounded() throws {
    let line = "launch " + String(repeating: "x", count: 100_000)
    let error = #expect(throws: ScenarioError.self) { try StatementParser.parse(line: line) }
    #expect(error?.found == String(repeating: "x", count: 40) + "…")
    let value = "push a=" + String(repeating: "y", count: 100_000)
    let second = #expect(throws: ScenarioError.self) { try StatementParser.parse(line: value) }
    #expect((second?.description.count ?? .max) < 250)
  }

  @Test func limits() throws {
    let long = String(repeating: "x", count: 1_000_001)
    let error = #expect(throws: ScenarioError.self) {
      try StatementParser.parse(line: "kill\n" + long)
    }
    #expect(error?.description == "prompt:2:1: error: the line is longer than 1000000 bytes")
  }

  @Test func badUTF8() {
    let bytes = Array("kill\nnote \"é".utf8) + [0xFF, 0x22]
    let errors = #expect(throws: ScenarioErrors.self) {
      try ScenarioParser.parse(bytes, file: "a.scenario")
    }
    #expect(errors?.description == "a.scenario:2:8: error: bytes that are not UTF-8 text")
  }

  @Test func deepJSON() {
    let line = "push " + String(repeating: "[", count: 100_000)
    let error = #expect(throws: ScenarioError.self) { try StatementParser.parse(line: line) }
    #expect(error?.sentence.hasSuffix("expected at most 512 levels") == true)
  }
}
