import ScenarioEngine
import TagRuntime
import TagSimulation
import Testing

@testable import TagMonitor

/// `t`: how far the world goes on, by the periods that the app and the SDK have set.
struct TimeMenuTests {
  private static let start = ["container saved v8.json age=1h", "launch", "screen \"Cart\""]

  private static func lines(_ lines: [String]) throws -> [String] {
    try Shown.played(lines).timeChoices.map(\.line)
  }

  @Test func timesAreThoseOfTheWorld() throws {
    let monitor = try Shown.played(Self.start)
    let lines = monitor.timeChoices.map(\.line)
    let due = try #require(DeviceAgenda(monitor.context).entries.first)
    #expect(
      lines == [
        "wait 30s", "wait 2m", "wait 15m", "wait 12h", "at 03:59:00",
        "wait \(due.left.wholeMilliseconds)ms", "wait ", "at ",
      ])
  }

  private static let settings: [(line: String, has: String, hasNot: String)] = [
    ("dispatch-interval 45s", "wait 45s", "wait 2m"),
    ("dispatch-interval off", "wait 15m", "wait 2m"),
  ]

  @Test(arguments: settings)
  func anotherPeriodIsOffered(_ setting: (line: String, has: String, hasNot: String)) throws {
    let lines = try Self.lines(Self.start + [setting.line])
    #expect(lines.contains(setting.has))
    #expect(!lines.contains(setting.hasNot))
  }

  @Test func inTheLastMinuteTheNextDayIsMeant() throws {
    var monitor = try Shown.played(Self.start + ["at 03:59:30"])
    monitor.press("t")
    let before = monitor.view.simulation.now.wall
    monitor.press("5")
    #expect(monitor.view.simulation.now.wall - before == .hours(24) - .seconds(30))
    #expect(monitor.view.clock.timeText == "03:59:00")
  }

  /// Firebase uploads, and has sessions; nobody refreshes by hand and no day closes at four.
  @Test func firebaseHasTimesOfItsOwn() throws {
    let lines = try RadioShown.played([]).timeChoices.map(\.line)
    #expect(lines.starts(with: ["wait 30s", "wait 1h", "wait 30m", "wait 12h"]))
    #expect(!lines.contains { $0.hasPrefix("at 0") })
  }

  @Test func whatPassedIsToldWithTheWayBack() throws {
    try Shown.played(Self.start).walk([
      "t2": [.says("wait 2m: <dispatch good> 1 sent"), .says("z undoes")]
    ])
  }

  @Test(arguments: [("t7", "wait "), ("t8", "at ")])
  func aTimeIsTyped(_ keys: String, _ line: String) throws {
    try Shown.played(Self.start).walk([keys: [.is(\.typed, line)]])
  }
}
