import CommandKit
import Foundation
import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TerminalKit
import Testing
import TextKit

@testable import tagsim

/// `tagsim inspect`: what a container file does, as a page, as JSON and as a graph.
struct InspectTests {
  private static let demo = "Scenarios/containers/GTM-AB12-v7.json"

  private static let firebase = "Tests/tagsimTests/Pages/GTM-FB12.json"

  /// What is for Android is told as there, with a warning of iOS; on iOS it is not promised.
  private static let goldens: [(arguments: String, name: String)] = [
    (demo, "GTM-AB12-v7.txt"), ("\(demo) --graph dot", "GTM-AB12-v7.dot"),
    ("\(demo) --graph mermaid", "GTM-AB12-v7.mmd"), (firebase, "GTM-FB12.txt"),
    ("\(firebase) --graph dot", "GTM-FB12.dot"), ("\(firebase) --graph mermaid", "GTM-FB12.mmd"),
    ("Scenarios/containers/GTM-AN40-v1.json", "GTM-AN40.txt"),
    ("Scenarios/containers/GTM-AN40-v1.json --platform ios", "GTM-AN40-ios.txt"),
    ("Scenarios/containers/GTM-AB12.plist", "GTM-AB12.plist.txt"),
  ]

  @Test(arguments: goldens)
  func page(_ arguments: String, _ name: String) throws {
    try PageGolden.compare(try CommandLineTool.run("inspect " + arguments).output, name)
  }

  @Test func secondGenerationAsJSON() throws {
    let result = try CommandLineTool.run(["inspect", "--json", Self.firebase])
    #expect(result.lines.count == 1)
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let pretty = try JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    try PageGolden.compare(String(decoding: pretty, as: UTF8.self) + "\n", "GTM-FB12.facts.json")
  }

  /// A file that comes by standard input is told like the file itself.
  @Test func standardInput() throws {
    let file = CommandLineTool.root.appendingPathComponent(Self.firebase)
    let piped = try CommandLineTool.run(["inspect", "-"], input: file)
    let named = try CommandLineTool.run(["inspect", Self.firebase])
    #expect(piped.code == 0 && piped.lines.first == "standard input")
    #expect(piped.lines.dropFirst() == named.lines.dropFirst())
    let nothing = try CommandLineTool.run("inspect -", code: 6)
    #expect(nothing.complaint.hasPrefix("tagsim: standard input: "))
  }

  @Test func jsonReadsBack() throws {
    let result = try CommandLineTool.run("inspect --json \(Self.demo) \(Self.demo)")
    #expect(result.lines.count == 2 && result.lines[0] == result.lines[1])
    let read = try JSONReader.read(Array(result.lines[0].utf8))
    let members = try #require(read.members)
    #expect(members["containerId"] == "GTM-AB12")
    #expect(members["version"] == "7")
    #expect(members["counts"] == ["macros": 13, "tags": 5, "predicates": 6, "rules": 8])
    let tags = try #require(members["tags"]?.elements)
    #expect(
      tags[4].members?["fires"]
        == "fires when Event starts with tap (Tapped), unless user tier equals staff (Staff)")
    #expect(tags[3].members?["never"] == "Event cannot equal both openScreen and debugOnly")
  }

  @Test func binaryContainer() throws {
    let scratch = try ScratchFolder()
    try scratch.file("GTM-SMALL", BinaryContainer.bytes(version: "41", title: "Hello"))
    let result = try scratch.run("inspect GTM-SMALL")
    #expect(result.lines[1].hasPrefix("  version 41, legacy binary container, "))
    #expect(result.lines.contains("    requests https://pixel.example.com/"))
    #expect(result.lines.contains("    fires when Event equals openScreen (OpenedFile)"))
    #expect(result.lines.contains("  title: constant \"Hello\""))
  }

  /// A file that cannot be read does not keep the others from being told.
  @Test func otherFilesAreTold() throws {
    let result = try CommandLineTool.run(
      "inspect gone \(Self.demo) README.md \(Self.demo)", code: 6)
    #expect(result.lines.count { $0 == Self.demo } == 2)
    #expect(result.complaint.split(separator: "\n").count == 2)
  }

  private static let evil = "\u{1B}[2J\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}\u{200B}\n\"\\e\u{301}"

  private static func hostileFile(in scratch: ScratchFolder) throws -> String {
    let evil = JSONWriter.write(.string(Self.evil))
    try scratch.file("GTM-EVIL.json", "{\(evil): \(evil), \"b\": {\(evil): \(evil)}}")
    try scratch.file("GTM-EVIL", BinaryContainer.bytes(version: Self.evil, title: Self.evil))
    return Self.evil
  }

  @Test(arguments: [[], ["--json"], ["--graph", "dot"], ["--graph", "mermaid"]])
  func nothingHostileReachesTheTerminal(_ arguments: [String]) throws {
    let scratch = try ScratchFolder()
    _ = try Self.hostileFile(in: scratch)
    let result = try scratch.run(
      ["inspect", "GTM-EVIL", "GTM-EVIL.json", Self.evil] + arguments, code: 6)
    #expect(!result.output.isEmpty && !result.complaint.isEmpty)
    for line in result.output.split(separator: "\n") + result.complaint.split(separator: "\n") {
      #expect(TerminalText.isSafe(String(line)))
    }
  }

  /// What is escaped for the terminal is the same value for a program.
  @Test func hostileJSONMeansTheSame() throws {
    let scratch = try ScratchFolder()
    let evil = try Self.hostileFile(in: scratch)
    let result = try CommandLineTool.run(["inspect", "GTM-EVIL.json", "--json"], in: scratch.url)
    let read = try result.json
    #expect(read.members?["variables"]?.elements?[0].members?["name"] == .string(evil))
  }

  @Test func onATerminalLinesAreBroken() throws {
    let path = CommandLineTool.path(Self.demo)
    let bytes = try DiskFiles().bytes(of: path, limit: .max)
    let description = ContainerDescription(
      of: try MachineFiles.version(in: bytes, "x"), file: "x", bytes: bytes.count)
    var page = HandedReport(outline: description.page)
    let wide = page.text.rows.map(\.line)
    page.columns = 100
    let narrow = page.text.rows.map(\.line)
    #expect(wide.contains { $0.count > 100 })
    #expect(narrow.allSatisfy { TextWidth.columns(of: $0) <= 100 })
    let words = { (lines: [String]) in lines.flatMap { $0.split(separator: " ") } }
    #expect(words(wide) == words(narrow))
  }
}
