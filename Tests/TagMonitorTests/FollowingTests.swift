import ScenarioEngine
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// What a phone does is done at the end of its run, whatever somebody looks at meanwhile.
struct FollowingTests {
  private static let lines = [
    "wait 1s", "push event=\"openScreen\" screenName=\"Home Screen\"", "no line of the language",
  ]

  @Test func whatAPhoneDoesIsShown() throws {
    var monitor = try Shown.shipped("demo")
    let rows = monitor.run.timeline.rows.count
    monitor.follow(Self.lines)
    #expect(monitor.run.timeline.rows.count > rows && monitor.cursor == nil)
    #expect(monitor.branches.names == ["as written"])
  }

  @Test func whoeverLooksBackGoesOn() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1s2<")
    let cursor = monitor.cursor
    let rows = monitor.run.timeline.rows.count
    monitor.follow(Self.lines)
    #expect(monitor.cursor == cursor && cursor != nil)
    #expect(monitor.run.timeline.rows.count > rows)
    #expect(monitor.branches.names == ["as written"], "a phone begins no branch")
  }

  @Test func aBranchIsTheUsersOwn() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1s2<w")
    #expect(monitor.branches.currentName == "b1")
    let rows = monitor.run.timeline.rows.count
    let phone = try #require(monitor.run(named: "as written")?.timeline.rows.count)
    monitor.follow(Self.lines)
    #expect(monitor.run.timeline.rows.count == rows)
    #expect(try #require(monitor.run(named: "as written")?.timeline.rows.count) > phone)
  }
}
