import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// A run to the end, and when it counts as a success.
struct FinishedRunTests {
  private static let cases: [(lines: [String], success: Bool, strict: Bool)] = [
    ([], true, true),
    (["expect sent 0"], true, true),
    (["expect sent 1"], false, false),
    (["optional expect sent 1"], true, false),
    (["optional expect sent 1", "expect sent 1"], false, false),
    (["foreground"], false, false),
    (["optional foreground"], true, false),
  ]

  @Test(arguments: cases)
  func successOf(_ lines: [String], _ success: Bool, _ strict: Bool) throws {
    let run = try Reported.run(lines)
    #expect(run.isSuccess(strict: false) == success)
    #expect(run.isSuccess(strict: true) == strict)
  }

  private static let stops: [(lines: [String], texts: [String])] = [
    (["expect sent 1", "kill"], ["expect sent 1"]),
    (["optional expect sent 1", "kill"], ["optional expect sent 1", "kill"]),
    (["foreground", "kill"], ["foreground"]),
    (["kill", "expect sent 0"], ["kill", "expect sent 0"]),
  ]

  @Test(arguments: stops)
  func stopsAtTheFirstFailure(_ lines: [String], _ texts: [String]) throws {
    let run = try Reported.run(lines, stopsAtFailure: true)
    #expect(run.entries.map(\.result.statement.text).suffix(texts.count) == texts[...])
    #expect(run.entries.count == texts.count + 2)
  }

  @Test func everyEntryHasItsClock() throws {
    let run = try Reported.run(["wait 30s", "expect sent 0", "at 10:05:00"])
    #expect(
      run.entries.map(\.clock) == ["10:00:00", "10:00:00", "10:00:30", "10:00:30", "10:05:00"])
  }

  @Test func equalInputsGiveEqualReports() throws {
    let lines = ["screen \"Home\"", "wait 130s", "expect sent 3", "jump 13h", "refresh"]
    let first = try Reported.run(lines)
    let second = try Reported.run(lines)
    #expect(HumanReport.lines(of: first) == HumanReport.lines(of: second))
    #expect(first.timeline.lines == second.timeline.lines)
  }

  private struct Refusal: Error {}

  @Test func whoeverLooksSeesTheSetupAndEveryStatementAndMayEndIt() throws {
    let lines = ["push event=\"a\"", "wait 1s", "kill", "launch"]
    var seen: [Int] = []
    #expect(throws: Refusal.self) {
      try Reported.run(lines) { world in
        seen.append(world.launchNumber)
        if !world.isRunning { throw Refusal() }
      }
    }
    #expect(seen == [1, 1, 1, 1])
    seen = []
    _ = try Reported.run(lines) { seen.append($0.launchNumber) }
    #expect(seen == [1, 1, 1, 1, 2])
  }
}
