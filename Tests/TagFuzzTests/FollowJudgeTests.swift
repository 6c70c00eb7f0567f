import OrderedCollections
import Testing

@testable import TagFuzz

/// The follower finds in the logs of simulated phones what their simulations know, and nothing
/// else.
struct FollowJudgeTests {
  @Test func whatIsPlantedIsFoundAndNothingElse() throws {
    var report = FollowReport()
    var lines: [String] = []
    for seed in 1...100 as ClosedRange<UInt64> {
      let verdict = try FollowVerdict(seed: seed)
      report.take(verdict)
      lines += verdict.lines
    }
    #expect(lines == [])
    // A judge who plants nothing finds nothing.
    #expect(report.counts.values.count { $0 > 0 } == PlantedDeviation.allCases.count)
  }

  @Test func aSeedComesToTheSameEveryTime() throws {
    let (one, two) = (try FollowVerdict(seed: 5), try FollowVerdict(seed: 5))
    #expect(one.log == two.log && !one.log.isEmpty)
    #expect(one.deviation == two.deviation)
  }
}
