import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// Timelines of dispatch: seconds since launch, and what happened then.
@Suite struct DispatcherTests {
  private let analytics = Hit.Kind.analytics(fields: ["&t": "event"])
  private let pixel = Hit.Kind.pixel(url: "https://p.example/")

  private func bench(
    _ hits: [Hit.Kind] = [], interval: Duration? = .seconds(120), isReachable: Bool = true,
    answer: DeliveryResult? = .response(status: 200)
  ) -> DispatchBench {
    var settings = Settings()
    settings.dispatchInterval = interval
    var bench = DispatchBench(settings: settings)
    bench.answer = answer
    for hit in hits { bench.stored(hit) }
    bench.launch(isReachable: isReachable)
    return bench
  }

  @Test func hitsOfAnEarlierRunAreSentOneSecondAfterLaunch() {
    var bench = bench([analytics, pixel])
    bench.wait(.milliseconds(999))
    #expect(bench.told() == [])
    bench.wait(.milliseconds(1))
    #expect(
      bench.told() == ["1 deliver 1", "1 sent 1", "1 deliver 2", "1 sent 2", "1 good"])
    #expect(bench.store.isEmpty)
  }

  @Test func thePeriodRunsOnlyWhileHitsWait() {
    var bench = bench()
    bench.wait(.seconds(1))
    #expect(bench.told() == ["1 no data"])
    #expect(bench.harness.until(.dispatch) == nil)
    bench.wait(.hours(10))
    #expect(bench.told() == [])
  }

  @Test func aHitStartsThePeriod() {
    var bench = bench()
    bench.harness.bundleAnalyticsTag()
    bench.send(.open(container: "GTM-TEST", kind: .preferNonDefault, timeout: nil))
    bench.wait(.seconds(10))
    _ = bench.told()
    bench.send(.push(["event": "go"]))
    #expect(bench.harness.until(.dispatch) == .seconds(120))
    bench.wait(.seconds(30))
    bench.send(.push(["event": "go"]))
    #expect(bench.harness.until(.dispatch) == .seconds(90))
    bench.wait(.seconds(90))
    #expect(
      bench.told() == [
        "130 deliver 1", "130 sent 1", "130 deliver 2", "130 sent 2", "130 good",
      ])
    #expect(bench.harness.until(.dispatch) == nil)
  }

  @Test func offlineNoTimerRuns() {
    var bench = bench([analytics], isReachable: false)
    #expect(bench.harness.until(.dispatch) == nil)
    bench.wait(.seconds(1))
    #expect(bench.told() == ["1 no data"])
    bench.wait(.hours(1))
    #expect(bench.told() == [])
    bench.send(.reachability(true))
    #expect(bench.told() == [])
    bench.wait(.seconds(120))
    #expect(bench.told() == ["3721 deliver 1", "3721 sent 1", "3721 good"])
  }

  @Test func losingTheNetworkStopsThePeriodAndRegainingItStartsItAnew() {
    var bench = bench([analytics], answer: .noResponse)
    bench.wait(.seconds(61))
    _ = bench.told()
    bench.send(.reachability(false))
    #expect(bench.harness.until(.dispatch) == nil)
    bench.send(.reachability(true))
    #expect(bench.harness.until(.dispatch) == .seconds(120))
  }

  @Test func withoutAnAnswerTheHitsStayForTheNextPeriod() {
    var bench = bench([analytics, analytics], answer: .noResponse)
    bench.wait(.seconds(1))
    #expect(bench.told() == ["1 deliver 1", "1 keep 1, tries 1", "1 error"])
    bench.wait(.seconds(118))
    #expect(bench.told() == [])
    bench.answer = .response(status: 200)
    bench.wait(.seconds(1))
    #expect(
      bench.told() == [
        "120 deliver 1", "120 sent 1", "120 deliver 2", "120 sent 2", "120 good",
      ])
  }

  @Test func oneRequestIsInFlight() {
    var bench = bench([analytics, analytics], answer: nil)
    bench.wait(.seconds(1))
    #expect(bench.told() == ["1 deliver 1"])
    #expect(bench.harness.runtime.hitInFlight == 1)
    bench.send(.dispatch)
    #expect(bench.told() == [], "a dispatch while a request is in flight does nothing")
    bench.wait(.seconds(119))
    #expect(bench.told() == [])
    bench.deliver(.response(status: 200))
    #expect(bench.told() == ["120 sent 1", "120 deliver 2"])
    bench.deliver(.response(status: 200))
    #expect(bench.told() == ["120 sent 2", "120 good"])
    #expect(!bench.harness.runtime.isDispatching)
  }

  @Test func anAnswerThatNobodyWaitsForIsIgnored() {
    var bench = bench([analytics], isReachable: false)
    bench.deliver(.response(status: 200))
    bench.send(.hitsRead([StoredHit(id: 9, hit: bench.store[0].hit)]))
    #expect(bench.told() == [])
  }

  @Test(arguments: [400, 404, 500, 503])
  func anyAnswerEndsAnAnalyticsHit(_ status: Int) {
    var bench = bench([analytics], answer: .response(status: status))
    bench.wait(.seconds(1))
    #expect(bench.told() == ["1 deliver 1", "1 refused \(status) 1", "1 good"])
  }

  @Test func aPixelIsKeptUntilFourHoursAfterItsFirstAttempt() {
    var bench = bench([pixel], interval: nil, answer: .response(status: 500))
    bench.wait(.seconds(1))
    #expect(bench.told() == ["1 deliver 1", "1 keep 1, tries 1", "1 error"])
    bench.wait(.hours(4))
    bench.send(.dispatch)
    #expect(bench.told() == ["14401 deliver 1", "14401 keep 1, tries 2", "14401 error"])
    bench.wait(.milliseconds(1))
    bench.send(.dispatch)
    #expect(bench.told() == ["14401.001 deliver 1", "14401.001 gave up 500 1", "14401.001 good"])
  }

  @Test func aKeptPixelDoesNotHoldUpTheOthers() {
    var bench = bench([pixel, analytics], answer: nil)
    bench.wait(.seconds(1))
    bench.deliver(.response(status: 500))
    bench.deliver(.response(status: 200))
    #expect(
      bench.told() == [
        "1 deliver 1", "1 keep 1, tries 1", "1 deliver 2", "1 sent 2", "1 error",
      ])
    #expect(bench.harness.until(.dispatch) == .seconds(119))
  }

  @Test func hitsOlderThan30DaysAreDeleted() {
    var bench = DispatchBench()
    bench.stored(analytics, age: .days(30))
    bench.stored(analytics, age: .days(30) - .seconds(1))
    bench.launch()
    bench.wait(.seconds(1))
    #expect(bench.told() == ["1 too old 1", "1 deliver 2", "1 sent 2", "1 good"])
  }

  @Test func onlyOldHitsAreNoData() {
    var bench = DispatchBench()
    bench.stored(analytics, age: .days(31))
    bench.launch()
    bench.wait(.seconds(1))
    #expect(bench.told() == ["1 too old 1", "1 no data"])
  }

  @Test func manyHitsAreReadPageByPage() {
    var bench = bench(Array(repeating: analytics, count: 2 * Limits.hitsPerFetch + 1))
    bench.wait(.seconds(1))
    #expect(bench.told().count { $0.hasPrefix("1 sent") } == 2 * Limits.hitsPerFetch + 1)
    #expect(bench.store.isEmpty)
  }

  @Test(arguments: [nil, .zero, .milliseconds(999), .seconds(-5)] as [Duration?])
  func withoutAPeriodOnlyAnAskedDispatchSends(_ interval: Duration?) {
    var bench = bench([analytics], answer: .noResponse)
    bench.send(.setDispatchInterval(interval))
    #expect(bench.harness.runtime.dispatchInterval == nil)
    bench.wait(.hours(1))
    #expect(bench.told() == ["1 deliver 1", "1 keep 1, tries 1", "1 error"])
    bench.answer = .response(status: 200)
    bench.send(.dispatch)
    #expect(bench.told() == ["3600 deliver 1", "3600 sent 1", "3600 good"])
  }

  @Test func aNewPeriodStartsAnew() {
    var bench = bench([analytics], answer: .noResponse)
    bench.wait(.seconds(60))
    bench.send(.setDispatchInterval(.seconds(10)))
    #expect(bench.harness.until(.dispatch) == .seconds(10))
  }

  @Test func aHitThatIsStoredDuringTheLastReadKeepsThePeriod() {
    var harness = RuntimeHarness()
    harness.bundleAnalyticsTag()
    harness.open()
    harness.send(.launched(isReachable: true))
    harness.wait(.seconds(1))
    harness.event("go")
    // The answer was made before the hit was stored.
    harness.send(.hitsRead([]))
    #expect(harness.until(.dispatch) == .seconds(119))
  }
}

extension RuntimeHarness {
  /// Puts a container into the bundle whose tag makes a hit of the event `go`.
  mutating func bundleAnalyticsTag() {
    bundle =
      ContainerBuilder { container in
        container.analyticsTag("T", ["&t": "event"])
        container.rule(when: [.event("go")], fires: ["T"])
      }.compiled
  }
}
