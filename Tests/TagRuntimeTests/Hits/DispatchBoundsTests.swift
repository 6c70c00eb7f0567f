import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// What dispatch does exactly at its bounds, and with a clock that was set.
@Suite struct DispatchBoundsTests {
  private func bench(_ kind: Hit.Kind, answer: DeliveryResult) -> DispatchBench {
    var bench = DispatchBench([kind], answer: answer)
    bench.wait(.seconds(1))
    return bench
  }

  private func sent(labelled length: Int) -> DispatchBench {
    let label = String(repeating: "x", count: length)
    return bench(
      .analytics(fields: ["&t": "event", "&el": label]), answer: .response(status: 200))
  }

  @Test(
    arguments: [
      (Limits.getBytes - 1, .get), (Limits.getBytes, .post), (Limits.hitBytes, .post),
      (Limits.hitBytes + 1, nil),
    ] as [(Int, HitRequest.Method?)])
  func theBytesOfItsPayloadDecideHowAHitTravels(
    _ bytes: Int, _ method: HitRequest.Method?
  ) throws {
    let url = try #require(sent(labelled: 1).requests.first?.url)
    let rest = try #require(url.split(separator: "?").last).utf8.count - 1
    let bench = sent(labelled: bytes - rest)
    #expect(bench.requests.map(\.method) == (method.map { [$0] } ?? []))
    #expect(bench.store.isEmpty)
  }

  @Test func aPeriodOfOneSecondIsOne() {
    var bench = bench(.analytics(fields: ["&t": "event"]), answer: .noResponse)
    bench.send(.call(.setDispatchInterval(.seconds(1))))
    #expect(bench.harness.until(.dispatch(.analytics)) == .seconds(1))
  }

  /// A pixel waits two minutes for its next attempt, but not until a time that comes once more.
  @Test func aPixelThatWasTriedInTheFutureIsTriedAgain() {
    var bench = bench(.pixel(url: "https://p.example/"), answer: .response(status: 500))
    #expect(bench.requests.count == 1)
    bench.harness.setClock(by: .hours(-1))
    bench.send(.call(.dispatch))
    #expect(bench.requests.count == 2)
  }

  @Test func nothingIsStoredOfWhoeverOptedOut() {
    var harness = RuntimeHarness()
    harness.send(.call(.makeTracker(name: nil, trackingID: "UA-1-1")))
    harness.send(.call(.setOptOut(true)))
    let hit = HitBuilder.screenView(name: "Home").fields
    #expect(harness.send(.call(.send(hit, tracker: nil))).wholeHits == [])
    harness.send(.call(.setOptOut(false)))
    #expect(harness.send(.call(.send(hit, tracker: nil))).wholeHits.count == 1)
  }
}
