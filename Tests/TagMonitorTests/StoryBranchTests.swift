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

  /// A failure is not played over.
  @Test func theyFollowTheStory() throws {
    let first = "branch \"out of it\""
    let monitor = try Self.monitor().walk([
      " …": [
        .says("as written ends here   Space ▸ \(first)"), .is(\.moment, .holds(next: first)),
        .branches("as written", "out of it", "deeper"),
      ],
      " ": [.on("out of it"), .is(\.scenarioTitle, "A story › out of it")],
      "…": [
        .told("   Light again."), .says("Space ▸ 2 Out"), .is(\.chapterTitles, ["1 In", "2 Out"]),
      ],
      " …": [.says("\(first) ends here   Space ▸ branch \"deeper\"")],
      " …": [.is(\.run.failureCount, 1)], " …": [.is(\.moment, .end)],
    ])
    let card = monitor.endCard(selected: 0)
    #expect(card.totals.checks == "1 check FAILED, 3 checks passed")
    #expect(card.failed.map(\.text) == ["branch \"deeper\": expect sent 3"])
    #expect(card.shown.map(\.text) == ["nothing"])
    #expect(card.differences.isEmpty)
  }

  /// One that was not played yet is listed as such, and Space plays it.
  @Test func theyAreListedFromTheirMarks() throws {
    let monitor = try Self.monitor().walk([
      "": [.branches("as written")], "]": [.branches("as written", "out of it", "deeper")],
      "<esc>:branches<enter>": [.sees("deeper   from the scenario, not played yet: Enter")],
      "jj<enter> …": [.on("deeper"), .is(\.nextStory?.title, "branch \"out of it\"")],
    ])
    #expect(monitor.run.record.last?.statement.text == "expect sent 3")
  }

  /// Nobody began it by hand, so nobody takes it back.
  @Test func oneThatWasNotPlayedYetIsNotUndone() throws {
    let monitor = try Self.monitor().walk([
      "]<esc>:branches<enter>jj<enter>z": [
        .branches("as written", "out of it", "deeper"), .on("deeper"),
        .says("nothing of yours since \"deeper\" began left"),
      ]
    ])
    #expect(monitor.comparing.undone.isEmpty)
  }

  /// What somebody does otherwise in the past is no story with branches of its own.
  @Test func whatIsDoneByHandHasNone() throws {
    let branch = try Self.monitor().atEnd.walk(["1<home>,:network offline<enter>": [.on("b1")]])
    branch.atEnd.walk([
      "": [.branches("as written", "out of it", "deeper", "b1"), .is(\.nextStory?.title, nil)]
    ])
  }

  @Test func waysHaveTheirOwn() throws {
    var monitor = try Self.monitor(header: "matrix: sdk=v3,v5\n").atEnd
    var titles: [String] = []
    while let next = monitor.nextStory {
      titles.append(next.title)
      monitor.playNextStory()
      monitor.runToEnd()
    }
    let branches = ["branch \"out of it\"", "branch \"deeper\""]
    #expect(titles == branches + ["sdk v5"] + branches)
    #expect(monitor.toldRuns.count == 6)
  }

  /// `C` plays the next way and shows it beside this one.
  @Test func waysStandSideBySide() throws {
    let header = "title: A story\nmatrix: sdk=v3,v5\n"
    var monitor = try Stories.monitor(header: header).atEnd
    monitor.close()
    monitor = monitor.walk([
      "C": [
        .branches("sdk v3", "sdk v5"), .is(\.comparing.compared?.names, ["sdk v3", "sdk v5"]),
        .sees("A sdk v3"), .sees("B sdk v5"),
      ],
      "<esc>C": [.is(\.comparing.branches.names.count, 2)],
    ])
    #expect(monitor.run(named: "sdk v5")?.next == nil)
  }

  @Test func theTitleCardNamesThem() throws {
    var monitor = try Self.monitor()
    monitor.showTitleCard()
    let card = monitor.titleCard.lines(columns: 76, rows: 30).map(\.text)
    #expect(card.contains("then its branches: \"out of it\", \"deeper\""))
  }

  @Test func aPhoneInAFileHasOneWorld() throws {
    var monitor = try Self.monitor()
    monitor.comparing.isOneWorld = true
    monitor.atEnd.walk(["": [.branches("as written"), .is(\.nextStory?.title, nil)]])
  }
}
