import Foundation
import Testing

@testable import ScenarioEngine
@testable import TagLanguage
@testable import tagsim

/// `tagsim help WORD` and `tagsim --version`.
struct HelpTests {
  private static let pages: [(word: String, words: String)] = [
    ("expect", "expect tag "), ("log-event", "  log-event \"played_song\""),
    ("verbs", "  eventually "), ("header", "  report-zone "), ("files", "-o - is standard output"),
    ("exit-codes", "  6    an input cannot be read or parsed"), ("L20", "L20 (error): "),
    ("l1", "L01 (note): "), ("P10", "P10 (deviation): "),
    ("lint", "OVERVIEW: Check containers for problems"),
    ("run", "OVERVIEW: Play scenarios without a screen"), ("help", "OVERVIEW: "),
    ("forecast", "\n  merge                   Add up the parts"),
    ("forecast merge", "\nUSAGE: tagsim forecast merge <parts> ... "),
    ("expect", "      expect tag \"GA screen view\" fired 1x\n"),
    ("eventually", "'tagsim help expect' lists all expectations."),
  ]

  @Test(arguments: pages)
  func page(_ word: String, _ words: String) throws {
    let result = try CommandLineTool.run("help \(word)")
    #expect(result.complaint.isEmpty)
    #expect(result.output.contains(words), "\(result.output)")
  }

  /// A line of an SDK, a part of one, or its code.
  @Test(
    arguments: [
      (["I-ACS013000"], "Firebase, v5, iOS, level error"),
      (["status -1"], "Nobody answered, and the SDK deletes"),
      (["503"], "The collector failed, and the SDK deletes the hits"),
      (["status", "-1"], "A fault or a loss."),
      (["the container"], "Lines with 'the container':"),
      (["W/FA ( 12): Failed to invoke Tag Manager's initialize() method: x"], "does not start"),
      (["pixel-no-map"], "additional params contains non-map"),
      (["Cannot find resource file 'GTM-AB12.plist'"], "Healthy apps have it, too."),
      (["Activity paused"], "Nothing is wrong with it."),
    ] as [([String], String)])
  func lineOfALog(_ words: [String], _ told: String) throws {
    let result = try CommandLineTool.run(["help"] + words)
    #expect(result.complaint.isEmpty)
    let text = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains(told), "\(result.output)")
    #expect(result.lines.allSatisfy { $0.count <= 80 })
  }

  /// A word of the screen leads to that of the language, in a mistake and as a page.
  @Test(arguments: ScreenWord.all.indices)
  func aWordOfTheScreenLeadsToOneOfTheLanguage(_ index: Int) throws {
    let (word, room, meant) = ScreenWord.all[index]
    let lines: [Form.Room: String] = [
      .app: "app \"X\"\n  \(word) a\nend",
      .screen: "app \"X\"\n  screen \"A\"\n    \(word) \"a\"\n  end\nend",
      .setting: "set \(word) on", .verb: "\(word) a",
    ]
    let line = try #require(lines[room])
    let words = "did you mean '\(meant)'?"
    if line.hasPrefix("app") {
      let errors = #expect(throws: ScenarioErrors.self) {
        try AppParser.parse(Array(line.utf8), file: "x.app")
      }
      #expect(errors.map { "\($0)".contains(words) } == true)
    } else {
      let error = #expect(throws: ScenarioError.self) { try StatementParser.parse(line: line) }
      #expect(error?.sentence.contains(words) == true, "\(error?.sentence ?? "")")
    }
    let help = try CommandLineTool.run("help \(word)")
    #expect(help.complaint.isEmpty && (word != "handler" || help.output.contains(meant)))
  }

  /// A word that is both a command and a verb has both pages.
  @Test func openIsBoth() throws {
    let result = try CommandLineTool.run(["help", "open"])
    #expect(result.output.hasPrefix("OVERVIEW: Open the monitor"))
    #expect(result.output.contains("IN THE SCENARIO LANGUAGE\nopen prefer-non-default|"))
  }

  @Test func oneFormOfExpectHasAPage() throws {
    let result = try CommandLineTool.run("help expect tag")
    #expect(result.output.contains("expect tag TAG not fired [because TEXT]"))
    #expect(!result.output.contains("expect sent"))
  }

  @Test(arguments: ["verbs", "header", "files", "exit-codes", "expect", "set", "eventually"])
  func pagesFitATerminal(_ word: String) throws {
    let result = try CommandLineTool.run(["help", word])
    let wide = result.lines.filter { $0.count > 80 }
    #expect(wide == [])
  }

  @Test(arguments: ["run", "lint"], ["--help", "-h"])
  func theUsageNamesTheProgram(_ command: String, _ option: String) throws {
    let result = try CommandLineTool.run("\(command) \(option)")
    #expect(result.output.contains("\nUSAGE: tagsim \(command) "), "\(result.output)")
    #expect(result.output.contains("\n  --version "), "\(result.output)")
  }

  @Test func theVersionNamesTheCommit() throws {
    let result = try CommandLineTool.run("--version")
    #expect(
      try #/tagsim \d+\.\d+\.\d+ \(([0-9a-f]{7}|unknown)\)\n/#.wholeMatch(in: result.output) != nil)
    #expect(try CommandLineTool.run(["run", "--version"]).output == result.output)
  }
}
