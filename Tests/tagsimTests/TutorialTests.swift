import Foundation
import Testing

/// The tutorial is followed to the letter: its files are written as it tells, its commands run one
/// after the other, and their output is what the page shows.
struct TutorialTests {
  private static let page = "Sources/Story/ScenarioEngine/ScenarioEngine.docc/Tutorial.md"

  @Test func everyBlockIsFollowed() throws {
    let page = try PageExamples(Self.page)
    var reader = try Reader()
    let shown = try page.blocks.map { try reader.follow($0) }
    if shown != page.blocks.map(\.lines),
      ProcessInfo.processInfo.environment["TAGSIM_RECORD"] == "1"
    {
      try page.text(with: shown).write(to: page.url, atomically: true, encoding: .utf8)
    }
    for (block, shown) in zip(page.blocks, shown) {
      #expect(
        shown == block.lines, "\(Self.page):\(block.line): record it with TAGSIM_RECORD=1")
    }
  }

  /// The workflow at the end passes on the folder that the page has made, and says what a pull
  /// request would change.
  @Test func theWorkflowPassesOnTheFolder() throws {
    let page = try PageExamples(Self.page)
    var reader = try Reader()
    for block in page.blocks where block.mark != "workflow" { _ = try reader.follow(block) }
    let workflow = try #require(page.blocks.first { $0.mark == "workflow" })
    let steps = Self.commands(of: workflow.lines)
    #expect(steps.count == 2)
    try reader.beginPullRequest()
    for step in steps {
      let result = try reader.run(step)
      #expect(result.code == 0, "\(step)\n\(result.output)\(result.complaint)")
    }
    #expect(try reader.text(of: "summary.md").contains("GTM-AB12"))
    #expect(try reader.text(of: "report.xml").contains("<testsuite "))
  }

  /// The commands behind `run:` in a workflow; those behind `>` are one line.
  private static func commands(of lines: [String]) -> [String] {
    var commands: [String] = []
    for (place, line) in lines.enumerated() {
      guard let mark = line.firstMatch(of: /^( *)run: ([>|])$/) else { continue }
      let inside = lines[(place + 1)...].prefix { $0.hasPrefix(mark.output.1 + "  ") }
      let joint = mark.output.2 == ">" ? " " : "\n"
      commands.append(
        inside.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: joint))
    }
    return commands
  }

  /// People read 200 words in a minute, and do something beside.
  @Test func fifteenMinutesAreEnough() throws {
    #expect(try PageExamples(Self.page).wordCount < 2400)
  }

  @Test func aFailingCommandIsSeen() throws {
    var reader = try Reader()
    let shown = try reader.follow(
      PageExamples.Block(
        language: "console", mark: "", argument: "", line: 1,
        lines: ["$ tagsim run none.scenario; echo $?", "held"]))
    #expect(shown.first == "$ tagsim run none.scenario; echo $?" && shown.last == "6")
  }

  /// Somebody who does what a page says, in a folder of their own.
  private struct Reader {
    /// Why a block cannot be followed.
    struct Trouble: Error {
      var words: String
    }

    private let scratch: ScratchFolder
    /// The folder at hand.
    private var folder: URL

    init() throws {
      scratch = try ScratchFolder()
      folder = scratch.url
    }

    /// Does what a block says.
    ///
    /// - Returns: its lines, with the output that its commands have now.
    mutating func follow(_ block: PageExamples.Block) throws -> [String] {
      switch (block.language, block.mark) {
      case ("console", ""):
        let commands = block.lines.filter { $0.hasPrefix("$ ") }
        if commands.isEmpty || block.lines.first != commands.first {
          throw Trouble(words: "line \(block.line): a block of commands begins with one")
        }
        return try commands.flatMap { [$0] + (try output(of: String($0.dropFirst(2)))) }
      case (_, "file"):
        try block.text.write(to: file(block), atomically: true, encoding: .utf8)
      case (_, "append"):
        let text = try String(contentsOf: file(block), encoding: .utf8) + block.text
        try text.write(to: file(block), atomically: true, encoding: .utf8)
      case ("diff", "change"): try change(block)
      case (_, "workflow"): break
      default:
        throw Trouble(
          words: "line \(block.line): nothing says what to do with it: <!-- file: NAME -->")
      }
      return block.lines
    }

    /// Has the folder above be a repository whose main line has the container of before.
    func beginPullRequest() throws {
      let live = folder.appending(path: "containers/live.json")
      let now = try Data(contentsOf: live)
      try Data(contentsOf: folder.appending(path: "containers/GTM-AB12-v8.json")).write(to: live)
      let result = try run(
        """
        git init -q .
        git add .
        git -c user.name=a -c user.email=a@example.com commit -qm first
        git update-ref refs/remotes/origin/main HEAD
        """)
      try #require(result.code == 0, "\(result.complaint)")
      try now.write(to: live)
    }

    /// Runs a step of a workflow.
    func run(_ step: String) throws -> CommandLineTool.Result {
      let tool = try CommandLineTool.executable().deletingLastPathComponent().path
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      return try CommandLineTool.run(
        ["-e", "-o", "pipefail", "-c", step], in: scratch.url,
        environment: [
          "PATH": "\(tool):\(path)", "GITHUB_BASE_REF": "main",
          "GITHUB_STEP_SUMMARY": scratch.path("summary.md"),
        ], program: URL(fileURLWithPath: "/bin/bash"))
    }

    func text(of name: String) throws -> String {
      try scratch.text(name)
    }

    private func file(_ block: PageExamples.Block) -> URL {
      folder.appendingPathComponent(block.argument)
    }

    /// Puts the lines with a plus in the place of those with a minus, which are there once.
    private func change(_ block: PageExamples.Block) throws {
      func lines(_ sign: Character) -> String {
        block.lines.filter { $0.first == sign }.map { $0.dropFirst() + "\n" }.joined()
      }
      let text = try String(contentsOf: file(block), encoding: .utf8)
      guard text.components(separatedBy: lines("-")).count == 2 else {
        throw Trouble(words: "line \(block.line): what it changes is not there once")
      }
      try text.replacing(lines("-"), with: lines("+"))
        .write(to: file(block), atomically: true, encoding: .utf8)
    }

    /// The lines that a command prints, to whichever stream.
    private mutating func output(of command: String) throws -> [String] {
      if command.hasPrefix("cd ") {
        folder.appendPathComponent(String(command.dropFirst(3)))
        return []
      }
      let tool = try CommandLineTool.executable().deletingLastPathComponent().path
      let paths = [tool, ProcessInfo.processInfo.environment["PATH"] ?? ""]
      let result = try CommandLineTool.run(
        ["-c", "exec 2>&1; " + command], in: folder,
        environment: ["PATH": paths.joined(separator: ":")],
        program: URL(fileURLWithPath: "/bin/sh"))
      return result.output.split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init).dropLast(result.output.hasSuffix("\n") ? 1 : 0)
    }
  }
}
