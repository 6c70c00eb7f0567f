import OrderedCollections
import ScenarioEngine
import TagRuntime

/// Stories by grammar: whatever the language has, in any order. What makes no sense where it stands
/// is refused by the run, and that is what is tried.
enum GrammarStory {
  /// Verbs that begin blocks, of which random order leaves none whole, and the one that decides
  /// which containers a world can have.
  private static let blocks: Set<String> = [
    "app", "sdk", "setup", "teardown", "end", "repeat", "examples", "branch", "include", "under",
  ]

  /// What the examples of the language's help name, and what a random world has in its place.
  private static let names: OrderedDictionary<String, String> = [
    "\"Home Screen\"": "\"Home\"", "\"Cart\"": "\"About\"",
    "sku=\"S-77\" price=19.90": "n=3", "sku=\"S-77\"": "n=4", "\"GA screen view\"": "\"tag 0\"",
    "\"Bonus\"": "\"tag 1\"", "logReceipt": "t0", "discount": "f0",
    "string title_string": "string n",
    "value title_string": "value n",
  ]

  /// A line of each verb that can stand anywhere, as its help shows it.
  private static let lines: [String] = Form.verbs.filter { !blocks.contains($0.word) }.map { verb in
    names.reduce(verb.example) { $0.replacing($1.key, with: $1.value) }
  }

  /// A story of so many lines.
  static func story(seed: UInt64, count: Int, files: [String]) -> [String] {
    var draws = Draws(seed: seed, "grammar")
    return (0..<count).map { _ in
      let words = draws.pick(lines).split(separator: " ").map { word in
        word.hasPrefix("containers/") ? draws.pick(files) : String(word)
      }
      return words.joined(separator: " ")
    }
  }
}
