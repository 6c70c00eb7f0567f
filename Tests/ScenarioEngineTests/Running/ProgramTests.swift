import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// Whatever valid statements follow each other, a run ends, and the next one is equal.
@Suite(.timeLimit(.minutes(2))) struct ProgramTests {
  private static let statements = 30

  private func scenario(_ seed: UInt64) throws -> Scenario {
    var programs = Programs(seed: seed)
    let text = programs.scenario(statements: Self.statements)
    return try ScenarioParser.parse(text, file: "\(seed).scenario")
  }

  private func report(_ run: FinishedRun) -> [String] {
    HumanReport.lines(of: run) + HumanReport.summary(of: [run]) + TAPReport.lines(of: run, from: 1)
  }

  @Test(arguments: stride(from: 0, to: 300, by: 50).map { UInt64($0) })
  func fiftyProgramsRunTwiceAlike(from first: UInt64) throws {
    for seed in first..<(first + 50) {
      let scenario = try scenario(seed)
      #expect(scenario.statements.count == Self.statements)
      let run = FinishedRun(scenario, inputs: TwoShops.inputs)
      let again = FinishedRun(scenario, inputs: TwoShops.inputs)
      #expect(run.entries.count == Self.statements)
      #expect(run.entries == again.entries, "seed \(seed)")
      #expect(report(run) == report(again), "seed \(seed)")
      #expect(run.timeline.lines == again.timeline.lines, "seed \(seed)")
      let world = run.timeline.live.world
      let isBalanced = world.ledger.waiting == world.disk.hits.count
      #expect(isBalanced, "seed \(seed)")
      #expect(world.ledger.waiting >= 0)
      // Going back to the middle does every step again.
      let middle = run.timeline.stepCount / 2
      let (left, right) = (
        run.timeline.simulation(afterStep: middle), again.timeline.simulation(afterStep: middle)
      )
      #expect(left.now == right.now)
      #expect(left.world.ledger == right.world.ledger)
    }
  }

  /// Every verb, and every kind of outcome, turns up in the programs.
  @Test func theProgramsUseTheWholeLanguage() throws {
    var verbs: Set<String> = []
    var outcomes: Set<String> = []
    for seed in 0..<100 as Range<UInt64> {
      let run = FinishedRun(try scenario(seed), inputs: TwoShops.inputs)
      for entry in run.entries {
        let words = entry.result.statement.text.split(separator: " ")
        verbs.insert(String(words.first { $0 != "optional" } ?? ""))
        switch entry.result.outcome {
        case .done: outcomes.insert("done")
        case .passed: outcomes.insert("passed")
        case .failed: outcomes.insert("failed")
        case .error: outcomes.insert("error")
        }
      }
    }
    #expect(Set(Form.verbs.map(\.word)).subtracting(verbs) == [])
    #expect(outcomes == ["done", "passed", "failed", "error"])
  }
}
