import Foundation
import Testing

@testable import tagsim

/// Snapshots that `tagsim run` keeps beside their scenarios.
@Suite struct SnapshotRunTests {
  private static func scratch() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.scenario("a.scenario", "launch\npush sku=\"S-77\"\nsnapshot bought")
    return scratch
  }

  private static func kept(_ scratch: ScratchFolder) throws -> String {
    let file = scratch.url.appending(path: "a.snapshots/bought.txt")
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  @Test func aNewOneFailsOnce() throws {
    let scratch = try Self.scratch()
    let first = try scratch.run("run a.scenario", code: 7)
    #expect(first.output.contains("a new snapshot was stored: check it, and run again"))
    #expect(try Self.kept(scratch).contains("\n  sku = \"S-77\"\n"))
    try scratch.run("run a.scenario")
  }

  @Test func anotherOneFailsUntilItIsKept() throws {
    let scratch = try Self.scratch()
    _ = try CommandLineTool.run(["run", "a.scenario"], in: scratch.url)
    try scratch.scenario("a.scenario", "launch\npush sku=\"S-78\"\nsnapshot bought")
    try scratch.run("run a.scenario", code: 7, prints: "-   sku = \"S-77\"")
    #expect(try Self.kept(scratch).contains("S-77"))
    try scratch.run("run a.scenario --update-snapshots")
    #expect(try Self.kept(scratch).contains("S-78"))
    try scratch.scenario("b.scenario", "expect sent 3")
    try scratch.scenario("a.scenario", "launch\npush sku=\"S-79\"\nsnapshot bought")
    try scratch.run("run .", code: 1)
  }

  @Test func aFileThatCannotBeKeptIsTold() throws {
    let scratch = try Self.scratch()
    try scratch.file("a.snapshots", "no folder")
    try scratch.scenario("b.scenario", "expect sent 0")
    let run = try scratch.run("run a.scenario b.scenario", code: 3)
    #expect(run.complaint.contains("a.snapshots: cannot be written"))
    #expect(run.lines.last == "1..2")
  }

  /// The seeds of a scenario share its snapshot; what cannot be done is no difference.
  @Test func seedsShareAndMistakesCount() throws {
    let scratch = try Self.scratch()
    _ = try CommandLineTool.run(["run", "a.scenario"], in: scratch.url)
    try scratch.run("run a.scenario --seeds 1..3")
    try scratch.scenario("b.scenario", "snapshot a", "snapshot a")
    _ = try CommandLineTool.run(["run", "b.scenario"], in: scratch.url)
    try scratch.run("run b.scenario", code: 1)
  }
}
