import Foundation
import Testing

@testable import tagsim

/// Commands of earlier releases name the command line that does the same.
struct FormerCommandTests {
  private static let moved: [(arguments: [String], successor: String)] = [
    (["fuzz"], "fuzz"),
    (["fuzz", "--seeds", "1..9", "-o", "two words"], "fuzz --seeds 1..9 -o 'two words'"),
    (["bench", "--against", "before"], "bench --against before"),
    (["bench", "--help"], "bench --help"),
    (["help", "fuzz"], "help fuzz"),
    (["fuzz", "--container", "-", "-"], "fuzz --container - -"),
  ]

  @Test(arguments: moved)
  func whatMovedIsSaid(_ arguments: [String], _ successor: String) throws {
    let result = try CommandLineTool.run(arguments, code: 4)
    #expect(result.output.isEmpty)
    let name = arguments.first { $0 != "help" } ?? ""
    #expect(
      result.complaint
        == "tagsim: '\(name)' has moved to tagsim-lab; in the source folder, run: swift run "
        + "-c release tagsim-lab \(successor)\n")
  }

  private static let demo = "Scenarios/demo.scenario"
  private static let container = "Scenarios/containers/GTM-AB12-v8.json"
  private static let forecast =
    "forecast Scenarios/containers/GTM-AB12-v7.json \(container) Scenarios/first-run.scenario "
    + "--phones 2 --days 1"
  /// Those that are done under their new names, with the arguments that they were given.
  private static let done: [(former: String, successor: String)] = [
    ("repl \(demo) --at end", "open --plain \(demo) --at end"),
    ("play --plain \(demo)", "open --play --plain \(demo)"),
    ("play --pace slow \(demo)", "open --play --pace slow \(demo)"),
    ("play --speed 0 \(demo)", "open --play --speed 0 \(demo)"),
    ("record \(demo) -o \(demo)", "open \(demo) --record \(demo)"),
    ("record --output=- \(demo)", "open --record - \(demo)"),
    ("try \(container)", "open \(container)"),
    ("try \(container) --print", "new --output - --from \(container)"),
    ("try -o \(demo) \(container)", "new --output \(demo) --from \(container)"),
    ("keys queue", "help keys queue"), ("keys", "help keys"), ("keys quue", "help keys quue"),
    ("grammar vim", "completions vim"), ("grammar emacs", "completions emacs"),
    ("doctor --config none", "info check --config none"),
    ("help repl", "help open"), ("doctor --help", "help info"),
    ("\(forecast) --report csv", "\(forecast) --report json"),
    (
      "\(forecast) --report=svg=- --report csv=/dev/null",
      "\(forecast) --report=html=- --report json=/dev/null"
    ),
  ]

  @Test(arguments: done)
  func theSuccessorIsSaidAndDone(_ former: String, _ successor: String) throws {
    func run(_ line: String) throws -> CommandLineTool.Result {
      try CommandLineTool.run(CommandLineTool.words(of: line))
    }
    let (old, new) = (try run(former), try run(successor))
    #expect(old.code == new.code && old.output == new.output)
    #expect(old.complaint == "tagsim: this is now 'tagsim \(successor)'\n" + new.complaint)
  }

  @Test func aRecordingNeedsAFile() throws {
    let result = try CommandLineTool.run(["record", "my talk.scenario"], code: 4)
    #expect(result.output.isEmpty)
    #expect(result.complaint.contains("tagsim open 'my talk.scenario' --record FILE"))
  }

  /// A command that does what another one does is not a command.
  @Test func thereAreNoMoreCommandsAndOptions() throws {
    let dump = try CommandLineTool.run(["--experimental-dump-help"]).output
    let json = try JSONSerialization.jsonObject(with: Data(dump.utf8)) as? [String: Any]
    let root = try #require(json?["command"] as? [String: Any])
    func names(_ command: [String: Any]) -> [String] {
      (command["arguments"] as? [[String: Any]] ?? []).compactMap {
        let name = ($0["preferredName"] as? [String: Any])?["name"] as? String
        let isShown = $0["kind"] as? String != "positional" && $0["shouldDisplay"] as? Bool == true
        return isShown && name != "help" && name != "version" ? name : nil
      }
    }
    // An option that a command shares with its subcommand is one, and 'help' is the parser's own.
    func subcommands(_ command: [String: Any]) -> [[String]] {
      (command["subcommands"] as? [[String: Any]] ?? []).filter {
        $0["commandName"] as? String != "help"
      }.flatMap { below in
        let shared = names(command)
        return [names(below).filter { !shared.contains($0) }] + subcommands(below)
      }
    }
    let commands = subcommands(root)
    let options = commands.flatMap { $0 }
    #expect(commands.count <= 22)
    #expect(options.count <= 148)
  }

  @Test func helpDoesNotListThem() throws {
    let lines = try CommandLineTool.run(["help"]).lines
    let words = lines.compactMap { $0.split(separator: " ").first }
    let former = ["fuzz", "bench", "play", "record", "repl", "try", "grammar", "doctor"]
    #expect(!words.contains { former.contains(String($0)) })
  }
}
