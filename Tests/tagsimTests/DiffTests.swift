import Foundation
import OrderedCollections
import TagRuntime
import TerminalKit
import Testing
import TextKit

/// `tagsim diff`: what two container files do differently.
struct DiffTests {
  private static let old = "Scenarios/containers/GTM-AB12-v7.json"
  private static let new = "Scenarios/containers/GTM-AB12-v9-fix.json"
  private static let firebase = "Tests/tagsimTests/Pages/GTM-FB12.json"

  private static let goldens: [(files: [String], name: String)] = [
    ([old, new], "diff-v7-v9.txt"), ([old, firebase], "diff-generations.txt"),
  ]

  @Test(arguments: goldens)
  func page(_ files: [String], _ name: String) throws {
    let result = try CommandLineTool.run(["diff"] + files, code: 1)
    #expect(result.complaint.isEmpty)
    try PageGolden.compare(result.output, name)
  }

  @Test func json() throws {
    let result = try CommandLineTool.run("diff --json \(Self.old) \(Self.new)", code: 1)
    #expect(result.lines.count == 1)
    let read = try result.json
    #expect(read.members?["same"] == false)
    #expect(read.members?["new"]?.members?["version"] == "9")
  }

  /// An export and the binary that is compiled of it mean the same.
  @Test func exportAndItsBinary() throws {
    let scratch = try ScratchFolder()
    let export = CommandLineTool.root.appendingPathComponent(Self.old)
    _ = try CommandLineTool.run(["compile", export.path, "-o", "GTM-AB12"], in: scratch.url)
    let result = try scratch.run("diff - GTM-AB12", input: export)
    #expect(
      result.lines == [
        "standard input → GTM-AB12", "  They mean the same.", "  note: id: GTM-AB12 → unknown",
        "  note: format: export of the web interface → legacy binary container",
      ])
  }

  @Test(arguments: [[], ["--json"]])
  func nothingHostileReachesTheTerminal(_ arguments: [String]) throws {
    let evil = "\u{1B}[2J\u{9B}31m\u{202E}\n\"\\"
    let scratch = try ScratchFolder()
    try scratch.file("a.json", "{\(JSONWriter.write(.string(evil))): 1}")
    try scratch.file("b.json", "{\"x\": \(JSONWriter.write(.string(evil)))}")
    let result = try scratch.run(["diff", "a.json", "b.json"] + arguments, code: 1)
    for line in result.output.split(separator: "\n") { #expect(TerminalText.isSafe(String(line))) }
  }
}
