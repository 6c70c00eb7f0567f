import ArgumentParser
import Foundation
import Testing

@testable import tagsim

/// What the README shows and says is true.
struct ReadmeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The picture is made by the command that stands above it, to the byte.
  @Test func pictureIsTheToolsOwn() throws {
    let readme = try String(
      contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: "<!-- picture: "))
    let line = readme[start.upperBound...].prefix { $0 != "\n" }.dropLast(" -->".count)
    var arguments = Self.words(String(line))
    arguments[1] = Self.root.appendingPathComponent(arguments[1]).path
    let result = try CommandLineTool.run(arguments + ["--format", "svg"])
    #expect(result.code == 0)
    let open = try #require(
      readme.range(of: "](", range: start.upperBound..<readme.endIndex)?.upperBound)
    let picture = Self.root.appendingPathComponent(String(readme[open...].prefix { $0 != ")" }))
    // The title names the file that was drawn, wherever the clone is.
    let drawn = result.output.replacing(Self.root.path + "/", with: "")
    let shown = try? String(contentsOf: picture, encoding: .utf8)
    if shown != drawn, ProcessInfo.processInfo.environment["TAGSIM_RECORD"] == "1" {
      try drawn.write(to: picture, atomically: true, encoding: .utf8)
    }
    let isTheSame = shown == drawn
    #expect(isTheSame, "record it anew with TAGSIM_RECORD=1 swift test, and look at it")
  }

  /// The words of a command line; those in single quotes are one.
  private static func words(_ line: String) -> [String] {
    line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
      $0.offset.isMultiple(of: 2)
        ? $0.element.split(separator: " ").map(String.init) : [String($0.element)]
    }
  }

  @Test func fitsOneScreen() throws {
    let readme = try String(
      contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 91)
  }

  @Test func everyCommandIsNamed() throws {
    let page = Self.root.appendingPathComponent("Sources/Program/tagsim/tagsim.docc/CommandLine.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for name in CommandName.all where !["open", "help"].contains(name) {
      #expect(text.contains("tagsim \(name)"), "the page does not show tagsim \(name)")
    }
  }
}
