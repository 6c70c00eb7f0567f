import OrderedCollections
import TestSupport
import Testing

@testable import TagRuntime

/// What a data layer is counted for, and that it never holds more than it may.
@Suite struct DataLayerBytesTests {
  private static let text = Value.string(String(repeating: "x", count: Limits.stringBytes))

  /// A data layer with room for so many bytes more.
  private static func layer(room: Int) throws -> DataLayer {
    var layer = DataLayer(["large": .list(Array(repeating: text, count: 63))])
    let left = Limits.dataLayerBytes - layer.bytes - room - DataLayer(["rest": ""]).bytes
    try layer.merge(["rest": .string(String(repeating: "y", count: left))])
    #expect(layer.bytes == Limits.dataLayerBytes - room)
    return layer
  }

  @Test(
    arguments: [
      ([:], 0),
      (["k": nil], 17 + 16),
      (["k": true], 17 + 16),
      (["k": 5], 17 + 16),
      (["k": 2.5], 17 + 16),
      (["k": "text"], 17 + 16 + 4),
      (["é": "日本"], 18 + 16 + 6),
      (["k": []], 17 + 48),
      (["k": [1, "ab"]], 17 + 48 + 16 + 18),
      (["k": [:]], 17 + 144),
      (["k": ["kk": 1]], 17 + 144 + 18 + 16),
    ] as [(Value, Int)])
  func isCountedByKeysAndValues(_ model: Value, _ bytes: Int) throws {
    let members = try #require(model.members)
    #expect(DataLayer(members).bytes == bytes)
    var merged = DataLayer()
    try merged.merge(members)
    #expect(merged.bytes == bytes)
  }

  /// Whatever is merged into whatever: what is counted on the way is what is there.
  @Test(arguments: 0..<8)
  func theCountFollowsEveryMerge(_ seed: Int) throws {
    var random = RandomSource(seed: UInt64(seed))
    var layer = DataLayer()
    for _ in 0..<300 {
      try layer.merge(Self.update(&random))
      try #require(layer.bytes == DataLayer(layer.model).bytes)
    }
    #expect(layer.bytes > 0)
  }

  private static func update(_ random: inout RandomSource) -> OrderedDictionary<String, Value> {
    var update: OrderedDictionary<String, Value> = [:]
    for _ in 0..<random.integer(in: 1...3) {
      let parts = (0..<random.integer(in: 1...3)).map { _ in "k\(random.integer(in: 0...3))" }
      update[parts.joined(separator: ".")] = value(&random, depth: 0)
    }
    return update
  }

  private static func value(_ random: inout RandomSource, depth: Int) -> Value {
    switch random.integer(in: 0...(depth < 3 ? 7 : 4)) {
    case 0: .null
    case 1: .absent
    case 2: .int(random.integer(in: 0...9))
    case 3: .bool(true)
    case 4: .string(String(repeating: "é", count: Int(random.integer(in: 0...20))))
    case 5: .list((0..<random.integer(in: 0...4)).map { _ in value(&random, depth: depth + 1) })
    default:
      .map(
        OrderedDictionary(
          (0..<random.integer(in: 0...4)).map { _ in
            ("k\(random.integer(in: 0...3))", value(&random, depth: depth + 1))
          }, uniquingKeysWith: { _, last in last }))
    }
  }

  // MARK: The bound

  struct Attempt: CustomTestStringConvertible {
    var testDescription: String
    var room: Int
    var update: OrderedDictionary<String, Value>
    var fits: Bool

    init(
      _ name: String, room: Int, _ update: OrderedDictionary<String, Value>, fits: Bool
    ) {
      testDescription = name
      (self.room, self.update, self.fits) = (room, update, fits)
    }
  }

  static let attempts = [
    Attempt("a number that just fits", room: 33, ["k": 1], fits: true),
    Attempt("a number too much", room: 32, ["k": 1], fits: false),
    Attempt("two, of which one fits", room: 50, ["k": 1, "l": 2], fits: false),
    Attempt("a text that just fits", room: 36, ["k": "abc"], fits: true),
    Attempt("a text too much", room: 35, ["k": "abc"], fits: false),
    Attempt("a dotted key that just fits", room: 17 + 144 + 33, ["a.b": 1], fits: true),
    Attempt("a dotted key too much", room: 17 + 144 + 32, ["a.b": 1], fits: false),
    Attempt("a map that just fits", room: 17 + 144 + 33, ["a": ["b": 1]], fits: true),
    Attempt("a map too much", room: 17 + 144 + 32, ["a": ["b": 1]], fits: false),
    Attempt("a list with a gap", room: 17 + 48 + 32, ["a": [.absent, 1]], fits: true),
    Attempt("a list with a gap too much", room: 17 + 48 + 31, ["a": [.absent, 1]], fits: false),
    Attempt("one in place of a larger one", room: 0, ["rest": "y"], fits: true),
    Attempt("as large in its place", room: 0, ["large": .list([text])], fits: true),
    Attempt("room that the same push makes", room: 0, ["large": 1, "more": text], fits: true),
    Attempt("room that comes too small", room: 0, ["rest": "y", "more": text], fits: false),
    Attempt("nothing", room: 0, [:], fits: true),
  ]

