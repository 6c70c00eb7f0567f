import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// A run that is cut back is as it was then: what is played from there comes to the same.
@Suite struct CuttingBackTests {
  private static let story = """
    tagsim 1
    title: A story
    start: 2014-03-01T10:00:00+01:00
    ---
    setup
      container saved v1 age=13h
      publish v2
    end
    chapter "1"
    launch
    mark launched
    caption "The app opens."
    screen "Home"
    expect tag "Screens" fired
    network offline
    tap "Buy" price=19.90
    expect queue size == 2
    wait 130s
    network online
    eventually within 125s expect sent 2
    background
    at 10:30:00
    foreground
    screen "Cart"
    settle off
    refresh
    settle on
    expect callback refresh-success
    """

  private static func run() throws -> ScenarioRun {
    ScenarioRun(try ScenarioParser.parse(story, file: "story.scenario"), inputs: Shop.inputs)
  }

  private static func played() throws -> ScenarioRun {
    var run = try run()
    while run.executeNext() != nil {}
    return run
  }

  /// Everything that a report tells, and what was recorded.
  private static func told(_ run: ScenarioRun) -> [String] {
    let rows = run.timeline.rows(in: 1...).map { "\($0.number) \($0.step) \($0.event.summary)" }
    let record = run.record.map { "\($0.statement.text) \($0.rows) \($0.moments)" }
    let results = run.results.map { "\($0.statement.text) \($0.outcome)" }
    let lines = run.timeline.lines.map(\.line.record.text)
    return rows + record + results + lines + ["\(run.heldCount) \(run.failureCount)"]
      + ["\(run.marks)", "\(run.position)", run.clockText, "\(run.timeline.live.world.ledger)"]
  }

  @Test func whatIsPlayedAgainFromAnyStatementComesToTheSame() throws {
    let whole = try Self.played()
    #expect(whole.failureCount == 0, "\(whole.results.filter(\.isFailure).map(\.reason))")
    for place in whole.record.indices where whole.record[place].isTold {
      var run = whole
      run.cutBack(beforeRecord: place)
      #expect(run.next == whole.record[place].statement)
      while run.executeNext() != nil {}
      #expect(Self.told(run) == Self.told(whole), "from \(whole.record[place].statement.text)")
    }
  }

  @Test func aRunCutBackToARowEndsWithIt() throws {
    let whole = try Self.played()
    let last = try #require(whole.timeline.lastRow).number
    let setup = whole.record.count { !$0.isTold }
    for number in 1...last {
      var run = whole
      run.cutBack(toRow: number)
      let row = whole.timeline.row(at: number)
      let rows = whole.timeline.rows(in: 1...).prefix { $0.step <= row.step }
      guard run.record.count > setup else { continue }
      #expect(run.timeline.rowCount == rows.count, "row \(number)")
      #expect(run.timeline.stepCount == row.step)
      #expect(run.timeline.live.now == whole.timeline.simulation(afterStep: row.step).now)
      #expect(run.record.allSatisfy { $0.rows.upperBound <= rows.count })
      // The rest can be played.
      while run.executeNext() != nil {}
      #expect(run.next == nil)
      #expect(run.timeline.live.world.ledger.sent > 0)
    }
  }

  @Test func whatBelongsToAnActStaysWithIt() throws {
    var run = try Self.played()
    let row = try #require(
      run.timeline.rows(in: 1...).last { $0.event.update?.event == "openScreen" && $0.number < 12 })
    run.cutBack(toRow: row.number)
    #expect(run.record.last?.statement.text == #"expect tag "Screens" fired"#)
    #expect(run.next?.text == "network offline")
    #expect(run.heldCount == 1)
  }

  /// The time that passes by hand after an act is no part of what is taken back.
  @Test func timeThatPassedBeforeAnActStays() throws {
    var run = try Self.played()
    for line in ["wait 30s", "wait 40s", "wait 50s"] {
      let statement = try #require(try StatementParser.parse(line: line))
      run.execute(statement)
    }
    let end = run.clockText
    run.cutBack(beforeRecord: run.record.count - 1)
    let before = run.clockText
    run.cutBack(beforeRecord: run.record.count - 1)
    #expect([run.clockText, before, end] == ["10:30:30", "10:31:10", "10:32:00"])
  }

  @Test func aRowThatIsNotThereCutsNothing() throws {
    var run = try Self.played()
    let before = Self.told(run)
    run.cutBack(toRow: run.timeline.rowCount + 1)
    run.cutBack(beforeRecord: run.record.count)
    #expect(Self.told(run) == before)
  }
}
