import Foundation
import OrderedCollections
import TagRuntime
import Testing

@testable import tagsim

/// `tagsim run --coverage`: what all scenarios together reach.
struct CoverageRunTests {
  private static let offline = ["run", "Scenarios/offline.scenario"]

  @Test func page() throws {
    let result = try CommandLineTool.run(
      Self.offline + ["Scenarios/why-not.scenario", "--coverage", "--report", "human"], code: 0)
    let lines = result.lines.drop { !$0.hasPrefix("coverage") }
    try PageGolden.compare(lines.joined(separator: "\n") + "\n", "coverage.txt")
  }

  @Test func theSameWithAnyNumberOfThreads() throws {
    let reports = try ["1", "2", "4"].map { workers in
      try CommandLineTool.run(
        ["run", "Scenarios", "--coverage", "--report", "json", "--workers", workers]
      ).output
    }
    #expect(Set(reports).count == 1)
    let read = try JSONReader.read(Array(reports[0].utf8))
    let containers = try #require(read.members?["coverage"]?.members?["containers"]?.elements)
    #expect(containers.contains { $0.members?["id"] == "GTM-SB20" })
  }

  @Test func withoutTheOptionThereIsNone() throws {
    let result = try CommandLineTool.run(Self.offline + ["--json"])
    let read = try result.json
    #expect(read.members?["coverage"] == nil)
  }

  /// A share that is missed is a failure of its own in the reports of machines.
  @Test(arguments: [
    ("tap", "not ok ", " - rules both true and false: "),
    ("junit", "      <failure ", "message=\"rules both true and false: "),
    ("github", "::error title=coverage::", "rules both true and false: "),
  ])
  func aMissedShareIsAFailureOfItsOwn(_ report: String, _ start: String, _ words: String) throws {
    func failures(_ share: String) throws -> (told: Int, last: String?) {
      let result = try CommandLineTool.run(
        Self.offline + ["--report", report, "--at-least", share])
      return (
        result.lines.count { $0.hasPrefix(start) && $0.contains(words) }, result.lines.last
      )
    }
    let (missed, met) = (try failures("100%"), try failures("1%"))
    #expect(missed.told == 1 && met.told == 0)
    #expect(missed.last == met.last)
  }

  /// Where no container has rules, a threshold does not pass by itself.
  @Test func nothingToReach() throws {
    let scratch = try ScratchFolder()
    try scratch.scenario("empty.scenario", "launch")
    let result = try scratch.run("run empty.scenario --at-least 1%", code: 1)
    #expect(result.complaint.contains("no container in use has rules"))
  }
}
