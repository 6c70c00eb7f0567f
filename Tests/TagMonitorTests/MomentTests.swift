import ScenarioEngine
import Testing

@testable import TagMonitor

/// Moments that are sought in the monitor.
@Suite struct MomentTests {
  private static func monitor() throws -> Monitor {
    try Shown.played([
      "container saved v7.json age=1h", "launch", "screen \"Home Screen\"", "network offline",
      "screen \"Cart\"", "screen \"Home Screen\"",
    ])
  }

  @Test func theFirstIsLookedAtThenTheNext() throws {
    var monitor = try Self.monitor()
    monitor.type("first tag \"GA screen view\" fired")
    let first = try #require(monitor.cursor)
    #expect(
      monitor.message?.text == "#\(first) openScreen Home Screen: tag \"GA screen view\" fired")
    monitor.type("first tag \"GA screen view\" fired")
    let second = try #require(monitor.cursor)
    #expect(second > first)
    monitor.type("next")
    let third = try #require(monitor.cursor)
    #expect(third > second)
    monitor.type("next")
    #expect(monitor.cursor == third, "there is no other")
    #expect(monitor.message?.text.contains("not again after #\(third)") == true)
    // From elsewhere it is the first again.
    monitor.press("<")
    monitor.type("first tag \"GA screen view\" fired")
    #expect(monitor.cursor == first)
  }

  @Test func whenGoesOnFromWhereOneStands() throws {
    var monitor = try Self.monitor()
    monitor.type("when data screenName changed")
    let first = try #require(monitor.cursor)
    #expect(monitor.message?.text.hasSuffix("screenName nothing -> \"Home Screen\"") == true)
    monitor.type("when data screenName changed")
    #expect(try #require(monitor.cursor) > first)
    #expect(monitor.message?.text.hasSuffix("screenName \"Home Screen\" -> \"Cart\"") == true)
  }

  @Test func whatIsNotThereIsSaid() throws {
    var monitor = try Self.monitor()
    monitor.type("next")
    #expect(
      monitor.message?.text
        == "no question yet: type one, as in first queue size > 3")
    monitor.type("first tag \"GA screen vie\" fired")
    #expect(monitor.message?.kind == .failure)
    #expect(monitor.message?.text.contains("did you mean \"GA screen view\"?") == true)
    #expect(monitor.cursor == nil)
    monitor.type("first queue size > 90")
    #expect(monitor.message?.text.hasPrefix("queue size > 90: never so far (checked ") == true)
    #expect(monitor.message?.text.contains("; the most was ") == true)
    #expect(monitor.cursor == nil)
  }

  /// In a story it leads there while somebody watches, and else nowhere.
  @Test func aStoryMayAsk() throws {
    let lines = ["launch", "network offline", "first dispatch periodic on", "kill"]
    var watched = try Stories.monitor(lines)
    watched.press(" ")
    watched.playOn()
    #expect(watched.cursor == 1 && watched.run.position == 3)
    watched.press("L ")
    watched.playOn()
    #expect(watched.moment == .end)
    var passed = try Stories.monitor(lines)
    passed.runToEnd()
    #expect(passed.cursor == nil && passed.message == nil)
  }

  /// A question changes nothing: no branch begins, and nothing is recorded.
  @Test func nothingIsChangedByIt() throws {
    var monitor = try Self.monitor()
    let count = monitor.run.record.count
    monitor.press("<")
    monitor.type("first queue size > 0")
    #expect(monitor.branches.names == ["as written"])
    #expect(monitor.run.record.count == count)
  }
}
