import Foundation
import Testing

/// Every kind of ending has its exit code, and says why on standard error.
///
/// A row of a table is the code, the command line, and behind the arrow a part of what it says;
/// without an arrow it says nothing.
struct ExitCodeTests {
  private static func rows(_ table: String) -> [String] {
    table.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
  }

  /// What stands for the path of a container.
  private static let containers = [
    "v7": "GTM-AB12-v7.json", "v8": "GTM-AB12-v8.json", "plist": "GTM-AB12.plist",
    "an40": "GTM-AN40-v1.json", "sb20": "GTM-SB20-v1.json",
  ].mapValues { "Scenarios/containers/" + $0 }

  private static func play(_ row: String, in folder: URL = CommandLineTool.root) throws {
    let sides = row.components(separatedBy: " → ")
    var words = CommandLineTool.words(of: sides[0]).map { containers[$0] ?? $0 }
    let code = try #require(Int32(words.removeFirst()))
    let isLab = words.first == "lab"
    let result = try CommandLineTool.run(
      isLab ? Array(words.dropFirst()) : words, in: folder, program: isLab ? Lab.program() : nil)
    #expect(result.code == code, "\(result.output)\(result.complaint)")
    #expect(
      sides.count == 1 ? result.complaint.isEmpty : result.complaint.contains(sides[1]),
      "\(result.complaint)")
    let isPartial = code == 6 && ["run", "check", "lint"].contains(words.first)
    if code >= 3, !isPartial { #expect(result.output.isEmpty, "an answer is never on both") }
  }

