import Foundation
import Testing

/// The tutorial is followed to the letter: its files are written as it tells, its commands run one
/// after the other, and their output is what the page shows.
struct TutorialTests {
  private static let page = "Sources/ScenarioEngine/ScenarioEngine.docc/Tutorial.md"

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

  /// Only what needs GitHub is not run.
  @Test func oneBlockIsNotRun() throws {
    let left = try PageExamples(Self.page).blocks.filter { $0.mark == "not run" }
    #expect(left.map(\.language) == ["yaml"])
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
      case (_, "not run"): break
      default:
        throw Trouble(
          words: "line \(block.line): nothing says what to do with it: <!-- file: NAME -->")
      }
      return block.lines
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
