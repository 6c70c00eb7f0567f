import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import TestSupport
import Testing

@testable import TagMonitor

/// The pane that shows what Braze was given.
struct BrazeTests {
  private static let sizes = [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)]

  @Test func anEarlierEventShowsWhatBrazeHadThen() throws {
    var monitor = try Worlds.braze(Worlds.brazeLines)
    monitor.press("9+G")
    #expect(monitor.screen.contains(" 5 calls "))
    let first = try #require(monitor.run.timeline.live.world.braze.entries.first)
    monitor.look(at: first.row)
    #expect(monitor.screen.contains(" 1 call "))
    #expect(!monitor.screen.contains("Played song"))
  }

  @Test func anAppWithoutBrazeHasNoPane() throws {
    var monitor = try Shown.played(["launch"], size: Self.sizes[0])
    monitor.press("9")
    #expect(monitor.focus == .events)
    #expect(monitor.screen.contains("the app sends nothing to Braze"))
    monitor.press("<backtab>")
    #expect(monitor.focus == .log)
  }

  @Test(arguments: sizes)
  func theKeysOfOtherPanesLeadThereAndAway(_ size: Size) throws {
    var monitor = try Worlds.braze([], size: size)
    monitor.press("<backtab>")
    #expect(monitor.focus == .braze)
    #expect(monitor.screen.contains("no tag has called Braze yet"))
    monitor.press("5")
    #expect(monitor.focus == .queue)
    // From three columns on Braze has a place of its own.
    #expect(monitor.screen.contains("no tag has called Braze yet") == (size.columns >= 120))
    monitor.type("focus braze")
    #expect(monitor.focus == .braze)
  }

  /// Data of a container reaches the screen without being obeyed by the terminal.
  @Test(arguments: sizes, ["swift", "objective-c"])
  func hostileNames(_ size: Size, _ provider: String) throws {
    let hostile = "\\u001b[2J\\u202e\\u0007"
    var monitor = try Worlds.braze(
      [
        "launch",
        "push event=\"braze\" parameters={\"actionType\": \"logEvent\", \"eventName\": "
          + "\"\(hostile)\", \"\(hostile)\": \"\(hostile)\"}",
        "push event=\"braze\" parameters={\"actionType\": \"customAttribute\", "
          + "\"customAttributeKey\": \"\(hostile)\", \"customAttributeValue\": \"\(hostile)\"}",
        "push event=\"braze\" parameters={\"actionType\": \"changeUser\", \"externalUserId\": "
          + "\"\(hostile)\"}",
        "push event=\"braze\" parameters={\"actionType\": \"\(hostile)\"}",
      ], provider, size: size, of: BrazeContainer.compiled)
    monitor.press("9+")
    try Frames.check(monitor.frame(size: size), size, "hostile Braze")
    #expect(monitor.run.timeline.live.world.braze.entries.count == 4)
  }
}
