import ScenarioEngine
import TagSimulation
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
    while monitor.telling.playback.tour?.lines.isEmpty == false {
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
    let elsewhere = [Seen.hides("Enter: why"), .sees("2 of 5 tags fired")]
    try Self.demo().walk([
      "": [.sees("Enter: why Ads conversion did not")], "gg": [.sees("Enter: why GA screen view")],
      "T": elsewhere, "5": elsewhere,
    ])
  }

  /// What the tool says goes with its world, and is no part of what is recorded.
  @Test func theHintGoesWithItsWorld() throws {
    var monitor = try Self.demo().walk(["": [.sees("Space: next step")]])
    #expect(monitor.story == nil)
    let isCaption = monitor.run.record.contains {
      if case .caption = $0.statement.command { true } else { false }
    }
    #expect(!isCaption)
    monitor.press("w")
    monitor.message = nil
    monitor.walk(["": [.hides("Space: next step")]])
  }

  @Test func noEndCardOverAWorldPlayedByHand() throws {
    let over = try Stories.monitor().atEnd
    over.walk(["w ": [.closed, .says("the scenario is over")]])
    over.walk([" ": [.is(\.top, "ShownEnd(selected: 0)")]])
  }
}
