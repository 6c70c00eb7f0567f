import Foundation
import OrderedCollections
import TagRuntime
import Testing

@testable import tagsim

/// `tagsim diff OLD NEW SCENARIO…`: what happens otherwise.
struct BehaviourDiffTests {
  private static let v7 = "Scenarios/containers/GTM-AB12-v7.json"
  private static let v8 = "Scenarios/containers/GTM-AB12-v8.json"
  private static let v9 = "Scenarios/containers/GTM-AB12-v9-fix.json"
  private static let offline = "Scenarios/offline.scenario"

  @Test func page() throws {
    let result = try CommandLineTool.run("diff \(Self.v8) \(Self.v9) Scenarios", code: 1)
    #expect(result.complaint.isEmpty)
    try PageGolden.compare(result.output, "diff-behaviour.txt")
  }

  @Test func markdown() throws {
    let result = try CommandLineTool.run(
      "diff \(Self.v7) \(Self.v8) \(Self.offline) --report md", code: 1)
    try PageGolden.compare(result.output, "diff-behaviour.md")
  }

  @Test func json() throws {
    let result = try CommandLineTool.run(
      "diff \(Self.v8) \(Self.v9) \(Self.offline) --json", code: 1)
    #expect(result.lines.count == 1)
    let read = try result.json
    #expect(read.members?["schema"] == "tagsim.diff/2" && read.members?["same"] == false)
    #expect(read.members?["meaning"]?.members?["same"] == false)
    let changes = try #require(read.members?["behaviour"]?.members?["changes"]?.elements)
    #expect(changes.first?.members?["subject"] == "Ads conversion")
    #expect(changes.first?.members?["event"] == "openScreen")
    let causes = try #require(read.members?["behaviour"]?.members?["causes"]?.elements)
    #expect(causes.first?.members?["group"] == "tags")
  }

  /// A container differs from itself in nothing.
  @Test func theSame() throws {
    let result = try CommandLineTool.run("diff \(Self.v8) \(Self.v8) \(Self.offline)")
    #expect(result.lines.contains { $0.contains("No difference in 3 runs") })
  }

  /// The other way round a tag that fired first does not fire any more.
  @Test func bothWays() throws {
    let results = try [[Self.v8, Self.v9], [Self.v9, Self.v8]].map {
      try CommandLineTool.run(["diff"] + $0 + [Self.offline]).lines
    }
    let row = "Ads conversion: "
    #expect(results[0].contains("  + \(row)now also on openScreen · Confirmation"))
    #expect(results[1].contains("  ≠ \(row)no longer on openScreen · Confirmation"))
  }

  /// Without a scenario the events are tried that either container waits for.
  @Test func tried() throws {
    let result = try CommandLineTool.run("diff \(Self.v8) \(Self.v9) --try", code: 1)
    let (now, was) = ("openScreen · Confirmation", "openScreen · ConfirmationScreen")
    #expect(result.lines.contains("  ≠ Ads conversion: on \(now) instead of \(was)"))
    try CommandLineTool.run("diff \(Self.v8) \(Self.v8) --try")
  }

  /// A v5 container is tried with events that apps log.
  @Test func triedInTheSecondGeneration() throws {
    let files = ["Scenarios/containers/GTM-SB20-v1.json", "Scenarios/containers/GTM-SB20-v2.json"]
    let result = try CommandLineTool.run(["diff"] + files + ["--try"], code: 1)
    #expect(
      result.lines.contains("  + Braze - Played song event: now on played_song"),
      "\(result.output)")
  }

  /// Several reports at once, one of them in a file.
  @Test func reports() throws {
    let scratch = try ScratchFolder()
    let file = scratch.url.appendingPathComponent("changes.md")
    try CommandLineTool.run(
      "diff \(Self.v8) \(Self.v9) \(Self.offline) --report human --report md=\(file.path)", code: 1)
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("## What changes: GTM-AB12"))
  }

  /// A scenario in which neither is in use says nothing, and that is not "no difference".
  @Test func neverInUse() throws {
    let result = try CommandLineTool.run(
      "diff \(Self.v8) \(Self.v9) Scenarios/why-not.scenario", code: 5)
    #expect(
      result.lines.contains {
        $0.contains("No result: neither container was ever in use")
      })
    #expect(result.complaint.hasPrefix("tagsim: No result: neither container was ever in use"))
  }

  /// What plays nothing has no result, and standard error says so in every format.
  @Test(arguments: [
    ("{\"a\": \"x\"}", v8, Int32(5), "Nothing was played: no scenario uses these containers"),
    ("{\"a\": \"x\"}", "same", 0, "No event of these containers can be tried"),
  ])
  func nothingToTry(
    _ old: String, _ new: String, _ code: Int32, _ sentence: String
  ) throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("values.json", old).path
    for report in ["human", "json", "md"] {
      let result = try CommandLineTool.run(
        ["diff", file, new == "same" ? file : new, "--try", "--report", report], code: code)
      #expect(result.complaint.hasPrefix("tagsim: " + sentence), "\(result.complaint)")
      #expect(result.complaint.split(separator: "\n").count == 1)
    }
  }
}
