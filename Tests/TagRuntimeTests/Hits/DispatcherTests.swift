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
    var settings = DispatchBench.single
    settings.dispatchInterval = interval
    return DispatchBench(hits, settings: settings, isReachable: isReachable, answer: answer)
  }

  @Test func hitsOfAnEarlierRunAreSentOneSecondAfterLaunch() {
    var bench = bench([analytics, pixel])
    bench.wait(.milliseconds(999))
    #expect(bench.told() == [])
    bench.wait(.milliseconds(1))
    #expect(
      bench.told() == [
        "1 deliver 1", "1 sent 1", "1 good", "1 deliver 2", "1 sent 2", "1 pixels good",
      ])
    #expect(bench.store.isEmpty)
  }

  @Test func thePeriodRunsOnlyWhileHitsWait() {
    var bench = bench()
    bench.wait(.seconds(1))
    #expect(bench.told() == ["1 no data"])
    #expect(bench.harness.until(.dispatch(.analytics)) == nil)
    bench.wait(.hours(10))
    #expect(bench.told() == [])
  }

  @Test func aHitStartsThePeriod() {
    var bench = bench()
    bench.harness.bundleAnalyticsTag()
    bench.send(.call(.open(container: "GTM-TEST", kind: .preferNonDefault, timeout: nil)))
    bench.wait(.seconds(10))
    _ = bench.told()
    bench.send(.call(.push(["event": "go"])))
    #expect(bench.harness.until(.dispatch(.analytics)) == .seconds(120))
    bench.wait(.seconds(30))
    bench.send(.call(.push(["event": "go"])))
    #expect(bench.harness.until(.dispatch(.analytics)) == .seconds(90))
    bench.wait(.seconds(90))
    #expect(
      bench.told() == [
        "130 deliver 1", "130 sent 1", "130 deliver 2", "130 sent 2", "130 good",
      ])
    #expect(bench.harness.until(.dispatch(.analytics)) == nil)
  }

  @Test func offlineNoTimerRuns() {
    var bench = bench([analytics], isReachable: false)
    #expect(bench.harness.until(.dispatch(.analytics)) == nil)
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
    #expect(bench.harness.until(.dispatch(.analytics)) == nil)
    bench.send(.reachability(true))
    #expect(bench.harness.until(.dispatch(.analytics)) == .seconds(120))
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

  @Test func aQuirkTakesNoAnswerForOne() {
    var settings = DispatchBench.single
    settings.quirks = [.unansweredRemoved]
    var bench = DispatchBench([analytics, analytics], settings: settings, answer: .noResponse)
    bench.wait(.seconds(1))
    #expect(
      bench.told() == ["1 deliver 1", "1 refused -1 1", "1 deliver 2", "1 refused -1 2", "1 good"])
  }

  @Test func oneRequestIsInFlight() {
    var bench = bench([analytics, analytics], answer: nil)
    bench.wait(.seconds(1))
    #expect(bench.told() == ["1 deliver 1"])
    #expect(bench.harness.runtime.requestInFlight(.analytics)?.hits.map(\.id) == [1])
    bench.send(.call(.dispatch))
    #expect(bench.told() == [], "a dispatch while a request is in flight does nothing")
    bench.wait(.seconds(119))
    #expect(bench.told() == [])
    bench.deliver(.response(status: 200))
    #expect(bench.told() == ["120 sent 1", "120 deliver 2"])
    bench.deliver(.response(status: 200))
    #expect(bench.told() == ["120 sent 2", "120 good"])
    #expect(bench.harness.runtime.requestInFlight(.analytics) == nil)
  }

  @Test func anAnswerThatNobodyWaitsForIsIgnored() {
    var bench = bench([analytics], isReachable: false)
    bench.deliver(.response(status: 200))
    bench.send(.hitsRead(.analytics, [StoredHit(id: 9, hit: bench.store[0].hit)]))
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
    #expect(bench.told() == ["1 no data", "1 deliver 1", "1 keep 1, tries 1", "1 pixels error"])
    bench.wait(.hours(4))
    bench.send(.call(.dispatch))
    #expect(
      bench.told() == [
        "14401 deliver 1", "14401 keep 1, tries 2", "14401 pixels error", "14401 no data",
      ])
    bench.wait(.seconds(120))
    bench.send(.call(.dispatch))
    #expect(
      bench.told() == [
        "14521 deliver 1", "14521 gave up 500 1", "14521 pixels good", "14521 no data",
      ])
  }

  @Test func aKeptPixelDoesNotHoldUpTheOthers() {
    var bench = bench([pixel, pixel], answer: nil)
    bench.wait(.seconds(1))
    bench.deliver(.response(status: 500), to: .pixels)
    bench.deliver(.response(status: 200), to: .pixels)
    #expect(
      bench.told() == [
        "1 no data", "1 deliver 1", "1 keep 1, tries 1", "1 deliver 2", "1 sent 2",
        "1 pixels error",
      ])
    #expect(bench.harness.until(.dispatch(.pixels)) == .seconds(119))
  }

  @Test func aPixelThatWasJustTriedIsLeftAlone() {
    var bench = bench([pixel], answer: .response(status: 500))
    bench.wait(.seconds(1))
    _ = bench.told()
    bench.wait(.seconds(118))
    bench.send(.call(.dispatch))
    #expect(bench.told() == ["119 pixels error", "119 no data"])
    bench.wait(.seconds(2))
    bench.send(.call(.dispatch))
    #expect(bench.told().contains("121 deliver 1"))
  }

  @Test func aDispatchMakesAtMostFortyRequestsForPixels() {
    var bench = bench(Array(repeating: pixel, count: 41))
    bench.wait(.seconds(1))
    #expect(bench.store.map(\.id) == [41])
    bench.wait(.seconds(120))
    #expect(bench.store.isEmpty)
  }

  @Test func laterReleasesSendSeveralHitsInOneRequest() {
    var bench = DispatchBench(Array(repeating: analytics, count: 23), settings: Settings())
    bench.wait(.seconds(1))
    #expect(bench.requests.map(\.hits.count) == [20, 3])
    #expect(bench.requests.map(\.method) == [.post, .post])
    #expect(bench.requests.first?.body.split(separator: "\n").count == 20)
  }

  @Test func aRequestOfSeveralHitsKeepsItsSize() {
    let long = Hit.Kind.analytics(
      fields: ["&t": "event", "&el": String(repeating: "x", count: 3000)])
    var bench = DispatchBench(Array(repeating: long, count: 4), settings: Settings())
    bench.wait(.seconds(1))
    #expect(bench.requests.map(\.hits.count) == [2, 2])
  }

  @Test(
    arguments: [
      (1900, HitRequest.Method.get, 1), (2100, .post, 1), (8300, .get, 0),
    ])
  func theSizeOfAHitDecidesHowItTravels(
    _ size: Int, _ method: HitRequest.Method, _ requests: Int
  ) {
    let text = String(repeating: "x", count: size)
    var bench = bench([.analytics(fields: ["&t": "event", "&el": text])])
    bench.wait(.seconds(1))
    #expect(bench.requests.count == requests)
    #expect(bench.requests.first.map { $0.method == method } ?? true)
    #expect(bench.told().last == "1 good")
    #expect(bench.store.isEmpty)
  }

  @Test func hitsWithoutSecurityTravelAmongThemselves() {
    let plain = Hit.Kind.analytics(fields: ["&t": "event", "useSecure": "0"])
    var bench = DispatchBench([analytics, plain, plain, analytics, plain], settings: Settings())
    bench.wait(.seconds(1))
    #expect(bench.requests.map { $0.hits.map(\.id) } == [[1], [2, 3], [4], [5]])
    #expect(
      bench.requests.map { String($0.url.prefix { $0 != "?" }) } == [
        "https://ssl.google-analytics.com/collect", "http://www.google-analytics.com/batch",
        "https://ssl.google-analytics.com/collect", "http://www.google-analytics.com/collect",
      ])
  }

  /// A batch ends before the hit with which it would be larger than 8192 bytes.
  @Test(arguments: [(0, [4, 1]), (1, [3, 2])])
  func aBatchHasItsBytes(_ more: Int, _ counts: [Int]) throws {
    func payload(_ length: Int) -> Hit.Kind {
      .analytics(fields: ["&t": "event", "&el": String(repeating: "x", count: length)])
    }
    // Four lines with their ends between them have 8192 bytes.
    var probe = DispatchBench([payload(1)], settings: Settings())
    probe.wait(.seconds(1))
    let rest = try #require(probe.requests.first?.url.split(separator: "?").last).utf8.count - 1
    let length = (8192 - 3) / 4 - rest
    let spare = (8192 - 3) % 4
    let hits = (0..<5).map { payload(length + ($0 == 0 ? spare + more : 0)) }
    var bench = DispatchBench(hits, settings: Settings())
    bench.wait(.seconds(1))
    #expect(bench.requests.map(\.hits.count) == counts)
    #expect(bench.requests.first?.body.utf8.count ?? 0 <= Limits.requestBytes)
    if more == 0 { #expect(bench.requests.first?.body.utf8.count == Limits.requestBytes) }
  }

  @Test func theQueueTimeAndTheCacheBusterAreAddedAtTheRequest() throws {
    var bench = DispatchBench()
    bench.stored(analytics, age: .seconds(3))
    bench.launch()
    bench.wait(.seconds(1))
    let url = try #require(bench.requests.first?.url)
    let names = url.split(separator: "?")[1].split(separator: "&").map {
      String($0.prefix { $0 != "=" })
    }
    #expect(names == ["t", "ht", "qt", "z"])
    #expect(url.contains("&qt=4000&"))
  }

  // MARK: Completion

  @Test(arguments: [(SDKVersion(3, 10), true), (SDKVersion(3, 12), false)])
  func aCompletionHandlerSwitchesThePeriodOffFrom312On(_ version: SDKVersion, _ runs: Bool) {
    var bench = DispatchBench(
      [analytics], settings: .with { $0.sdkVersion = version }, answer: .noResponse)
    bench.send(.call(.dispatchWithCompletion))
    #expect(
      bench.told() == ["0 deliver 1", "0 keep 1, tries 1", "0 error", "0 completed error"])
    #expect((bench.harness.until(.dispatch(.analytics)) != nil) == runs)
    #expect(bench.harness.runtime.dispatchInterval.setter == (runs ? .sdk : .completionHandler))
    bench.send(.call(.setDispatchInterval(.seconds(120))))
    #expect(bench.harness.until(.dispatch(.analytics)) == .seconds(120))
  }

  /// The timer of pixels is Tag Manager's own.
  ///
  /// Source: Dispatch §6.5, LegacySDK §18.
  @Test func aCompletionHandlerLeavesThePeriodOfPixels() {
    var bench = DispatchBench(
      [pixel], settings: .with { $0.sdkVersion = SDKVersion(3, 12) }, answer: .response(status: 500)
    )
    bench.send(.call(.dispatchWithCompletion))
    #expect(bench.harness.until(.dispatch(.analytics)) == nil)
    #expect(bench.harness.until(.dispatch(.pixels)) != nil)
    #expect(bench.harness.runtime.dispatchPeriod(of: .pixels) == .seconds(120))
    #expect(bench.harness.runtime.dispatchPeriod(of: .analytics) == nil)
  }

  @Test func aCompletionHandlerIsToldOfOneRequest() {
    var bench = bench([analytics, analytics])
    bench.send(.call(.dispatchWithCompletion))
    #expect(bench.told() == ["0 deliver 1", "0 sent 1", "0 good", "0 completed good"])
    bench.send(.call(.dispatchWithCompletion))
    #expect(bench.told() == ["0 deliver 2", "0 sent 2", "0 good", "0 completed good"])
    bench.send(.call(.dispatchWithCompletion))
    #expect(bench.told() == ["0 no data", "0 completed no data"])
  }

  @Test func withoutAnalyticsTheHandlerIsToldOfAPixel() {
    var bench = bench([pixel, pixel], answer: .response(status: 500))
    bench.send(.call(.dispatchWithCompletion))
    #expect(
      bench.told() == [
        "0 no data", "0 deliver 1", "0 keep 1, tries 1", "0 pixels error", "0 completed error",
      ])
  }

  @Test func whileARequestIsInFlightTheHandlerIsToldThatThereIsNoData() {
    var bench = bench([analytics], answer: nil)
    bench.wait(.seconds(1))
    _ = bench.told()
    bench.send(.call(.dispatchWithCompletion))
    #expect(bench.told() == ["1 completed no data"])
    bench.deliver(.response(status: 200))
    #expect(bench.told() == ["1 sent 1", "1 good"])
  }

  // MARK: Opt-out and dry run

  @Test func optingOutDeletesWhatWaitsOfAnalytics() {
    var bench = bench([analytics, pixel])
    bench.send(.call(.setOptOut(true)))
    #expect(bench.told() == ["0 opted-out 1"])
    #expect(bench.store.map(\.id) == [2])
    #expect(bench.harness.until(.dispatch(.analytics)) == nil)
  }

  @Test func aDryRunTakesHitsOutAndSendsNothing() {
    var bench = bench([analytics, analytics])
    bench.send(.call(.setDryRun(true)))
    bench.wait(.seconds(1))
    #expect(bench.told() == ["1 dry-run 1", "1 dry-run 2", "1 good"])
    #expect(bench.requests.isEmpty)
  }

  @Test func hitsOlderThan30DaysAreDeleted() {
    var bench = DispatchBench()
    bench.stored(analytics, age: .days(30))
    bench.stored(analytics, age: .days(30) - .seconds(1))
    bench.launch()
    bench.wait(.seconds(1))
    #expect(bench.told() == ["1 too old 1", "1 deliver 2", "1 sent 2", "1 good"])
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
    bench.send(.call(.setDispatchInterval(interval)))
    #expect(bench.harness.runtime.dispatchInterval.period == nil)
    bench.wait(.hours(1))
    #expect(bench.told() == ["1 deliver 1", "1 keep 1, tries 1", "1 error"])
    bench.answer = .response(status: 200)
    bench.send(.call(.dispatch))
    #expect(bench.told() == ["3600 deliver 1", "3600 sent 1", "3600 good"])
  }

  @Test func aNewPeriodStartsAnew() {
    var bench = bench([analytics], answer: .noResponse)
    bench.wait(.seconds(60))
    bench.send(.call(.setDispatchInterval(.seconds(10))))
    #expect(bench.harness.until(.dispatch(.analytics)) == .seconds(10))
  }

  @Test func aHitThatIsStoredDuringTheLastReadKeepsThePeriod() {
    var harness = RuntimeHarness()
    harness.bundleAnalyticsTag()
    harness.open()
    harness.send(.launched(isReachable: true))
    harness.wait(.seconds(1))
    harness.event("go")
    // The answer was made before the hit was stored.
    harness.send(.hitsRead(.analytics, []))
    #expect(harness.until(.dispatch(.analytics)) == .seconds(119))
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
