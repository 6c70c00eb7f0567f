import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport
import Testing

@testable import ScenarioEngine

/// What runs reach of a container and of an app.
struct CoverageTests {
  /// The shop's container: its rules are "Screen seen" (event), "Thanked" (event, screen name),
  /// "Bought" (event) and "Staff" (tier), which blocks.
  private static func coverage(_ lines: [String]) throws -> RunCoverage {
    let run = try Shop.play(["publish v1", "launch"] + lines, inputs: Shop.inputs)
    return RunCoverage(of: FinishedRun(of: run))
  }

  private static let cases: [(lines: [String], missing: [String])] = [
    // The container came after the event of the launch: it met none, and nothing decided.
    (
      [],
      [
        "tag Screens never fired", "tag Thanks never fired", "tag Bonus never fired",
        "tag Purchase never fired", "tag Idle", "rule Screen seen was never true",
        "rule Screen seen was never false",
        "'Event equals openScreen' never decided rule S",
        "rule Thanked was never true", "rule Thanked was never false",
        "'Event equals openScreen' never decided rule Thanked",
        "'screen name equals Thanks' never decided rule Thanked",
        "rule Bought was never true", "rule Bought was never false",
        "'Event equals buy' never decided", "rule Staff was never true",
        "rule Staff was never false", "'tier equals staff' never decided",
      ]
    ),
    // Of two conditions the one that fails alone decides.
    (
      ["push event=\"openScreen\""],
      [
        "tag Thanks never fired", "tag Purchase never fired", "tag Idle",
        "rule Screen seen was never false",
        "rule Thanked was never true", "'Event equals openScreen' never decided rule T",
        "rule Bought was never true", "rule Staff was never true",
      ]
    ),
    (
      ["push event=\"other\" screenName=\"Thanks\""],
      [
        "tag Screens never fired", "tag Thanks never fired", "tag Bonus never fired",
        "tag Purchase never fired", "tag Idle", "rule Screen seen was never true",
        "rule Thanked was never true",
        "'screen name equals Thanks' never decided rule Thanked",
        "rule Bought was never true", "rule Staff was never true",
      ]
    ),
    // A rule that holds is decided by each of its conditions; a blocked tag does not fire.
    (
      [
        "push event=\"openScreen\" screenName=\"Thanks\"",
        "push {\"event\": \"buy\", \"user\": {\"tier\": \"staff\"}}",
      ], ["tag Purchase never fired", "tag Idle"]
    ),
  ]

  @Test(arguments: cases)
  func whatIsMissing(_ lines: [String], _ missing: [String]) throws {
    let container = try #require(
      Self.coverage(lines).containers.first { $0.compiled.version.version == "1" })
    let told = container.missing.map { container.words($0, isReached: false) }.filter {
      !$0.hasPrefix("macro")
    }
    // A tag that no rule fires can never fire, and is no goal.
    let expected = missing.filter { $0 != "tag Idle" }
    #expect(told.count == expected.count, "\(told)")
    for (line, start) in zip(told, expected) { #expect(line.hasPrefix(start)) }
  }

  private static let reads: [(lines: [String], read: [String])] = [
    ([], []), (["read string title"], ["title"]), (["expect value count == 320"], ["count"]),
    (["push event=\"openScreen\""], ["Event", "screen name", "tier"]),
  ]

  /// Only what was really looked at counts as read, not what was looked at to tell the coverage.
  @Test(arguments: reads)
  func variablesThatWereRead(_ lines: [String], _ read: [String]) throws {
    let container = try #require(
      Self.coverage(lines).containers.first { $0.compiled.version.version == "1" })
    let reached = container.compiled.slots.indices.filter {
      container.hasReached(.variable($0))
    }
    #expect(reached.map { container.compiled.slots[$0].name } == read)
  }

  @Test func buttonsThatWerePressed() throws {
    let app = try #require(
      Self.coverage(["screen \"Home\"", "tap \"Buy\" price=1", "tap \"Shrug\""]).apps.first)
    #expect(app.missing.map(\.title) == ["To cart"])
    #expect(app.tally == .init(reached: 2, all: 3))
  }

  /// Whichever is added first, and however often, the same was reached.
  @Test func sumsAreTheSameInAnyOrder() throws {
    let parts = try [
      ["push event=\"openScreen\""], ["push event=\"buy\""], ["tap \"Buy\" price=1"],
    ].map {
      try Self.coverage(["screen \"Home\""] + $0)
    }
    func sum(_ order: [Int]) -> [[CoverageGoal]] {
      var sum = RunCoverage()
      for place in order { sum.add(parts[place]) }
      return sum.containers.filter { $0.compiled.version.version == "1" }.map(\.missing)
    }
    #expect(sum([0, 1, 2]) == sum([2, 1, 0]))
    #expect(sum([0, 1, 2]) == sum([1, 1, 0, 2, 0]))
    #expect(sum([0, 1, 2]) != sum([0]))
  }

  private static let shares: [(wanted: Int?, isEnough: Bool)] = [
    (nil, true), (0, true), (50, true), (75, true), (76, false), (100, false),
  ]

  /// Three of the four rules are seen both true and false.
  @Test(arguments: shares)
  func share(_ wanted: Int?, _ isEnough: Bool) throws {
    let coverage = try Self.coverage([
      "push event=\"openScreen\" screenName=\"Thanks\"", "push event=\"buy\"",
    ])
    #expect(coverage.rules == .init(reached: 3, all: 4))
    #expect(CoverageReport(coverage, wanted: wanted).isEnough == isEnough)
  }

  /// Where there is no rule, a share of them is not reached.
  @Test func nothingToReachIsNotEnough() {
    #expect(!CoverageReport(RunCoverage(), wanted: 1).isEnough)
    #expect(CoverageReport(RunCoverage(), wanted: 0).isEnough)
  }
}
