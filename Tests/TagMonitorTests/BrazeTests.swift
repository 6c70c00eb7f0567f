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
    let monitor = try Worlds.braze(Worlds.brazeLines)
    let first = try #require(monitor.run.timeline.live.world.braze.entries.first)
    monitor.walk([
      ":focus braze<enter>+G": [.sees(" 5 calls ")],
      "#\(first.row)": [.sees(" 1 call "), .hides("Played song")],
    ])
  }

  @Test func anAppWithoutBrazeHasNoPane() throws {
    try Shown.played(["launch"], size: Self.sizes[0]).walk([
      ":focus braze<enter>": [.focus(.events), .sees("the app sends nothing to Braze")],
      "<backtab>": [.focus(.log)],
    ])
  }

  @Test(arguments: sizes)
  func theKeysOfOtherPanesLeadThereAndAway(_ size: Size) throws {
    let words = "no tag has called Braze yet"
    try Worlds.braze([], size: size).walk([
      "<backtab>": [.focus(.braze), .sees(words)],
      // From three columns on Braze has a place of its own.
      "5": [.focus(.queue), size.columns >= 120 ? .sees(words) : .hides(words)],
      ":focus braze<enter>": [.focus(.braze)],
    ])
  }

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
    monitor.press(":focus braze<enter>+")
    try Frames.check(monitor.frame(size: size), size, "hostile Braze")
    #expect(monitor.run.timeline.live.world.braze.entries.count == 4)
  }
}
