import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// What is new in a run is told once, and in its order.
struct RunNewsTests {
  private static func run(_ lines: String...) throws -> ScenarioRun {
    let header = "tagsim 1\n---\ncontainer saved v1 age=1h\nlaunch\n"
    var run = ScenarioRun(
      try ScenarioParser.parse(header + lines.joined(separator: "\n"), file: "b"),
      inputs: Shop.inputs)
    while run.executeNext() != nil {}
    return run
  }

  @Test func everyRowAndLineIsToldOnceInItsOrder() throws {
    let run = try Self.run("screen \"Home\"", "screen \"Thanks\"")
    var (news, steps, rows, lines) = (RunNews(), [Int](), [Int](), 0)
    while let piece = news.next(in: run.timeline, upToRow: run.timeline.rowCount) {
      switch piece {
      case .row(let row):
        rows.append(row.number)
        steps.append(row.step)
      case .line(let line):
        lines += 1
        steps.append(line.step)
      }
    }
    while news.nextLine(in: run.timeline, upToStep: run.timeline.stepCount) != nil { lines += 1 }
    #expect(rows == Array(1...run.timeline.rowCount))
    #expect(lines == run.timeline.lines.count)
    #expect(steps == steps.sorted())
    #expect(news.next(in: run.timeline, upToRow: run.timeline.rowCount) == nil)
  }

  /// Log lines that nobody wants are passed over, not told later.
  @Test func linesCanBePassedOver() throws {
    let run = try Self.run("screen \"Home\"")
    var (news, rows) = (RunNews(), 0)
    while let piece = news.next(
      in: run.timeline, upToRow: run.timeline.rowCount, tellsLines: false)
    {
      if case .row = piece { rows += 1 }
    }
    #expect(rows == run.timeline.rowCount)
    let last = run.timeline.lastRow?.step ?? 0
    #expect(news.nextLine(in: run.timeline, upToStep: last - 1) == nil)
  }

  /// What the app reads is new where it is another value than before, or the first one where that
  /// was asked for.
  @Test func valuesAreToldWhereTheyChange() throws {
    let run = try Self.run("screen \"Home\"")
    let live = run.timeline.live
    let reads = live.world.app.containers.reduce(0) { $0 + $1.reads.count }
    var news = RunNews()
    #expect(news.newReadings(in: live).isEmpty)
    #expect(news.newReadings(in: live).isEmpty)
    var first = RunNews(tellsFirstValues: true)
    #expect(first.newReadings(in: live).count == reads)
    #expect(first.newReadings(in: live).isEmpty)
    var passed = RunNews()
    passed.passOver(
      run.timeline, rows: run.timeline.rowCount, step: run.timeline.stepCount, world: live)
    #expect(passed.newReadings(in: live).isEmpty)
    #expect(passed.next(in: run.timeline, upToRow: run.timeline.rowCount) == nil)
  }
}
