import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import Testing

@testable import TagFuzz

/// Random worlds go the way of the reference, and the judge sees it where they do not.
@Suite struct FuzzRunTests {
  @Test func worldsGoTheWayOfTheReference() {
    var report = FuzzReport()
    for seed in 1...24 as ClosedRange<UInt64> {
      report.take(SeedOutcome(seed: seed, shrinks: false))
    }
    #expect(report.failures.map(\.departure.sentence) == [])
    // A judge who looks at nothing finds nothing.
    #expect(report.counts.firings > 100)
    #expect(report.counts.hits > 100)
    #expect(report.counts.requests > 50)
    #expect(report.counts.loads > 30)
    #expect(report.counts.unknown * 20 < report.counts.firings)
    #expect(report.marks.summary.reached > 250)
  }

  @Test func worldsByGrammarDoToo() {
    for seed in 1...6 as ClosedRange<UInt64> {
      let fuzzCase = RandomCase.make(seed: seed, .grammar)
      #expect(fuzzCase.story.count > 20, "seed \(seed)")
      #expect(FuzzRun.play(fuzzCase).departure == nil, "seed \(seed)")
    }
  }

  @Test func aSeedComesToTheSameEveryTime() {
    let (one, two) = (RandomCase.make(seed: 5), RandomCase.make(seed: 5))
    #expect(one.text() == two.text())
    #expect(one.containers == two.containers)
    #expect(FuzzRun.play(one).digest == FuzzRun.play(two).digest)
    #expect(RandomCase.make(seed: 6).text() != one.text())
  }

  /// The judge is given other containers than the world: what tags do departs from them.
  @Test func anotherContainerIsADeparture() {
    var kinds: Set<Departure.Kind> = []
    for seed in 1...6 as ClosedRange<UInt64> {
      let fuzzCase = RandomCase.make(seed: seed)
      var originals: [String: ContainerVersion] = [:]
      for version in fuzzCase.containers.values {
        var other = version
        for index in other.rules.indices { other.rules[index].removeTags = [] }
        for index in other.rules.indices { other.rules[index].negativePredicates = [] }
        originals[version.version] = other
      }
      if let kind = FuzzRun.play(fuzzCase, originals: originals).departure?.kind {
        kinds.insert(kind)
      }
    }
    #expect(kinds.contains(.tags))
  }

  @Test func aDepartureIsMadeSmall() throws {
    // Whatever waits twice counts as wrong here.
    func plays(_ fuzzCase: FuzzCase) -> Departure? {
      let waits = fuzzCase.story.count { $0.hasPrefix("wait") }
      return waits > 1 ? Departure(.tags, step: 1, row: 1, "two waits") : nil
    }
    let fuzzCase = try #require(
      (1...50 as ClosedRange<UInt64>).lazy.map { RandomCase.make(seed: $0) }.first {
        plays($0) != nil
      })
    let departure = try #require(plays(fuzzCase))
    let small = Shrinker.shrink(fuzzCase, departure, plays: plays)
    #expect(small.case.story.count == 2)
    #expect(small.case.setup == [])
    #expect(small.case.containers.values.allSatisfy { $0.rules.isEmpty })
  }

  /// What somebody else wrote is judged as well.
  @Test func aScenarioOfOthersIsJudged() {
    let fuzzCase = RandomCase.make(seed: 9)
    let result = FuzzRun.play(fuzzCase, originals: [:])
    #expect(result.departure == nil)
    #expect(result.counts.events > 0)
  }
}

/// The table of faults.
@Suite struct FaultMarksTests {
  @Test func everyKindHasStatesOrAReason() {
    for kind in FaultKind.allCases {
      let states = FaultState.allCases.filter { $0.obstacle(to: kind) == nil }
      if case .elsewhere(let reason) = kind.row.reach {
        #expect(states.isEmpty)
        #expect(!reason.isEmpty, "\(kind.rawValue)")
      } else {
        #expect(states.count > 5, "\(kind.rawValue)")
      }
    }
  }

  @Test func whatWasNeverReachedIsMissing() {
    var marks = FaultMarks()
    let (possible, reached, missing) = marks.summary
    #expect(reached == 0)
    #expect(missing.count == possible)
    let fuzzCase = RandomCase.make(seed: 3)
    marks.add(FuzzRun.play(fuzzCase).marks)
    #expect(marks.summary.reached > 0)
    #expect(marks.summary.possible == possible)
  }
}
