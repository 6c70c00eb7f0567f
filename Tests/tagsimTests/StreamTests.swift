import Foundation
import Testing

/// `-` where a file is read, and `-o -` where one is written.
struct StreamTests {
  private static let container = "Scenarios/containers/GTM-AB12-v8.json"

  private static let readings: [(arguments: String, input: String, words: String)] = [
    ("run - --report tap", "Scenarios/apps/shop.app", "1..0"),
    ("run - --report=tap=-", "Scenarios/apps/shop.app", "1..0"),
    ("check -", "Scenarios/apps/shop.app", "standard input: "),
    ("render - --size 80x24", "Scenarios/apps/shop.app", "no event yet"),
    ("render - --size 80x24", container, "This container waits for 2"),
    ("render --container - --size 80x24", container, "‹NETWORK›"),
    ("run Scenarios/first-run.scenario --container=- --report tap", container, "1.."),
    ("inspect -", container, "standard input"),
    ("diff \(container) -", container, "the same"),
    ("lint -", container, "1 file: "),
    ("try - --print", container, "publish \"GTM-AB12\""),
    ("compile - -o -", container, ""),
  ]

  @Test(arguments: readings)
  func standardInputIsAFile(_ arguments: String, _ input: String, _ words: String) throws {
    let file = CommandLineTool.root.appendingPathComponent(input)
    let result = try CommandLineTool.run(
      arguments.split(separator: " ").map(String.init), input: file)
    #expect([0, 1].contains(result.code), "\(result.complaint)")
    #expect(words.isEmpty || result.output.contains(words), "\(result.output)")
  }

  /// Names in a scenario from there lead on from the folder at hand.
  @Test func aScenarioNamesFilesFromTheFolderAtHand() throws {
    let folder = CommandLineTool.root.appendingPathComponent("Scenarios")
    let file = folder.appendingPathComponent("first-run.scenario")
    let result = try CommandLineTool.run(["run", "-", "--report", "tap"], in: folder, input: file)
    #expect(result.code == 0, "\(result.output)\(result.complaint)")
    #expect(result.output.contains("standard input:"))
  }

  @Test func aMistakeIsPlaced() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("text", "launch\nlunch\n")
    for command in ["check", "run", "render", "open"] {
      let result = try CommandLineTool.run([command, "-"], input: file)
      #expect(result.code == 6)
      #expect(result.complaint.contains("standard input:2:1: "), "\(result.complaint)")
    }
  }

  @Test(arguments: [
    "diff - -", "inspect - -", "run - -", "render - --container -", "run - --container=-",
  ])
  func itIsReadOnce(_ arguments: String) throws {
    let result = try CommandLineTool.run(arguments.split(separator: " ").map(String.init))
    #expect(result.code == 4)
    #expect(result.complaint.contains("'-' is standard input, which can be read once"))
  }

  /// Keys come from the terminal, and there is none.
  @Test func theMonitorNeedsATerminalForItsKeys() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.scenario("a.scenario", "launch")
    let result = try CommandLineTool.run(["open", "-"], input: file)
    #expect(result.code == 4)
    #expect(result.complaint.contains("without a terminal use: tagsim run FILE"))
  }

  @Test func aCompiledContainerIsWrittenAsItIs() throws {
    let scratch = try ScratchFolder()
    let source = CommandLineTool.root.appendingPathComponent(Self.container).path
    let file = try CommandLineTool.run(["compile", source, "-o", "GTM"], in: scratch.url)
    let stream = try CommandLineTool.run(["compile", source, "-o", "-"], in: scratch.url)
    #expect(file.code == 0 && stream.code == 0)
    let written = try Data(contentsOf: scratch.url.appendingPathComponent("GTM"))
    #expect(stream.bytes.starts(with: written))
    #expect(stream.complaint.hasPrefix("standard output: \(written.count) bytes"))
  }
}
