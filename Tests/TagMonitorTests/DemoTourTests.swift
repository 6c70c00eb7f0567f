import ScenarioEngine
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// The first minute: what Space does in the demo, and what is said of it.
struct DemoTourTests {
  private static func demo() throws -> Monitor {
    var monitor = try Shown.shipped("demo")
    monitor.standAfterFirstScreen()
    return monitor
  }

  /// Each Space does another thing, and none of them shows the end card.
  @Test func spaceDoesTheNextThing() throws {
    var monitor = try Self.demo()
    var rows = monitor.run.timeline.rows.count
    while monitor.playback.tour?.lines.isEmpty == false {
      monitor.press(" ")
      #expect(monitor.overlay == nil)
      #expect(monitor.message?.kind == .ok, "\(monitor.message?.text ?? "")")
      #expect(monitor.run.timeline.rows.count > rows, "\(monitor.message?.text ?? "")")
      rows = monitor.run.timeline.rows.count
    }
    let failed = monitor.run.record.filter(\.isFailure).map(\.statement.text)
    #expect(failed == [], "every line can be done")
    let seen = monitor.run.timeline.rows.map(\.event.name)
    #expect(!zip(seen, seen.dropFirst()).contains { $0 == $1 && $0 == "Confirmation" })
    monitor.press(" ")
    #expect(monitor.overlay == nil)
    #expect(monitor.message?.text.hasPrefix("That was the demo.") == true)
  }

  /// The hint names Enter where it explains the tag that is selected, and only there.
  @Test func theHintSaysWhatEnterDoes() throws {
    var monitor = try Self.demo()
    #expect(monitor.screen.contains("Enter: why Ads conversion did not fire"))
    monitor.press("gg")
    #expect(monitor.screen.contains("Enter: why GA screen view fired"))
    for pane in ["T", "5"] {
      monitor.press(pane)
      #expect(!monitor.screen.contains("Enter: why"), "\(pane)")
      #expect(monitor.screen.contains("2 of 5 tags fired"), "\(pane)")
    }
  }

  /// What the tool says goes with its world, and is no part of what is recorded.
  @Test func theHintGoesWithItsWorld() throws {
    var monitor = try Self.demo()
    func says() -> Bool { monitor.screen.contains("Space: next step") }
    #expect(says())
    #expect(monitor.story == nil)
    let isCaption = monitor.run.record.contains {
      if case .caption = $0.statement.command { true } else { false }
    }
    #expect(!isCaption)
    monitor.press("w")
    monitor.message = nil
    #expect(!says())
  }

  /// A world that was played by hand ends with no card.
  @Test func noEndCardOverAWorldPlayedByHand() throws {
    var monitor = try Stories.monitor()
    monitor.runToEnd()
    monitor.press("w ")
    #expect(monitor.overlay == nil)
    #expect(monitor.message?.text.hasPrefix("the scenario is over") == true)
    var untouched = try Stories.monitor()
    untouched.runToEnd()
    untouched.press(" ")
    #expect(untouched.overlay == .end(0))
  }
}
