/// A term that is on the screen, and its explanation.
///
/// One text explains all of them, `Texts/glossary.txt`: `help WORD` prints an entry, the help page
/// of the monitor lists those in view, and the glossary of the documentation is made of it.
package struct GlossaryTerm: Equatable, Sendable {
  /// The term as the screen writes it, and other words for it, as they are typed or shown.
  package let words: [String]

  /// One or two sentences.
  package let meaning: String

  /// The term as the screen writes it.
  package var word: String { words[0] }

  /// All terms, in the order of the alphabet.
  package static let all = GlossaryTexts.read("glossary.txt", read)

  /// Returns the terms of a text, in the order of the alphabet.
  package static func read(_ text: String) throws(TextEntry.Mistake) -> [GlossaryTerm] {
    var terms: [GlossaryTerm] = []
    for var entry in try TextEntry.all(in: text) {
      terms.append(
        GlossaryTerm(words: try entry.takeList("term"), meaning: try entry.take("means")))
      try entry.end()
    }
    return terms.sorted { $0.word.lowercased() < $1.word.lowercased() }
  }

  /// The term with that name, whatever the case; nil where there is none.
  package static func named(_ name: String) -> GlossaryTerm? {
    let wanted = name.lowercased()
    return all.first { term in term.words.contains { $0.lowercased() == wanted } }
  }

  /// The terms that a text has as whole words, in the order of the table. Words in capitals are
  /// chips and must be in capitals there.
  ///
  /// - Complexity: O(*t* · *n*), with *t* terms and *n* characters.
  package static func terms(in text: String) -> [GlossaryTerm] {
    let words = Self.words(of: text)
    let line = " " + words.joined(separator: " ") + " "
    let folded = line.lowercased()
    return all.filter { term in
      term.words.contains { word in
        let isChip = word == word.uppercased()
        let wanted = isChip ? word : word.lowercased()
        let shown = isChip ? line : folded
        return shown.contains(" \(wanted) ") || !isChip && shown.contains(" \(wanted)s ")
      }
    }
  }

  private static func words(of text: String) -> [Substring] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "-") }
  }
}