  @Test(arguments: attempts)
  func theBoundIsExact(_ attempt: Attempt) throws {
    var layer = try Self.layer(room: attempt.room)
    let before = layer
    #expect((layer.refusal(of: attempt.update) == nil) == attempt.fits)
    if attempt.fits {
      try layer.merge(attempt.update)
      for key in attempt.update.keys { #expect(layer.get(key) != nil) }
    } else {
      #expect(throws: PushRejection.dataLayerFull) { try layer.merge(attempt.update) }
      #expect(layer == before)
    }
    #expect(layer.bytes <= Limits.dataLayerBytes)
    #expect(layer.bytes == DataLayer(layer.model).bytes)
  }

  @Test func aSmallOneInThePlaceOfALargeOneMakesRoom() throws {
    var layer = try Self.layer(room: 0)
    #expect(throws: PushRejection.dataLayerFull) { try layer.merge(["more": 1]) }
    try layer.merge(["large": 0])
    #expect(layer.bytes < 2 * Limits.stringBytes)
    for number in 0..<62 { try layer.merge(["more\(number)": Self.text]) }
    #expect(throws: PushRejection.dataLayerFull) { try layer.merge(["last": Self.text]) }
    #expect(layer.get("last") == nil)
  }

  @Test func aCopyIsFilledByItself() throws {
    let layer = try Self.layer(room: 40)
    var (first, second) = (layer, layer)
    try first.merge(["a": 1])
    try second.merge(["b": 2])
    #expect(first.bytes == second.bytes && first != second)
    #expect(layer.get("a") == nil && layer.bytes == Limits.dataLayerBytes - 40)
    #expect(throws: PushRejection.dataLayerFull) { try first.merge(["b": 2]) }
  }

  // MARK: The runtime

  /// What a runtime says of a push that its data layer has no room for.
  private static let refused = LogRecord(.pushRefused, [PushRejection.dataLayerFull.sentence])

  private static func fill(_ harness: inout RuntimeHarness) {
    harness.push(["large": .list(Array(repeating: text, count: 63))])
  }

  @Test func theRuntimeGoesOnBehindARefusal() {
    var harness = RuntimeHarness(ContainerBuilder { $0.rule(fires: ["T"]) })
    Self.fill(&harness)
    let before = harness.runtime.dataLayer
    let refused = harness.push(["event": "x", "k": Self.text])
    #expect(refused.updates.map(\.rejection) == [.dataLayerFull])
    #expect(refused.logs == [Self.refused])
    #expect(refused.firedTags == [])
    #expect(harness.runtime.dataLayer == before)
    #expect(harness.push(["event": "x", "k": 1]).firedTags == ["T"])
  }

  @Test func aNestedPushIsRefusedAloneAndKeptNowhere() {
    var harness = RuntimeHarness { $0.rule(when: [.event("start")], fires: ["T"]) }
    Self.fill(&harness)
    let day: Value = ["lifetime": "1d"]
    harness.host.tags["T"] = { _ in
      .ran(pushes: [["k": Self.text, "gtm": day], ["after": 1, "gtm": day]])
    }
    let effects = harness.event("start")
    #expect(effects.updates.map(\.rejection) == [nil, .dataLayerFull, nil])
    #expect(harness.runtime.dataLayer.get("after") == 1)
    #expect(harness.stored.keys.map(\.key) == ["after"])
    #expect(harness.push(["k": Self.text, "gtm": day]).logs == [Self.refused])
    #expect(harness.stored.keys.map(\.key) == ["after"])
  }

  @Test func whatLastsIsBoundedByItsBytes() {
    var harness = RuntimeHarness()
    for _ in 0..<63 { harness.push(["k": Self.text, "gtm": ["lifetime": "1d"]]) }
    #expect(harness.stored.keys.count == 63)
    let effects = harness.push(["k": Self.text, "gtm": ["lifetime": "1d"]])
    #expect(effects.logs == [LogRecord(.keysEvicted, ["1", "64 MB"])])
    #expect(harness.stored.keys.map(\.id) == Array(2...64))
    #expect(harness.runtime.dataLayer.bytes < 2 * Limits.stringBytes)
  }
}
