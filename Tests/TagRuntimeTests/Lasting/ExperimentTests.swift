import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// What an experiment writes when its container is put in use.
@Suite struct ExperimentTests {
  private static let name = "gaExperiment:GTM-TEST_1"

  private static func container(_ experiments: [Experiment]) -> ContainerBuilder {
    ContainerBuilder(version: "2") { container in
      container.version.experiments = experiments
      container.rule(when: [.event("expStart")], fires: ["T"])
    }
  }

  /// A runtime whose container with one experiment has just come from the network.
  private func fetched(
    _ experiment: Experiment, after update: Value = [:]
  ) -> (effects: [Effect], harness: RuntimeHarness) {
    var harness = RuntimeHarness()
    harness.push(update)
    harness.open()
    harness.nothingSaved()
    return (harness.fetched(.success(Self.container([experiment]))), harness)
  }

  @Test func itClearsThenPushesThenDraws() {
    let experiment = Experiment(
      name: Self.name, clears: ["exp", "old.a"],
      pushes: [["exp": ["variation": 1]], "no map", ["event": "expStart"]],
      randoms: [.init(key: "exp.random", min: 3, max: 3)])
    let (effects, harness) = fetched(experiment, after: ["exp": ["left": true], "old.a": 1])
    #expect(
      effects.updates.map(\.update) == [
        ["exp": .null], ["old.a": .null], ["exp": ["variation": 1]], ["event": "expStart"],
        ["exp.random": 3],
      ])
    #expect(harness.runtime.dataLayer.get("exp") == ["variation": 1, "random": 3])
    #expect(harness.runtime.dataLayer.get("old.a") == .null)
    #expect(effects.firedTags == ["T"])
  }

  /// The app hears of the container when its experiments are in place.
  @Test func theAppHearsOfTheContainerAfterwards() throws {
    let (effects, _) = fetched(Experiment(name: Self.name, pushes: [["a": 1]]))
    let kinds = effects.compactMap { effect in
      switch effect {
      case .processed: "pushed"
      case .notify(.refreshSucceeded): "refreshed"
      case .notify(.containerAvailable): "available"
      default: nil
      }
    }
    #expect(kinds == ["pushed", "refreshed", "available"])
  }

  @Test func aSavedCopyBringsItsExperiments() {
    var harness = RuntimeHarness()
    harness.open()
    let saved = Self.container([Experiment(name: Self.name, pushes: [["a": 1]])])
    #expect(harness.savedLoaded(saved, age: .hours(1)).updates.count == 1)
    harness.refresh()
    #expect(harness.fetched(.success(nil)).updates.isEmpty)
    harness.wait(.hours(12))
    #expect(harness.fetched(.success(saved)).updates.count == 1)
  }

  @Test func aSavedCopyThatIsNotPutInUseBringsNothing() {
    var harness = RuntimeHarness()
    harness.open()
    harness.refresh()
    harness.fetched(.success(Self.container([])))
    let saved = Self.container([Experiment(name: Self.name, pushes: [["a": 1]])])
    #expect(harness.savedLoaded(saved, age: .hours(1)).updates.isEmpty)
  }

  @Test func theDefaultOfTheBundleBringsNone() {
    let harness = RuntimeHarness(Self.container([Experiment(name: Self.name, pushes: [["a": 1]])]))
    #expect(harness.effects.updates.isEmpty)
  }

  @Test(arguments: ["GTM-TEST_1", "gaexperiment:x", "gaExperiment", ""])
  func otherSupplementalsAreIgnored(_ name: String) {
    let (effects, _) = fetched(Experiment(name: name, pushes: [["a": 1]]))
    #expect(effects.updates.isEmpty)
    #expect(
      effects.logs.filter { $0.level == .info } == [
        LogRecord(.experimentIgnored, [name, "gaExperiment:"])
      ])
  }

  // MARK: Random numbers

  @Test(
    arguments: [
      ([:], true, 5), (["k": ["r": 9]], true, 9), (["k": ["r": "text"]], true, "text"),
      (["k": ["r": .null]], true, 5), (["k": ["r": 9]], false, 5), (["k": 1], true, 5),
    ] as [(Value, Bool, Value)])
  func aValueMayStay(_ before: Value, _ retains: Bool, _ after: Value) {
    let random = Experiment.Random(key: "k.r", min: 5, max: 5, retainsOriginalValue: retains)
    let (_, harness) = fetched(Experiment(name: Self.name, randoms: [random]), after: before)
    #expect(harness.runtime.dataLayer.get("k.r") == after)
  }

  @Test func everyNumberOfTheRangeIsDrawn() {
    let random = Experiment.Random(key: "r", min: -1, max: 2)
    var harness = RuntimeHarness()
    harness.open()
    harness.nothingSaved()
    var drawn: Set<Value> = []
    for _ in 1...200 {
      harness.fetched(.success(Self.container([Experiment(name: Self.name, randoms: [random])])))
      drawn.insert(harness.runtime.dataLayer.get("r") ?? .null)
      harness.wait(.hours(12))
    }
    #expect(drawn == [-1, 0, 1, 2])
  }

  @Test func anEmptyRangeDrawsNothing() {
    let random = Experiment.Random(key: "k.r", min: 2, max: 1)
    let (effects, _) = fetched(Experiment(name: Self.name, randoms: [random]))
    #expect(effects.updates.isEmpty)
    #expect(
      effects.logs.filter { $0.level == .warning } == [
        LogRecord(.experimentRange, [Self.name, "k.r", "2", "1"])
      ])
  }

  @Test(arguments: [(0, nil), (-5, nil), (1500, 1500)] as [(Int64, Int64?)])
  func aNumberMayLast(_ lifetime: Int64, _ expected: Int64?) {
    let random = Experiment.Random(key: "k.r", min: 7, max: 7, lifetime: lifetime)
    let (_, harness) = fetched(Experiment(name: Self.name, randoms: [random]))
    let rows = harness.stored.keys.map { ($0.key, $0.expires - harness.now.wall) }
    #expect(rows.map(\.0) == (expected == nil ? [] : ["k.r"]))
    #expect(rows.first?.1 == expected.map { .milliseconds($0) })
  }

  /// A phone stays in its group: the number lasts, and a relaunch finds it before the container
  /// comes.
  @Test func aPhoneStaysInItsGroup() throws {
    let random = Experiment.Random(
      key: "exp.r", retainsOriginalValue: true, lifetime: 86_400_000)
    let experiment = Experiment(name: Self.name, randoms: [random])
    var (_, harness) = fetched(experiment)
    let group = try #require(harness.runtime.dataLayer.get("exp.r"))
    harness.relaunch()
    harness.open()
    #expect(harness.savedLoaded(Self.container([experiment]), age: .hours(1)).updates.isEmpty)
    #expect(harness.runtime.dataLayer.get("exp.r") == group)
  }

  @Test func whatItClearsLastsNoMore() {
    let (_, harness) = fetched(
      Experiment(name: Self.name, clears: ["exp"]),
      after: ["exp": ["a": 1], "other": 2, "gtm": ["lifetime": "1d"]])
    #expect(harness.stored.keys.map(\.key) == ["other"])
  }
}
