import ArgumentParser
import Foundation
import Testing

@testable import tagsim

/// What the README shows and says is true.
struct ReadmeTests {
  /// The picture is made by the command that stands above it, to the byte.
  @Test func pictureIsTheToolsOwn() throws {
    let readme = try String(
      contentsOf: CommandLineTool.root.appendingPathComponent("README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: "<!-- picture: "))
    let line = readme[start.upperBound...].prefix { $0 != "\n" }.dropLast(" -->".count)
    var arguments = CommandLineTool.words(of: String(line))
    arguments[1] = CommandLineTool.root.appendingPathComponent(arguments[1]).path
    let result = try CommandLineTool.run(arguments + ["--format", "svg"], code: 0)
    let open = try #require(
      readme.range(of: "](", range: start.upperBound..<readme.endIndex)?.upperBound)
    let picture = CommandLineTool.root.appendingPathComponent(
      String(readme[open...].prefix { $0 != ")" }))
    // The title names the file that was drawn, wherever the clone is.
    let drawn = result.output.replacing(CommandLineTool.root.path + "/", with: "")
    let shown = try? String(contentsOf: picture, encoding: .utf8)
    if shown != drawn, ProcessInfo.processInfo.environment["TAGSIM_RECORD"] == "1" {
      try drawn.write(to: picture, atomically: true, encoding: .utf8)
    }
    let isTheSame = shown == drawn
    #expect(isTheSame, "record it anew with TAGSIM_RECORD=1 swift test, and look at it")
  }

  @Test func fitsOneScreen() throws {
    let readme = try String(
      contentsOf: CommandLineTool.root.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 91)
  }

  @Test func everyCommandIsNamed() throws {
    let page = CommandLineTool.root.appendingPathComponent(
      "Sources/Program/tagsim/tagsim.docc/CommandLine.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for name in CommandName.all where !["open", "help"].contains(name) {
      #expect(text.contains("tagsim \(name)"), "the page does not show tagsim \(name)")
    }
  }
}
