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

  private static let refusals: [(arguments: String, code: Int32, complaint: String)] = [
    ("--seeds 3..2", 4, "Error: --seeds takes a range of at most 100000"),
    ("--shard 3/2", 4, "Error: --shard takes a part and their number"),
    ("--workers 0", 4, "Error: --workers takes a number from 1 to 256, not 0."),
    ("--container x", 4, "Error: --container needs scenarios to be played with: name some."),
    ("--container - -", 4, "tagsim: '-' is standard input, which can be read only once"),
    ("--container x nowhere.scenario", 6, "nowhere.scenario: there is no such file"),
  ]

  @Test(arguments: refusals)
  func refusal(_ arguments: String, _ code: Int32, _ complaint: String) throws {
    let result = try Lab.run(["fuzz"] + arguments.split(separator: " ").map(String.init))
    #expect(result.code == code)
    #expect(result.output.isEmpty)
    #expect(result.complaint.contains(complaint), "\(result.complaint)")
  }
}
