import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport
import Testing

/// Classes of an app of the second generation that log events themselves.
@Suite struct ClassEventTests {
  private static func logging(_ event: Value, _ path: String) -> AppClass {
    AppClass(
      path: path,
      .acts([
        .pushes(
          PushTemplate(parts: [
            .init(path: ["event"], value: .constant(event)),
            .init(path: ["total"], value: .parameter(name: "total", default: nil)),
          ]))
      ]))
  }

  private static func launched() throws -> Timeline {
    var app = SongApp.app
    app.classes = [logging("thanked", "Thanks"), logging("again", "Again")]
    var version = ContainerBuilder.firebase { container in
      container.tag(
        "Thank", "__funct",
        ["classPath": "Thanks", "functionArgument": .table(["key": "total", "value": 2])])
      container.tag(
        "Again", "__funct",
        ["classPath": "Again", "functionArgument": .table(["key": "total", "value": 1])])
      container.tag("Measure", "__fm", ["action": "measure", "eventName": "counted"])
      container.rule(when: [.event("played_song")], fires: ["Thank"])
      container.rule(when: [.event("again")], fires: ["Again"])
      container.rule(when: [.event("thanked")], fires: ["Measure"])
    }
    version.containerID = SongApp.id
    var timeline = try SongApp.timeline(of: app, isOnline: false)
    try timeline.perform(.installDefault(CompiledContainer(version)))
    try timeline.launchAndSettle()
    return timeline
  }

  @Test func anEventOfAClassFollowsAndIsJudgedAsWell() throws {
    var timeline = try Self.launched()
    let before = timeline.rowCount
    try timeline.log("played_song")
    #expect(timeline.events(from: before) == ["played_song", "thanked"])
    let thanked = timeline.lastRow?.event.update
    #expect(thanked?.update == ["total": 2.0])
    #expect(thanked?.firings.first?.tags.map(\.name) == ["Measure"])
    #expect(thanked?.firebase?.passed.map(\.event.name) == ["counted", "thanked"])
  }

  @Test func aClassThatLogsItsOwnEventIsCut() throws {
    var timeline = try Self.launched()
    let before = timeline.rowCount
    try timeline.log("again")
    #expect(timeline.events(from: before).count == Limits.updatesPerDrain + 1)
    let lines = timeline.lines.map(\.line.record).filter { $0.code == .limitReached }
    #expect(
      lines.map(\.arguments) == [
        ["500 events that classes of the app log for one event, 1 dropped"]
      ])
    try timeline.log("played_song")
    #expect(timeline.events(from: before).suffix(2) == ["played_song", "thanked"])
  }
}
