import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// A default container whose file is not called as the phone looks for it.
struct DefaultNameTests {
  private static func log(_ run: ScenarioRun) -> [String] {
    run.timeline.lines.map { $0.line.record.text(in: .plain) }
  }

  /// The app has it all the same, and the log and the report say under which name.
  @Test func aFileOfAnotherNameIsSaidToBe() throws {
    let lines = ["container default bundled", "launch", "expect value title == \"Bundled\""]
    let run = try Shop.play(lines)
    #expect(run.results.last?.outcome == .passed)
    #expect(
      Self.log(run).contains(
        "the project calls it bundled, but a phone only finds it under the name GTM-SHOP.plist"))
    let finished = try Reported.run(["container default bundled"])
    #expect(
      finished.remarks.contains(
        "bundled is in the bundle as GTM-SHOP.plist: a phone would not find it under its own name"))
  }

  @Test func theReportIsSilentWhereItKeepsItsName() throws {
    let finished = try Reported.run(["container default bundled name=\"container (1)\""])
    #expect(finished.remarks.isEmpty)
  }

  /// Under its own name it is not found, and the log says which name the phone looks for.
  @Test(arguments: ["container (1)", "defaults.plist", "GTM-SHOP_v12"])
  func underItsOwnNameItIsNotFound(_ name: String) throws {
    let run = try Shop.play([
      "container default bundled name=\"\(name)\"", "launch",
      "expect value title == \"\" from none",
    ])
    #expect(run.results.last?.outcome == .passed)
    #expect(
      Self.log(run).contains(
        "the bundle has \(name), which the SDK does not look for: its name must be "
          + "GTM-SHOP.plist exactly"))
  }

  /// What is there for another container is not meant.
  @Test func theFileOfAnotherContainerIsNotMeant() throws {
    let run = try Shop.play(["container default bundled name=GTM-OTHER.plist", "launch"])
    #expect(!Self.log(run).contains { $0.contains("does not look for") })
  }

  @Test func aFileOfTheRightNameIsNoNews() throws {
    var inputs = Shop.inputs
    inputs.containers["c/GTM-SHOP.plist"] = Shop.bundled
    let run = try Shop.play(["container default c/GTM-SHOP.plist", "launch"], inputs: inputs)
    #expect(run.results.first?.outcome == .done(""))
    #expect(!Self.log(run).contains { $0.hasPrefix("the project calls it") })
  }
}
