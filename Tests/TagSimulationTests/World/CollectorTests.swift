import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport
import Testing

/// What the collector has, and what the phone makes of it.
@Suite struct CollectorTests {
  private func tracking(_ network: NetworkCondition, _ hits: Int = 1) throws -> Timeline {
    var timeline = try SmallShop.tracking()
    for number in 1...hits { try timeline.send("s\(number)") }
    try timeline.perform(.network(network))
    return timeline
  }

  private func hit(_ id: Int64, _ timeline: Timeline) throws -> HitStory {
    try #require(timeline.world.hit(id))
  }

  @Test func aLostAnswerMakesADuplicate() throws {
    var timeline = try tracking(.answersLost)
    try timeline.perform(.app(.dispatch))
    timeline.wait(.seconds(61))
    #expect(timeline.counts == [1, 1, 0, 0], "the phone keeps it")
    let waiting = try hit(1, timeline)
    #expect(waiting.words == "waits on the phone, although the collector has it")
    #expect(waiting.tries == 1)
    try timeline.perform(.network(.online))
    timeline.wait(.seconds(120))
    #expect(timeline.counts == [1, 0, 1, 0])
    #expect(timeline.world.ledger.duplicates == 1)
    let requests = timeline.world.requests.entries(carrying: 1)
    #expect(requests.map(\.isReceived) == [true, true])
    #expect(requests.map(\.answer) == [.none("the answer was lost"), .status(200)])
  }

  @Test func aKillBetweenTheCollectorAndItsAnswerMakesADuplicate() throws {
    var timeline = try tracking(.online)
    try timeline.perform(.app(.dispatch))
    timeline.wait(.milliseconds(70))
    #expect(timeline.world.ledger.receipt(1) != nil)
    try timeline.perform(.kill)
    #expect(timeline.world.requests.entries(carrying: 1).map(\.answer) == [.processEnded])
    try timeline.launch()
    timeline.wait(.seconds(2))
    #expect(timeline.counts == [1, 0, 1, 0])
    #expect(timeline.world.ledger.duplicates == 1)
  }

  @Test func aKillDoesNotCallBackARequest() throws {
    var timeline = try tracking(.online)
    try timeline.perform(.app(.dispatch))
    timeline.wait(.milliseconds(20))
    try timeline.perform(.kill)
    #expect(timeline.world.ledger.receipt(1) == nil)
    timeline.wait(.seconds(1))
    #expect(timeline.world.ledger.receipt(1) != nil)
    #expect(timeline.counts == [1, 1, 0, 0])
  }

  /// The answer of the second attempt comes before the first request arrives.
  @Test func arrivingAfterItWasSettledIsADuplicate() throws {
    var timeline = try tracking(.slow(latency: .seconds(60), jitter: .zero))
    try timeline.perform(.app(.dispatch))
    timeline.wait(.seconds(1))
    try timeline.perform(.kill)
    try timeline.perform(.network(.online))
    try timeline.launch()
    timeline.wait(.seconds(3))
    #expect(timeline.counts == [1, 0, 1, 0])
    #expect(timeline.world.ledger.duplicates == 0)
    timeline.wait(.seconds(60))
    #expect(timeline.counts == [1, 0, 1, 0])
    #expect(timeline.world.ledger.duplicates == 1)
    #expect(timeline.world.ledger.receipt(1) == nil)
  }

  /// Opting out deletes the hit while its request is on its way.
  @Test func whatArrivesAfterItWasGivenUpIsSent() throws {
    var timeline = try tracking(.online)
    try timeline.perform(.app(.dispatch))
    timeline.wait(.milliseconds(20))
    try timeline.perform(.app(.setOptOut(true)))
    #expect(timeline.counts == [1, 0, 0, 1])
    timeline.settle()
    #expect(timeline.counts == [1, 0, 1, 0])
    #expect(timeline.world.ledger.lost(.optedOut) == 0)
    #expect(try hit(1, timeline).state == .sent)
  }

  @Test func whatTheCollectorHasIsNotLostByOptingOut() throws {
    var timeline = try tracking(.online)
    try timeline.perform(.app(.dispatch))
    timeline.wait(.milliseconds(70))
    try timeline.perform(.app(.setOptOut(true)))
    #expect(timeline.counts == [1, 0, 1, 0])
    #expect(!timeline.codes.contains(.hitLost))
    timeline.settle()
    #expect(timeline.counts == [1, 0, 1, 0])
  }

