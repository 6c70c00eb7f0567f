/// Words that no text for users has any more, each with the word that it gave way to.
///
/// The table is what keeps one word for one thing: a retired word in a text of the program, in a
/// lesson or on a page is a mistake.
enum RetiredWords {
  /// The words, in lower case, and what to write.
  static let table: KeyValuePairs<String, String> = [
    "is none": "is not a …",
    "is told": "is reported",
    "are told": "are reported",
    "not told": "not reported",
    "and told": "with a message",
    "and said": "with a message",
    "tells": "shows, says, reports",
    "told of": "reported",
    "at hand": "current, available",
    "comes to": "results in",
    "came of": "the result",
    "comes of": "the result",
    "what comes of": "the result",
    "became of": "happened to",
    "becomes of": "happens to",
    "whoever": "anyone who",
    "somebody": "someone",
    "everybody": "everyone",
    "has to": "must",
    "have to": "must",
    "had to": "must",
    "wants": "requires, expects",
    "mend": "fix",
    "mended": "fixed",
    "mends": "fixes",
    "looked at": "checked, selected",
    "looks through": "searches",
    "looked through": "searched",
    "looks whether": "checks whether",
    "leads to": "opens, causes",
    "kept back": "blocked",
    "keeps back": "blocks",
    "anew": "again",
    "once more": "again",
    "all the same": "anyway",
    "in the place of": "instead of",
    "truth value": "boolean",
    "goes on with": "continues with",
    "take back": "undo, remove",
    "takes back": "undoes, removes",
  ]

  /// The words with which these begin; a text without any of them need not be searched.
  private static let firstWords = Set(table.map { $0.key.prefix { $0 != " " } })

  /// The retired words of a text that people read, as sentences.
  static func mistakes(in text: String) -> [String] {
    let words = withoutInterpolations(text).lowercased().split { !($0.isLetter || $0 == "'") }
    let found = Set(words).intersection(firstWords)
    if found.isEmpty { return [] }
    let line = " " + words.joined(separator: " ") + " "
    return table.filter { line.contains(" \($0.key) ") }.map {
      "'\($0.key)': write '\($0.value)'"
    }
  }

  /// A text without the code in it; a part of code that a quote cuts off counts to the end.
  private static func withoutInterpolations(_ text: String) -> String {
    var kept = ""
    var depth = 0
    var isEscaped = false
    for character in text {
      switch character {
      case "(" where depth > 0 || isEscaped:
        depth += 1
        kept += depth == 1 ? "." : ""
      case ")" where depth > 0: depth -= 1
      default: if depth == 0 { kept.append(character) }
      }
      isEscaped = character == "\\"
    }
    return kept
  }
}
