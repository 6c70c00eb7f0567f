import Foundation
import Testing

/// `-` where a file is read, and `-o -` where one is written.
struct StreamTests {
  private static let container = "Scenarios/containers/GTM-AB12-v8.json"

  private static let readings: [(arguments: String, input: String, words: String)] = [
    ("run - --report tap", "Scenarios/apps/shop.app", "1..0"),
    ("run - --report=tap=-", "Scenarios/apps/shop.app", "1..0"),
    ("check -", "Scenarios/apps/shop.app", "standard input: "),
    ("render - --size 80x24", "Scenarios/apps/shop.app", "No events yet"),
    ("render - --size 80x24", container, "5 tags, 2 events"),
    ("render --container - --size 80x24", container, " v8 "),
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
    let result = try CommandLineTool.run(CommandLineTool.words(of: arguments), input: file)
    #expect([0, 1].contains(result.code), "\(result.complaint)")
    #expect(words.isEmpty || result.output.contains(words), "\(result.output)")
  }

  /// Names in a scenario from there lead on from the folder at hand.
  @Test func aScenarioNamesFilesFromTheFolderAtHand() throws {
    let folder = CommandLineTool.root.appendingPathComponent("Scenarios")
    let file = folder.appendingPathComponent("first-run.scenario")
    let result = try CommandLineTool.run("run - --report tap", in: folder, input: file)
    #expect(result.output.contains("standard input:"))
  }

  @Test func aMistakeIsPlaced() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("text", "launch\nlunch\n")
    for command in ["check", "run", "render", "open"] {
      try CommandLineTool.run("\(command) -", code: 6, says: "standard input:2:1: ", input: file)
    }
  }

  /// Keys come from the terminal, and there is none.
  @Test func theMonitorNeedsATerminalForItsKeys() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.scenario("a.scenario", "launch")
    let result = try CommandLineTool.run("open -", code: 4, input: file)
    #expect(result.complaint.contains("without a terminal, use: tagsim run FILE"))
  }

  @Test func aCompiledContainerIsWrittenAsItIs() throws {
    let scratch = try ScratchFolder()
    let source = CommandLineTool.path(Self.container)
    let file = try CommandLineTool.run(["compile", source, "-o", "GTM"], in: scratch.url)
    let stream = try CommandLineTool.run(["compile", source, "-o", "-"], in: scratch.url)
    #expect(file.code == 0 && stream.code == 0)
    let written = try Data(contentsOf: scratch.url.appendingPathComponent("GTM"))
    #expect(stream.bytes.starts(with: written))
    #expect(stream.complaint.hasPrefix("standard output: \(written.count) bytes"))
  }

  // MARK: Pipes

  /// A file with a word that stands for what it names.
  private static let naming: [(file: String, text: String, arguments: String)] = [
    ("a.scenario", "publish PIPE", "run a.scenario"),
    ("a.scenario", "publish PIPE", "render a.scenario"),
    ("a.scenario", "include PIPE", "check a.scenario"),
    ("b.scenario", "tagsim 1\napp: PIPE\n---\nlaunch\n", "check b.scenario"),
    ("typed", "publish PIPE\n", "repl a.scenario"),
  ]

  /// A pipe or a device that a file names is refused, for it may be waited for without end.
  @Test(arguments: naming, ["pipe", "/dev/zero"])
  func whatAFileNamesIsAFile(
    _ naming: (file: String, text: String, arguments: String), _ path: String
  ) throws {
    let scratch = try ScratchFolder()
    #expect(mkfifo(scratch.path("pipe"), 0o600) == 0)
    let text = naming.text.replacing("PIPE", with: path)
    try scratch.scenario("a.scenario", naming.file == "a.scenario" ? text : "launch")
    let file = naming.file == "a.scenario" ? nil : try scratch.file(naming.file, text)
    let result = try CommandLineTool.run(
      CommandLineTool.words(of: naming.arguments), in: scratch.url,
      input: naming.file == "typed" ? file : nil)
    #expect(result.code != 0)
    let said = result.output + result.complaint
    let kind = path == "pipe" ? "a pipe" : "a device"
    #expect(said.contains("\(path): is \(kind), but a file is needed"), "\(said)")
  }

  /// What lies in a folder was not named, either, and the usual configuration is no word of the
  /// command line.
  @Test func whatNobodyNamedIsAFile() throws {
    let scratch = try ScratchFolder()
    let pipe = scratch.path("a.scenario")
    #expect(mkfifo(pipe, 0o600) == 0)
    try scratch.run("run .", code: 6, says: "a.scenario: is a pipe, but a file is needed")
    let doctor = try CommandLineTool.run(["info", "check"], environment: ["TAGSIM_CONFIG": pipe])
    #expect(doctor.output.contains("a.scenario: is a pipe, but a file is needed"))
  }

  /// One that the user made is opened once, for whoever writes to it notices when it is closed.
  @Test(arguments: ["inspect pipe", "render pipe --size 80x24", "try pipe --print"])
  func aNamedPipeOfTheCommandLineIsRead(_ arguments: String) throws {
    let scratch = try ScratchFolder()
    let result = try CommandLineTool.shell(
      "mkfifo pipe && { cat \"$1\" >pipe & } && exec \"$0\" " + arguments,
      CommandLineTool.path(Self.container), in: scratch.url)
    #expect(result.code == 0, "\(result.complaint)")
  }

  private static let substitutions = [
    "inspect <(cat \(container))", "check <(cat Scenarios/apps/shop.app)",
    "diff \(container) <(cat \(container))", "inspect /dev/stdin <\(container)",
    "cat \(container) | tagsim inspect /dev/stdin",
    "run Scenarios/first-run.scenario --container=<(cat \(container))",
  ]

  /// Shells hand over what a command prints as a pipe on the command line.
  @Test(arguments: substitutions)
  func aPipeOfTheCommandLineIsRead(_ line: String) throws {
    let whole = line.contains("|") ? line : "tagsim " + line
    let result = try CommandLineTool.shell(
      whole.replacing("tagsim ", with: "\"$0\" "), program: "/bin/bash")
    #expect([0, 1].contains(result.code), "\(result.complaint)")
  }
}
