import ArgumentParser
import CommandKit
import Testing
import TextKit

@testable import tagsim

/// Help is read in a terminal of 80 columns, and broken once.
@Suite struct HelpWidthTests {
  @Test func everyPageFitsItsColumns() throws {
    let columns = 78
    for name in CommandName.all where name != "help" {
      let command = try #require(CommandName.command(of: name))
      let page = Tagsim.helpMessage(for: command, columns: columns)
      for line in Tagsim.helpLines(of: page) where line.count > columns {
        Issue.record("\(name): \(line.count) columns: \(line)")
      }
      // The longer text is in the page as it was laid out, so nothing broke it again.
      let discussion = command.configuration.discussion.split(separator: "\n")
      let lines = Set(page.split(separator: "\n"))
      #expect(discussion.filter { !lines.contains($0) } == [], "\(name)")
    }
    let root = Tagsim.helpMessage(columns: columns)
    #expect(root.split(separator: "\n").allSatisfy { $0.count <= columns })
    #expect(root.contains("[file]"))
    for group in ["LOOK", "ASK ABOUT A CONTAINER", "SCENARIOS", "SHARE", "MORE"] {
      #expect(root.contains(group))
    }
  }

  @Test(arguments: [
    ("one line\nand another", "one line and another"),
    ("Examples:\n  a  what it does\n  long  more", "Examples:\n  a     what it does\n  long  more"),
    ("a\n\nb", "a\n\nb"),
  ])
  func proseIsJoinedAndExamplesAreAligned(_ text: String, _ laidOut: String) {
    #expect(HelpText.laidOut(text) == laidOut)
  }

  @Test func whatHasNoRoomStandsBelow() {
    let command = "tagsim explain offline.scenario --at 12 --tag \"Ads conversion\""
    let meaning = "why it did not fire, and what would have to be different"
    #expect(
      HelpText.laidOut("  \(command)   \(meaning)") == "  \(command)\n      \(meaning)")
  }
}
