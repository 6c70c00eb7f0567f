import ArgumentParser
import CommandKit
import Foundation
import OrderedCollections
import TagForecast
import TagRuntime
import Testing
import TextKit

@testable import Publishing
@testable import ScenarioEngine
@testable import tagsim

/// The forms of the report of `tagsim run`, as people and machines find them.
struct RunReportTests {
  /// One failure, an optional one, a step that cannot be done, an unreadable file, and names that
  /// mean something to every form.
  private static func folder() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    let app = """
      app "Small"
        package com.example.small
        container GTM-SMALL
        screen "Home"
          on view push event="openScreen" screenName="Home"
        end
      end
      """
    try scratch.file("GTM-SMALL", BinaryContainer.bytes(version: "5", title: "New"))
    try scratch.file(
      "it's #1, 100%.scenario",
      """
      tagsim 1
      title: A "test" <b> & ]]> 😀 `x` | y
      tags: small
      ---
      \(app)
      publish GTM-SMALL
      chapter "1 Start | <now>"
      caption "It ```starts``` ]]> & goes."
      launch
      expect sent 0
      expect sent 1
      chapter "2 Then"
      optional expect sent 3
      kill
      kill
      label "# TODO 100%, a:b" expect data {"#": 1}
      """)
    try scratch.file("broken.scenario", "tagsim 1\n---\nexpekt sent 0\nlunch\n")
    try scratch.file("good.scenario", "tagsim 1\nseed: 7\n---\n\(app)\nlaunch\nexpect sent 0\n")
    return scratch
  }

  @Test(arguments: ReportCommand.run.forms)
  func page(_ format: ReportFormat) throws {
    let scratch = try Self.folder()
    let result = try scratch.run(["run", ".", "--report", format.rawValue], code: 6)
    #expect(
      result.complaint == """
        ./broken.scenario:3:1: error: unknown verb 'expekt': did you mean 'expect'?
        ./broken.scenario:4:1: error: unknown verb 'lunch': did you mean 'launch'?

        """)
    try PageGolden.compare(result.output, "run.\(format.rawValue).txt")
  }

  /// A file holds the same bytes as standard output, and one report does not disturb another.
  @Test func severalAtOnceAreTheSameAsEachAlone() throws {
    let scratch = try Self.folder()
    let files = ReportCommand.run.forms.filter { $0 != .github }
    let options = files.flatMap { ["--report", "\($0.rawValue)=out.\($0.rawValue)"] }
    let all = try CommandLineTool.run(
      ["run", ".", "--report", "github"] + options, in: scratch.url)
    for format in ReportCommand.run.forms {
      let alone = try CommandLineTool.run(
        ["run", ".", "--report", format.rawValue], in: scratch.url)
      let file = scratch.url.appendingPathComponent("out.\(format.rawValue)")
      let told = format == .github ? all.output : try String(contentsOf: file, encoding: .utf8)
      #expect(told == alone.output)
    }
    let json = try CommandLineTool.run(["run", ".", "--json"], in: scratch.url)
    let file = scratch.url.appendingPathComponent("out.json")
    #expect(try String(contentsOf: file, encoding: .utf8) == json.output)
  }

  /// A pipe, a device and a stream are written to as they are, and a link stays one. They are named
  /// by links in a folder of the test, so that nothing else can be replaced.
  @Test(arguments: ["pipe", "full", "stream", "link"])
  func whatIsNoFileIsWrittenTo(_ name: String) throws {
    let scratch = try Self.folder()
    let path = scratch.path(name)
    let target = ["full": "/dev/full", "stream": "/dev/stderr", "link": "good.tap"][name]
    if name == "link" { try scratch.file("good.tap", "old") }
    if let target {
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    } else {
      #expect(mkfifo(path, 0o600) == 0)
    }
    // Opened for both, so that nobody waits for the other side.
    let reader = name == "pipe" ? FileHandle(forUpdatingAtPath: path) : nil
    let result = try scratch.run(
      "run good.scenario --report human --report tap=\(name)", code: name == "full" ? 3 : 0)
    let told =
      switch name {
      case "pipe": String(decoding: try #require(reader).availableData, as: UTF8.self)
      case "link":
        try scratch.text("good.tap")
      default: result.complaint
      }
    let start = name == "full" ? "tagsim: full: cannot be written (" : "TAP version 13\n# good."
    #expect(told.hasPrefix(start))
    if let target {
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
    }
  }

  /// With `--strict` a failure of an optional statement is one in every form.
  @Test func strictFailuresCountInEveryForm() throws {
    let scratch = try ScratchFolder()
    try scratch.scenario("a.scenario", "optional expect sent 3")
    let words: [(format: String, loose: String, strict: String)] = [
      ("tap", "# TODO optional", "not ok 1 - a.scenario:12 optional expect sent 3\n"),
      ("junit", "skipped=\"1\"", "failures=\"1\""),
      ("json", "\"failed\": false", "\"failed\": true"),
      ("github", "::warning ", "::error "), ("md", "| ok |", "| FAIL |"),
    ]
    for (format, loose, strict) in words {
      let arguments = ["run", "a.scenario", "--report", format]
      #expect(try CommandLineTool.run(arguments, in: scratch.url).output.contains(loose))
      let counted = try CommandLineTool.run(arguments + ["--strict"], in: scratch.url)
      #expect(counted.output.contains(strict))
      #expect(counted.code == 1)
    }
  }

  // MARK: Facts

  /// The facts of a story are told in its order, with the members that the schema says.
  @Test func everyFactIsInTheSchema() throws {
    let result = try CommandLineTool.run(
      ["run", "Scenarios/offline.scenario", "Scenarios/v5-batch.scenario", "--report", "ndjson"])
    let schema = try JSONSchema(.facts)
    var kinds: OrderedSet<String> = []
    for line in result.lines {
      let fact = try JSONReader.read(Array(line.utf8))
      #expect(schema.faults(in: fact) == [], "\(line)")
      kinds.append(try #require(fact.members?["fact"]?.text))
    }
    #expect(kinds.first == "begin")
    #expect(kinds.last == "end")
    #expect(kinds.isSuperset(of: ["event", "rule", "tag", "data", "value", "hit", "log"]))
  }

  // MARK: Parts

  private static let requests: [(text: String, request: ReportRequest?)] = [
    ("tap", ReportRequest(.tap)), ("tap=-", ReportRequest(.tap)),
    ("md=a", ReportRequest(.md, file: "a")),
    ("junit=a=b", ReportRequest(.junit, file: "a=b")), ("", nil), ("tap=", nil),
    ("TAP", nil),
  ]

  @Test(arguments: requests)
  func reportsAreAskedForByFormAndFile(_ text: String, _ request: ReportRequest?) {
    #expect((try? ReportRequest(text, of: .run)) == request)
  }

  private static let words: [(text: String, word: String)] = [
    ("a.scenario", "a.scenario"), ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("", "''"),
    ("#1", "'#1'"), ("$x", "'$x'"), ("größe", "größe"), ("a\nb", "$'a\\nb'"),
  ]

  @Test(arguments: words) func pathsAreQuotedForAShell(_ text: String, _ word: String) {
    #expect(ShellText.word(text) == word)
  }

  private static let escapes: [(text: String, escaped: String)] = [
    ("<a & \"b\">", "&lt;a &amp; &quot;b&quot;&gt;"), ("]]>", "]]&gt;"), ("a\tb\n", "a&#9;b&#10;"),
    ("\u{0}\u{1B}[31m\u{FFFE}", "\u{FFFD}\u{FFFD}[31m\u{FFFD}"), ("😀", "😀"),
  ]

  @Test(arguments: escapes) func xmlHasNoCharacterThatItForbids(_ text: String, _ escaped: String) {
    #expect(MarkupText.xml(text) == escaped)
  }

  /// On a terminal the mark has a colour; what is told has none, whatever it holds.
  @Test(arguments: [(ReportLine.Mark.held, "[32mok"), (.failed, "[1;31mFAIL")])
  func onlyTheMarkHasAColour(_ mark: ReportLine.Mark, _ shown: String) {
    let line = ReportSink.coloured(ReportLine("a\u{1B}[31m ", mark, " b\u{7}"))
    #expect(line == "a␛[31m \u{1B}\(shown)\u{1B}[0m b␇")
    #expect(ReportSink.coloured(ReportLine("a\u{1B}")) == "a␛")
  }

  private static let paths: [(file: String, path: String)] = [
    ("a.scenario", "app/tests/a.scenario"), ("./a.scenario", "app/tests/a.scenario"),
    ("../b/c.scenario", "app/b/c.scenario"), ("/repo/x.scenario", "x.scenario"),
    ("/elsewhere/x.scenario", "/elsewhere/x.scenario"),
    ("../../../x.scenario", "../../../x.scenario"),
  ]

  @Test(arguments: paths) func filesAreNamedFromTheRepository(_ file: String, _ path: String) {
    let paths = RepositoryPaths(root: "/repo", folder: "/repo/app/tests")
    #expect(paths.path(of: file) == path)
    #expect(RepositoryPaths().path(of: "./a") == "a")
  }

  /// A repository is found from a folder of it.
  @Test func annotationsNameFilesFromTheRootOfTheRepository() throws {
    let scratch = try ScratchFolder()
    try scratch.file(".git/HEAD", "")
    try scratch.scenario("app/a.scenario", "expect sent 1")
    let result = try CommandLineTool.run(
      ["run", ".", "--report", "github"], in: scratch.url.appending(path: "app"))
    #expect(result.output.hasPrefix("::error file=app/a.scenario,line=12,"))
  }

  @Test func aCommandForGitHubKeepsItsParts() {
    let place = ScenarioLocation(file: "a,b.scenario", line: 3, column: 4)
    let check = ReportCheck(.failure, "50%: x", at: place, ["a", "b::c"])
    let report = AnnotationReport(paths: RepositoryPaths())
    #expect(
      report.lines(of: ReportChapter(of: "a", [check])).map(\.text)
        == ["::error file=a%2Cb.scenario,line=3,col=4,title=50%25%3A x::a%0Ab::c"])
  }

  /// Of several endings the one counts that comes first.
  @Test func endingsAreOrdered() {
    let order: [Int32] = [3, 2, 6, 1, 5, 0]
    for (place, code) in order.enumerated() {
      for other in order[place...] {
        #expect(ExitCode(code).joined(with: ExitCode(other)) == ExitCode(code))
        #expect(ExitCode(other).joined(with: ExitCode(code)) == ExitCode(code))
      }
    }
  }
}
