import Foundation
import ScenarioEngine
import TagMonitor
import TerminalKit
import Testing

@testable import tagsim

/// What a user keeps: the configuration, the lines that were typed, and where they lie.
struct UserFilesTests {
  private static func mode(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  // MARK: Typed lines

  @Test func linesOutlastASession() throws {
    let scratch = try ScratchFolder()
    let folder = scratch.path("state/tagsim")
    let history = HistoryFile(in: folder)
    #expect(try history.lines() == [])
    #expect(history.add(["mark a", "mark b"]) == nil)
    #expect(history.add(["mark b", "a\nb", String(repeating: "x", count: 5000)]) == nil)
    #expect(history.add(["mark \"é\""]) == nil)
    #expect(try HistoryFile(in: folder).lines() == ["mark a", "mark b", "mark \"é\""])
    #expect(try Self.mode(of: folder + "/history") == 0o600)
    #expect(try Self.mode(of: folder) == 0o700)
  }

  @Test func theOldestLinesAreDropped() throws {
    let scratch = try ScratchFolder()
    let history = HistoryFile(in: scratch.url.path)
    let lines = (1...TextField.maximumHistory + 20).map { "mark m\($0)" }
    #expect(history.add(lines) == nil)
    #expect(try history.lines() == lines.suffix(TextField.maximumHistory))
  }

  /// Sessions at the same time lose none of each other's lines.
  @Test func sessionsShareTheFile() async throws {
    let scratch = try ScratchFolder()
    let folder = scratch.url.path
    await withTaskGroup(of: Void.self) { group in
      for session in 1...4 {
        group.addTask {
          let history = HistoryFile(in: folder)
          for line in 1...25 { _ = history.add(["mark s\(session)-\(line)"]) }
        }
      }
    }
    let lines = try HistoryFile(in: folder).lines()
    #expect(lines.count == 100)
    for session in 1...4 {
      let own = lines.filter { $0.hasPrefix("mark s\(session)-") }
      #expect(own == (1...25).map { "mark s\(session)-\($0)" })
    }
  }

  @Test func itIsSaidOnceThatNothingIsKept() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("plain", "text")
    let history = HistoryFile(in: file.appendingPathComponent("tagsim").path)
    #expect(history.add(["mark a"])?.hasPrefix("typed lines are not remembered: ") == true)
    #expect(history.add(["mark b"]) == nil)
  }

  /// Typed lines reach the file through the session.
  @Test func aSessionKeepsWhatIsTyped() throws {
    let scratch = try ScratchFolder()
    let opened = try OpenedFile(lesson: Lessons.demo)
    let keys: [Key] = [.character(":")] + "mark a".map { .character($0) } + [.enter]
    let terminal = HeadlessTerminal(
      size: Size(columns: 80, rows: 24), steps: keys.map { .event(.key($0)) } + [.timeout])
    var session = MonitorSession(
      monitor: Monitor(ScenarioRun(opened.loaded.scenario, inputs: opened.loaded.inputs)),
      loader: opened.loader, scenarioPath: opened.scenarioPath)
    session.history = HistoryFile(in: scratch.url.path)
    _ = session.run(on: terminal)
    #expect(try HistoryFile(in: scratch.url.path).lines() == ["mark a"])
  }

  // MARK: Folders

  private static let folders:
    [(environment: [String: String], configuration: String, history: String)] = [
      (["HOME": "/h"], "/h/.config/tagsim/config", "/h/.local/state/tagsim/history"),
      (
        ["HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s"], "/c/tagsim/config",
        "/s/tagsim/history"
      ),
      (
        ["HOME": "/h", "XDG_CONFIG_HOME": "c", "XDG_STATE_HOME": "s", "TAGSIM_CONFIG": ""],
        "/h/.config/tagsim/config",
        "/h/.local/state/tagsim/history"
      ),
      (["HOME": "/h", "TAGSIM_CONFIG": "my"], "my", "/h/.local/state/tagsim/history"),
    ]

  @Test(arguments: folders)
  func folder(_ environment: [String: String], _ configuration: String, _ history: String) {
    let folders = UserFolders(environment: environment)
    #expect(folders.configuration == configuration)
    #expect(folders.history == history)
  }

  // MARK: Configuration

