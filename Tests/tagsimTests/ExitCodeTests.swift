import Foundation
import Testing

/// Every kind of ending has its exit code, and a sentence on standard error.
struct ExitCodeTests {
  private static let endings: [(arguments: String, code: Int32, complaint: String)] = [
    ("run Scenarios", 0, ""),
    ("check Scenarios", 0, ""),
    ("render", 0, ""),
    ("run Scenarios --list", 0, ""),
    ("--help", 0, ""),
    ("help run", 0, ""),
    ("--version", 0, ""),
    (
      "rum Scenarios", 4,
      "tagsim: there is no command and no file 'rum': did you mean 'tagsim run'?"
    ),
    (
      "open Scenarios/demo.scenario --at 99", 4,
      "tagsim: --at 99: takes start, end or the number of"
    ),
    ("rendr", 4, "tagsim: there is no command and no file 'rendr': did you mean 'tagsim render'?"),
    ("run", 4, "Error: Missing expected argument '<paths> ...'"),
    ("run Scenarios --repotr tap", 4, "Error: Unknown option '--repotr'. Did you mean '--report'?"),
    (
      "run Scenarios --report junitt", 4,
      "tagsim: --report junitt: there is no report 'junitt': did you mean junit?"
    ),
    (
      "run Scenarios --report xml=x", 4,
      "takes human, tap, junit, junit+places, json, ndjson, github, md or html"
    ),
    ("run Scenarios --report junit=", 4, "names no file: write one after =, such as junit="),
    (
      "run Scenarios --json --report tap", 4,
      "tagsim: the reports json and tap both go to standard output: give one of them a file, such "
        + "as --report tap=FILE"
    ),
    (
      "run Scenarios --report tap=x --report md=x", 4,
      "tagsim: --report: x is used for two reports: give each its own"
    ),
    ("run Scenarios --report tap=Scenarios", 4, "tap=Scenarios: is a folder, but a file is needed"),
    (
      "run Scenarios --report md=Scenarios/../Scenarios/demo.scenario", 4,
      "demo.scenario: is Scenarios/demo.scenario, which is an input: choose another name"
    ),
    ("run Scenarios --report tap=nowhere/x", 3, "nowhere/x: cannot be written ("),
    (
      "run Scenarios --grep (", 4, "Error: --grep: pattern '(': a parenthesis of '(' is unmatched"
    ),
    ("run Scenarios --shard 3/2", 4, "Error: --shard takes a part and their number, such as 2/5"),
    ("run Scenarios --shard 0/2", 4, "not '0/2'."),
    ("run Scenarios --seeds 3", 4, "Error: --seeds takes a range of at most 100000 seeds"),
    ("run Scenarios --seeds 3..2", 4, "such as 1..20, not '3..2'."),
    ("run Scenarios --seeds 1..100001", 4, "not '1..100001'."),
    ("run Scenarios --seed 1 --seeds 1..2", 4, "Error: use only one of --seed and --seeds"),
    ("run Scenarios --repeat 0", 4, "Error: --repeat takes a number from 1 to 1000, not 0."),
    ("run Scenarios --device x --seeds 1..2", 4, "Error: --device is for one run per file"),
    ("run - --watch", 4, "Error: --watch waits for files to be saved"),
    ("run Scenarios --watch --list", 4, "Error: --watch plays repeatedly: remove --list"),
    ("run Scenarios --grep no.such", 5, "none with 'no.such' in path, title or chapters"),
    ("run Scenarios --grep no.such --pass-with-no-tests", 0, ""),
    ("run Sources/Truth/CICU --pass-with-no-tests", 0, ""),
    ("run Scenarios/demo.scenario --shard 2/2", 5, "has 1 scenario, none in the part 2/2"),
    (
      "info schema", 4,
      "Error: schema needs the name of a report: run, facts, diff, forecast, inspect, lint, "
        + "import, follow, hits, rows, lessons or bench."
    ),
    ("info limits run", 4, "Error: limits takes no further word: remove run."),
    ("run Scenarios --workers 0", 4, "Error: --workers takes a number from 1 to 256, not 0."),
    ("run Scenarios --workers 257", 4, "Error: --workers takes a number from 1 to 256, not 257."),
    (
      "run Scenarios --workers all", 4, "Error: The value 'all' is invalid for '--workers <n>'"
    ),
    ("run Scenarios --history 5", 4, "--history 5: takes a size from 1MB to 1024GB"),
    ("render --history 1kB", 4, "--history 1kB: takes a size from 1MB to 1024GB"),
    ("play --speed 0", 4, "Error: --speed takes a number from 1 to 3600, not 0."),
    ("play --speed 3601", 4, "Error: --speed takes a number from 1 to 3600, not 3601."),
    ("open Scenarios/demo.scenario", 4, "without a terminal, use: tagsim run FILE"),
    ("play Scenarios/demo.scenario", 4, "without a terminal, use: tagsim run FILE"),
    ("Scenarios/demo.scenario", 4, "without a terminal, use: tagsim run FILE"),
    ("", 4, "without a terminal, use: tagsim run FILE"),
    (
      "run Sources/Truth/CICU", 5,
      "tagsim: no scenario matched: Sources/Truth/CICU has no *.scenario file"
    ),
    (
      "check Sources/Truth/CICU", 5,
      "tagsim: no scenario matched: Sources/Truth/CICU has no *.scenario file"
    ),
    (
      "run Scenarios --tags nothing", 5,
      "tagsim: no scenario matched: Scenarios has \(CommandLineTool.shippedScenarioCount) "
        + "scenarios, none with these tags"
    ),
    ("run nowhere.scenario", 6, "nowhere.scenario: there is no such file: check"),
    ("check nowhere.scenario", 6, "nowhere.scenario: there is no such file: check"),
    ("nowhere.scenario", 6, "nowhere.scenario: there is no such file: check the name"),
    ("render nowhere.scenario", 6, "nowhere.scenario: there is no such file: check the name"),
    ("render Scenarios", 6, "Scenarios: is a folder, but a file is needed"),
    ("run Scenarios --container nowhere", 6, "nowhere: there is no such file: check the name"),
    ("run Scenarios/containers/GTM-AB12.plist", 6, "GTM-AB12.plist:1:1: error: "),
  ]

