import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport
import Testing

@testable import ScenarioEngine

/// Apps without Tag Manager, apps whose screens Firebase does not report, and a container that
/// waits for its own loading.
@Suite struct AppsWithoutTagManagerTests {
  private static func play(_ sdk: String, app: [String], _ lines: [String]) throws -> ScenarioRun {
    let screens = ["screen \"Home\"", "end", "screen \"Cart\"", "end"]
    let app = ["app \"Shop\"", "package com.example.shop"] + app + screens + ["end"]
    let inputs = RunInputs(
      app: try AppParser.parse(app.joined(separator: "\n"), file: "shop.app"),
      containers: ["c": loaded], zone: .utc)
    let text =
      "tagsim 1\nsdk: \(sdk)\nstart: 2022-03-01T10:00:00Z\n---\n" + lines.joined(separator: "\n")
    var run = ScenarioRun(try ScenarioParser.parse(text, file: "shop.scenario"), inputs: inputs)
    while run.executeNext() != nil {}
    return run
  }

  private static let loaded = CompiledContainer(
    ContainerBuilder.firebase {
      $0.version.version = "1"
      $0.version.containerID = "GTM-AB12"
      $0.tag("Begin", "__fm", ["action": "measure", "eventName": "container_ready"])
      $0.rule(when: [.event("gtm.load")], fires: ["Begin"])
      $0.macro("screen", "__md", ["eventType": "CUSTOM", "key": "firebase_screen_class"])
      $0.tag(
        "Seen", "__fm",
        [
          "action": "measure", "eventName": "seen",
          "editParamTable": .table([
            "editParamKey": "on", "editParamValue": .macro("screen"),
          ]),
        ])
      $0.rule(when: [.event("liked")], fires: ["Seen"])
    })

  @Test(arguments: [("on", 0), ("off", 1)])
  func screensAreToldUnlessThatIsOff(_ word: String, _ failures: Int) throws {
    let run = try Self.play(
      "v5", app: ["automatic-screens \(word)"],
      ["launch", "screen \"Home\"", "screen \"Cart\"", "expect event screen_view passed"])
    #expect(run.failureCount == failures, "\(run.failureLines)")
  }

  /// The linker left the library out, or nobody added it: Firebase goes on without it.
  @Test func firebaseWorksWithoutAContainer() throws {
    let run = try Self.play(
      "v5", app: [],
      ["launch", "log-event purchase value=5.5", "expect event purchase passed"])
    #expect(run.timeline.live.runtime?.containerStatuses.isEmpty == true)
    #expect(run.failureLines.isEmpty)
  }

  @Test func analyticsWorksAlone() throws {
    let run = try Self.play(
      "v3", app: ["tracker UA-1-1"],
      ["launch", "send screen \"Home\"", "expect hit last &t == \"screenview\""])
    #expect(run.failureCount == 0, "\(run.failureLines)")
  }

  /// What belongs to a container needs one.
  @Test func linesOfAContainerNeedOne() {
    #expect(throws: ScenarioErrors.self) {
      try AppParser.parse("app \"A\"\npackage a.b\nopen never\nend", file: "a.app")
    }
  }

  /// Source: Firebase §5.2; a log of 2022 has it before every event.
  @Test func aContainerThatWaitsForItsLoadingHearsOfIt() throws {
    let run = try Self.play(
      "v5", app: ["container GTM-AB12"],
      [
        "container default c", "launch", "expect tag \"Begin\" fired 1x",
        "expect event container_ready passed", "kill", "launch",
        "expect tag \"Begin\" fired 1x",
      ])
    #expect(run.failureCount == 0, "\(run.failureLines)")
    let outcomes = run.timeline.rows(in: 1...).compactMap { $0.event.update?.firebase }
    #expect(outcomes.first?.logged.name == "gtm.load")
    #expect(outcomes.flatMap(\.passed).allSatisfy { $0.event.name != "gtm.load" })
  }

  /// Source: Firebase §3.4.
  @Test func aContainerIsGivenTheScreenOfAnEvent() throws {
    let run = try Self.play(
      "v5", app: ["container GTM-AB12"],
      [
        "container default c", "launch", "screen \"Cart\"", "log-event liked",
        "expect event seen passed with {\"on\": \"Cart\"}",
      ])
    #expect(run.failureCount == 0, "\(run.failureLines)")
  }
}
