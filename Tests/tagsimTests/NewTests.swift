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
      let made = try CommandLineTool.run(arguments, in: scratch.url)
      #expect(made.code == 0, "\(made.complaint)")
      #expect(made.output.contains("'tagsim run \(path)' plays it"))
      let run = try CommandLineTool.run(["run", path, "--report", "tap"], in: scratch.url)
      #expect(run.code == 0, "\(run.output)\(run.complaint)")
      #expect(run.lines.last == "1..3")
      let laidOut = try CommandLineTool.run(["fmt", path, "--check"], in: scratch.url)
      #expect(laidOut.code == 0)
    }
  }

  @Test func aScenarioForAContainerPasses() throws {
    let scratch = try ScratchFolder()
    try scratch.file("files/GTM-NEW", BinaryContainer.bytes(version: "5", title: "New"))
    for arguments in [[], ["-o", "files"], ["-o", "sub"], ["other", "-o", "."]] {
      let made = try CommandLineTool.run(
        ["new", "--from", "files/GTM-NEW"] + arguments, in: scratch.url)
      #expect(made.code == 0, "\(made.complaint)")
    }
    for path in [
      "GTM-NEW.scenario", "files/GTM-NEW.scenario", "sub/GTM-NEW.scenario", "other.scenario",
    ] {
      let run = try CommandLineTool.run(["run", path], in: scratch.url)
      #expect(run.code == 0, "\(run.output)\(run.complaint)")
    }
  }

  @Test(arguments: ["GTM-AB12-v7.json", "GTM-AB12.plist", "GTM-SB20-v1.json", "GTM-AN40-v1.json"])
  func standardInputIsKeptBesideTheScenario(_ name: String) throws {
    let scratch = try ScratchFolder()
    let file = CommandLineTool.root.appendingPathComponent("Scenarios/containers/" + name)
    let made = try CommandLineTool.run(["new", "a", "--from", "-"], in: scratch.url, input: file)
    #expect(made.code == 0, "\(made.complaint)")
    let run = try CommandLineTool.run(["run", "a.scenario"], in: scratch.url)
    #expect(run.code == 0, "\(run.output)\(run.complaint)")
  }

  @Test func aContainerMayHaveANameOfOneCharacter() throws {
    let scratch = try ScratchFolder()
    try scratch.file("c", BinaryContainer.bytes(version: "5", title: "New"))
    let made = try CommandLineTool.run(["new", "--from", "c", "-o", "sub"], in: scratch.url)
    #expect(made.code == 0, "\(made.complaint)")
    let run = try CommandLineTool.run(["run", "sub/c.scenario"], in: scratch.url)
    #expect(run.code == 0, "\(run.output)\(run.complaint)")
  }

  @Test func standardOutputHasTheScenarioAlone() throws {
    let scratch = try ScratchFolder()
    let path = CommandLineTool.root.appendingPathComponent("Scenarios/containers/GTM-AB12.plist")
      .path
    for arguments in [["new", "a", "-o", "-"], ["new", "--from", path, "-o", "-"]] {
      let made = try CommandLineTool.run(arguments, in: scratch.url)
      #expect(made.code == 0 && made.complaint.isEmpty)
      let run = try CommandLineTool.run(
        ["run", "-"], in: scratch.url, input: try scratch.file("text", made.output))
      #expect(run.code == 0, "\(run.output)\(run.complaint)")
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
    let made = try CommandLineTool.run(
      ["new", "--from", file.path, "-o", "sub/mine.scenario"], in: scratch.url)
    #expect(made.code == 0, "\(made.complaint)")
    let run = try CommandLineTool.run(["run", "sub/mine.scenario"], in: scratch.url)
    #expect(run.code == 0, "\(run.output)\(run.complaint)")
    #expect(run.lines.count { $0.hasPrefix("ok ") } > 3, "\(run.output)")
    let replaced = try CommandLineTool.run(
      ["run", "sub/mine.scenario", "--container", containers.appendingPathComponent(other).path],
      in: scratch.url)
    #expect(replaced.code == 1, "\(replaced.output)\(replaced.complaint)")
  }

  @Test func aFileMayBeNamedAsTheOutput() throws {
    let scratch = try ScratchFolder()
    let plain = try CommandLineTool.run(["new", "-o", "x/y.scenario"], in: scratch.url)
    #expect(plain.code == 0 && plain.output.hasPrefix("x/y.scenario: "), "\(plain.complaint)")
    let both = try CommandLineTool.run(["new", "a", "-o", "b.scenario"], in: scratch.url)
    #expect(both.code == 4 && both.complaint.contains("b.scenario names the file"))
  }

  @Test func nothingIsWrittenOver() throws {
    let scratch = try ScratchFolder()
    try scratch.file("a.scenario", "mine")
    try scratch.file("GTM-NEW", BinaryContainer.bytes(version: "5", title: "New"))
    for arguments in [["new", "a"], ["new", "a", "--from", "GTM-NEW"]] {
      let made = try CommandLineTool.run(arguments, in: scratch.url)
      #expect(made.code == 4 && made.output.isEmpty)
      #expect(made.complaint.contains("a.scenario: already exists and may contain your work"))
    }
    let text = try String(
      contentsOf: scratch.url.appendingPathComponent("a.scenario"), encoding: .utf8)
    #expect(text == "mine")
  }

  @Test(arguments: [
    ("new", Int32(4), "Missing expected argument '<name>', or '--from <from>'"),
    ("new a/b", 4, "a/b: a name has letters, digits, '-', '_' and '.'"),
    ("new .a", 4, "does not begin with"), ("new a?", 4, "a?: a name has"),
    ("new --from nowhere", 6, "nowhere: there is no such file"),
    ("new --from text", 6, "text: is text, not a container"),
    ("new a -o text", 3, "text: cannot be written"),
  ])
  func whatIsWrongIsSaid(_ arguments: String, _ code: Int32, _ complaint: String) throws {
    let scratch = try ScratchFolder()
    try scratch.file("text", "launch\n")
    let result = try CommandLineTool.run(
      arguments.split(separator: " ").map(String.init), in: scratch.url)
    #expect(result.code == code)
    #expect(result.complaint.contains(complaint), "\(result.complaint)")
    #expect(result.output.isEmpty)
  }
}

