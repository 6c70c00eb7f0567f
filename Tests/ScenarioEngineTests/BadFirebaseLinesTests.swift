import ScenarioEngine
import Testing

/// Mistakes in lines about Firebase: each has its column, and says what was expected or probably
/// meant.
@Suite struct BadFirebaseLinesTests {
  private static let lines: [(String, String)] = [
    ("sdk", "4: the line ends where v3 or v5 was expected"),
    ("sdk v4", "5: unknown sdk 'v4': did you mean 'v3'?"),
    ("log-event", "10: the line ends where the name of an event was expected"),
    ("log-event {\"a\": 1}", "11: found '{\"a\": 1}', expected the name of an event"),
    ("log-event e genre", "18: the line ends where '=' after 'genre' was expected"),
    ("log-event e a=1 a=2", "17: the key 'a' is given twice"),
    ("log-event e genre=pop", "19: 'pop' is not a value, a string needs … did you mean '\"pop\"'?"),
    ("user-property tier=1", "20: found '1', expected a text in quotes … did you mean '\"1\"'?"),
    ("user-property tier=[1]", "20: found '[1]', expected a text in quotes, or null"),
    ("user-property tier=\"a\" b=\"c\"", "24: found 'b', expected the end of the line"),
    ("user-id", "8: the line ends where the id of a user in quotes, or null was expected"),
    ("user-id 7", "9: found '7', expected the id of a user in quotes, or … did you mean '\"7\"'?"),
    ("default-parameters", "19: the line ends where none, key=value or a map in braces was …"),
    ("debug-mode", "11: the line ends where on or off was expected"),
    ("collection of", "12: found 'of', expected on or off"),
    ("reset-analytics-data now", "22: found 'now', expected the end of the line"),
    ("set firebase-validation warm", "25: unknown validation 'warm': did you mean 'warn'?"),
    ("expect event", "13: the line ends where the name of an event was expected"),
    ("expect event buy", "17: the line ends where logged, dropped, suppressed or passed was …"),
    ("expect event buy passd", "18: unknown fate 'passd': did you mean 'passed'?"),
    ("expect event buy passed 2", "25: found '2', expected a number of times such as 2x …"),
    ("expect event buy passed becuase 2", "25: found 'becuase' … did you mean 'because'?"),
    ("expect event buy dropped because x", "34: found 'x', expected a code of Firebase such as 2"),
    ("expect event buy logged with [1]", "30: found '[1]', expected a map in braces"),
    ("expect user-property tier < \"a\"", "27: found '<', expected ==, !=, ~ or !~"),
    ("expect firebase eror 2", "17: unknown expectation of Firebase 'eror': did you mean 'error'?"),
    ("expect firebase error two", "23: found 'two', expected none or a code such as 2"),
    ("expect queue size 1 of pixel", "24: unknown queue 'pixel': did you mean 'pixels'?"),
  ]

  @Test(arguments: lines)
  func line(_ line: String, _ mistake: String) { expectMistake(line, mistake) }

  private static let app = """
    app "A"
      package com.example.a
      container GTM-A
      screen "S"
        button "Push" push event="e"
        button "Log" log-event e
        button "Both" push event="e" then log-event e
      end
    end

    """

  private static let wrong: [(header: String, line: String, mistake: String?)] = [
    ("sdk: v5", "push event=\"e\"", "v5 has no data layer: log an event instead"),
    ("sdk: v3", "log-event buy", "push the event instead, as in push event=\"buy\""),
    ("sdk: v3", "user-id null", "play the scenario with sdk: v5"),
    ("sdk: v3", "expect event buy logged", "play the scenario with sdk: v5"),
    ("sdk: v3", "set firebase-validation warn", "play the scenario with sdk: v5"),
    ("sdk: v5", "expect data {}", "expect event \"buy\" logged with"),
    ("sdk: v5", "open callback", "by itself"),
    ("sdk: v5", "register tag x", "by the path of their class"),
    ("sdk: v5", "tap \"Push\"", "add a 'log-event' to it in the app"),
    ("sdk: v3", "tap \"Log\"", "add a 'push' to it in the app"),
    ("sdk: v5", "tap \"Both\"", nil), ("sdk: v3", "tap \"Both\"", nil),
    ("sdk: v3", "sdk v5\nlog-event e", nil),
    ("matrix: sdk=v3,v5", "tap \"Push\"", nil),
    ("matrix: sdk=v3,v5", "log-event e", "through the app's screens and buttons"),
    ("matrix: sdk=v3,v5", "push event=\"e\"", "through the app's screens and buttons"),
    ("matrix: sdk=v3,v5", "sdk v5", "varied values go in the header"),
  ]

  @Test(arguments: wrong)
  func ofTheOtherGeneration(_ header: String, _ line: String, _ mistake: String?) throws {
    let scenario = try ScenarioParser.parse(
      "tagsim 1\n\(header)\n---\n" + Self.app + line, file: "a")
    let errors = scenario.check(app: nil).map(\.description)
    #expect(errors.count == (mistake == nil ? 0 : 1), "\(errors)")
    if let mistake { #expect(errors.first?.contains(mistake) == true, "\(errors)") }
  }
}
