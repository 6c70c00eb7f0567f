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

  private static let lines = [
    "launch", "push event=\"customAttribute\" key=\"vip\" value=true",
    "push event=\"changeUser\" \"user id\"=\"u7\"",
    "push event=\"played song\" genre=\"pop\" \"number of times listened\"=42",
    "push event=\"customAttribute\" key=\"favoriteSong\" value=\"Private Eyes\"",
    "push event=\"skipped song\"",
  ]

  private static func monitor(
    _ lines: [String], _ provider: String = "swift", size: Size = sizes[1],
    of container: CompiledContainer = BrazeContainer.guide
  ) throws -> Monitor {
    let app = """
      app "Music"
        package com.example.music
        container \(BrazeContainer.id)
        tag-function braze braze \(provider)
      end
      """
    return try Shown.played(
      ["container default braze"] + lines, appText: app, size: size,
      containers: ["braze": container])
  }

  @Test(arguments: sizes)
  func screen(_ size: Size) throws {
    var monitor = try Self.monitor(Self.lines, size: size)
    monitor.press("9")
    try Golden.compare(monitor.screen, "braze-\(size.columns)x\(size.rows)")
    monitor.press("+G")
    try Golden.compare(monitor.screen, "braze-zoomed-\(size.columns)x\(size.rows)")
  }

  @Test func anEarlierEventShowsWhatBrazeHadThen() throws {
    var monitor = try Self.monitor(Self.lines)
    monitor.press("9+G")
    #expect(monitor.screen.contains("Calls so far  5"))
    let first = try #require(monitor.run.timeline.live.world.braze.entries.first)
    monitor.look(at: first.row)
    #expect(monitor.screen.contains("Calls so far  1"))
    #expect(!monitor.screen.contains("Played song"))
  }

  @Test func anAppWithoutBrazeHasNoPane() throws {
    var monitor = try Shown.played(["launch"], size: Self.sizes[0])
    monitor.press("9")
    #expect(monitor.focus == .events)
    #expect(monitor.screen.contains("the app hands nothing to Braze"))
    monitor.press("<backtab>")
    #expect(monitor.focus == .log)
  }

  @Test(arguments: sizes)
  func theKeysOfOtherPanesLeadThereAndAway(_ size: Size) throws {
    var monitor = try Self.monitor([], size: size)
    monitor.press("<backtab>")
    #expect(monitor.focus == .braze)
    #expect(monitor.screen.contains("no tag has called Braze yet"))
    monitor.press("5")
    #expect(!monitor.screen.contains("no tag has called Braze yet"))
    monitor.type("focus braze")
    #expect(monitor.focus == .braze)
  }

  /// Data of a container reaches the screen without being obeyed by the terminal.
  @Test(arguments: sizes, ["swift", "objective-c"])
  func hostileNames(_ size: Size, _ provider: String) throws {
    let hostile = "\\u001b[2J\\u202e\\u0007"
    var monitor = try Self.monitor(
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