/// `tagsim new --reach`: what scenarios leave out, as one more.
struct ReachTests {
  private static let container = CommandLineTool.root
    .appendingPathComponent("Scenarios/containers/GTM-AB12-v9-fix.json").path
  private static let scenario = CommandLineTool.root
    .appendingPathComponent("Scenarios/offline.scenario").path

  @Test func whatIsWrittenPassesAndLeavesNothingToReach() throws {
    let scratch = try ScratchFolder()
    let arguments = ["new", "--from", Self.container, "--reach", Self.scenario]
    let made = try CommandLineTool.run(arguments, in: scratch.url)
    #expect(made.code == 0, "\(made.complaint)")
    let path = "GTM-AB12-v9-fix-reach.scenario"
    #expect(made.output.hasPrefix(path + ": reaches "))
    let run = try CommandLineTool.run(["run", path], in: scratch.url)
    #expect(run.code == 0, "\(run.output)\(run.complaint)")
    let named = try CommandLineTool.run(arguments + ["-o", "x.scenario"], in: scratch.url)
    #expect(named.code == 0 && named.output.hasPrefix("x.scenario: reaches "))
    let again = try CommandLineTool.run(
      ["new", "b"] + arguments.dropFirst() + [path], in: scratch.url)
    #expect(again.code == 0 && again.output.contains("nothing written"), "\(again.output)")
    let refused = try CommandLineTool.run(arguments, in: scratch.url)
    #expect(refused.code == 4 && refused.complaint.contains("already exists"))
  }
}
