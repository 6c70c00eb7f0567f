import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// Vectors 22 to 25 (Dispatch §10): credits, dispatch and the store.
@Suite struct DispatchVectorTests {
  private let analytics = Hit.Kind.analytics(fields: ["&t": "event"])
  private let pixel = Hit.Kind.pixel(url: "https://p.example/")

  // MARK: Vector 22

  private func tracking() -> RuntimeHarness {
    var harness = RuntimeHarness()
    harness.send(.call(.makeTracker(name: nil, trackingID: "UA-1-1")))
    return harness
  }

  /// How many of a number of hits of a type are stored.
  private func stored(_ count: Int, _ type: String, _ harness: inout RuntimeHarness) -> Int {
    (0..<count).count { _ in
      !harness.send(.call(.send(["&t": type], tracker: nil))).wholeHits.isEmpty
    }
  }

  @Test func vector22SixtyOneHitsInAnInstantAreSixty() {
    var harness = tracking()
    #expect(stored(61, "event", &harness) == 60)
    harness.wait(.seconds(2))
    #expect(stored(2, "event", &harness) == 1)
  }

  @Test(arguments: ["transaction", "item"])
  func vector22PurchasesAreNeverThrottled(_ type: String) {
    var harness = tracking()
    #expect(stored(60, "event", &harness) == 60)
    #expect(stored(100, type, &harness) == 100)
    #expect(stored(1, "event", &harness) == 0)
    var fresh = tracking()
    #expect(stored(100, type, &fresh) == 100)
    #expect(stored(61, "event", &fresh) == 60, "they cost no credit either")
  }

  @Test func everyTrackerHasItsOwnCredits() {
    var harness = tracking()
    harness.send(.call(.makeTracker(name: "other", trackingID: "UA-1-2")))
    #expect(stored(61, "event", &harness) == 60)
    #expect(!harness.send(.call(.send(["&t": "event"], tracker: "other"))).wholeHits.isEmpty)
  }

  @Test(arguments: ["_img", "_ua"])
  func tagsOfPixelsAreThrottledAndThoseOfAnalyticsAreNot(_ function: String) {
    var harness = RuntimeHarness { container in
      if function == "_img" {
        container.tag("T", "_img", ["url": "https://p.example/"])
      } else {
        container.analyticsTag("T", ["&t": "event"])
      }
      container.rule(when: [.event("go")], fires: ["T"])
    }
    let stored = (0..<61).count { _ in !harness.event("go").wholeHits.isEmpty }
    #expect(stored == (function == "_img" ? 60 : 61))
  }

  // MARK: Vector 23

  private func bench(
    _ hits: [Hit.Kind], answer: DeliveryResult = .response(status: 200), isReachable: Bool = true
  ) -> DispatchBench {
    var settings = DispatchBench.single
    settings.dispatchInterval = nil
    return DispatchBench(hits, settings: settings, isReachable: isReachable, answer: answer)
  }

  @Test func vector23AnAnswerOf500DeletesTheHitAndIsGood() {
    var bench = bench([analytics], answer: .response(status: 500))
    bench.send(.call(.dispatchWithCompletion))
    #expect(
      bench.told() == ["0 deliver 1", "0 refused 500 1", "0 good", "0 completed good"])
    #expect(bench.store.isEmpty)
  }

  @Test func vector23WithoutAConnectionTheHitIsKeptAndItIsAnError() {
    var bench = bench([analytics], answer: .noResponse)
    bench.send(.call(.dispatchWithCompletion))
    #expect(
      bench.told() == ["0 deliver 1", "0 keep 1, tries 1", "0 error", "0 completed error"])
    #expect(bench.store.count == 1)
  }

  @Test(arguments: [(1, false), (0, true)])
  func vector23WithoutANetworkOrAHitThereIsNoData(_ hits: Int, _ isReachable: Bool) {
    var bench = bench(Array(repeating: analytics, count: hits), isReachable: isReachable)
    bench.send(.call(.dispatchWithCompletion))
    #expect(bench.told() == ["0 no data", "0 completed no data"])
    #expect(bench.store.count == hits)
  }

  @Test func vector23WithoutAPeriodNothingIsSentUntilADispatch() {
    var bench = DispatchBench()
    bench.launch()
    bench.wait(.seconds(2))
    bench.send(.call(.setDispatchInterval(.zero)))
    bench.send(.call(.makeTracker(name: nil, trackingID: "UA-1-1")))
    bench.send(.call(.send(["&t": "event"], tracker: nil)))
    _ = bench.told()
    bench.wait(.hours(9))
    #expect(bench.told() == [])
    bench.send(.call(.dispatch))
    #expect(bench.store.isEmpty)
  }

  // MARK: Vector 24

  @Test func vector24AFailingPixelIsDeletedAfterFourHoursAndThatIsGood() {
    var bench = bench([pixel], answer: .response(status: 500))
    bench.send(.call(.dispatchWithCompletion))
    #expect(bench.told().last == "0 completed error")
    bench.wait(.hours(4))
    bench.send(.call(.dispatchWithCompletion))
    #expect(bench.told().last == "14400 completed error", "four hours are not more than four")
    bench.wait(.seconds(120))
    bench.send(.call(.dispatchWithCompletion))
    #expect(
      bench.told().suffix(3) == [
        "14520 gave up 500 1", "14520 pixels good", "14520 completed good",
      ])
    #expect(bench.store.isEmpty)
  }

  // MARK: Vector 25, of which the store's part is the simulation's

  @Test func vector25AHitOlderThan30DaysIsDeletedAtTheFetch() {
    var bench = DispatchBench()
    bench.stored(analytics, age: .days(30) + .milliseconds(1))
    bench.launch()
    bench.send(.call(.dispatchWithCompletion))
    #expect(bench.told() == ["0 too old 1", "0 no data", "0 completed no data"])
  }
}
