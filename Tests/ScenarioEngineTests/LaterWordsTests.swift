import Testing

@testable import ScenarioEngine

/// Words that a later version knows, and words that none knows.
struct LaterWordsTests {
  @Test(arguments: LaterWords.verbs)
  func verb(_ verb: String) {
    #expect(Verb(verb) == nil)
    let error = #expect(throws: ScenarioError.self) {
      try StatementParser.parse(line: verb + " 1")
    }
    #expect(error?.sentence.hasPrefix("'\(verb)' is not in this version") == true)
  }

  private static let words: [(line: String, sentence: String)] = [
    ("exit", "unknown verb 'exit'"),
    ("quit", "unknown verb 'quit'"),
    ("kil", "unknown verb 'kil': did you mean 'kill'?"),
    ("wiat 2s", "unknown verb 'wiat': did you mean 'wait'?"),
    ("lauhcn", "unknown verb 'lauhcn': did you mean 'launch'?"),
  ]

  @Test(arguments: words)
  func sentence(_ line: String, _ sentence: String) {
    let error = #expect(throws: ScenarioError.self) { try StatementParser.parse(line: line) }
    #expect(error?.sentence == sentence)
  }

  private static let limits: [(line: String, sentence: String?)] = [
    ("push price=19,90", "found '19,90', expected a number with a point: did you mean '19.90'?"),
    ("push price=a,b", "'a,b' is not a value, a string needs quotes: did you mean '\"a,b\"'?"),
    (
      "device language=spanish",
      "found 'spanish', expected a language of two small letters such as es"
    ),
    (
      "device language=ES",
      "found 'ES', expected a language of two small letters such as es: did you mean 'es'?"
    ),
    ("device country=E1", "found 'E1', expected a country of two capital letters such as ES"),
    (
      "device country=es",
      "found 'es', expected a country of two capital letters such as ES: did you mean 'ES'?"
    ),
    (
      "push when=2014-03-01",
      "found '2014-03-01', expected a text or null: the SDK has no dates, and an NSDate is nothing "
        + "to every tag, as null is: did you mean '\"2014-03-01\"'?"
    ),
    (
      "log-event a when=2014-03-01T23:58:40+01:00",
      "found '2014-03-01T23:58:40+01:00', expected a text or null: the SDK has no dates, and an "
        + "NSDate is nothing to every tag, as null is: did you mean "
        + "'\"2014-03-01T23:58:40+01:00\"'?"
    ),
    (
      "push when=2014-13-01",
      "'2014-13-01' is not a value, a string needs quotes: did you mean '\"2014-13-01\"'?"
    ),
    (
      "device currency=eur",
      "found 'eur', expected a currency of three capital letters such as EUR: did you mean 'EUR'?"
    ),
    (
      "device currency=EURO",
      "found 'EURO', expected a currency of three capital letters such as EUR"
    ),
    (
      "device location=91,0",
      "found '91,0', expected a latitude and a longitude in degrees such as 48.85,2.35"
    ),
    ("device location=48.85,2.35", nil), ("device location=-90,180", nil),
    ("dispatch-interval -1", "'-1' has no unit (ms, s, m, h or d): did you mean '-1s'?"),
    ("dispatch-interval 999ms", nil), ("dispatch-interval -1s", nil),
    ("dispatch-interval 1s", nil), ("dispatch-interval 0s", nil), ("speed 1/4x", nil),
  ]

  @Test(arguments: limits)
  func limit(_ line: String, _ sentence: String?) {
    do throws(ScenarioError) {
      _ = try StatementParser.parse(line: line)
      #expect(sentence == nil)
    } catch {
      #expect(error.sentence == sentence)
    }
  }
}
