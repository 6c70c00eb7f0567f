import TagGlossary
import Testing
import TextKit

/// The glossary of the documentation is the table of terms, and `help` explains each of them.
@Suite struct GlossaryPageTests {
  private static let beginning = """
    # Glossary

    Look up a word that you see on the screen or in a report.

    `tagsim help WORD` prints one of these entries, and `tagsim help terms` all of them. In the
    monitor, `?` lists those in view, and `:help WORD` explains one. <doc:Vocabulary> has the words of
    the code.
    """

  private static func lines(of term: GlossaryTerm) -> [String] {
    var text = term.meaning
    let others = term.words.dropFirst()
    if !others.isEmpty { text += " Also: \(others.joined(separator: ", "))." }
    return ["", "### \(term.word)", ""] + PageGolden.wrapped(text)
  }

  @Test func thePageIsTheTable() throws {
    let lines = [Self.beginning] + GlossaryTerm.all.flatMap(Self.lines)
    try PageGolden.compare(
      lines.joined(separator: "\n") + "\n",
      "../../../Sources/Program/tagsim/tagsim.docc/Glossary.md")
  }

  @Test func eachTermHasOneMeaningOfOneOrTwoSentences() {
    let words = GlossaryTerm.all.flatMap(\.words)
    #expect(Set(words).count == words.count)
    for term in GlossaryTerm.all {
      let sentences = term.meaning.replacing("a.m.", with: "am").split(separator: ". ")
      #expect(sentences.count <= 2, "\(term.word)")
      #expect(term.meaning.hasSuffix("."))
    }
  }

  private static let pages: [(arguments: [String], words: [String])] = [
    (["STALE"], ["STALE", "  The container is more than 12 hours old."]),
    (["stale"], ["STALE"]),
    (["nearest", "miss"], ["nearest miss", "B tries them on a branch."]),
    (["opener"], ["opener", "'tagsim help terms' explains all terms."]),
    (["refresh"], ["Example:", "On the screen:", "five seconds"]),
    (["terms"], ["Terms on the screen:", "  NO KEY", "  race"]),
  ]

  @Test(arguments: pages)
  func helpExplainsIt(_ arguments: [String], _ words: [String]) throws {
    let result = try CommandLineTool.run(["help"] + arguments, code: 0)
    #expect(result.complaint.isEmpty)
    for word in words { #expect(result.output.contains(word), "\(result.output)") }
    #expect(result.lines.allSatisfy { $0.count <= 100 })
  }

  private static let texts: [(text: String, terms: [String])] = [
    ("v7 ‹SAVED› ‹STALE›", ["saved", "STALE"]),
    ("Home Screen  2 hits wait", ["hit"]),
    ("subtitle  NO KEY", ["NO KEY"]),
    ("whitespace exhibits", []),
    ("the nearest miss: 1 change", ["nearest miss"]),
    ("hit 1 sent LATE", ["hit", "late"]),
  ]

  @Test(arguments: texts)
  func theTermsInATextAreFound(_ text: String, _ terms: [String]) {
    #expect(GlossaryTerm.terms(in: text).map(\.word) == terms)
  }
}
