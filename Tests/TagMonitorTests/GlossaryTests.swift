import TagGlossary
import Testing

@testable import TagMonitor

/// `?` lists the words in view, and `help WORD` explains one.
@Suite struct GlossaryTests {
  private func help(_ monitor: Monitor) -> [String] {
    monitor.helpPage.lines(columns: 100).map { $0.text }
  }

  @Test func theHelpHasTheWordsInView() throws {
    var monitor = try Shown.over("offline")
    monitor.press("4")
    let tags = help(monitor)
    let head = try #require(tags.firstIndex(of: "Words in view"))
    #expect(tags[head...].contains { $0.hasPrefix("  tag   ") || $0.hasPrefix("  event   ") })
    #expect(!tags.contains { $0.contains("  captive portal") })
    monitor.press("3")
    let values = help(monitor)
    #expect(values.contains { $0.hasPrefix("  value   ") || $0.hasPrefix("  variable   ") })
  }

  @Test(arguments: [("help STALE", "STALE"), ("help nearest miss", "nearest miss")])
  func helpWithATermExplainsIt(_ line: String, _ word: String) throws {
    var monitor = try Shown.shipped("demo")
    _ = monitor.type(line)
    #expect((monitor.overlay as? TextPage)?.text == .term)
    #expect(monitor.title(of: .term) == word)
    let term = try #require(GlossaryTerm.named(word))
    #expect(monitor.lines(of: .term, columns: 1000).map { $0.text } == [term.meaning])
    monitor.press("<esc>")
    #expect(monitor.overlay == nil)
  }
}
