import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import Testing

@testable import TagLanguage

/// Lines about the app's buttons, screen and code, seeds and patterns.
@Suite struct GoodAppLinesTests {
  private static let commands: [(String, Command)] = [
    ("press b", .press("b", arguments: [:])), ("press 12", .press("12", arguments: [:])),
    ("press \"é\" n=1 m=absent", .press("é", arguments: ["n": 1, "m": .absent])),
    ("seed 7", .act(.setSeed(7))), ("seed 18446744073709551615", .act(.setSeed(.max))),
    (
      "launch url=\"a://b\" open=callback",
      .act(.launch(isCold: false, kind: .callback, timeout: nil, link: "a://b"))
    ),
  ]

  @Test(arguments: commands)
  func command(_ line: String, _ command: Command) throws { try expectCommand(line, command) }

  private static let expectations: [(String, ScenarioEngine.Expectation)] = [
    ("screen text == \"a b\"", .screen(Comparison(.equal, "a b"))),
    ("screen text !~ /a b/", .screen(Comparison(.notFound, "a b"))),
    ("call f", .call(.init(name: "f"))),
    ("call \"A.B\" not called", .call(.init(name: "A.B", times: 0))),
    (
      "call f {\"a\": 1} 2x id=GTM-B",
      .call(.init(name: "f", arguments: ["a": 1], times: 2, id: "GTM-B"))
    ),
    ("callback available 2x", .callback(.available(nil), times: 2, id: nil)),
    (
      "callback refresh-failure network no-network 0x id=GTM-B",
      .callback(.refreshFailure(.network, .noNetwork), times: 0, id: "GTM-B")
    ),
    ("value k ~ /a/", .value(.init(key: "k", comparison: Comparison(.found, "a")))),
    ("value k !~ \"a\"", .value(.init(key: "k", comparison: Comparison(.notFound, "a")))),
    ("hit last url ~ /a/", .hit(.last, .field("url", Comparison(.found, "a")))),
    ("hit 3 &cd !~ /a/", .hit(.number(3), .field("&cd", Comparison(.notFound, "a")))),
    ("hit last no url", .hit(.last, .noField("url"))),
    ("user-property tier ~ /a/", .userProperty("tier", Comparison(.found, "a"))),
    (
      "braze attribute \"vip\" ~ /a/ as string",
      .braze(.attribute(key: "vip", Comparison(.found, "a"), .string))
    ),
  ]

  @Test(arguments: expectations)
  func expectation(_ text: String, _ expectation: ScenarioEngine.Expectation) throws {
    try expectExpectation(text, expectation)
  }

  private static let mistakes: [(String, String)] = [
    ("press", "6: the line ends where the letter of a button, or its position, starting at 1 …"),
    ("press Buy", "7: found 'Buy', expected the letter of a button … did you mean 'tap \"Buy\"'?"),
    ("press 0", "7: found '0', expected the letter of a button, or its position, starting at 1"),
    ("press b n=1 n=2", "13: the key 'n' is given twice"),
    ("seed", "5: the line ends where an integer that is not negative was expected"),
    ("seed -1", "6: found '-1', expected an integer that is not negative"),
    ("seed 7 8", "8: found '8', expected the end of the line"),
    ("launch url=a", "12: found 'a', expected a link in quotes: did you mean '\"a\"'?"),
    ("expect screen ~ /a/", "15: found '~', expected 'text'"),
    ("expect screen text > \"a\"", "20: found '>', expected ==, !=, ~ or !~"),
    ("expect call", "12: the line ends where the name of a function, or the path of a class was …"),
    ("expect call f not fired", "19: found 'fired', expected 'called'"),
    ("expect call f [1]", "15: found '[1]', expected a map in braces"),
    ("expect call f 2", "15: found '2', expected a number of times such as 2x: did you mean '2x'?"),
    ("expect hit last &cd > \"a\"", "21: found '>', expected ==, !=, ~ or !~"),
    ("expect value k = 1", "16: found '=', expected ==, !=, <, <=, >, >=, ~ … did you mean '=='?"),
    ("expect value k ~", "17: the line ends where a pattern such as /handler/ was expected"),
  ]

  @Test(arguments: mistakes)
  func mistake(_ line: String, _ sentence: String) { expectMistake(line, sentence) }
}
