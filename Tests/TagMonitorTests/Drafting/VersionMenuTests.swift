import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// `P`: whatever can be published, and what is so already.
struct VersionMenuTests {
  private static let start = [
    "container default plist", "container saved v7.json age=13h", "publish v8.json",
    "draft v8.json version=9", "network offline", "launch",
  ]

  @Test func everyKnownVersionIsThereOnceWithWhatItIs() throws {
    let monitor = try Shown.played(Self.start)
    #expect(
      monitor.versionChoices.map { $0.title.split(separator: " ").joined(separator: " ") } == [
        "v8 published (now) publish v8.json",
        "v9 draft publish v8.json version=9",
        "v7 in use, saved on the phone publish v7.json",
        "- with the app publish plist",
        "type a file name… publish", "compare with a file… changes",
      ])
  }

  @Test func enterPublishes() throws {
    let monitor = try Shown.played(Self.start).walk([
      "P3": [.did("publish v7.json"), .says("v7 is published: "), .says("z undoes")]
    ])
    let published = monitor.run.timeline.live.world.server.published["GTM-AB12"]
    #expect(published?.container.version.version == "7")
  }

  @Test func tabMakesADraft() throws {
    let monitor = try Shown.played(Self.start).walk([
      "P<down><down><tab>": [.did("draft v7.json"), .says("v7 is a draft: P")]
    ])
    #expect(monitor.previewChoices.map(\.line).contains("preview v7"))
  }

  /// The selected version says what can be done with it, and typing finds another.
  @Test func whatCanBeDoneIsTheSecondLine() throws {
    try Shown.played(Self.start, size: Size(columns: 80, rows: 24)).walk([
      "P": [.sees("Enter publish   Tab draft   O what changes")],
      "v7O": [.closed],
    ])
  }

  @Test func aFileIsTyped() throws {
    try Shown.played(Self.start).walk(["P5": [.is(\.typed, "publish ")]])
  }

  @Test func severalContainersAreNamed() throws {
    let monitor = try Shown.played(
      ["publish v8.json", "publish v7.json id=GTM-CD34", "launch"],
      appText: Shown.twoContainers)
    let lines = monitor.versionChoices.map(\.line)
    #expect(lines.contains("publish v8.json"))
    #expect(lines.contains("publish v7.json id=GTM-CD34"))
  }

  /// Whoever opens the demo has something to publish, and something to preview.
  @Test func theDemoHasADraft() throws {
    let monitor = try Shown.shipped("demo")
    #expect(monitor.previewChoices.map(\.line) == ["preview v9", "preview v8"])
    let files = ["GTM-AB12-v8.json", "GTM-AB12-v9-fix.json", "GTM-AB12.plist", "GTM-AB12-v7.json"]
    #expect(
      monitor.versionChoices.compactMap(\.draftLine)
        == files.map { "draft containers/" + $0 } + ["draft "])
  }

  /// A phone's disk may hold what no file of the scenario has; a name that is made up is none that
  /// another file has.
  @Test(arguments: [[], ["GTM-AB12-v7"]])
  func whatNoFileHasCanBePublishedAllTheSame(_ names: [String]) throws {
    var monitor = try Shown.played(Self.start)
    let eight = try #require(monitor.run.inputs.containers["v8.json"])
    monitor.run.inputs.containers.removeAll()
    for name in names { monitor.run.inputs.containers[name] = eight }
    monitor = monitor.walk([
      "P3": [.did("publish GTM-AB12-v7" + (names.isEmpty ? "" : "-2")), .kind(.ok)]
    ])
    let published = monitor.run.timeline.live.world.server.published["GTM-AB12"]
    #expect(published?.container.version.version == "7")
  }
}
