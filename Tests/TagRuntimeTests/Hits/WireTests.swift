import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// What hits and requests say by the release, as captured ones do (Wire §8).
@Suite struct WireTests {
  private static func settings(_ minor: Int) -> Settings {
    .with { $0.sdkVersion = SDKVersion(3, minor) }
  }

  private static func phone(_ change: (inout DeviceFacts) -> Void) -> DeviceFacts {
    var facts = DeviceFacts()
    facts.deviceName = "iPhone8,2"
    facts.country = "US"
    change(&facts)
    return facts
  }

  private func hits(
    _ count: Int, _ settings: Settings = Settings(), _ facts: DeviceFacts = DeviceFacts()
  ) -> [Hit] {
    var harness = RuntimeHarness(settings: settings, facts: facts)
    harness.send(.call(.makeTracker(name: nil, trackingID: "UA-1-1")))
    return (0..<count).flatMap { _ in
      harness.send(.call(.send(HitBuilder.screenView(name: "Home").fields, tracker: nil))).wholeHits
    }
  }

  // MARK: Fields

  @Test(arguments: [
    (8, [nil, nil, nil, nil, "320x568"]), (9, [nil, nil, nil, "0", "320x568"]),
    (10, ["app", nil, nil, "0", "320x568"]), (11, ["app", "iPhone8,2", "1", "0", "320x568"]),
    (13, ["app", "iPhone8,2", "1", "0", "320x568"]),
    (14, ["app", "iPhone8,2", "1", "0", "640x1136"]),
    (17, ["app", "iPhone8,2", "1", "0", "640x1136"]),
  ])
  func fieldsCameWithReleases(_ minor: Int, _ expected: [String?]) throws {
    let hit = try #require(hits(1, Self.settings(minor), Self.phone { _ in }).first)
    #expect(["&ds", "&dm", "&_s", "&_crc", "&sr"].map { hit.added[$0] } == expected)
  }

  @Test(arguments: [
    ("375x667", 750, 1334), ("414x736", 1242, 2208), ("375x812", 1125, 2436),
    ("123x456", 123, 456),
  ])
  func screensWereInPoints(_ points: String, _ width: Int, _ height: Int) {
    let facts = Self.phone { ($0.screenWidth, $0.screenHeight) = (width, height) }
    #expect(hits(1, Self.settings(10), facts).first?.added["&sr"] == points)
    #expect(hits(1, Self.settings(14), facts).first?.added["&sr"] == "\(width)x\(height)")
  }

  @Test(arguments: [
    ("en", "US", "7.0", "en"), ("en", "US", "8.4.1", "en"), ("en", "US", "9.0", "en-us"),
    ("ko", "KR", "13.1", "ko-kr"), ("zh-Hans", "CN", "10.2", "zh-hans-cn"),
    ("en", "", "14.5", "en"), ("pt-BR", "BR", "12", "pt-br"),
  ])
  func theLanguageHasTheRegionFromIOS9On(
    _ language: String, _ country: String, _ system: String, _ expected: String
  ) {
    let facts = Self.phone {
      ($0.language, $0.country, $0.osVersion) = (language, country, system)
    }
    #expect(hits(1, Settings(), facts).first?.added["&ul"] == expected)
  }

  @Test func hitsAreCountedThroughAllProcesses() {
    #expect(hits(2).map { $0.added["&_s"] } == ["1", "2"])
    let facts = Self.phone { $0.hitCount = 342 }
    #expect(hits(2, Settings(), facts).map { $0.added["&_s"] } == ["343", "344"])
  }

  @Test func theAppMayCountItself() {
    var harness = RuntimeHarness()
    harness.send(.call(.makeTracker(name: nil, trackingID: "UA-1-1")))
    var builder = HitBuilder.screenView()
    builder.set("&_s", "9")
    builder.set("&_u", "mine")
    let hit = harness.send(.call(.send(builder.fields, tracker: nil))).wholeHits.first
    #expect(hit?.added["&_s"] == nil && hit?.added["&_u"] == nil)
  }

  // MARK: The cache buster

  @Test func itRisesByOneAndEachProcessBeginsAnywhere() throws {
    let busters = hits(3).compactMap(\.numbers?.cacheBuster)
    let first = try #require(busters.first)
    #expect(busters == [first, first &+ 1, first &+ 2])
    var settings = Settings()
    settings.seed = 2
    let other = hits(1, settings).compactMap(\.numbers?.cacheBuster)
    #expect(other != [first])
    #expect(other == hits(1, settings).compactMap(\.numbers?.cacheBuster), "the seed decides")
    #expect(first > UInt64(UInt32.max), "it has 64 bits")
  }

