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
  private static let lines: [String] = Verb.all.filter { !blocks.contains($0.word) }.map { verb in
    names.reduce(verb.help.example) { replacing($1.key, by: $1.value, in: $0) }
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

  private static func replacing(_ old: String, by new: String, in text: String) -> String {
    var rest = Array(text.utf8)[...]
    var made: [UInt8] = []
    let wanted = Array(old.utf8)
    while !rest.isEmpty {
      if rest.starts(with: wanted) {
        made += Array(new.utf8)
        rest = rest.dropFirst(wanted.count)
      } else {
        made.append(rest.removeFirst())
      }
    }
    return String(decoding: made, as: UTF8.self)
  }
}
