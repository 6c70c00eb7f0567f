import TagRuntime
import TerminalKit
import Testing

@testable import TagMonitor

/// Lines that only the monitor understands.
@Suite struct PromptWordTests {
  /// A line, and the beginning of what is said to it; nil where something else is seen.
  private static let lines: [(line: String, said: String?)] = [
    ("branch", "New branch b1 from #"), ("branch fix", "New branch fix from #"),
    ("branch \"what if\"", "New branch what if from #"),
    ("branch \"a\" from tunnel", "write branch \"NAME\""),
    ("branch a from tunnel", "write branch \"NAME\""),
    ("next", "no question yet"), ("save-draft a.json", "nothing was changed yet"),
    ("start", "there is no start page"), ("help", nil), ("?", nil),
  ]

  @Test(arguments: lines)
  func isObeyed(_ line: String, _ said: String?) throws {
    try Shown.shipped("demo").walk([
      ":\(line)<enter>": [.leads(), said.map(Seen.says) ?? .is(\.keyPlace, .help)]
    ])
  }

  @Test(arguments: [
    ("save-trace", nil), ("save-trace mine.trace", "mine.trace"),
    ("save-trace \"my own.trace\"", "my own.trace"),
  ])
  func writesATrace(_ line: String, _ path: String?) throws {
    var monitor = try Shown.shipped("demo")
    #expect(monitor.type(line) == [.saveTrace(path: path)])
  }

  /// Each is found in the palette and completed.
  @Test(arguments: PromptWord.all)
  func isFound(_ word: PromptWord) throws {
    let monitor = try Shown.shipped("demo").walk([":" + word.word.dropLast() + "<tab>": []])
    let isInPalette = monitor.paletteEntries.contains { $0.title.hasPrefix(word.word) }
    #expect(isInPalette, "\(word.word)")
    #expect(monitor.typed?.hasPrefix(word.word) == true)
  }

  /// What begins like one and is a line of the language stays that.
  @Test(arguments: ["branches", "next chapter", "quit now", "starting"])
  func isNoOther(_ line: String) { #expect(PromptWord(line: line) == nil) }
}
