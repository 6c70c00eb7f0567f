import Foundation
import TerminalKit
import Testing
import TextKit

@testable import ScenarioEngine
@testable import tagsim

/// `tagsim fmt`.
struct FormatTests {
  private static let shipped = ShippedFiles.all.filter {
    $0.path.hasSuffix(".scenario") || $0.path.hasSuffix(".app")
  }

  /// The words of the comments of a text, in any order.
  private static func comments(_ text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      line.firstRange(of: " #").map { line[$0.lowerBound...].trimmingCharacters(in: .whitespaces) }
    }.sorted()
  }

  @Test func whatIsShippedIsLaidOut() throws {
    #expect(Self.shipped.count > 20)
    for (path, text) in Self.shipped {
      let laidOut = try ScenarioFormatter.format(
        Array(text.utf8), file: path)
      let isSame = laidOut == Array(text.utf8)
      #expect(isSame, "\(path): lay it out with 'tagsim fmt Scenarios'")
    }
  }

  /// However a shipped file is mangled, the layout brings it back, with its comments.
  @Test func aMangledFileComesBack() throws {
    for (path, text) in Self.shipped {
      let mangled =
        text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { "\t " + $0.trimmingCharacters(in: .whitespaces) + "  \r\n" }.joined() + "\n\n"
      let result = try ScenarioFormatter.format(
        Array(mangled.utf8), file: path)
      let laidOut = String(decoding: result, as: UTF8.self)
      #expect(laidOut == text, "\(path)")
      #expect(Self.comments(laidOut) == Self.comments(text), "\(path)")
    }
  }

  private static let loose = "launch\n   kill\n"
  private static let tidy = "launch\nkill\n"

  private static func text(_ name: String, in scratch: ScratchFolder) throws -> String {
    try scratch.text(name)
  }

  @Test func filesAreRewrittenInPlace() throws {
    let scratch = try ScratchFolder()
    try scratch.file("a.scenario", Self.loose)
    try scratch.file("sub/b.scenario", Self.tidy)
    try scratch.file("sub/c.app", "app \"C\"\npackage c\ncontainer C\nend\n")
    try scratch.file("sub/d.txt", Self.loose)
    let file = scratch.path("a.scenario")
    chmod(file, 0o640)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link.scenario"),
      withDestinationPath: "a.scenario")
    let checked = try scratch.run("fmt . --check", code: 1)
    #expect(checked.complaint.isEmpty)
    #expect(checked.lines == ["./a.scenario", "./sub/c.app"])
    #expect(try Self.text("a.scenario", in: scratch) == Self.loose)
    let result = try scratch.run("fmt link.scenario sub")
    #expect(result.lines == ["link.scenario", "sub/c.app"])
    #expect(try Self.text("a.scenario", in: scratch) == Self.tidy)
    #expect(
      try Self.text("sub/c.app", in: scratch) == "app \"C\"\n  package c\n  container C\nend\n")
    #expect(try Self.text("sub/d.txt", in: scratch) == Self.loose)
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(attributes[.type] as? FileAttributeType == .typeRegular)
    let again = try scratch.run("fmt . --check")
    #expect(again.output.isEmpty)
  }

  @Test func aFileWithMistakesIsLeftAloneAndOthersGoOn() throws {
    let scratch = try ScratchFolder()
    try scratch.file("a.scenario", "  lunch\n")
    try scratch.file("b.scenario", Self.loose)
    try scratch.run("fmt a.scenario b.scenario nowhere", code: 6)
    try scratch.run("fmt a.scenario b.scenario", code: 6, says: "a.scenario:1:3: ")
    #expect(try Self.text("a.scenario", in: scratch) == "  lunch\n")
    #expect(try Self.text("b.scenario", in: scratch) == Self.tidy)
  }

  @Test func standardInputGoesToStandardOutput() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("a", Self.loose)
    let result = try CommandLineTool.run("fmt -", input: file)
    #expect(result.output == Self.tidy)
    let checked = try CommandLineTool.run("fmt - --check", code: 1, input: file)
    #expect(checked.output == "standard input\n")
    let same = try CommandLineTool.run(["fmt", "-"], input: try scratch.file("b", Self.tidy))
    #expect(same.output == Self.tidy)
  }
}
