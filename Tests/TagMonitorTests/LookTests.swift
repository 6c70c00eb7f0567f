import ScenarioEngine
import TagRuntime
import TagSimulation
import Testing

@testable import TagMonitor

/// What a scenario draws the eye to, for how long, and what it says of that: nothing.
struct LookTests {
  private static let lines = [
    "chapter \"1\"", "caption \"The queue is the show.\"", "focus queue", "network offline",
    "focus values", "expect sent 0", "wait 1h", "network online", "wait 30m", "network offline",
    "chapter \"2\"", "network online",
  ]

  /// The pane that has the focus after each step.
  private static let steps: [(statement: String, focus: Pane)] = [
    ("caption \"The queue is the show.\"", .events), ("network offline", .queue),
    ("wait 1h", .values), ("network online", .queue), ("wait 30m", .queue),
    ("network offline", .queue), ("chapter \"2\"", .events), ("network online", .events),
  ]

  /// What stands before the first act of a chapter holds for it, all else until the next act, and a
  /// wait is none.
  @Test func looksHoldUntilTheNextAct() throws {
    var monitor = try Stories.monitor(Self.lines)
    for (place, step) in Self.steps.enumerated() {
      while let next = monitor.run.next {
        monitor.executeNext()
        if next.text == step.statement { break }
      }
      // What is expected, and looked at, belongs to the act.
      #expect(monitor.focus == (place == 1 ? .queue : step.focus), "\(step.statement)")
    }
  }

  /// While the bar of a wait runs, the pane is there that the scenario drew the eye to.
  @Test func aWaitKeepsTheLook() throws {
    var monitor = try Stories.monitor(["network offline", "focus queue", "wait 1h"])
    monitor.press(" ")
    for _ in 0..<20 where monitor.playback.wait == nil { monitor.advance(by: .milliseconds(200)) }
    monitor.advance(by: .milliseconds(500))
    #expect(monitor.telling.playback.wait != nil)
    monitor.walk(["": [.focus(.queue)], "…": [.focus(.queue)]])
  }

  @Test(arguments: ["focus queue", "settle on", "note \"n\"", "mark \"m\"", "theme light"])
  func howItIsToldIsNotTold(_ line: String) throws {
    try Stories.monitor(["network offline", line, "expect sent 0"]).walk([
      ".": [.is(\.message?.text, "network offline")]
    ])
    var monitor = try Stories.monitor([line])
    monitor.atEnd.walk(["": [.silent]])
    monitor.executeNext()
    #expect(monitor.message == nil)
  }

  /// The record draws the eye where the story did.
  @Test func aReplayLooksAgain() throws {
    var monitor = try Stories.monitor(Self.lines)
    monitor.runToEnd()
    monitor.press("[[")
    var seen: [Pane] = [monitor.focus]
    for _ in 0..<5 {
      monitor.press(".")
      seen.append(monitor.focus)
    }
    #expect(seen == [.events, .values, .queue, .queue, .queue, .events])
  }

  @Test func theListFollowsWhatPlays() throws {
    let lines = (0..<40).flatMap { _ in ["network offline", "network online"] }
    let kept = try Stories.monitor(lines).walk([
      ":set system-rows on<enter>5 …": [.is(\.rowCount, 80)]
    ])
    #expect(try #require(kept.selection.tops[.events]) > 40)
  }
}
