import ArgumentParser
import Foundation
import Testing

@testable import tagsim

/// What the README shows and says is true.
struct ReadmeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func screenIsTheToolsOwn() throws {
    let file = Self.root.appendingPathComponent("README.md")
    let readme = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(readme.range(of: "<!-- screen: render "))
    let command = readme[start.upperBound...].prefix { $0 != "\n" }.split(separator: " ")
      .dropLast().map(String.init)
    let fence = try #require(readme.range(of: "```\n", range: start.upperBound..<readme.endIndex))
    let end = try #require(readme.range(of: "```\n", range: fence.upperBound..<readme.endIndex))
    var arguments = command
    arguments[0] = Self.root.appendingPathComponent(arguments[0]).path
    let render = try #require(try Tagsim.parseAsRoot(["render"] + arguments) as? Render)
    let screen =
      try render.screenLines()
      .map { String($0.reversed().drop { $0 == " " }.reversed()) }
      .joined(separator: "\n") + "\n"
    let shown = String(readme[fence.upperBound..<end.lowerBound])
    if shown != screen, ProcessInfo.processInfo.environment["TAGSIM_RECORD"] == "1" {
      let recorded = readme.replacingCharacters(
        in: fence.upperBound..<end.lowerBound, with: screen)
      try recorded.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(shown == screen, "record it anew with TAGSIM_RECORD=1 swift test")
  }

  @Test func everyCommandIsNamed() throws {
    let readme = try String(
      contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    for name in CommandName.all where !["open", "help"].contains(name) {
      #expect(readme.contains("tagsim \(name) "), "the README does not show tagsim \(name)")
    }
  }
}
