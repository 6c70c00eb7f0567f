import ScenarioEngine
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// Several lines that are pasted into `:` are done one by one.
struct PastedLinesTests {
  private static func pasted(_ text: String, before: String = "") throws -> Monitor {
    var monitor = try Shown.shipped("demo")
    monitor.runToEnd()
    monitor.press(":" + before)
    _ = monitor.handle(.paste(text, droppedBytes: 0))
    return monitor
  }

  private static let texts: [(text: String, events: [String])] = [
    ("screen \"Home Screen\"\nscreen \"Cart\"\n", ["Home Screen", "Cart"]),
    ("screen \"Home Screen\"\r\nscreen \"Cart\"", ["Home Screen", "Cart"]),
    ("screen \"Home Screen\"\rscreen \"Cart\"", ["Home Screen", "Cart"]),
    ("# a comment\n\npush event=\"one\"\n  push event=\"two\"", ["one", "two"]),
    ("push {\n  \"event\": \"one\"\n}\npush event=\"two\"", ["one", "two"]),
  ]

  @Test(arguments: texts) func linesAreDone(_ text: String, _ events: [String]) throws {
    let monitor = try Self.pasted(text)
    #expect(monitor.overlay == nil)
    #expect(
      monitor.run.timeline.rows(in: 1...).suffix(events.count).map(\.event.shortName) == events)
    #expect(monitor.message?.said == "2 lines done")
  }

  /// What is typed around the paste belongs to its first and last line.
  @Test func whatIsTypedBelongsToIt() throws {
    let monitor = try Self.pasted("event=\"one\"\npush event=\"two\"", before: "push ")
    #expect(monitor.run.timeline.rows(in: 1...).suffix(2).map(\.event.shortName) == ["one", "two"])
  }

  /// One line is not done before Enter, and what is no list of lines does nothing.
  @Test(arguments: [
    "screen \"Cart\"", "screen \"Cart\"\n", "{\n\"event\": \"a\"\n}", "a b\nq",
    "screen \"Cart\"\nq", "screen \"Cart\"\nnonsense",
  ])
  func nothingIsDoneByAccident(_ text: String) throws {
    let rows = try Self.pasted("").rowCount
    try Self.pasted(text).walk(["": [.is(\.rowCount, rows), .is(\.keyPlace, .prompt)]])
  }

  @Test func aLineThatCannotBeDoneEndsIt() throws {
    try Self.pasted("push event=\"one\"\nscreen \"Nowhere\"\npush event=\"two\"").walk([
      "": [
        .is(\.run.timeline.lastRow?.event.shortName, "one"), .kind(.failure),
        .says("line 2 of 3: the app has no screen"),
      ]
    ])
  }

  /// A line that waits for a file has the rest wait, too.
  @Test func theRestWaitsForAFile() throws {
    var monitor = try Shown.shipped("demo")
    monitor.runToEnd()
    monitor.press(":")
    let effects = monitor.handle(
      .paste("publish other.json version=12\npush event=\"two\"", droppedBytes: 0))
    #expect(effects == [.load(path: "other.json")])
    #expect(monitor.run.timeline.lastRow?.event.shortName != "two")
    monitor.loaded(try Shown.container("containers/GTM-AB12-v8.json"), path: "other.json")
    #expect(monitor.run.timeline.lastRow?.event.shortName == "two")
  }
}
