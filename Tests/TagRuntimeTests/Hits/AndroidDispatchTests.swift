import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// How hits are made and sent on Android (Platforms §8).
struct AndroidDispatchTests {
  private static let analytics = Hit.Kind.analytics(fields: ["&t": "event", "&tid": "UA-1-1"])
  private static let pixel = Hit.Kind.pixel(url: "https://p.example/")

  private func bench(_ hits: [Hit.Kind], answer: Int = 200) -> DispatchBench {
    DispatchBench(
      hits, settings: Settings(platform: .android), answer: .response(status: answer))
  }

  @Test(arguments: [200, 201, 204, 301, 400, 404, 500, 503])
  func only200RemovesAHit(_ status: Int) {
    var bench = bench([Self.analytics], answer: status)
    bench.wait(.seconds(5))
    #expect(bench.store.isEmpty == (status == 200))
    #expect(bench.told().contains("5 deliver 1"))
  }

  /// A pass ends at the first answer that is another one, and the next one is half an hour later.
  @Test func anotherAnswerEndsThePass() {
    let long = Hit.Kind.analytics(fields: ["&t": String(repeating: "x", count: 5000)])
    var bench = bench([long, long], answer: 500)
    bench.wait(.seconds(1804))
    #expect(bench.told().filter { $0.contains("deliver") } == ["5 deliver 1"])
    bench.wait(.seconds(2))
    #expect(bench.told().filter { $0.contains("deliver") } == ["1805 deliver 1"])
  }

  @Test func twentyHitsAndEightKilobytesGoTogether() {
    var bench = bench(Array(repeating: Self.analytics, count: 21))
    bench.wait(.seconds(5))
    #expect(bench.requests.map(\.hits.count) == [20, 1])
    // A single hit travels like several: only a server that refused batches gets it by GET.
    #expect(bench.requests.map(\.method) == [.post, .post])
    #expect(bench.requests.allSatisfy { $0.url.hasSuffix("/batch") })
    let large = Hit.Kind.analytics(fields: ["&t": String(repeating: "x", count: 3000)])
    var other = self.bench(Array(repeating: large, count: 3))
    other.wait(.seconds(5))
    #expect(other.requests.map(\.hits.count) == [2, 1])
    #expect(other.requests.allSatisfy { $0.body.utf8.count <= 8192 })
  }

  @Test(arguments: [(404, 1), (502, 1), (500, 2)])
  func aServerWithoutBatchesGetsNoneForAnHour(_ status: Int, _ together: Int) {
    var bench = bench([Self.analytics, Self.analytics], answer: status)
    bench.wait(.seconds(1806))
    #expect(bench.requests.map(\.hits.count) == [2, together])
    bench.wait(.seconds(1800))
    #expect(bench.requests.last?.hits.count == 2)
  }

  @Test(arguments: [(0, HitRequest.Method.get), (1, .post)])
  func aLongHitIsPosted(_ more: Int, _ method: HitRequest.Method) throws {
    func alone(_ text: String) -> HitRequest? {
      var bench = bench([.analytics(fields: ["&t": text]), Self.analytics], answer: 404)
      bench.wait(.seconds(1806))
      return bench.requests.last
    }
    let payload = try #require(alone("x")?.url.split(separator: "?").last)
    let text = String(repeating: "x", count: 2036 - payload.utf8.count + 1 + more)
    #expect(alone(text)?.method == method)
    #expect(alone(text)?.isCompressed == false)
  }

  /// The next dispatch is half an hour after the last one, and 5 s after a hit if that is over.
  @Test func thePeriodCountsFromTheLastDispatch() {
    var bench = bench([Self.analytics])
    bench.send(.call(.makeTracker(name: nil, trackingID: "UA-1-1")))
    bench.wait(.seconds(600))
    bench.send(.call(.send(["&t": "event"])))
    bench.wait(.seconds(1204))
    #expect(bench.requests.count == 1)
    bench.wait(.seconds(1))
    #expect(bench.requests.count == 2)
    bench.wait(.seconds(4000))
    bench.send(.call(.send(["&t": "event"])))
    bench.wait(.seconds(4))
    #expect(bench.requests.count == 2)
    bench.wait(.seconds(1))
    #expect(bench.requests.count == 3)
    #expect(bench.requests.last?.isCompressed == true)
  }

  @Test func pixelsGoOnWhileSomeAreUntried() {
    var bench = bench(Array(repeating: Self.pixel, count: 45), answer: 503)
    bench.wait(.seconds(1))
    #expect(bench.requests.count == 45)
    bench.wait(.seconds(1500))
    #expect(bench.requests.count == 45)
    bench.wait(.seconds(2200))
    #expect(bench.requests.count == 90)
  }

  // MARK: Making hits

  private func harness() -> RuntimeHarness {
    var harness = RuntimeHarness(
      settings: Settings(platform: .android), facts: .with { $0.advertisingID = "AD-1" })
    harness.send(.call(.makeTracker(name: nil, trackingID: "UA-1-1")))
    return harness
  }

