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
    let result = try CommandLineTool.run(["diff"] + files)
    #expect(result.code == 1 && result.complaint.isEmpty)
    try PageGolden.compare(result.output, name)
  }

  @Test func json() throws {
    let result = try CommandLineTool.run(["diff", "--json", Self.old, Self.new])
    #expect(result.code == 1 && result.lines.count == 1)
    let read = try JSONReader.read(Array(result.output.utf8))
    #expect(read.members?["same"] == false)
    #expect(read.members?["new"]?.members?["version"] == "9")
  }

  /// An export and the binary that is compiled of it mean the same.
  @Test func exportAndItsBinary() throws {
    let scratch = try ScratchFolder()
    let export = CommandLineTool.root.appendingPathComponent(Self.old)
    _ = try CommandLineTool.run(["compile", export.path, "-o", "GTM-AB12"], in: scratch.url)
    let result = try CommandLineTool.run(["diff", "-", "GTM-AB12"], in: scratch.url, input: export)
    #expect(result.code == 0)
    #expect(
      result.lines == [
        "standard input → GTM-AB12", "  They mean the same.", "  note: id: GTM-AB12 → unknown",
        "  note: format: export of the web interface → legacy binary container",
      ])
  }

  private static let refusals: [(arguments: [String], code: Int32, complaint: [String])] = [
    ([], 4, ["Error: Missing expected argument '<old>'"]),
    ([old], 4, ["Error: Missing expected argument '<new>'"]),
    (["-", "-"], 4, ["tagsim: '-' is standard input, which can be read only once"]),
    (["gone", old], 6, ["tagsim: gone: there is no such file"]),
    (
      ["gone", "lost"], 6,
      ["tagsim: gone: there is no such file", "tagsim: lost: there is no such"]
    ),
    (["README.md", old], 6, ["tagsim: README.md: this is text"]),
  ]

  @Test(arguments: refusals)
  func refusal(_ arguments: [String], _ code: Int32, _ complaint: [String]) throws {
    let result = try CommandLineTool.run(["diff"] + arguments)
    #expect(result.code == code)
    #expect(result.output.isEmpty)
    let lines = result.complaint.split(separator: "\n")
    for (line, start) in zip(lines, complaint) { #expect(line.hasPrefix(start)) }
    #expect(lines.count >= complaint.count)
  }

  @Test(arguments: [[], ["--json"]])
  func nothingHostileReachesTheTerminal(_ arguments: [String]) throws {
    let evil = "\u{1B}[2J\u{9B}31m\u{202E}\n\"\\"
    let scratch = try ScratchFolder()
    try scratch.file("a.json", "{\(JSONWriter.write(.string(evil))): 1}")
    try scratch.file("b.json", "{\"x\": \(JSONWriter.write(.string(evil)))}")
    let result = try CommandLineTool.run(["diff", "a.json", "b.json"] + arguments, in: scratch.url)
    #expect(result.code == 1)
    for line in result.output.split(separator: "\n") { #expect(TerminalText.isSafe(String(line))) }
  }
}
