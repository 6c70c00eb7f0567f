import TagRuntime
import Testing

@testable import TagSimulation

/// A suspended app runs no code, and meets everything in its order when it returns.
struct SuspensionTests {
  private func waitingForDispatch() throws -> Timeline {
    var timeline = try SmallShop.timeline()
    try timeline.perform(.launch(isCold: true, kind: nil, timeout: nil))
    timeline.settle()
    timeline.wait(.seconds(5))
    try timeline.perform(.screen("Home"))
    try timeline.perform(.background())
    return timeline
  }

  @Test func theNetworkIsNewsOnReturn() throws {
    var timeline = try waitingForDispatch()
    try timeline.perform(.network(.offline))
    #expect(timeline.live.untilDispatch != nil, "the suspended runtime has not heard of it")
    try timeline.perform(.foreground)
    #expect(timeline.live.untilDispatch == nil, "now no timer runs")
    #expect(timeline.live.world.ledger.waiting == 1)
  }

  @Test func theIntervalCannotBeSetByASuspendedApp() throws {
    var timeline = try waitingForDispatch()
    #expect(throws: ActError.inBackground) {
      try timeline.perform(.app(.setDispatchInterval(.seconds(10))))
    }
  }

  /// Two taps at one instant make equal hits; each row knows its own.
  @Test func everyRowKnowsItsHits() throws {
    var timeline = try SmallShop.timeline()
    try timeline.perform(.launch(isCold: true, kind: nil, timeout: nil))
    timeline.settle()
    for _ in 1...2 { try timeline.perform(.screen("Home")) }
    let hits = timeline.rows(in: 1...).map(\.event.hits).filter { !$0.isEmpty }
    #expect(hits == [[1], [2]])
  }
}
