import Foundation
import Testing

/// `tagsim-lab fuzz` on a few seeds; what a seed is and who judges it have tests of their own.
struct FuzzTests {
  @Test func seedsAreTheSameOnAnyNumberOfThreads() throws {
    let runs = try ["1", "3"].map { try Lab.run(["fuzz", "--seeds", "1..6", "--workers", $0]) }
    #expect(runs.allSatisfy { $0.code == 0 && $0.complaint.isEmpty })
    #expect(runs[0].output == runs[1].output)
    #expect(runs[0].output.contains("seeds 6"), "\(runs[0].output)")
  }

  @Test func aSeedIsPrinted() throws {
    let result = try Lab.run(["fuzz", "--print", "5"])
    #expect(result.code == 0 && result.complaint.isEmpty)
    #expect(result.output.hasPrefix("tagsim 1\n"), "\(result.output)")
  }

  @Test func aContainerIsJudgedInAScenario() throws {
    let result = try Lab.run([
      "fuzz", "--container", "Scenarios/containers/GTM-AB12-v8.json",
      "Scenarios/offline.scenario",
    ])
    #expect(result.code == 0 && result.complaint.isEmpty, "\(result.complaint)")
    #expect(result.output.hasPrefix("steps "))
  }
}
