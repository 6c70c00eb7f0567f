import OrderedCollections
import TagReference
import TagRuntime
import TagSimulation
import Testing

/// The vectors of the behaviour pages hold for the reference, too: two wrong descriptions that
/// agree would be worth nothing.
@Suite struct ReferenceTests {
  // MARK: Data layer

  @Test(
    arguments: [
      ([["a": 1], ["a": 2]], ["a": 2]),
      ([["a.b": 1], ["a.c": 2]], ["a": ["b": 1, "c": 2]]),
      ([["a": ["b": 1]], ["a": 3]], ["a": 3]),
      ([["a": [1, 2, 3]], ["a": [9]]], ["a": [9, 2, 3]]),
      ([["a": [1, 2]], ["a": [.absent, 5]]], ["a": [1, 5]]),
      ([["a": ["b": 1]], ["a": [7]]], ["a": [7]]),
      ([["a": 1], ["a": nil]], ["a": nil]),
      ([["a": [["b": 1]]], ["a": [["c": 2]]]], ["a": [["b": 1, "c": 2]]]),
    ] as [([OrderedDictionary<String, Value>], OrderedDictionary<String, Value>)])
  func pushesAreMerged(
    _ pushes: [OrderedDictionary<String, Value>], _ model: OrderedDictionary<String, Value>
  ) {
    var layer = ReferenceDataLayer()
    for push in pushes { layer.push(push) }
    #expect(layer.isSame(as: model))
    #expect(!layer.isSame(as: ["a": "other"]))
  }

  @Test func pushesBeyondABoundAreRefused() {
    var deep: Value = 1
    for _ in 0..<70 { deep = ["d": deep] }
    #expect(ReferenceDataLayer.isRefused(["a": deep]))
    #expect(!ReferenceDataLayer.isRefused(["a": 1]))
    #expect(ReferenceDataLayer.isRefused([String(repeating: "k", count: 257): 1]))
    #expect(!ReferenceDataLayer.isRefused([String(repeating: "k", count: 256): 1]))
  }

  // MARK: Containers

  /// Tag 0 by rule 0, blocked by rule 1.
  private func fired(
    positive: [FunctionCall] = [], negative: [FunctionCall] = [], blocked: [FunctionCall]? = nil
  ) -> [Int] {
    var version = ContainerVersion()
    version.macros = [FunctionCall(function: "_e", name: "event")]
    version.tags = [
      FunctionCall(function: "_ua", name: "a"), FunctionCall(function: "_ua", name: "b"),
    ]
    version.predicates = positive + negative + (blocked ?? [])
    var rule = ContainerRule()
    rule.positivePredicates = Array(positive.indices)
    rule.negativePredicates = negative.indices.map { $0 + positive.count }
    rule.addTags = [0, 1]
    version.rules = [rule]
    if let blocked {
      var blocking = ContainerRule()
      blocking.positivePredicates = blocked.indices.map { $0 + positive.count + negative.count }
      blocking.removeTags = [1]
      version.rules.append(blocking)
    }
    var scene = ReferenceScene()
    scene.event = "buy"
    var container = ReferenceContainer(version, in: scene)
    return container.firings().filter(\.isSure).map(\.tag)
  }

  private func condition(_ function: String, _ left: Value, _ right: Value) -> FunctionCall {
    FunctionCall(
      function: function, parameters: ["arg0": .constant(left), "arg1": .constant(right)])
  }

  @Test func rulesAddAndBlock() {
    let holds = condition("_eq", 1, "1")
    let fails = condition("_eq", 1, 2)
    #expect(fired(positive: [holds]) == [0, 1])
    #expect(fired(positive: [holds, fails]) == [])
    #expect(fired(negative: [fails]) == [0, 1])
    #expect(fired(negative: [fails, holds]) == [])
    #expect(fired(negative: [holds, fails]) == [])
    #expect(fired(blocked: [holds]) == [0])
    #expect(fired(blocked: [fails]) == [0, 1])
  }

  @Test(
    arguments: [
      ("_eq", "a", "a", true), ("_eq", "a", "A", false), ("_eq", 12, "12", true),
      ("_eq", 12, "12.0", false), ("_cn", "abc", "bc", true), ("_cn", "abc", "", true),
      ("_cn", "abc", "cb", false), ("_sw", "abc", "ab", true), ("_sw", "abc", "bc", false),
      ("_ew", "abc", "bc", true), ("_ew", "bc", "abc", false), ("_re", "xay", "a", true),
      ("_re", "xay", "^a", false), ("_re", "aab", "^(a|b)+$", true), ("_re", "", "^$", true),
      ("_gt", 2, "1", true), ("_gt", "1e3", 999, true), ("_ge", " 7", 7, true),
      ("_le", "7 ", 7, false), ("_lt", "x", 7, false),
    ] as [(String, Value, Value, Bool)])
  func conditionsCompare(_ function: String, _ left: Value, _ right: Value, _ holds: Bool) {
    #expect((fired(positive: [condition(function, left, right)]) == [0, 1]) == holds)
  }

  // MARK: Hits

