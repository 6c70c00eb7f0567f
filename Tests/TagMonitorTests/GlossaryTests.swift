import TagGlossary
import Testing

@testable import TagMonitor

/// `help WORD` explains a word, and the help finds it.
@Suite struct GlossaryTests {
  @Test(arguments: [("help STALE", "STALE"), ("help nearest miss", "nearest miss")])
  func helpWithATermExplainsIt(_ line: String, _ word: String) throws {
    var monitor = try Shown.shipped("demo")
    _ = monitor.type(line)
    let term = try #require(GlossaryTerm.named(word))
    #expect((monitor.overlay as? HelpState)?.row?.entry.help == term.meaning)
    monitor.walk(["": [.sees(String(term.meaning.prefix(20)))], "<esc>": [.closed]])
  }
}
