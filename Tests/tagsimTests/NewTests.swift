import Foundation
import Testing

/// `tagsim new`: a scenario to begin with.
struct NewTests {
  @Test func aNewScenarioPasses() throws {
    let scratch = try ScratchFolder()
    for (arguments, path) in [
      (["new", "checkout"], "checkout.scenario"),
      (["new", "sign-in.scenario", "-o", "my/scenarios"], "my/scenarios/sign-in.scenario"),
    ] {
      try scratch.run(arguments, code: 0, prints: "'tagsim run \(path)' plays it")
      let run = try scratch.run("run \(path) --report tap")
      #expect(run.lines.last == "1..3")
      try scratch.run("fmt \(path) --check")
    }
  }

  @Test func aScenarioForAContainerPasses() throws {
    let scratch = try ScratchFolder()
    for name in ["files/GTM-NEW", "c"] {
      try scratch.file(name, BinaryContainer.bytes(version: "5", title: "New"))
    }
    for (arguments, path) in [
      ("files/GTM-NEW", "GTM-NEW.scenario"), ("files/GTM-NEW -o files", "files/GTM-NEW.scenario"),
      ("files/GTM-NEW -o sub", "sub/GTM-NEW.scenario"), ("c -o sub", "sub/c.scenario"),
      ("files/GTM-NEW other -o .", "other.scenario"), ("c -o sub/my.scenario", "sub/my.scenario"),
      ("c -o \(scratch.path("again.scenario"))", "again.scenario"),
    ] {
      try scratch.run("new --from " + arguments)
      try scratch.run("run " + path)
    }
  }

  @Test(arguments: ["GTM-AB12-v7.json", "GTM-AB12.plist", "GTM-SB20-v1.json", "GTM-AN40-v1.json"])
  func standardInputIsKeptBesideTheScenario(_ name: String) throws {
    let scratch = try ScratchFolder()
    let file = CommandLineTool.root.appendingPathComponent("Scenarios/containers/" + name)
    try scratch.run("new a --from -", input: file)
    try scratch.run("run a.scenario")
  }

  @Test func standardOutputHasTheScenarioAlone() throws {
    let scratch = try ScratchFolder()
    let path = CommandLineTool.path("Scenarios/containers/GTM-AB12.plist")
    for arguments in [["new", "a", "-o", "-"], ["new", "--from", path, "-o", "-"]] {
      let made = try scratch.run(arguments, code: 0)
      #expect(made.complaint.isEmpty)
      try scratch.run("run -", input: try scratch.file("text", made.output))
    }
  }

  /// Green means something: the scenario expects what the container did, and fails with another.
  @Test(arguments: [
    ("GTM-AB12-v7.json", "GTM-AB12.plist"), ("GTM-AB12.plist", "GTM-AB12-v7.json"),
    ("GTM-MV50-v1.json", "GTM-SB20-v1.json"), ("GTM-RD10-v1.json", "GTM-SB20-v1.json"),
  ])
  func aScenarioForAContainerExpectsWhatItSaw(_ name: String, _ other: String) throws {
    let scratch = try ScratchFolder()
    let containers = CommandLineTool.root.appendingPathComponent("Scenarios/containers")
    let file = containers.appendingPathComponent(name)
    try scratch.run("new --from \(file.path) -o sub/mine.scenario")
    let run = try scratch.run("run sub/mine.scenario")
    #expect(run.lines.count { $0.hasPrefix("ok ") } > 3, "\(run.output)")
    let replaced = try CommandLineTool.run(
      ["run", "sub/mine.scenario", "--container", containers.appendingPathComponent(other).path],
      in: scratch.url)
    #expect(replaced.code == 1, "\(replaced.output)\(replaced.complaint)")
  }

  @Test func aFileMayBeNamedAsTheOutput() throws {
    let scratch = try ScratchFolder()
    let plain = try scratch.run("new -o x/y.scenario")
    #expect(plain.output.hasPrefix("x/y.scenario: "))
    try scratch.run("new a -o b.scenario", code: 4, says: "b.scenario names the file")
  }

  @Test func nothingIsWrittenOver() throws {
    let scratch = try ScratchFolder()
    try scratch.file("a.scenario", "mine")
    try scratch.file("GTM-NEW", BinaryContainer.bytes(version: "5", title: "New"))
    for arguments in [["new", "a"], ["new", "a", "--from", "GTM-NEW"]] {
      let made = try scratch.run(arguments, code: 4)
      #expect(made.output.isEmpty)
      #expect(made.complaint.contains("a.scenario: already exists and may contain your work"))
    }
    let text = try scratch.text("a.scenario")
    #expect(text == "mine")
  }
}

/// `tagsim new --reach`: what scenarios leave out, as one more.
struct ReachTests {
  private static let container = CommandLineTool.path("Scenarios/containers/GTM-AB12-v9-fix.json")
  private static let scenario = CommandLineTool.path("Scenarios/offline.scenario")

  @Test func whatIsWrittenPassesAndLeavesNothingToReach() throws {
    let scratch = try ScratchFolder()
    let arguments = ["new", "--from", Self.container, "--reach", Self.scenario]
    let made = try scratch.run(arguments, code: 0)
    let path = "GTM-AB12-v9-fix-reach.scenario"
    #expect(made.output.hasPrefix(path + ": reaches "))
    try scratch.run("run \(path)")
    let named = try scratch.run(arguments + ["-o", "x.scenario"], code: 0)
    #expect(named.output.hasPrefix("x.scenario: reaches "))
    let again = try scratch.run(["new", "b"] + arguments.dropFirst() + [path], code: 0)
    #expect(again.output.contains("nothing written"), "\(again.output)")
    try scratch.run(arguments, code: 4, says: "already exists")
  }
}