  @Test(arguments: endings)
  func ending(_ arguments: String, _ code: Int32, _ complaint: String) throws {
    let result = try CommandLineTool.run(arguments.split(separator: " ").map(String.init))
    #expect(result.code == code)
    #expect(complaint.isEmpty ? result.complaint.isEmpty : result.complaint.contains(complaint))
    if code == 4 || code == 5 { #expect(result.output.isEmpty, "an answer is never on both") }
  }

  private static let failures: [(line: String, options: [String], code: Int32)] = [
    ("expect sent 0", [], 0), ("expect sent 1", [], 1), ("optional expect sent 1", [], 0),
    ("optional expect sent 1", ["--strict"], 1), ("kill", [], 1),
    ("expect sent 1", ["--tags", "small"], 1), ("expect sent 1", ["--tags", "other"], 5),
    ("expect sent 1", ["--exclude-tags", "x, small"], 5), ("expect sent 1", ["--list"], 0),
  ]

  @Test(arguments: failures)
  func expectations(_ line: String, _ options: [String], _ code: Int32) throws {
    let scratch = try ScratchFolder()
    let file = try scratch.scenario("a.scenario", line)
    for report in ["human", "tap"] {
      let result = try CommandLineTool.run(["run", file.path, "--report", report] + options)
      #expect(result.code == code)
      #expect((code == 5) != result.complaint.isEmpty)
    }
  }

  private static let refused = "push {\"\(String(repeating: "k", count: 257))\": 1}"

  /// A push that a bound refuses fails its statement in every report, with its code.
  @Test(arguments: ["human", "tap", "junit", "json", "ndjson", "github", "md"])
  func refusedPushes(_ report: String) throws {
    let scratch = try ScratchFolder()
    let meant = "\n" + "expect log tagsim ~ /refused/"
    for (lines, code) in [
      (Self.refused, 1), ("optional " + Self.refused, 0), (Self.refused + meant, 0),
    ] as [(String, Int32)] {
      let file = try scratch.scenario("a.scenario", "launch", lines)
      let result = try CommandLineTool.run(["run", file.path, "--report", report])
      #expect(result.code == code)
      if code == 1 { #expect(result.output.contains("push-refused")) }
    }
  }

  /// Whoever may read everything can read this file, too.
  @Test(.enabled(if: getuid() != 0))
  func unreadableFilesAreInputErrors() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.scenario("a.scenario", "expect sent 0")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
    let result = try CommandLineTool.run(["run", file.path])
    #expect(result.code == 6)
    #expect(result.complaint.contains("cannot be read"))
  }
}