  @Test(
    arguments: rows(
      """
      # Commands
      0 --help
      0 help run
      0 --version
      4 --versoin → did you mean 'tagsim --version'?
      4 new Scenarios → 'tagsim new NAME -o Scenarios'
      4 rum Scenarios → there is no command and no file 'rum': did you mean 'tagsim run'?
      4 rendr → did you mean 'tagsim render'?
      4 → without a terminal, use: tagsim run FILE
      4 Scenarios/demo.scenario → without a terminal, use: tagsim run FILE
      6 nowhere.scenario → nowhere.scenario: there is no such file: check the name
      # open
      4 open Scenarios/demo.scenario → without a terminal, use: tagsim run FILE
      4 open Scenarios/demo.scenario → tagsim FILE --plain
      4 open Scenarios/demo.scenario --at 99 → --at 99: takes start, end or the number of
      4 open --plain - → '-' is standard input, which provides the lines: name a file
      6 open --plain gone.scenario → gone.scenario: there is no such file
      4 play Scenarios/demo.scenario → without a terminal, use: tagsim run FILE
      4 play --speed 0 → --speed takes a number from 1 to 3600, not 0.
      4 play --speed 3601 → not 3601.
      # run
      0 run Scenarios
      0 run Scenarios --list
      0 check Scenarios
      4 run → Missing expected argument '<paths> ...'
      4 run Scenarios --repotr tap → Unknown option '--repotr'. Did you mean '--report'?
      4 run Scenarios --report junitt → there is no report 'junitt': did you mean junit?
      4 run Scenarios --report xml=x → human, tap, junit, junit+places, json, ndjson, github, md or
      4 run Scenarios --report junit= → names no file: write one after =, such as junit=
      4 run Scenarios --json --report tap → json and tap both go to standard output
      4 run Scenarios --report tap=x --report md=x → x is used for two reports
      4 run Scenarios --report tap=Scenarios → tap=Scenarios: is a folder, but a file is needed
      4 run Scenarios --report md=Scenarios/../Scenarios/demo.scenario → which is an input
      3 run Scenarios --report tap=nowhere/x → nowhere/x: cannot be written (
      4 run Scenarios --grep ( → --grep: pattern '(': a parenthesis of '(' is unmatched
      4 run Scenarios --shard 3/2 → --shard takes a part and their number, such as 2/5
      4 run Scenarios --shard 0/2 → not '0/2'.
      4 run Scenarios --seeds 3 → --seeds takes a range of at most 100000 seeds
      4 run Scenarios --seeds 3..2 → such as 1..20, not '3..2'.
      4 run Scenarios --seeds 1..100001 → not '1..100001'.
      4 run Scenarios --seed 1 --seeds 1..2 → use only one of --seed and --seeds
      4 run Scenarios --repeat 0 → --repeat takes a number from 1 to 1000, not 0.
      4 run Scenarios --device x --seeds 1..2 → --device is for one run per file
      4 run - --watch → --watch waits for files to be saved
      4 run Scenarios --watch --list → --watch plays repeatedly: remove --list
      5 run Scenarios --grep no.such → none with 'no.such' in path, title or chapters
      0 run Scenarios --grep no.such --pass-with-no-tests
      0 run Sources/Truth/CICU --pass-with-no-tests
      5 run Scenarios/demo.scenario --shard 2/2 → has 1 scenario, none in the part 2/2
      4 run Scenarios --workers 0 → --workers takes a number from 1 to 256, not 0.
      4 run Scenarios --workers 257 → not 257.
      4 run Scenarios --workers all → The value 'all' is invalid for '--workers <n>'
      4 run Scenarios --history 5 → --history 5: takes a size from 1MB to 1024GB
      4 render --history 1kB → --history 1kB: takes a size from 1MB to 1024GB
      5 run Sources/Truth/CICU → no scenario matched: Sources/Truth/CICU has no *.scenario file
      5 check Sources/Truth/CICU → no scenario matched: Sources/Truth/CICU has no *.scenario file
      5 run Scenarios --tags nothing → \(CommandLineTool.shippedScenarioCount) scenarios, none with
      6 run nowhere.scenario → nowhere.scenario: there is no such file: check
      6 check nowhere.scenario → nowhere.scenario: there is no such file: check
      6 run Scenarios --container nowhere → nowhere: there is no such file: check the name
      6 run plist → GTM-AB12.plist: is a container, not a scenario: 
      # run --coverage
      0 run Scenarios/offline.scenario --at-least 1%
      0 run Scenarios/offline.scenario --at-least 0
      1 run Scenarios/offline.scenario --at-least 100% → --at-least: rules both true and false:
      4 run Scenarios/offline.scenario --at-least 101% → takes a whole number from 0% to 100%
      4 run Scenarios/offline.scenario --at-least 80,5 → takes a whole number from 0% to 100%
      4 run Scenarios/offline.scenario --at-least % → takes a whole number from 0% to 100%
      4 run Scenarios/offline.scenario --at-least 80% --list → --list plays nothing
      # render
      0 render
      6 render nowhere.scenario → nowhere.scenario: there is no such file: check the name
      6 render Scenarios → Scenarios: is a folder, but a file is needed
      4 render --size 0x10 → --size 0x10: takes columns and rows such as 80x24, each from 1 to 2048
      4 render --size 80 → --size 80: takes columns
      4 render --size 80x2049 → --size 80x2049: takes columns
      4 render --size 80x24x2 → --size 80x24x2: takes columns
      4 render --size 80xx24 → --size 80xx24: takes columns
      4 render --size axb → --size axb: takes columns
      4 render --at 0 → --at 0: takes start, end or the number of an event, 1 to 24
      4 render --at 25 → --at 25: takes start, end or the number of an event, 1 to 24
      4 render --at last → --at last: takes start, end or the number of an event, 1 to 24
      4 render --keys Dwon → --keys: there is no key 'Dwon': did you mean Down?
      4 render --focus phones → --focus phones: there is no such pane; the panes are explain, events
      # export and share
      4 export Scenarios/offline.scenario → --format
      4 export Scenarios/offline.scenario --format harr → harr
      4 export Scenarios/offline.scenario --format har --what events → har is of hits
      4 export Scenarios/offline.scenario --format har --what events → csv or ndjson
      4 export Scenarios/offline.scenario --format csv --filter tga:x → did you mean tag?
      4 export Scenarios/offline.scenario --format csv -o Scenarios/offline.scenario → is the input
      6 export gone.scenario --format csv → there is no such file
      6 export v7 --format csv → is a container and has nothing to play
      4 export Scenarios/why-not.scenario --format html --what hits → covers the whole run
      4 export Scenarios/why-not.scenario --format har --at 3 → --at is for html and md
      4 export Scenarios/why-not.scenario --format md --at 9999 → --at 9999: takes
      4 share Scenarios/why-not.scenario -o Scenarios/why-not.scenario → is the input file
      4 share → Missing expected argument '<file>'
      4 cast Scenarios/why-not.scenario -o a.cast → 'cast' was removed: 'tagsim share
      6 share none.scenario → there is no such file
      # explain
      6 explain --hit nonsense → --hit: there is no hit of Google Analytics:
      6 explain --hit '' → --hit: there is no hit of Google Analytics;
      6 explain --hit - → --hit: there is no hit of Google Analytics;
      4 explain → Missing expected argument '<file>' or '--hit <hit>'
      4 explain --hit t=event --tag a → --tag needs a scenario: name its file.
      4 explain --hit t=event --at 7 → --at needs a scenario: name its file.
      4 explain Scenarios/offline.scenario --at 12 --tag 'Adds conversion' → 'Ads conversion'?
      4 explain Scenarios/offline.scenario --value subtitel → no value 'subtitel' in this run: did you mean 'subtitle'?
      4 explain Scenarios/offline.scenario --hit 99 → there is no hit '99' in this run: 
      4 explain Scenarios/offline.scenario --hit t=event → --hit takes the number of a hit
      4 explain Scenarios/offline.scenario --at tunel → did you mean 'tunnel'?
      4 explain Scenarios/offline.scenario --at 0 → --at 0: takes start
      4 explain Scenarios/offline.scenario --at start --tag Bonus → is the last event that has it
      4 explain Scenarios/offline.scenario --tag Bonos → did you mean 'Bonus'? There are
      4 explain v7 --tag Bonos → there is no tag 'Bonos' in this run: did you mean 'Bonus'?
      4 explain v7 --at end --tag Bonus → there is no tag 'Bonus' at #5, nor any others
      4 explain Scenarios/offline.scenario --tag a --value b → only one of --tag, --value and --hit.
      4 explain Scenarios/offline.scenario --json → --json is for captured hits
      6 explain nowhere.scenario --at 1 → nowhere.scenario: there is no such file
      # inspect and lint
      4 inspect → Missing expected argument '<files> ...'
      4 inspect x --json --graph dot → use only one of --json and --graph.
      4 inspect x --graph svg → The value 'svg' is invalid for '--graph <graph>'
      6 inspect gone → gone: there is no such file: check the name and the folder
      6 inspect Scenarios → Scenarios: is a folder, but a file is needed
      6 inspect README.md → README.md: this is text that starts '# tagsim', not a container
      1 lint v7
      0 lint plist
      0 lint plist Scenarios/apps/shop.app
      1 lint plist Scenarios/apps/shop.app --strict
      0 lint plist --strict
      1 lint Scenarios
      0 lint --list
      4 lint → Missing expected argument '<paths> ...'
      4 lint v7 --report xml → there is no report 'xml'
      6 lint gone plist → gone: there is no such file: check the name and the folder
      6 lint README.md → README.md: this is text that starts '# tagsim', not a container
      6 lint Scenarios/apps/shop.appx → Scenarios/apps/shop.appx: there is no such file
      6 lint gone.scenario → gone.scenario: there is no such file
      6 lint gone.app → gone.app: there is no such file
      6 lint Sources/Truth/CICU → Sources/Truth/CICU: has no *.scenario file
      # diff
      4 diff → Missing expected argument '<old>'
      4 diff v7 → Missing expected argument '<new>'
      6 diff gone v7 → gone: there is no such file
      6 diff gone lost → gone: there is no such file
      6 diff gone lost → lost: there is no such file
      6 diff README.md v7 → README.md: this is text
      6 diff v7 v8 gone.scenario → gone.scenario
      6 diff v8 gone Scenarios/offline.scenario → gone: there is no such file
      5 diff v7 v8 Sources → no scenario matched
      4 diff v7 v8 Scenarios/offline.scenario --report tap → there is no report 'tap'
      4 diff v7 v8 Scenarios/offline.scenario --report md=Scenarios/offline.scenario → is an input
      4 diff v7 v8 --report xml → there is no report
      4 diff v8 sb20 Scenarios/offline.scenario → are of different generations
      # Standard input is read once.
      4 diff - - → '-' is standard input, which can be read only once
      4 inspect - - → '-' is standard input, which can be read only once
      4 run - - → '-' is standard input, which can be read only once
      4 render - --container - → '-' is standard input, which can be read only once
      4 run - --container=- → '-' is standard input, which can be read only once
      # forecast
      4 forecast v7 v8 --phones 0 → --phones takes a number from 1 to 10000000, not 0.
      4 forecast v7 v8 --days 61 → --days takes a number from 1 to 60, not 61.
      4 forecast v7 v8 --publish-at 24:00 → a time such as 10:00, not '24:00'.
      4 forecast v7 v8 --shard 3/2 → a part and their number, such as 2/5, not '3/2'.
      4 forecast v7 v8 --phone 5 → --phone writes a scenario: name it with -o FILE.
      4 forecast v7 v8 --resume → --resume continues from the file of -o: name it.
      4 forecast v7 v8 --report htlm → there is no report 'htlm': did you mean html?
      6 forecast v7 v8 --population none.population → none.population: there is no such file
      4 forecast → OLD and NEW are missing.
      4 forecast v7 → NEW, the container to publish, is missing.
      4 forecast merge → See 'tagsim forecast merge --help' for more information.
      4 forecast merge part.json --days 3 → Unknown option '--days'
      4 forecast -o all.json merge part.json → merge comes first, before all options.
      4 forecast v8 an40 → GTM-AN40-v1.json of GTM-AN40: a published container
      6 forecast merge README.md → README.md: is not the JSON of a forecast
      4 forecast v7 sb20 → are of different generations, and no app uses both
      5 forecast v7 v8 Scenarios/played-song.scenario → no scenario matched
      # import
      6 import nowhere.har → nowhere.har: there is no such file
      4 import a --json --hit 1 → --json prints every hit
      4 import a --json -o - → name a file
      4 import a -o b --container - → save the container first
      6 import → standard input: is empty
      4 follow --container - → standard input is for the log
      # help and info
      4 help rum → no command, verb, term or topic 'rum': did you mean 'tagsim help run'?
      4 help expct → did you mean 'tagsim help expect'?
      4 help exitcodes → did you mean 'tagsim help exit-codes'?
      4 help zzzz → 'tagsim help' lists the commands and 'tagsim help verbs' the verbs
      4 help expect tga → did you mean 'tagsim help expect tag'?
      4 help run check → help takes one word, as in 'tagsim help run'
      4 help L200 → there is no lint code 'L200': did you mean 'L20'?
      4 help L999 → there is no lint code 'L999': 'tagsim lint --list' lists all
      4 help previewWithUri → did you mean 'tagsim help previewWithUrl:'?
      4 help keys quue → did you mean queue?
      4 info schema → schema needs the name of a report: run, facts, diff, forecast, inspect, lint,
      4 info limits run → limits takes no further word: remove run.
      4 info limit → limit
      4 info paths --all → --all
      4 info paths --config none → --config is for check.
      # tagsim-lab
      4 lab bench W1.merg → there is no workload 'w1.merg': did you mean 'W1.merge'?
      4 lab bench --repeats 0 → --repeats takes a number from 1 on, not 0.
      4 lab bench --pairs 4 --against x → --pairs takes a number from 5 on, not 4.
      4 lab bench --pairs 5 → --pairs needs --against.
      4 lab bench --list --against x → use only one of --list and --against.
      4 lab bench --soak 0 → --soak takes a number from 1 on, not 0.
      4 lab bench W1 --soak 5 → --soak takes no workloads and no other options.
      6 lab bench W1 --against nowhere → nowhere: there is no such file
      6 lab bench W1 --against Sources → Sources: is not a program that can be started
      6 lab bench W1 --against README.md → README.md: is not a program that can be started
      4 lab bench W1 --against /bin/sh → /bin/sh has no command 'bench'
      4 lab fuzz --seeds 3..2 → --seeds takes a range of at most 100000
      4 lab fuzz --shard 3/2 → --shard takes a part and their number
      4 lab fuzz --workers 0 → --workers takes a number from 1 to 256, not 0.
      4 lab fuzz --container x → --container needs scenarios to be played with: name some.
      4 lab fuzz --container - - → '-' is standard input, which can be read only once
      6 lab fuzz --container x nowhere.scenario → nowhere.scenario: there is no such file
      """))
  func ending(_ row: String) throws { try Self.play(row) }

