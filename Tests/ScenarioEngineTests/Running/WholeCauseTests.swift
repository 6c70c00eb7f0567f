import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// A failure tells the whole cause, and so does an expectation that holds for nothing.
struct WholeCauseTests {
  /// What stands below the last point: why it failed, or a note on why nothing came of it.
  private static let cases: [(lines: [String], told: String)] = [
    (
      [home, "expect sent 1"],
      "0 hits were sent, expected == 1 / \(waits): next dispatch in 0.9 s, interval 2m00s"
    ),
    (["network offline", home, "expect sent 1"], "0 hits … / \(waits): the phone is offline …"),
    (
      ["dispatch-interval off", "wait 10s", home, "expect queue size 0"],
      "1 hit waits, expected == 0 / \(waits): periodic dispatch turned OFF by the app …"
    ),
    (
      [home, "kill", "expect hit last sent"],
      "hit 1 (screen Home) waits on the phone / \(waits): the app is not running …"
    ),
    ([home, "background", "expect sent > 0"], "0 hits … / \(waits): the app is suspended …"),
    ([home, "opt-out on", "expect sent 1"], "0 hits … / 1 hit is lost (opted-out) …"),
    ([home, "opt-out on", "expect lost 0"], "1 hit was lost, expected == 0 / 1 hit is lost …"),
    (
      [home, "wait 130s", "expect queue size 1"],
      "0 hits wait, expected == 1 / 1 hit left the phone"
    ),
    // More was sent than expected: what waits is no cause of it.
    ([home, "wait 130s", home, "expect sent 0"], "1 hit was sent, expected == 0"),
    // A rule held, and nothing came of it.
    (["opt-out on", home, "expect tag \"Screens\" fired"], "\"Screens\" fired without effect …"),
    ([home, "expect tag \"Screens\" fired"], ""),
  ]
  private static let home = "screen \"Home\""
  private static let waits = "1 hit waits in analytics"

  @Test(arguments: cases)
  func isTold(_ lines: [String], _ told: String) throws {
    let last = try #require(try Reported.run(lines).entries.last?.result)
    let text = (last.reason + last.remarks).joined(separator: " / ")
    #expect(text.reads(told), "\(text)")
  }

  /// A function that the app lacks, or that fails: the tag fired, and the note says so.
  @Test(arguments: [
    ("", "no handler is registered for addBonus"),
    ("tag-function addBonus fails \"no account\"", "addBonus failed: no account"),
    ("tag-function addBonus notes", nil),
  ])
  func aTagThatCallsTheApp(_ function: String, _ reason: String?) throws {
    let app = """
      tagsim 1
      ---
      app "A"
        package p
        container GTM-SHOP
        \(function)
      end
      container saved v1 age=1h
      launch
      push event="openScreen"
      expect tag "Bonus" fired
      eventually within 1s expect tag "Bonus" fired 1x
      """
    let scenario = try ScenarioParser.parse(app, file: "a.scenario")
    var inputs = RunInputs(app: try #require(scenario.apps.first))
    inputs.containers = Shop.inputs.containers
    let results = FinishedRun(scenario, inputs: inputs).points
    #expect(results.count == 2)
    for result in results {
      #expect(result.outcome == .passed)
      let note = reason.map { "\"Bonus\" fired without effect: \($0)" }
      #expect(result.remarks == [note].compactMap { $0 })
    }
  }
}