  @Test func whatIsNotStoredIsNotCounted() throws {
    var harness = RuntimeHarness()
    harness.send(.call(.makeTracker(name: nil, trackingID: "UA-1-1")))
    let screen = HitBuilder.screenView().fields
    let first = try #require(harness.send(.call(.send(screen, tracker: nil))).wholeHits.first)
    harness.send(.call(.setField("&sf", "0")))
    harness.send(.call(.send(screen, tracker: nil)))
    harness.send(.call(.setField("&sf", nil)))
    let next = harness.send(.call(.send(screen, tracker: nil))).wholeHits.first
    #expect(next?.numbers?.position == 2)
    #expect(next?.numbers?.cacheBuster == first.numbers.map { $0.cacheBuster &+ 1 })
  }

  @Test func itIsTheSameInEveryAttempt() throws {
    var bench = DispatchBench(settings: Settings())
    bench.answer = .noResponse
    bench.launch()
    bench.send(.call(.makeTracker(name: nil, trackingID: "UA-1-1")))
    bench.send(.call(.send(HitBuilder.screenView().fields, tracker: nil)))
    bench.wait(.seconds(360))
    let urls = bench.requests.map(\.url)
    #expect(urls.count == 4)
    let busters = urls.map { url in url.split(separator: "&").last.map(String.init) ?? "" }
    let hit = try #require(bench.store.first?.hit)
    #expect(Set(busters) == ["z=\(hit.numbers?.cacheBuster ?? 0)"])
    let times: [Substring?] = urls.map { $0.split(separator: "&").dropLast().last }
    #expect(Set(times).count == 4, "qt differs")
  }

  @Test func oneThatWasNeverCountedHasItsPlaceInTheStore() throws {
    var bench = DispatchBench([.analytics(fields: ["&t": "event"])])
    bench.wait(.seconds(1))
    #expect(try #require(bench.requests.first).url.hasSuffix("&z=1"))
  }

  // MARK: Writing

  @Test func theTailStandsInItsOrder() throws {
    var bench = DispatchBench()
    bench.stored(.analytics(fields: ["&ea": "Start Pressed"]), age: .milliseconds(119_042))
    bench.launch()
    bench.wait(.seconds(1))
    let url = try #require(bench.requests.first?.url)
    let made = RuntimeHarness.start.milliseconds - 119_042
    #expect(url.hasSuffix("/collect?ea=Start+Pressed&ht=\(made)&qt=120042&z=1"))
  }

  @Test func parametersAreReadAsTheyWereWritten() throws {
    var bench = DispatchBench([.analytics(fields: ["&el": "a b+c 'd'", "&cd20": ""])])
    bench.wait(.seconds(1))
    let parameters = try #require(bench.requests.first).parameters(ofHit: 1)
    #expect(parameters.prefix(2).map(\.name) == ["el", "cd20"])
    #expect(parameters.prefix(2).map(\.value) == ["a b+c 'd'", ""])
    #expect(parameters.prefix(2).map(\.raw) == ["el=a+b%2Bc+'d'", "cd20"])
  }

  // MARK: The header

  @Test(arguments: [
    (
      10, "iPhone7,2", "zh-Hans", "CN", "10.2",
      "GoogleAnalytics/3.10 (iPhone; U; CPU iPhone OS 10.2 like Mac OS X; zh-hans-cn-cn)"
    ),
    (
      9, "iPad4,1", "en", "US", "7.0",
      "GoogleAnalytics/3.09 (iPad; U; CPU iPhone OS 7.0 like Mac OS X; en-us)"
    ),
    (
      17, "iPod5,1", "de", "", "8.0",
      "GoogleAnalytics/3.17 (iPod touch; U; CPU iPhone OS 8.0 like Mac OS X; de)"
    ),
  ])
  func requestsOfAnalyticsTellTheRelease(
    _ minor: Int, _ model: String, _ language: String, _ country: String, _ system: String,
    _ expected: String
  ) {
    let facts = Self.phone {
      ($0.deviceName, $0.language, $0.country, $0.osVersion) = (model, language, country, system)
    }
    var bench = DispatchBench(settings: Self.settings(minor))
    bench.harness = RuntimeHarness(settings: Self.settings(minor), facts: facts)
    bench.stored(.analytics(fields: ["&t": "event"]))
    bench.stored(.pixel(url: "https://p.example/"))
    bench.launch()
    bench.wait(.seconds(1))
    #expect(bench.requests.map(\.userAgent) == [expected, nil])
  }
}