  /// A picture goes by a configuration only where one is named, and options win.
  @Test func aNamedConfigurationIsObeyed() throws {
    let scratch = try ScratchFolder()
    try scratch.file("config", "set borders ascii\nbind y \"mark here\"\n")
    let environment = ["TAGSIM_CONFIG": "config"]
    func screen(_ options: [String]) throws -> String {
      let result = try CommandLineTool.run(
        ["render", "--size", "80x24"] + options, code: 0, in: scratch.url, environment: environment)
      return result.output
    }
    #expect(try screen([]).contains("┌─ 1 Events"))
    #expect(try screen(["--config", "none"]).contains("┌─ 1 Events"))
    #expect(try !screen(["--config", "config"]).contains("┌"))
    #expect(try screen(["--config", "config", "--borders", "utf8"]).contains("┌─ 1 Events"))
    #expect(try screen(["--config", "config", "--keys", "y"]).contains(" mark here"))
  }

  @Test func aBrokenConfigurationIsTold() throws {
    let scratch = try ScratchFolder()
    try scratch.file("config", "thme light\nset borders ascii\nrefresh\n")
    let shown = try scratch.run(
      "render --size 120x40 --config config",
      prints: "! config:1:1: error: unknown verb 'thme': did you mean 'theme'?, and 1 more")
    #expect(!shown.output.contains("┏"), "the other lines apply")
    try scratch.run("render --config gone", code: 6, says: "gone: there is no such file")
  }

  /// The usual file may be in a bad way, and the program opens nevertheless.
  @Test func whatCannotBeReadIsSaid() throws {
    let scratch = try ScratchFolder()
    try scratch.file(".config/tagsim/config/not-a-file", "")
    let folders = UserFolders(environment: ["HOME": scratch.url.path])
    let file = try #require(try ConfigurationFile.read(option: nil, folders: folders))
    let opened = try OpenedFile(lesson: Lessons.demo)
    var monitor = Monitor(ScenarioRun(opened.loaded.scenario, inputs: opened.loaded.inputs))
    let mistakes = file.apply(to: &monitor)
    #expect(mistakes.count == 1)
    #expect(ConfigurationFile.sentence(of: mistakes)?.contains("is a folder") == true)
    #expect(try ConfigurationFile.read(option: "none", folders: folders) == nil)
    #expect(try ConfigurationFile.read(option: nil, folders: nil) == nil)
  }

  // MARK: Housekeeping

  @Test func theCheckTellsWhatIsWrong() throws {
    let scratch = try ScratchFolder()
    let home = ["HOME": scratch.url.path, "TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"]
    let healthy = try CommandLineTool.run("info check --config none", environment: home)
    #expect(healthy.lines.contains("  unknown  size: not checked, as there is no terminal"))
    #expect(healthy.lines.allSatisfy { !$0.contains("  WRONG") })
    let config = try scratch.file("config", "theme light\nbind x nothing\n")
    var environment = home
    environment["TAGSIM_CONFIG"] = config.path
    environment["TERM"] = "dumb"
    let ill = try CommandLineTool.run("info check", code: 1, environment: environment)
    #expect(ill.output.contains("WRONG    TERM: dumb has no screen"))
    #expect(
      ill.output.contains(
        "WRONG    configuration: \(config.path):2:1: error: there is no action nothing"))
  }

  #if os(Linux)
    /// A folder whose permissions grant what nobody may do.
    @Test func theCheckTriesToWrite() throws {
      let told = try CommandLineTool.run(
        ["info", "check", "--config", "none"],
        environment: ["XDG_STATE_HOME": "/proc", "TERM": "xterm", "LC_ALL": "C.UTF-8"])
      #expect(told.code == 1)
      #expect(
        told.output.contains("WRONG    state: /proc/tagsim: /proc cannot be written ("),
        "\(told.output)")
    }
  #endif

  @Test func keysAreListed() throws {
    let all = try CommandLineTool.run("help keys")
    #expect(all.output.contains("\nIn Phone\n") && all.output.contains("[next-chapter]"))
    let queue = try CommandLineTool.run(["help", "keys", "queue"])
    #expect(queue.output.hasPrefix("In Queue\n  Enter "))
    try CommandLineTool.run("help keys quue", code: 4, says: "did you mean queue?")
  }

  @Test func infoNamesThePaths() throws {
    let environment = ["XDG_CONFIG_HOME": "/nowhere/c", "XDG_STATE_HOME": "/nowhere/s"]
    let result = try CommandLineTool.run(
      ["info", "paths"], environment: environment.merging(["TAGSIM_CONFIG": ""]) { $1 })
    #expect(result.lines.contains("  configuration:   /nowhere/c/tagsim/config (not there)"))
    #expect(result.lines.contains("  typed lines:     /nowhere/s/tagsim/history (not there)"))
  }
}
