import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// Branches of a scenario in the monitor: they follow the story, and are listed from their marks.
@Suite struct StoryBranchTests {
  private static let lines = [
    "chapter \"1 In\"", "launch", "network offline", "expect queue size == 0", "mark tunnel",
    "wait 1h", "label \"nothing\" expect sent 0",
    "branch \"out of it\" from tunnel", "caption \"Light again.\"", "chapter \"2 Out\"",
    "network online", "expect sent 0", "end",
    "branch deeper from tunnel", "kill", "expect sent 3", "end",
  ]

  private static func monitor(header: String = "title: A story\n") throws -> Monitor {
    try Stories.monitor(lines, header: header)
  }

  @Test func theyFollowTheStory() throws {
    var monitor = try Self.monitor()
    monitor.press(" ")
    monitor.playOn()
    #expect(monitor.message?.text == "as written ends here   Space ▸ branch \"out of it\"")
    #expect(monitor.moment == .holds(next: "branch \"out of it\""))
    #expect(monitor.branches.names == ["as written", "out of it", "deeper"])
    monitor.press(" ")
    #expect(monitor.branches.currentName == "out of it")
    #expect(monitor.scenarioTitle == "A story › out of it")
    monitor.playOn()
    #expect(monitor.told == ["   Light again."])
    #expect(monitor.message?.text == "the chapter ends here   Space ▸ 2 Out")
    #expect(monitor.chapterTitles == ["1 In", "2 Out"])
    monitor.press(" ")
    monitor.playOn()
    #expect(monitor.message?.text == "branch \"out of it\" ends here   Space ▸ branch \"deeper\"")
    monitor.press(" ")
    monitor.playOn()
    #expect(monitor.run.failureCount == 1, "a failure is not played over")
    monitor.press(" ")
    monitor.playOn()
    #expect(monitor.moment == .end)
    let card = monitor.endCard(selected: 0)
    #expect(card.totals.checks == "1 check FAILED, 3 checks passed")
    #expect(card.failed.map(\.text) == ["branch \"deeper\": expect sent 3"])
    #expect(card.shown.map(\.text) == ["nothing"])
    #expect(card.differences.isEmpty)
  }

  /// One that was not played yet is listed as such, and Space plays it.
  @Test func theyAreListedFromTheirMarks() throws {
    var monitor = try Self.monitor()
    #expect(monitor.branches.names == ["as written"])
    monitor.press("]")
    #expect(monitor.branches.names == ["as written", "out of it", "deeper"])
    monitor.press("<esc>:branches<enter>")
    let text = monitor.frame(size: monitor.size).buffer.text
    #expect(
      text.contains(
        "deeper   from the scenario, not played yet: Enter, then Space"), "\(text)")
    monitor.press("jj<enter> ")
    monitor.playOn()
    #expect(monitor.branches.currentName == "deeper")
    #expect(monitor.run.record.last?.statement.text == "expect sent 3")
    #expect(monitor.nextStory?.title == "branch \"out of it\"")
  }

  /// Nobody began it by hand, so nobody takes it back.
  @Test func oneThatWasNotPlayedYetIsNotUndone() throws {
    var monitor = try Self.monitor()
    monitor.press("]<esc>:branches<enter>jj<enter>z")
    #expect(monitor.branches.names == ["as written", "out of it", "deeper"])
    #expect(monitor.branches.currentName == "deeper")
    #expect(
      monitor.message?.text.hasPrefix("nothing of yours since \"deeper\" began left") == true
    )
    let isKept = !monitor.undone.isEmpty
    #expect(!isKept)
  }

  /// What somebody does otherwise in the past is no story with branches of its own.
  @Test func whatIsDoneByHandHasNone() throws {
    var monitor = try Self.monitor()
    monitor.runToEnd()
    monitor.press("<")
    monitor.type("network offline")
    #expect(monitor.branches.currentName == "b1")
    monitor.runToEnd()
    #expect(monitor.branches.names == ["as written", "out of it", "deeper", "b1"])
    #expect(monitor.nextStory == nil)
  }

  /// The branches of a way come before the next way.
  @Test func waysHaveTheirOwn() throws {
    var monitor = try Self.monitor(header: "matrix: sdk=v3,v5\n")
    monitor.runToEnd()
    var titles: [String] = []
    while let next = monitor.nextStory {
      titles.append(next.title)
      monitor.playNextStory()
      monitor.runToEnd()
    }
    #expect(
      titles == [
        "branch \"out of it\"", "branch \"deeper\"", "sdk v5", "branch \"out of it\"",
        "branch \"deeper\"",
      ])
    #expect(monitor.toldRuns.count == 6)
  }

  /// `C` plays the next way and shows it beside this one.
  @Test func waysStandSideBySide() throws {
    var monitor = try Stories.monitor(header: "title: A story\nmatrix: sdk=v3,v5\n")
    monitor.runToEnd()
    monitor.overlay = nil
    monitor.press("C")
    #expect(monitor.branches.names == ["sdk v3", "sdk v5"])
    let state = try #require(monitor.comparing)
    #expect(state.names == ["sdk v3", "sdk v5"])
    #expect(monitor.screen.contains("A sdk v3"))
    #expect(monitor.screen.contains("B sdk v5"))
    #expect(monitor.run(named: "sdk v5")?.next == nil)
    monitor.press("<esc>C")
    #expect(monitor.branches.names.count == 2)
  }

  @Test func theTitleCardNamesThem() throws {
    var monitor = try Self.monitor()
    monitor.showTitleCard()
    let card = monitor.titleCard.lines(columns: 76, rows: 30).map { $0.pieces.map(\.text).joined() }
    #expect(card.contains("then its branches: \"out of it\", \"deeper\""))
  }

  @Test func aPhoneInAFileHasOneWorld() throws {
    var monitor = try Self.monitor()
    monitor.isOneWorld = true
    monitor.runToEnd()
    #expect(monitor.branches.names == ["as written"])
    #expect(monitor.nextStory == nil)
  }
}
