import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// The strict profile: what an answer means, and when a hit that failed is tried again.
@Suite struct StrictDeliveryTests {
  private static let analytics = Hit.Kind.analytics(fields: ["&t": "event"])
  private static let pixel = Hit.Kind.pixel(url: "https://p.example/")

  private func bench(
    _ hits: [Hit.Kind] = [analytics], answer: DeliveryResult?, interval: Duration? = .seconds(120)
  ) -> DispatchBench {
    var settings = DispatchBench.single
    settings.delivery = .strict
    settings.dispatchInterval = interval
    return DispatchBench(hits, settings: settings, answer: answer)
  }

  /// Every status that means something of its own, and the neighbours of the ranges.
  private static let statuses: [(status: Int, words: String)] = [
    (200, "sent 1"), (204, "sent 1"), (299, "sent 1"),
    (400, "refused 400 1"), (401, "refused 401 1"), (403, "refused 403 1"),
    (404, "refused 404 1"), (407, "refused 407 1"), (409, "refused 409 1"),
    (410, "refused 410 1"), (413, "refused 413 1"), (422, "refused 422 1"),
    (428, "refused 428 1"), (430, "refused 430 1"), (499, "refused 499 1"),
    (408, "keep 1, tries 1"), (429, "keep 1, tries 1"), (500, "keep 1, tries 1"),
    (503, "keep 1, tries 1"), (599, "keep 1, tries 1"),
    // Neither a success nor a refusal: nothing is thrown away for it.
    (0, "keep 1, tries 1"), (199, "keep 1, tries 1"), (300, "keep 1, tries 1"),
    (304, "keep 1, tries 1"), (399, "keep 1, tries 1"), (999, "keep 1, tries 1"),
  ]

  @Test(arguments: statuses, [analytics, pixel])
  func whatAnAnswerMeans(_ answer: (status: Int, words: String), _ hit: Hit.Kind) {
    var bench = bench([hit], answer: .response(status: answer.status))
    bench.wait(.seconds(1))
    let told = bench.told().filter { $0 != "1 no data" }
    let result = answer.words.hasPrefix("keep") ? "error" : "good"
    let queue = hit == Self.pixel ? "pixels " : ""
    #expect(told == ["1 deliver 1", "1 \(answer.words)", "1 \(queue)\(result)"])
  }

  /// One second after launch, then 2, 4, 8 … 1024 seconds later, then every half hour.
  @Test(arguments: [.noResponse, .response(status: 503)] as [DeliveryResult])
  func theWaitDoublesUpToHalfAnHour(_ answer: DeliveryResult) {
    var bench = bench(answer: answer)
    bench.wait(.hours(3))
    let attempts = bench.told().filter { $0.hasSuffix("deliver 1") }
    let times = [1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047, 3847, 5647, 7447, 9247]
    #expect(attempts == times.map { "\($0) deliver 1" })
    #expect(bench.store.map(\.tries) == [times.count])
    #expect(bench.harness.runtime.failedAttempts(of: .analytics) == times.count)
    #expect(bench.harness.runtime.failedAttempts(of: .pixels) == 0)
  }

  @Test func aSuccessEndsTheWaiting() {
    var bench = bench([Self.analytics, Self.analytics], answer: .noResponse)
    bench.wait(.seconds(31))
    #expect(bench.harness.until(.dispatch(.analytics)) == .seconds(32))
    bench.answer = .response(status: 200)
    _ = bench.told()
    bench.wait(.seconds(32))
    #expect(
      bench.told() == ["63 deliver 1", "63 sent 1", "63 deliver 2", "63 sent 2", "63 good"])
    #expect(bench.harness.runtime.failedAttempts(of: .analytics) == 0)
    #expect(bench.harness.until(.dispatch(.analytics)) == nil)
  }

  /// A collector that refuses is there: the hits after the refused one go at once.
  @Test func aRefusalIsNoFailure() {
    var bench = bench([Self.analytics, Self.analytics], answer: .response(status: 400))
    bench.wait(.seconds(1))
    #expect(
      bench.told() == [
        "1 deliver 1", "1 refused 400 1", "1 deliver 2", "1 refused 400 2", "1 good",
      ])
    #expect(bench.harness.runtime.failedAttempts(of: .analytics) == 0)
  }

  /// The pixels behind one that fails wait, and none is given up after four hours.
  @Test func aFailureEndsTheDispatch() {
    var bench = bench([Self.pixel, Self.pixel], answer: .response(status: 500))
    bench.wait(.seconds(3))
    let pixels = bench.told().filter { !$0.hasSuffix(" no data") }
    #expect(
      pixels == [
        "1 deliver 1", "1 keep 1, tries 1", "1 pixels error",
        "3 deliver 1", "3 keep 1, tries 2", "3 pixels error",
      ])
    bench.wait(.hours(5))
    #expect(bench.store.map(\.id) == [1, 2])
  }

  @Test func anAskedDispatchDoesNotWait() {
    var bench = bench(answer: .noResponse)
    bench.wait(.seconds(20))
    #expect(bench.harness.until(.dispatch(.analytics)) == .seconds(11))
    bench.send(.call(.dispatch))
    #expect(bench.harness.runtime.failedAttempts(of: .analytics) == 5)
    #expect(bench.harness.until(.dispatch(.analytics)) == .seconds(32))
    bench.answer = .response(status: 200)
    bench.send(.call(.dispatch))
    #expect(bench.store.isEmpty)
    #expect(bench.harness.until(.dispatch(.analytics)) == nil)
  }

  @Test func aNetworkThatComesBackBeginsAnew() {
    var bench = bench(answer: .noResponse)
    bench.wait(.seconds(100))
    bench.send(.reachability(false))
    #expect(bench.harness.until(.dispatch(.analytics)) == nil)
    bench.send(.reachability(true))
    #expect(bench.harness.until(.dispatch(.analytics)) == .seconds(120))
    bench.wait(.seconds(120))
    #expect(bench.harness.until(.dispatch(.analytics)) == RetryBackoff.first)
  }

  @Test func withoutAPeriodNothingIsTriedAgain() {
    var bench = bench(answer: .noResponse, interval: nil)
    bench.wait(.hours(5))
    #expect(bench.told() == ["1 deliver 1", "1 keep 1, tries 1", "1 error"])
  }

  /// A hit is stored while another waits for its next attempt: that one's timer stays.
  @Test func aNewHitDoesNotHurryTheOthers() {
    var bench = bench(answer: .noResponse)
    bench.harness.bundleAnalyticsTag()
    bench.send(.call(.open(container: "GTM-TEST", kind: .preferNonDefault, timeout: nil)))
    bench.wait(.seconds(40))
    #expect(bench.harness.until(.dispatch(.analytics)) == .seconds(23))
    bench.send(.call(.push(["event": "go"])))
    #expect(bench.store.count == 2)
    #expect(bench.harness.until(.dispatch(.analytics)) == .seconds(23))
  }

  /// The wall clock leaps; the wait between attempts does not follow it.
  @Test(arguments: [.days(-2), .days(2)] as [Duration])
  func theWaitIsOfTheMonotonicClock(_ leap: Duration) {
    var bench = bench(answer: .response(status: 503))
    bench.wait(.seconds(20))
    _ = bench.told()
    bench.harness.setClock(by: leap)
    bench.wait(.seconds(11))
    #expect(bench.told() == ["31 deliver 1", "31 keep 1, tries 5", "31 error"])
  }
}
