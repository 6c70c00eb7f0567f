import Foundation
import ScenarioEngine
import Testing

@testable import tagsim

/// Branches of a scenario on the command line: each is a run of its own beside the story.
@Suite struct BranchRunTests {
  private static func scratch(_ lines: String...) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.scenario(
      "a.scenario", "launch", "screen \"Home\"", "mark home", "expect sent 0",
      "branch \"held\" from home", "push event=\"x\"", "expect sent 0", "end",
      "branch \"it fails\" from home", "kill", "expect sent 3", "end", lines.joined(separator: "\n")
    )
    return scratch
  }

  private static func run(_ scratch: ScratchFolder, _ arguments: String...) throws
    -> CommandLineTool.Result
  {
    try CommandLineTool.run(arguments, in: scratch.url)
  }

  @Test func eachIsReportedBesideTheStory() throws {
    let result = try Self.run(try Self.scratch(), "run", "a.scenario")
    #expect(result.code == 1)
    let points = result.lines.filter { $0.contains("ok ") || $0.hasPrefix("#") }
    #expect(
      points == [
        "# a.scenario", "ok 1 - a.scenario:15 expect sent 0",
        "# a.scenario [branch \"held\"]",
        "ok 2 - a.scenario:18 [branch \"held\"] expect sent 0",
        "# a.scenario [branch \"it fails\"]",
        "not ok 3 - a.scenario:22 [branch \"it fails\"] expect sent 3",
      ])
    #expect(result.output.contains("see: 'tagsim a.scenario --branch ''it fails'' --at 5'"))
  }

  /// What `see:` names can be looked at.
  @Test func oneCanBeLookedAt() throws {
    let scratch = try Self.scratch()
    let page = try Self.run(
      scratch, "explain", "a.scenario", "--branch", "it fails", "--at", "5")
    #expect(page.code == 0 && page.output.contains("kill"), "\(page.output)\(page.complaint)")
    let screen = try Self.run(scratch, "render", "a.scenario", "--branch", "it fails")
    #expect(screen.output.contains("a.scenario › it fails"), "\(screen.output)")
  }

  /// Names that differ in signs alone, which no name of a file has.
  @Test func eachHasATraceOfItsOwn() throws {
    let scratch = try ScratchFolder()
    try scratch.scenario(
      "a.scenario", "launch", "mark home", "branch \"a+b\" from home", "push event=\"x\"", "end",
      "branch \"a/b\" from home", "push event=\"y\"", "end", "branch \"A B\" from home", "kill",
      "end")
    let result = try Self.run(scratch, "run", "a.scenario", "--trace", "traces")
    #expect(result.code == 0, "\(result.complaint)")
    let folder = scratch.path("traces")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names == ["a-A-B-3.trace", "a-a-b-2.trace", "a-a-b.trace", "a.trace"])
    let branches = try names.map {
      try OpenedFile(folder + "/" + $0, containerOverride: nil).traced?.run.scenario.branch?.name
    }
    #expect(branches == ["A B", "a/b", "a+b", nil])
  }

  @Test func theyAreListedAndFound() throws {
    let scratch = try Self.scratch()
    let list = try Self.run(scratch, "run", ".", "--list", "--grep", "it f")
    #expect(list.lines == ["./a.scenario  [small]  3 expectations  2 branches"])
    #expect(try Self.run(scratch, "run", ".", "--list", "--grep", "its").code == 5)
    let check = try Self.run(scratch, "check", "a.scenario")
    #expect(check.lines == ["a.scenario: 8 statements, all names resolved"])
  }

  @Test func theFirstFailureEndsTheRest() throws {
    let scratch = try Self.scratch()
    try scratch.scenario(
      "b.scenario", "mark m", "expect sent 3", "branch a from m", "expect sent 0", "end")
    let first = try Self.run(scratch, "run", "-x", "b.scenario")
    #expect(first.lines.last == "1..1" && first.code == 1)
    let whole = try Self.run(scratch, "run", "b.scenario")
    #expect(whole.lines.last == "1..2" && whole.code == 1)
  }

  @Test func aPhoneHasOneWorld() throws {
    try Self.scratch().run(
      "run a.scenario --device phone.sqlite", code: 4, says: "has branches, each on its own phone")
  }

  @Test(arguments: [["--repeat", "3"], ["--seeds", "1..2"], ["--strict"]])
  func theyArePlayedAsTheStoryIs(_ options: [String]) throws {
    let scratch = try Self.scratch()
    let result = try scratch.run(["run", "a.scenario"] + options, code: 1)
    let names = result.lines.filter { $0.hasPrefix("# a.scenario") }
    #expect(names.count == (options[0] == "--seeds" ? 6 : 3), "\(names)")
  }

  /// The snapshot of a branch does not take the place of that of the story.
  @Test func snapshotsAreTheirOwn() throws {
    let scratch = try ScratchFolder()
    try scratch.scenario(
      "a.scenario", "launch", "mark m", "snapshot s", "branch \"a b\" from m", "kill",
      "snapshot s", "end")
    #expect(try Self.run(scratch, "run", "a.scenario").code == 7)
    let folder = scratch.path("a.snapshots")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
        "s.branch=a%20b.txt", "s.txt",
      ])
    #expect(try Self.run(scratch, "run", "a.scenario").code == 0)
  }

  @Test func namesAreCompleted() throws {
    let scratch = try Self.scratch()
    let file = scratch.path("a.scenario")
    #expect(PlaceCompletion.branches(["tagsim", "explain", file]) == ["held", "it fails"])
  }
}
