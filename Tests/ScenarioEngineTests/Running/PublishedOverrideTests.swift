import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// A container that is given from outside takes the place of every published one.
struct PublishedOverrideTests {
  private static var inputs: RunInputs {
    var inputs = Shop.inputs
    inputs.publishedOverride = Shop.container("99")
    return inputs
  }

  private static let cases: [(lines: [String], source: String, version: String)] = [
    (["publish v2", "launch"], "network", "99"),
    (["publish v2 version=8", "launch"], "network", "99"),
    // It is published even where the scenario publishes nothing.
    (["launch"], "network", "99"),
    // What is on the phone stays what it is.
    (["container saved v1 age=1h", "launch"], "saved", "1"),
    (["container saved v1 age=1h", "launch", "refresh"], "network", "99"),
    // A scenario that publishes later has nothing on the server before.
    (
      ["launch", "wait 30m", "expect container source=none", "publish v2", "wait 1h"], "network",
      "99"
    ),
  ]

  @Test(arguments: cases)
  func standsInForPublishedOnes(
    _ lines: [String], _ source: String, _ version: String
  ) throws {
    let run = try Shop.play(lines, inputs: Self.inputs)
    #expect(run.results.allSatisfy { !$0.isFailure })
    #expect(run.timeline.live.container?.source.rawValue == source)
    #expect(run.timeline.live.container?.version == version)
  }

  @Test func onlyOncePublished() throws {
    let run = try Shop.play(["publish v2", "launch"], inputs: Self.inputs)
    #expect(run.rowNames.filter { $0.hasPrefix("<publish") } == ["<publish v99>"])
  }
}