  /// In a folder with files of every kind; what is refused leaves them as they are, and no other.
  @Test(
    arguments: rows(
      """
      # Containers
      4 GTM-NEW → without a terminal, use: tagsim run FILE
      4 open GTM-NEW → without a terminal, use: tagsim run FILE
      0 render GTM-NEW
      4 opne GTM-NEW → did you mean 'tagsim open'?
      6 open nowhere → nowhere: there is no such file: check the name
      0 open .
      0 render v5.json
      4 v5.json → without a terminal, use: tagsim run FILE
      6 render broken.json → broken.json: the JSON is incomplete: it ends at line 1
      6 broken.json → broken.json: the JSON is incomplete: it ends at line 1
      6 noise → noise: this is bytes that start
      6 page.html → page.html: this is an HTML page, not a container
      6 empty → empty: no app: name one in the header
      6 text → text:1:1: error: unknown
      4 open --play --at 3 → use only one of --play and --at.
      4 open --speed 3 → --speed needs --play.
      4 open --play --speed 0 → --speed takes a number from 1 to
      4 open --record - → --record -: the screen is on standard output: name a new file
      4 open --record x --plain → --record needs the screen
      4 open --record a.scenario → --record a.scenario: already exists and may contain your work
      4 open --record new.scenario → without a terminal, use: tagsim run FILE
      # new
      6 new --from a.scenario → a.scenario: is a scenario, not a container: 
      6 new --from empty → empty: the file is empty
      4 new → Missing expected argument '<name>', or '--from <from>'
      4 new a/b → a/b: a name has letters, digits, '-', '_' and '.'
      4 new .a → does not begin with
      4 new a? → a?: a name has
      6 new --from nowhere → nowhere: there is no such file
      3 new b -o text → text: cannot be written
      # compile
      4 compile → Missing expected argument '<file>'
      4 compile in.json → Missing expected argument '--output <output>'
      4 compile in.json -o in.json → --output in.json: is the input file
      4 compile in.json -o ./in.json → --output ./in.json: is the input file
      4 compile in.json -o link → --output link: is the input file
      4 compile in.json -o twin → --output twin: is the input file
      6 compile gone.json -o out → gone.json: there is no such file
      6 compile wrong.json -o out → wrong.json: the JSON is not valid at line 1, column 7
      3 compile in.json -o folder → folder: cannot be written (it is a folder
      3 compile in.json -o gone/out → gone/out: cannot be written (
      # Branches
      4 explain branches.scenario --branch hold → no such branch: did you mean 'held'?
      4 explain branches.scenario --branch other → its branches are 'held', 'it fails'
      4 explain a.scenario --branch x → it has no branches: remove the option
      # demo
      4 demo ofline → there is no such lesson: did you mean 'tagsim demo offline'?
      4 demo zzzz → there is no such lesson: there are demo, first-run, why-not,
      4 demo ../offline → there is no such lesson
      4 demo -o lessons → Missing expected argument '<lesson>'
      4 demo offline --json → --json lists all lessons: remove the name
      4 demo offline -o x --branch b → --output writes the lesson unchanged
      4 demo offline --branch b → --branch b: offline.scenario has no such branch
      4 demo offline → without a terminal, use:
      3 demo offline -o text → it is a file, but a folder is needed
      # import and fmt
      6 import no-entries.har → there is no hit of Universal Analytics and no upload of Firebase in
      6 import in.json → is a container, not a phone's log
      6 import text → "hello there" is not a hit
      6 import hits --container sb20.json → second generation
      6 fmt folder → folder: has no *.scenario or *.app file
      """))
  func endingInAFolder(_ row: String) throws {
    let scratch = try ScratchFolder()
    try scratch.copy("Scenarios/containers/GTM-SB20-v1.json", as: "sb20.json")
    try scratch.file("GTM-NEW", BinaryContainer.bytes(version: "5", title: "New"))
    let texts = [
      "v5.json": "{\"resource\": {\"version\": \"1\"}, \"runtime\": []}",
      "broken.json": "{\"title\": ", "wrong.json": "{\"a\": }", "in.json": "{\"title\": \"Hello\"}",
      "page.html": "<html><body>Not found</body></html>", "text": "hello there\n", "empty": "",
      "folder/file": "", "no-entries.har": "{\"log\": {\"entries\": []}}",
      "hits": "v=1&t=event&ec=a&ea=b&tid=UA-1-1&cid=1\n",
    ]
    for (name, text) in texts { try scratch.file(name, text) }
    try scratch.file("noise", [0xFF, 0x00, 0x80, 0x81])
    try scratch.scenario("a.scenario", "launch")
    try scratch.scenario(
      "branches.scenario", "launch", "mark m", "branch held from m", "end",
      "branch \"it fails\" from m", "end")
    try scratch.link("link", to: "in.json")
    try FileManager.default.linkItem(atPath: scratch.path("in.json"), toPath: scratch.path("twin"))
    let names = try FileManager.default.subpathsOfDirectory(atPath: scratch.url.path).sorted()
    try Self.play(row, in: scratch.url)
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: scratch.url.path).sorted() == names)
    for (name, text) in texts { #expect(try scratch.text(name) == text, "\(name)") }
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
      let result = try CommandLineTool.run(
        ["run", file.path, "--report", report] + options, code: code)
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
      let result = try CommandLineTool.run("run \(file.path) --report \(report)", code: code)
      if code == 1 { #expect(result.output.contains("push-refused")) }
    }
  }

  /// Whoever may read everything can read this file, too.
  @Test(.enabled(if: getuid() != 0))
  func unreadableFilesAreInputErrors() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.scenario("a.scenario", "expect sent 0")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
    try CommandLineTool.run("run \(file.path)", code: 6, says: "cannot be read")
  }
}
