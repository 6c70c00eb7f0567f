import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// The seed as a statement.
struct SeedTests {
  private static let world = ["container saved v1 age=1h", "launch", "screen \"Home\""]

  private func clientID(_ header: String, _ lines: [String]) throws -> String {
    let text = "tagsim 1\n\(header)\n---\n" + (lines + Self.world).joined(separator: "\n")
    var run = ScenarioRun(try ScenarioParser.parse(text, file: "a"), inputs: Shop.inputs)
    while run.executeNext() != nil {}
    #expect(run.failureCount == 0)
    return run.timeline.live.world.disk.clientID
  }

  /// The statement does what the header does, also in the setup; the last one counts.
  @Test func asInTheHeader() throws {
    let wanted = try clientID("seed: 7", [])
    #expect(try clientID("title: x", ["seed 7"]) == wanted)
    #expect(try clientID("seed: 8", ["setup", "publish v2", "seed 7", "end"]) == wanted)
    #expect(try clientID("seed: 8", ["seed 9", "seed 7"]) == wanted)
    #expect(try clientID("seed: 8", []) != wanted)
  }

  /// Who asks for a seed from outside gets it, whatever the scenario says.
  @Test func fromOutside() throws {
    var scenario = try ScenarioParser.parse(
      "tagsim 1\nseed: 8\n---\nsetup\nseed 9\nend\nseed 10\nlaunch", file: "a")
    scenario.seed(with: 7)
    var run = ScenarioRun(scenario, inputs: Shop.inputs)
    while run.executeNext() != nil {}
    #expect(run.timeline.live.settings.seed == 7)
    #expect(run.results.map(\.statement.text) == ["launch"])
  }

  private static let late = "seed must be before the first action, or in the header"

  @Test(arguments: ["launch", "wait 1s", "jump 1h", "reinstall", "at 23:00:00"])
  func beforeTheFirstAct(_ act: String) throws {
    let scenario = try ScenarioParser.parse(act + "\nseed 7", file: "a")
    #expect(
      scenario.check(app: Shop.inputs.app).map(\.description)
        == ["a:2:1: error: 'seed 7' is not allowed here: \(Self.late)"])
    #expect(try Shop.play([act, "seed 7"]).last == .error(Self.late))
  }
}
