import OrderedCollections
import TagRuntime
import Testing

@testable import TagSimulation

@Suite struct TimelineTests {
  /// Passes that follow each other are one step, but never across a keyframe; one of the two runs
  /// has a pass right before every keyframe.
  @Test(arguments: [0, 1])
  func aPassBeforeAKeyframeStaysAsItWas(_ extraSteps: Int) throws {
    var timeline = try SmallShop.timeline()
    var seen: OrderedDictionary<Int, Observation> = [:]
    for _ in 0..<extraSteps { try timeline.perform(.network(.online)) }
    for _ in 0..<(2 * History.stretchSteps) {
      try timeline.perform(.network(.online))
      timeline.wait(.milliseconds(1))
      seen[timeline.stepCount] = Observation(timeline.live)
      timeline.wait(.milliseconds(1))
      seen[timeline.stepCount] = Observation(timeline.live)
    }
    for (step, observation) in seen.elements {
      #expect(Observation(timeline.simulation(afterStep: step)) == observation)
    }
  }

  @Test(arguments: [-1, 0, 10_000])
  func stepsOutsideOfTheHistoryAreItsEnds(_ step: Int) throws {
    var timeline = try SmallShop.timeline()
    let first = Observation(timeline.live)
    try timeline.launchAndSettle()
    let expected = step < 1 ? first : Observation(timeline.live)
    #expect(Observation(timeline.simulation(afterStep: step)) == expected)
  }

  /// A leap of the clock hands out the saved version and then brings a newer one, in one step.
  @Test func theWorldOfARowHasNothingThatCameLaterInItsStep() throws {
    let opening = AppOpening(kind: .preferFresh, timeout: .seconds(2))
    var timeline = try SmallShop.timeline(of: SmallShop.app(opening: opening))
    try timeline.perform(.installSaved(SmallShop.container(2), age: .seconds(86_400)))
    try timeline.perform(.publish(SmallShop.container(3)))
    try timeline.perform(.network(.slow(latency: .seconds(4), jitter: .zero)))
    try timeline.launch()
    timeline.wait(.milliseconds(100))
    try timeline.perform(.jump(.seconds(5)))
    let step = timeline.stepCount
    let rows = timeline.rows(in: 1...).filter { $0.step == step }
    let moments = rows.map { timeline.look(at: $0) }
    #expect(rows.count > 1)
    #expect(moments.map { $0.simulation.container?.version ?? "" } == ["2", "2", "2", "3"])
    #expect(moments.map(\.loads) == moments.map(\.loads).sorted())
    #expect(moments.last?.lines == timeline.lines.count)
    #expect(timeline.simulation(afterStep: step).container?.version == "3")
    #expect(timeline.look(before: rows[0]).now == timeline.simulation(afterStep: step - 1).now)
  }

  /// Beside the last row of a step is the world after it.
  @Test(arguments: UInt64(1)...20)
  func theWorldOfTheLastRowIsThatOfTheStep(_ seed: UInt64) throws {
    var timeline = try SmallShop.timeline()
    let first = timeline.live.rowsBefore
    var walk = RandomWalk(seed: seed)
    for _ in 0..<60 { walk.advance(&timeline) }
    for row in timeline.rows(in: 1...) {
      let moment = timeline.look(at: row)
      #expect(moment.simulation.rowsBefore == first + row.number)
      guard row.number == timeline.rowCount || timeline.row(at: row.number + 1).step > row.step
      else {
        continue
      }
      #expect(
        Observation(moment.simulation) == Observation(timeline.simulation(afterStep: row.step)))
      #expect(moment.lines == timeline.lines(upToStep: row.step).count)
    }
  }

  @Test func linesAreCutAtAStep() throws {
    var timeline = try SmallShop.launched()
    try timeline.perform(.app(.push(["event": "openScreen"])))
    for step in 0...timeline.stepCount {
      let lines = timeline.lines(upToStep: step)
      #expect(lines.allSatisfy { $0.step <= step })
      #expect(timeline.lines.dropFirst(lines.count).allSatisfy { $0.step > step })
    }
  }

  @Test func rowsAreNumberedFrom1AndKnowTheirStep() throws {
    let timeline = try SmallShop.launched()
    #expect(timeline.rows(in: 1...).map(\.number) == Array(1...timeline.rowCount))
    #expect(timeline.rows(in: 1...).map(\.step) == timeline.rows(in: 1...).map(\.step).sorted())
  }

  @Test func onlyAnUpdateCanBeTraced() throws {
    let timeline = try SmallShop.launched()
    let launched = timeline.row(at: 1)
    let started = timeline.row(at: 2)
    #expect(timeline.traced(row: launched) == nil)
    #expect(timeline.traced(row: started)?.explanations.first?.event == "appStart")
    #expect(timeline.traced(row: started)?.dataLayer?.get("event") == "appStart")
  }

  /// What was made on the way to one moment helps with the next, and never in a copy that went
  /// another way.
  @Test func copiesThatWentApartAreExplainedByTheirOwnSteps() throws {
    var first = try SmallShop.launched()
    for number in Int64(1)...5 {
      try first.perform(.app(.push(["event": "go", "n": .int(number)])))
    }
    var second = first
    func last(_ timeline: Timeline) throws -> Value? {
      timeline.traced(row: try #require(timeline.lastRow))?.dataLayer?.get("n")
    }
    #expect(try last(first) == 5 && last(second) == 5)
    for number in [Int64(6), 7] {
      try first.perform(.app(.push(["event": "go", "n": .int(number)])))
      try second.perform(.app(.push(["event": "go", "n": .int(-number)])))
      #expect(try last(first) == .int(number))
      #expect(try last(second) == .int(-number))
    }
    #expect(first.simulation(afterStep: first.stepCount - 1).runtime?.dataLayer.get("n") == 6)
    #expect(second.simulation(afterStep: second.stepCount - 1).runtime?.dataLayer.get("n") == -6)
  }

  @Test func waitingEndsExactlyWhereItSays() throws {
    var timeline = try SmallShop.timeline()
    try timeline.launch()
    let before = timeline.live.now
    timeline.wait(.milliseconds(1234))
    #expect(timeline.live.now.instant - before.instant == .milliseconds(1234))
    #expect(timeline.live.now.wall - before.wall == .milliseconds(1234))
  }

  /// What lives for one step is in no copy that the history keeps.
  @Test func aWorldAtRestHoldsNothingOfAStep() throws {
    var timeline = try SmallShop.timeline()
    try timeline.launch()
    timeline.wait(.seconds(5))
    for count in 0...timeline.stepCount {
      #expect(timeline.simulation(afterStep: count).context == nil, "after step \(count)")
    }
  }
}
