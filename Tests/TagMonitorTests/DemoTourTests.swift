import ScenarioEngine
import TagRuntime
import TagSimulation
import Testing

@testable import TagMonitor

/// The first minutes: what Space does in the demo, and what is said of it.
struct DemoTourTests {
  /// What each step leads to.
  private static let steps: [(told: String, seen: [Seen])] = [
    ("The shopper opens the app.", [.tag("Ads conversion"), .sees("2 of 5")]),
    ("The shopper buys, and Ads conversion does not fire.", [.tag("Ads conversion")]),
    ("It waits for ConfirmationScreen", [.is(\.isExplaining, true), .sees("ConfirmationScreen")]),
    (
      "Midnight, in a tunnel",
      [.is(\.isOnline, false), .is(\.waiting, 4), .is(\.sent, 3), .focus(.queue)]
    ),
    ("Nothing runs. Meanwhile", [.is(\.isRunning, false), .is(\.waiting, 4)]),
    ("Sunday, 08:00", [.is(\.waiting, 0), .is(\.sent, 7), .sees("1 late")]),
    ("After 12 hours", [.is(\.version, "9")]),
    ("Ads conversion fires. One word was wrong.", [.tag("Ads conversion"), .is(\.fires, true)]),
  ]

  /// Space and `.` do the same.
  @Test(arguments: [" ", "."]) func eachStepHasItsOutcome(_ key: String) throws {
    var monitor = try Shown.demo()
    for (place, step) in Self.steps.enumerated() {
      if place > 0 { monitor.press(key) }
      monitor.walk(["": step.seen + [.sees(step.told), .silent]])
    }
    monitor.walk([key: [.says("That was the demo."), .nothingDone]])
  }

  /// A sentence and what comes next fit into the smallest screen.
  @Test func everyHintFits() throws {
    var monitor = try Shown.demo()
    while monitor.telling.playback.tour?.steps.isEmpty == false {
      let hint = try #require(monitor.tourHint(columns: 78))
      #expect(hint.contains("   Space: "), "\(hint)")
      monitor.press(" ")
    }
  }

  /// What the tool says goes with its world, and is no part of what is recorded.
  @Test func theHintGoesWithItsWorld() throws {
    let monitor = try Shown.demo().walk(["": [.sees("Space: the shopper goes on")]])
    #expect(monitor.story == nil)
    let isCaption = monitor.run.record.contains {
      if case .caption = $0.statement.command { true } else { false }
    }
    #expect(!isCaption)
    monitor.walk(["w<esc>": [.hides("Space: the shopper")]])
  }

  @Test func noEndCardOverAWorldPlayedByHand() throws {
    let over = try Stories.monitor().atEnd
    over.walk(["w ": [.closed, .says("the scenario is over")]])
    over.walk([" ": [.is(\.top, "ShownEnd(selected: 0)")]])
  }
}

extension Monitor {
  fileprivate var waiting: Int { run.timeline.live.world.ledger.waiting }
  fileprivate var sent: Int { run.timeline.live.world.ledger.sent }
  fileprivate var isRunning: Bool { run.timeline.live.isRunning }
  fileprivate var version: String? {
    run.timeline.live.runtime?.compiledContainer("GTM-AB12")?.version.version
  }
  fileprivate var fires: Bool { view.tags[selection.tag].didFire }
}