  @Test func aCaptivePortalSwallowsHits() throws {
    var timeline = try tracking(.captive, 2)
    try timeline.dispatchAndSettle()
    #expect(timeline.counts == [2, 0, 0, 2])
    #expect(timeline.world.ledger.lost(.swallowed) == 2)
    #expect(try hit(2, timeline).words.contains("captive portal"))
    #expect(timeline.world.requests.entries.map(\.answer) == [.portal, .portal])
    #expect(timeline.world.requests.entries.allSatisfy { !$0.isReceived })
  }

  @Test func whatMakesNoRequestIsNotSwallowed() throws {
    var timeline = try tracking(.captive, 1)
    try timeline.send(String(repeating: "x", count: 9000))
    try timeline.dispatchAndSettle()
    #expect(timeline.counts == [2, 0, 0, 2])
    #expect(timeline.world.ledger.lost(.swallowed) == 1)
    #expect(timeline.world.ledger.lost(.tooLarge) == 1)
  }

  @Test(arguments: [("ssl.google-analytics.com", 1), ("ads.example", 0)])
  func onlyRequestsOfABlockedHostGetNowhere(_ host: String, _ waiting: Int) throws {
    var timeline = try tracking(.blocked(host: host))
    try timeline.dispatchAndSettle()
    #expect(timeline.counts[1] == waiting)
    #expect(
      timeline.world.requests.entries.map(\.answer)
        == [waiting == 1 ? .none("\(host) is blocked") : .status(200)])
  }

  // MARK: Lossy

  private func sent(percent: Int, seed: UInt64) throws -> Int {
    var timeline = try SmallShop.tracking(settings: .with { $0.seed = seed })
    try timeline.perform(.network(.lossy(percent: percent)))
    for _ in 1...30 {
      try timeline.send("Home")
      try timeline.perform(.app(.dispatchWithCompletion))
      timeline.settle()
    }
    return timeline.world.requests.entries.count { $0.isReceived }
  }

  @Test func aLossyNetworkDrawsFromTheSeed() throws {
    #expect(try sent(percent: 0, seed: 1) == 30)
    #expect(try sent(percent: 100, seed: 1) == 0)
    let counts = try (1...6).map { try sent(percent: 50, seed: $0) }
    #expect(counts == (try (1...6).map { try sent(percent: 50, seed: $0) }))
    #expect(counts.allSatisfy { (4...26).contains($0) })
    #expect(Set(counts).count > 1)
  }

  // MARK: Reachability

  @Test func aPhoneThatBelievesInANetworkTries() throws {
    var timeline = try tracking(.offline)
    #expect(timeline.live.untilDispatch == nil)
    try timeline.perform(.reachability(true))
    #expect(timeline.live.untilDispatch == .seconds(120))
    try timeline.dispatchAndSettle()
    #expect(timeline.counts == [1, 1, 0, 0])
    #expect(try hit(1, timeline).tries == 1)
    try timeline.perform(.reachability(nil))
    #expect(timeline.live.untilDispatch == nil)
  }

  @Test func aPhoneThatDoesNotBelieveInItsNetworkSendsNothing() throws {
    var timeline = try tracking(.online)
    try timeline.perform(.reachability(false))
    #expect(timeline.live.untilDispatch == nil)
    try timeline.perform(.app(.dispatchWithCompletion))
    timeline.settle()
    #expect(timeline.words().last == "completed noData")
    #expect(timeline.world.requests.count == 0)
    try timeline.perform(.reachability(nil))
    try timeline.dispatchAndSettle()
    #expect(timeline.counts == [1, 0, 1, 0])
  }

  // MARK: The log of requests

  @Test func theFirstRequestsAreForgotten() throws {
    var timeline = try SmallShop.tracking()
    for _ in 0...RequestLog.remembered {
      try timeline.perform(
        .app(.send(HitBuilder.item(transaction: "T", name: "Cup").fields, tracker: nil)))
    }
    try timeline.perform(.app(.dispatch))
    timeline.wait(.hours(1))
    #expect(timeline.world.requests.count == RequestLog.remembered + 1)
    #expect(timeline.world.requests.entries.count == RequestLog.remembered)
    #expect(timeline.world.requests.entries.first?.number == 2)
    #expect(timeline.world.requests.entries.first?.request.hits.map(\.id) == [2])
    #expect(timeline.world.hit(1)?.state == nil || timeline.world.hit(1)?.state == .sent)
  }
}
