import Following
import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TestSupport
import Testing

/// Requests of a container's own pixels in a capture: they are known, explained, and expected.
struct CapturedPixelTests {
  private static let container = ContainerBuilder {
    $0.variable("label", path: "ui.label")
    $0.variable("total")
    $0.variable("sku")
    $0.constant("partner", "partner-7")
    $0.macro("random", "_r")
    $0.tag(
      "Purchase pixel", "_img",
      [
        "url": .template([
          "https://ads.example.com/conversion/", .macro("partner"), "?label=purchase&value=",
          .macro("total"),
        ])
      ])
    $0.tag(
      "Label pixel", "_img",
      [
        "url": "http://Ads.example.com/label",
        "additional_params": .list([
          .map([Expression.Entry(key: "what", value: .macro("label"))]),
          .map([Expression.Entry(key: "n", value: .macro("random"))]),
        ]),
      ])
    $0.tag("Anything", "_img", ["url": .macro("sku")])
    $0.rule(when: [.event("purchase")], fires: ["Purchase pixel"])
    $0.rule(when: [.event("press"), .equals("total", "9")], fires: ["Label pixel"])
    $0.rule(when: [.event("any")], fires: ["Anything"])
  }.compiled

  private static func read(_ lines: [String], alone: Bool = false) throws -> Capture {
    try Capture(
      Array(lines.joined(separator: "\n").utf8), pixelsOf: alone ? nil : container)
  }

  private static func made(_ lines: [String]) throws -> PhoneFollower {
    try PhoneFollower(
      of: read(lines), named: "a.har", container: (container, "c.json"), isWritten: true)
  }

  private static func failures(_ made: PhoneFollower) throws -> [String] {
    try CaptureScenarioTests.failures(made, container)
  }

  /// Host, path and the names of the keys are those of a tag; what others get is nobody's business.
  @Test(arguments: [
    ("https://ads.example.com/conversion/partner-7?label=purchase&value=19.9", true),
    ("https://ADS.example.com:443/conversion/partner-7?value=&label=other", true),
    ("https://ads.example.com/conversion/partner-8?label=purchase&value=1", false),
    ("https://ads.example.com/conversion/partner-7?label=purchase", false),
    ("https://ads.example.com/label?what=Buy&n=123", true),
    ("https://elsewhere.example.com/label?what=Buy&n=123", false),
  ])
  func ownPixelsAreKnown(_ url: String, _ isOwn: Bool) throws {
    let capture = try Self.read([url])
    #expect(capture.hits.map(\.typeName) == (isOwn ? ["pixel"] : []))
    #expect(capture.foreignCount == (isOwn ? 0 : 1))
    let alone = try Self.read([url], alone: true)
    #expect(alone.hits.isEmpty && alone.foreignCount == 1)
  }

  @Test func aPixelIsExplainedAndExpected() throws {
    let captured = "https://ads.example.com/conversion/partner-7?label=purchase&value=19.9"
    let made = try Self.made([captured])
    let entry = try #require(made.player.explained.first)
    #expect(entry.tag == "Purchase pixel")
    #expect(entry.pushed == ["event": "purchase", "total": "19.9"])
    #expect(entry.unchecked.isEmpty)
    #expect(made.text.contains("expect hit 1 url == \"\(captured)\""))
    #expect(try Self.failures(made) == [])
    #expect(made.player.idleTags == ["Label pixel", "Anything"])
  }

  /// The random number is not compared, and the value that a rule asks for is an example.
  @Test func aCacheBusterIsNotCompared() throws {
    let made = try Self.made(["http://ads.example.com/label?what=Buy%20now&n=42"])
    let entry = try #require(made.player.explained.first)
    #expect(entry.tag == "Label pixel")
    #expect(entry.pushed == ["event": "press", "ui.label": "Buy now", "total": "9"])
    #expect(entry.guessed == ["total"])
    #expect(entry.unchecked == ["?n"])
    // The tag writes the host as somebody typed it.
    #expect(made.text.contains("expect hit 1 url ~ /^[a-z]+:\\/\\/Ads\\.example\\.com\\/label/"))
    #expect(made.text.contains("[?&]what=Buy%20now(&|#|$)/"))
    #expect(!made.text.contains("[?&]n="))
    #expect(try Self.failures(made) == [])
  }

  @Test func aPixelThatNoTagRequestsIsToldWithTheNearest() throws {
    let made = try Self.made([
      "https://ads.example.com/conversion/partner-7?label=other&value=1",
      "https://ads.example.com/conversion/partner-7?label=purchase&value=1&more=2",
    ])
    let reasons = made.player.explained.map { $0.reason ?? "" }
    #expect(
      reasons[0].contains(
        "the nearest is Purchase pixel: its ?label is \"purchase\", but the hit has \"other\""))
    #expect(reasons[1].contains("it sets no ?more, but the hit has \"2\""))
    #expect(try Self.failures(made) == [])
  }

  /// A push makes a hit and a pixel, and periodic dispatch requests all pixels at once: each is of
  /// the oldest push that lacks it.
  @Test func pixelsThatWaitedAreOfTheirPushes() throws {
    let container = ContainerBuilder {
      $0.variable("screen")
      $0.analyticsTag(
        "Views", ["&t": "screenview", "&tid": "UA-1-1", "&cd": .macro("screen")])
      $0.tag("Pixel", "_img", ["url": "https://ads.example.com/seen"])
      $0.rule(when: [.event("open")], fires: ["Views", "Pixel"])
    }.compiled
    func entry(_ url: String, _ time: String) -> String {
      "{\"startedDateTime\": \"2024-05-02T12:\(time)Z\", \"request\": {\"method\": \"GET\", "
        + "\"url\": \"https://\(url)\"}, \"response\": {\"status\": 200}}"
    }
    let hit = "ssl.google-analytics.com/collect?v=1&t=screenview&tid=UA-1-1&cid=c&cd="
    let entries = [
      entry(hit + "A&qt=110000&z=1", "02:00"), entry(hit + "B&qt=50000&z=2", "02:00"),
      entry("ads.example.com/seen", "02:01"), entry("ads.example.com/seen", "02:01"),
    ]
    let har = "{\"log\": {\"entries\": [\(entries.joined(separator: ", "))]}}"
    let capture = try Capture(Array(har.utf8), pixelsOf: container)
    let made = try PhoneFollower(
      of: capture, named: "a.har", container: (container, "c.json"), isWritten: true)
    #expect(made.player.explained.map(\.with) == [nil, nil, 1, 2], "\(made.text)")
    #expect(made.player.explained.allSatisfy { $0.surplus.isEmpty })
  }

  /// What keeps a hit of Analytics out of the reports says nothing of a pixel.
  @Test func aPixelHasNoFaultsOfAnalytics() throws {
    #expect(try Self.read(["https://ads.example.com/label?what=Buy&n=1"]).findings.isEmpty)
  }
}
