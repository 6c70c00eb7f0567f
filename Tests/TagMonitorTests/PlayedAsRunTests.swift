import ScenarioEngine
import TagSimulation
import Testing

@testable import TagMonitor

/// Whoever watches a scenario sees what the headless run reports.
struct PlayedAsRunTests {
  @Test(
    arguments: ["demo", "first-run", "why-not", "offline", "delivery"], [1, 60, 3600] as [Int64])
  func playingGivesTheSameWorld(_ name: String, _ factor: Int64) throws {
    var played = try Shown.shipped(name)
    let ran = FinishedRun(played.run.scenario, inputs: played.run.inputs)
    played.setSpeed(factor: factor)
    played.play()
    var ticks = 0
    while played.run.next != nil || played.waitLeft > .zero, ticks < 10_000 {
      // Somebody has to press a key when the room is asked.
      if played.isAsking { played.press("x") }
      played.advance(by: .milliseconds(700))
      ticks += 1
    }
    let rows = played.run.timeline.rows.prefix(ran.timeline.rows.count)
    #expect(rows.map(\.event.summary) == ran.timeline.rows.map(\.event.summary))
    #expect(rows.map(\.event.wall) == ran.timeline.rows.map(\.event.wall))
    let points = played.run.results.filter(\.isPoint)
    #expect(points.map(\.outcome) == ran.points.map(\.outcome))
  }
}
