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
    let choices = monitor.timeChoices
    #expect(
      choices.map(\.line).suffix(5) == ["at 03:59:00", "dispatch", "refresh", "wait ", "at "])
    let titles = choices.map(\.title).joined(separator: "\n")
    let next = DeviceAgenda(monitor.context).entries
    #expect(next.count > 2)
    for entry in next { #expect(titles.contains(entry.words)) }
  }

  private static let held: [(lines: [String], why: String)] = [
    (["background"], "no dispatch: the app is suspended"),
    (["network offline"], "no dispatch: the phone is offline"),
    (["kill"], "no dispatch: the app is not running"),
  ]

  /// What is held up is not promised.
  @Test(arguments: held)
  func nothingIsPromised(_ lines: [String], _ why: String) throws {
    let choices = try Shown.played(Self.start + lines).timeChoices.map(\.title)
    #expect(choices[0].hasSuffix(why))
    #expect(!choices.contains { $0.contains("dispatch: sends") })
  }

  @Test func inTheLastMinuteTheNextDayIsMeant() throws {
    var monitor = try Shown.played(Self.start + ["at 03:59:30"])
    let before = monitor.view.simulation.now.wall
    let place = try #require(monitor.timeChoices.firstIndex { $0.line == "at 03:59:00" })
    monitor.passTime(monitor.timeChoices[place])
    #expect(monitor.view.simulation.now.wall - before == .hours(24) - .seconds(30))
    #expect(monitor.view.clock.timeText == "03:59:00")
  }

  /// Firebase uploads, and has sessions; nobody refreshes by hand and no day closes at four.
  @Test func firebaseHasTimesOfItsOwn() throws {
    let lines = try RadioShown.played([]).timeChoices.map(\.line)
    #expect(!lines.contains { $0.hasPrefix("at 0") })
  }

  @Test func whatPassedIsToldWithTheWayBack() throws {
    try Shown.played(Self.start).walk([
      "t2": [.says("1 hit sent"), .says("z undoes")]
    ])
  }

  @Test(arguments: [("ttype a dur<enter>", "wait "), ("ttime of day<enter>", "at ")])
  func aTimeIsTyped(_ keys: String, _ line: String) throws {
    try Shown.played(Self.start).walk([keys: [.is(\.typed, line)]])
  }
}
