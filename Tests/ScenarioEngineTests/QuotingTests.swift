import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine
@testable import TagLanguage

/// An error without words has none of its file: here one word after the other is another one, which
/// no sentence of the program has.
@Suite struct QuotingTests {
  private static let word = "qzx7"
  private static let instead = [
    word, "\"\(word)\"", "\(word)=1", "\(word)=\(word)", "{\"\(word)\": 1}", "", "\"\(word)",
    "1\(word)", "${\(word)}", "'\(word)'", "[\(word)", "5.5s \(word)", "\(word) \(word)=",
    "/(\(word)/", "\u{1}\(word)",
  ]

  /// The examples of the whole language, each a text with its words.
  private static let texts: [String] =
    Form.all.map { $0.example.hasSuffix("end") ? $0.example : $0.example + "\nend" }
    + [
      "examples\n| a | b |\n| 1 | 2 |\nend", "matrix: sdk=v3,v5 \(word)=1,2",
      "mark a\nbranch \"x\" from a\nend", "tap \"Buy\" price=1", "press b n=1",
      "log-event purchase {\"items\": [{\"price\": 1, \"quantity\": 2, \"metric1\": 1}]}",
      "ecommerce {\"purchase\": {\"actionField\": {\"id\": 1}, \"products\": [{\"price\": 1}]}}",
      "screen \"A\"\n  on view goes \"B\"\nend\nscreen \"B\"\n  on view goes \"A\"\nend",
    ]

  private static let starts = [
    "", "tagsim 1\nmatrix: \(word)=1,2\n---\n", "app \"A\"\npackage p.a\ncontainer GTM-A\n",
    "app \"A\"\npackage p.a\ncontainer GTM-A\nscreen \"\(word)\"\nbutton \"\(word)\" key=b push "
      + "event=${\(word)}\n",
  ]

  @Test(arguments: starts) func noWordIsLeft(_ start: String) throws {
    var count = 0
    for text in Self.texts {
      let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      for index in words.indices {
        for other in Self.instead {
          var changed = words
          changed[index] = other
          for error in Self.errors(in: start + changed.joined(separator: " ") + "\n") {
            let sentence = error.withoutWords.sentence
            if sentence.contains(Self.word) {
              Issue.record("\(error.kind): \(sentence)")
              return
            }
            count += error.sentence.contains(Self.word) ? 1 : 0
          }
        }
      }
    }
    #expect(count > 500)
  }

  private static func errors(in text: String) -> [ScenarioError] {
    var read = ScenarioParser.read(Array(text.utf8), file: "a") { (path) throws(LoadFailure) in
      throw LoadFailure("\(path): there is no such file")
    }
    read = ReadScenario(scenario: read.scenario, errors: read.errors, isAppWhole: true)
    do throws(ScenarioErrors) {
      _ = try AppParser.parse(Array(text.utf8), file: "a")
      return read.errors.errors + read.scenario.check(app: nil, tags: [word])
    } catch {
      return read.errors.errors + error.errors + read.scenario.check(app: nil, tags: [word])
    }
  }
}