  @Test func whatTheCollectorHasIsSent() {
    var ledger = ReferenceLedger()
    for id in 1...3 as ClosedRange<Int64> {
      ledger.stored(.init(id: id, queue: .analytics, created: 0, cutoff: 100))
    }
    ledger.received([1, 2], at: 50)
    ledger.received([2], at: 60)
    #expect(ledger.duplicates == 1)
    #expect(ledger.answered([1], .status(200), isStrict: false, at: 70).map(\.place) == [.sent])
    // A refusal of what was received before does not undo it.
    #expect(ledger.answered([2], .status(500), isStrict: false, at: 70).map(\.place) == [.sent])
    #expect(
      ledger.answered([3], .status(500), isStrict: false, isAndroid: true, at: 70).map(\.place)
        == [.waiting])
    #expect(
      ledger.answered([3], .status(500), isStrict: false, at: 70).map(\.place)
        == [.lost("refused")])
    #expect(ledger.waiting == [])
    #expect(ledger.late == 0)
    // On its way all the time, and too late.
    ledger.received([3], at: 200)
    #expect(ledger.late == 1)
    #expect(ledger.lost("refused") == 0)
    #expect(ledger.sent == 3)
  }

  @Test func refreshesCostTokens() {
    var loads = ReferenceLoads()
    let accepted = (0..<40).map { loads.accepts(at: Int64($0) * 5000) }
    #expect(accepted == Array(repeating: true, count: 30) + Array(repeating: false, count: 10))
    var quick = ReferenceLoads()
    let burst = [0, 4999, 5000].map { quick.accepts(at: $0) }
    #expect(burst == [true, false, true])
    // Platforms §5: five, parts of a quarter of an hour count, and so does who asks in vain.
    var android = ReferenceLoads(isAndroid: true)
    let few = [0, 5000, 10_000, 15_000, 19_999, 20_000, 25_000, 895_000, 899_999, 900_000]
      .map { android.accepts(at: $0) }
    #expect(few == [true, true, true, true, false, true, false, false, false, true])
  }

  /// LegacySDK §4.1, Firebase §5.1.
  @Test(
    arguments: [
      ([:], false, nil), (["G": .binary, "G.json": .simpleJSON], false, "G"),
      (["G.plist": .plist, "G.json": .simpleJSON], false, "G.plist"),
      (["G.json": .binary, "G.plist": .binary, "G_v7": .binary, "g": .binary], false, nil),
      (["G": .simpleJSON, "G.json": .simpleJSON], false, "G.json"), (["G": .export], false, "G"),
      (["G": .firebase, "G.json": .firebase], true, "G.json"),
      (["container/G.json": .firebase, "G.json": .firebase], true, "container/G.json"),
      (["container/G.json": .simpleJSON, "G": .binary], true, nil),
    ] as [([String: ContainerVersion.Format], Bool, String?)])
  func theDefaultIsTheFirstFileThatCanBeRead(
    _ files: [String: ContainerVersion.Format], _ isFirebase: Bool, _ name: String?
  ) {
    #expect(ReferenceLoads.defaultFile(of: "G", among: files, isFirebase: isFirebase) == name)
  }

  /// Dispatch §9.3.
  @Test(arguments: [
    ("2013-10-27T02:30:00+02:00", "2013-10-28T04:00:00+01:00"),
    ("2013-10-27T02:30:00+01:00", "2013-10-28T04:00:00+01:00"),
    ("2013-10-26T23:59:59+02:00", "2013-10-27T04:00:00+01:00"),
    ("2013-10-26T12:00:00+02:00", "2013-10-27T04:00:00+01:00"),
    ("2013-10-25T12:00:00+02:00", "2013-10-26T04:00:00+02:00"),
    ("2014-01-30T03:59:00+01:00", "2014-01-31T04:00:00+01:00"),
  ])
  func daysEndAtFour(_ made: String, _ wanted: String) throws {
    let created = try #require(CivilTime.parseISO(made)).wall.milliseconds
    let change: Int64 = 1_382_835_600_000
    let cutoff = ReferenceLedger.cutoff(
      of: created, before: 7_200_000, change: (change, 3_600_000))
    #expect(cutoff == CivilTime.parseISO(wanted)?.wall.milliseconds)
    let day: Int64 = 86_400_000
    let midnight = created - created % day
    let end = ReferenceLedger.cutoff(of: created, before: 0, change: nil)
    #expect(end == midnight + day + day / 6)
  }

  /// What was given up does not leave any more.
  @Test(arguments: [
    ("opted-out", false), ("gave-up", false), ("too-old", false), ("refused", false),
    // What was read before it had to make room is on its way (Dispatch §6.2).
    ("store-full", true), ("events-full", true),
  ])
  func whatWasGivenUpStays(_ reason: String, _ mayBeSent: Bool) {
    var ledger = ReferenceLedger()
    ledger.stored(.init(id: 1, queue: .analytics, created: 0, cutoff: nil))
    #expect(ledger.maySend(1))
    ledger.ended(1, .lost(reason))
    #expect(ledger.maySend(1) == mayBeSent)
  }
}
