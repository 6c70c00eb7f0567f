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

  /// From elsewhere it is the first again.
  @Test func theFirstIsLookedAtThenTheNext() throws {
    try Self.monitor().walk([
      Self.fired: [.at(4), .says("#4 openScreen Home Screen: tag \"GA screen view\" fired")],
      Self.fired: [.at(6)], ":next<enter>": [.at(7)],
      ":next<enter>": [.at(7), .says("not again after #7")], "1<home>,": [], Self.fired: [.at(4)],
    ])
  }

  private static let fired = ":first tag \"GA screen view\" fired<enter>"

  @Test func whenGoesOnFromWhereOneStands() throws {
    let line = ":when data screenName changed<enter>"
    try Self.monitor().walk([
      line: [.at(4), .says("screenName nothing -> \"Home Screen\"")],
      line: [.at(6), .says("screenName \"Home Screen\" -> \"Cart\"")],
    ])
  }

  @Test func whatIsNotThereIsSaid() throws {
    try Self.monitor().walk([
      ":next<enter>": [.says("no question yet")],
      ":first tag \"GA screen vie\" fired<enter>": [
        .kind(.failure), .says("did you mean \"GA screen view\"?"), .at(nil),
      ],
      ":first queue size > 90<enter>": [
        .says("queue size > 90: never so far (checked "), .says("; the most was "), .at(nil),
      ],
    ])
  }

  /// In a story it leads there while somebody watches, and else nowhere.
  @Test func aStoryMayAsk() throws {
    let story = try Stories.monitor([
      "launch", "network offline", "first dispatch periodic on", "kill",
    ])
    story.walk([" …": [.at(1), .is(\.run.position, 3)], "L …": [.is(\.moment, .end)]])
    story.atEnd.walk(["": [.at(nil), .silent]])
  }

  @Test func nothingIsChangedByIt() throws {
    try Self.monitor().walk([
      "1<home>,:first queue size > 0<enter>": [.branches("as written"), .same(\.run.record.count)]
    ])
  }
}
