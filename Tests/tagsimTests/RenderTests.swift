import Foundation
import Testing

/// `tagsim render`: the screen as text, and the program as a single file.
struct RenderTests {
  @Test(arguments: [(120, 40), (80, 24), (1, 1), (39, 9), (200, 60), (2048, 3)])
  func hasTheSizeAskedFor(_ columns: Int, _ rows: Int) throws {
    let result = try CommandLineTool.run([
      "render", "--size", "\(columns)x\(rows)", "--borders", "ascii",
    ])
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == rows)
    #expect(lines.allSatisfy { $0.count == columns })
  }

  @Test(arguments: [
    ("1", "‹PAST 1/24›"), ("4", "‹PAST 4/24›"), ("24", "‹PAST 24/24›"), ("end", "GTM-AB12 v9"),
  ])
  func showsTheWorldAsOfAnEvent(_ event: String, _ place: String) throws {
    let result = try CommandLineTool.run(["render", "--at", event])
    #expect(result.lines[0].hasSuffix(place + " "))
  }

  @Test func showsTheScreenAfterKeys() throws {
    let result = try CommandLineTool.run(["render", "--size", "80x24", "--keys", "2 q"], code: 0)
    #expect(result.output.contains("[Data"))
    let typed = try CommandLineTool.run(["render", "--keys", ": \"wait 1d\" Enter"])
    #expect(typed.output.contains(" Mon 11:51:00 "))
  }

  @Test func drawsAPictureIntoAFile() throws {
    let scratch = try ScratchFolder()
    let file = scratch.url.appendingPathComponent("a.svg")
    let result = try CommandLineTool.run("render --format svg -o \(file.path)")
    #expect(result.output.isEmpty)
    let picture = try String(contentsOf: file, encoding: .utf8)
    #expect(picture.hasPrefix("<svg ") && picture.hasSuffix("</svg>\n"))
    #expect(picture.contains(">GTM-AB12</text>"))
  }

  @Test func coloursAreSequencesOfOurs() throws {
    let screen = ["render", "--keys", "s Enter"]
    let plain = try CommandLineTool.run(screen)
    let coloured = try CommandLineTool.run(screen + ["--format", "ansi"])
    let sequence = try Regex("\u{1B}\\[[0-9;]*m")
    let colour = try Regex("\u{1B}\\[([0-9;]*;)?[34][0-7](;[0-9;]*)?m")
    #expect(coloured.output.contains(sequence))
    let wished = try CommandLineTool.run(screen + ["--format", "ansi", "--no-color"])
    #expect(!wished.output.contains(colour))
    #expect(wished.output.replacing(sequence, with: "") == plain.output)
  }

  /// The demo is in the program: one file that works wherever it is copied to.
  @Test func aCopyElsewhereShowsTheDemo() throws {
    let scratch = try ScratchFolder()
    let copy = scratch.url.appendingPathComponent("elsewhere")
    try FileManager.default.copyItem(at: CommandLineTool.executable(), to: copy)
    let moved = try CommandLineTool.run(["render"], code: 0, in: scratch.url, program: copy)
    #expect(moved.bytes == (try CommandLineTool.run(["render"])).bytes)
    try CommandLineTool.run([], code: 4, in: scratch.url, program: copy)
  }
}