  @Test func whatLacksATypeOrAPropertyIsDropped() {
    var harness = harness()
    #expect(harness.send(.call(.send(["&cd": "Home"]))).discarded == [.incomplete(field: "&t")])
    #expect(
      harness.send(.call(.send(["&t": "screenview", "&tid": nil]))).discarded == [
        .incomplete(field: "&tid")
      ])
    #expect(harness.send(.call(.send(["&t": "screenview"]))).wholeHits.count == 1)
  }

  @Test func aDryRunStoresNothing() {
    var harness = harness()
    harness.send(.call(.setDryRun(true)))
    let effects = harness.send(.call(.send(["&t": "screenview"])))
    #expect(effects.wholeHits.isEmpty && effects.discarded == [.dryRun])
  }

  /// The tracker of containers is kept, and its 60 credits with it; iOS makes one for each firing.
  @Test(arguments: [(Platform.android, 60), (.ios, 61)])
  func theTrackerOfContainersIsKept(_ platform: Platform, _ stored: Int) {
    var harness = RuntimeHarness(settings: Settings(platform: platform)) {
      $0.analyticsTag("T", ["&tid": "UA-1", "&t": "screenview"])
      $0.rule(when: [.event("go")], fires: ["T"])
    }
    let hits = (0..<61).flatMap { _ in harness.event("go").wholeHits }
    #expect(hits.count == stored)
  }

  @Test func requestsSayWhichLibraryTheyAreOf() {
    var bench = bench([Self.analytics, Self.pixel])
    bench.wait(.seconds(5))
    #expect(
      Set(bench.requests.map(\.userAgent)) == [
        "GoogleAnalytics/10.2.98 (Linux; U; Android 7.0; en; iPhone Build/unknown)",
        "GoogleTagManager/4.00 (Linux; U; Android 7.0; en; iPhone Build/unknown)",
      ])
  }

  // MARK: What a hit says

  private func sentHit(
    _ fields: OrderedDictionary<String, String?>,
    _ change: (inout RuntimeHarness) -> Void = { _ in }
  ) throws -> Hit {
    var harness = harness()
    change(&harness)
    return try #require(harness.send(.call(.send(fields))).wholeHits.first)
  }

  /// The fields that a log of the real library has: "Hit delivery requested: _s, _v, a, adid, aid,
  /// aiid, an, ate, av, cd, cid, sr, t, tid, ul, v".
  @Test func aHitHasTheFieldsOfTheRealLibrary() throws {
    let hit = try sentHit(["&t": "screenview", "&cd": "Home"]) {
      $0.send(.call(.collectAdvertisingID(true)))
    }
    guard case .analytics(let fields) = hit.kind else {
      Issue.record("no hit of Analytics")
      return
    }
    #expect(
      (Array(fields.keys) + Array(hit.added.keys)).sorted() == [
        "&_s", "&_v", "&a", "&adid", "&aid", "&aiid", "&an", "&ate", "&av", "&cd", "&cid", "&sr",
        "&t", "&tid", "&ul", "&v",
      ])
    #expect(hit.added["&_v"] == "ma10.2.98")
    #expect(hit.added["&aiid"] == "com.android.vending")
    #expect(hit.added["&adid"] == "ad-1", "in small letters")
  }

  /// Counted from 0, and what is never stored is not counted.
  @Test func hitsAreCountedFromZero() {
    var harness = harness()
    harness.send(.call(.setDryRun(true)))
    harness.send(.call(.send(["&t": "screenview"])))
    harness.send(.call(.setDryRun(false)))
    let hits = (0..<2).flatMap { _ in
      harness.send(.call(.send(["&t": "screenview"]))).wholeHits
    }
    #expect(hits.map { $0.added["&_s"] } == ["0", "1"])
  }

  @Test(
    arguments: [
      ("a b", "a+b"), ("~", "%7E"), ("*", "*"), ("'", "%27"), ("ü/&=", "%C3%BC%2F%26%3D"),
      ("", ""), ("-._", "-._"),
    ])
  func fieldsAreWrittenAsJavaDoes(_ text: String, _ written: String) throws {
    let hit = try sentHit(["&t": "event", "&el": text])
    #expect(hit.payload.split(separator: "&").contains("el=\(written)"), "\(hit.payload)")
  }

  /// Only an address without security keeps caches from answering, with the number of the hit.
  @Test(
    arguments: [
      ("1", 1, ["qt=0"]), ("0", 1, ["qt=0"]), ("0", 2, ["qt=0"]), ("1", 2, ["qt=0"]),
    ] as [(String, Int, [String])])
  func theAddressHasANumberOnlyWhereItIsPlain(
    _ useSecure: String, _ hits: Int, _ endings: [String]
  ) throws {
    var bench = bench([])
    bench.wait(.seconds(2))
    bench.send(.call(.makeTracker(name: nil, trackingID: "UA-1-1")))
    for _ in 0..<hits {
      bench.send(.call(.send(["&t": "event", "useSecure": .some(useSecure)])))
    }
    bench.send(.call(.dispatch))
    let request = try #require(bench.requests.first)
    let line = request.body.isEmpty ? request.url : request.body
    let last = line.split(separator: "\n").last?.split(separator: "&").map(String.init) ?? []
    #expect(Array(last.suffix(endings.count)) == endings, "\(line)")
  }

  @Test(arguments: [("en", "GB", "en-gb"), ("de", "", "de"), ("pt-br", "BR", "pt-br")])
  func theLanguageHasItsCountry(_ language: String, _ country: String, _ said: String) throws {
    var facts = DeviceFacts()
    (facts.language, facts.country, facts.platform) = (language, country, "Android")
    var harness = RuntimeHarness(settings: Settings(platform: .android), facts: facts)
    harness.send(.call(.makeTracker(name: nil, trackingID: "UA-1-1")))
    let hit = try #require(harness.send(.call(.send(["&t": "event"]))).wholeHits.first)
    #expect(hit.added["&ul"] == said)
  }

  @Test func theAdvertisingIDHasItsOwnField() throws {
    var harness = harness()
    harness.send(.call(.collectAdvertisingID(true)))
    let hit = try #require(harness.send(.call(.send(["&t": "screenview"]))).wholeHits.first)
    #expect(hit.added["&adid"] == "ad-1" && hit.added["&idfa"] == nil)
  }
}
