import TagRuntime
import TagSimulation
import Testing

/// What becomes of a request while the world around it changes.
@Suite struct InFlightTests {
  /// A phone whose request has just left with one hit.
  private func sending(from start: String? = nil, after wait: Duration = .zero) throws -> Timeline {
    var timeline = try SmallShop.tracking(start: start)
    try timeline.perform(.network(.offline))
    try timeline.send("Home")
    timeline.wait(wait)
    try timeline.perform(.network(.online))
    try timeline.perform(.app(.dispatch))
    timeline.wait(.milliseconds(20))
    #expect(timeline.world.requests.count == 1)
    #expect(timeline.world.ledger.receipt(1) == nil)
    return timeline
  }

  @Test func aRequestIsNotReceivedOnceTheNetworkIsGone() throws {
    var timeline = try sending()
    try timeline.perform(.network(.offline))
    timeline.settle()
    #expect(timeline.world.ledger.receipt(1) == nil)
    #expect(timeline.counts == [1, 1, 0, 0])
    try timeline.perform(.network(.online))
    try timeline.dispatchAndSettle()
    #expect(timeline.counts == [1, 0, 1, 0])
    #expect(timeline.world.ledger.duplicates == 0)
    #expect(timeline.world.requests.entries(carrying: 1).map(\.isReceived) == [false, true])
  }

  /// The network was gone when the request would have arrived, and is back when the answer is due.
  @Test func whatAGapInTheNetworkLostIsNotAnswered() throws {
    var timeline = try SmallShop.tracking()
    try timeline.send("Home")
    try timeline.perform(.network(.slow(latency: .seconds(10), jitter: .zero)))
    try timeline.perform(.app(.dispatch))
    timeline.wait(.seconds(1))
    try timeline.perform(.network(.offline))
    timeline.wait(.seconds(5))
    try timeline.perform(.network(.online))
    timeline.wait(.seconds(5))
    #expect(timeline.world.ledger.receipt(1) == nil)
    #expect(timeline.world.requests.entries.map(\.answer).first == .some(.none("no network")))
    timeline.wait(.hours(3))
    #expect(timeline.counts == [1, 0, 1, 0])
    #expect(timeline.world.requests.entries(carrying: 1).map(\.isReceived) == [false, true])
  }

  /// The day of the hit is over when it arrives, and the phone has deleted it meanwhile.
  @Test(arguments: [(Duration.hours(1), 0), (.hours(5), 1)])
  func whatArrivesLateAfterItWasGivenUpIsLate(_ wait: Duration, _ late: Int) throws {
    var timeline = try sending(from: "2014-03-01T23:30:00Z", after: wait)
    try timeline.perform(.app(.setOptOut(true)))
    #expect(timeline.counts == [1, 0, 0, 1])
    #expect(timeline.world.ledger.late == 0)
    timeline.settle()
    #expect(timeline.counts == [1, 0, 1, 0])
    #expect(timeline.world.ledger.late == late)
    #expect(timeline.world.hit(1)?.isLate == (late == 1))
  }

  /// The disk takes 5 ms, and the answer the rest of the ten seconds.
  @Test(arguments: [(9_995, true), (9_996, false)])
  func whatIsInFlightIsWaitedForUpToTheLimit(_ milliseconds: Int, _ isSettled: Bool) throws {
    var timeline = try SmallShop.tracking()
    try timeline.send("Home")
    try timeline.perform(.network(.slow(latency: .milliseconds(milliseconds), jitter: .zero)))
    try timeline.dispatchAndSettle()
    #expect(timeline.live.isSettled == isSettled)
    #expect(timeline.counts == (isSettled ? [1, 0, 1, 0] : [1, 1, 0, 0]))
  }

  @Test func nothingIsInFlightOnceTheProcessHasEnded() throws {
    var timeline = try SmallShop.tracking()
    try timeline.send("Home")
    try timeline.perform(.app(.dispatch))
    #expect(!timeline.live.isSettled)
    try timeline.perform(.kill)
    #expect(timeline.live.isSettled)
  }

  @Test func anOptOutOutlastsTheProcess() throws {
    var timeline = try SmallShop.tracking()
    try timeline.perform(.app(.setOptOut(true)))
    try timeline.relaunch()
    try timeline.send("Home")
    #expect(timeline.counts == [1, 0, 0, 1])
    #expect(timeline.world.ledger.lost(.optedOut) == 1)
  }
}
