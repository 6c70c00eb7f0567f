import CommandKit
import Foundation
import Testing

@testable import ScenarioEngine
@testable import TagSimulation
@testable import tagsim

/// `tagsim run`: which scenarios are played, with which seeds, and how often.
struct RunOptionTests {
  /// Four files, of which one cannot be read.
  private static func folder() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.scenario("cart.scenario", "chapter \"1 Pay\"", "expect sent 0")
    try scratch.scenario("login.scenario", "chapter \"1 Sign in\"", "chapter \"2 Out\"")
    try scratch.file("titled.scenario", "tagsim 1\ntitle: Pay later\napp: x.app\n---\n")
    try scratch.file("x.app", "app \"X\"\npackage p\ncontainer c\nend\n")
    try scratch.scenario("zzz.scenario", "expekt sent 0")
    return scratch
  }

  private static let choices: [(options: [String], files: [String])] = [
    ([], ["cart", "login", "titled", "zzz"]),
    // By the path, by the title and by a chapter; nothing is known of a file that is unreadable.
    (["--grep", "^./cart"], ["cart", "zzz"]), (["--grep", "Pay"], ["cart", "titled", "zzz"]),
    (["--grep", "pay"], ["zzz"]), (["--grep", "2 Out|later$"], ["login", "titled", "zzz"]),
    (["--tags", "small"], ["cart", "login", "zzz"]),
    (["--tags", "small", "--grep", "Pay"], ["cart", "zzz"]),
    (["--exclude-tags", "small"], ["titled", "zzz"]),
    (["--shard", "1/2"], ["cart", "titled"]), (["--shard", "2/2"], ["login", "zzz"]),
    (["--shard", "2/3"], ["login"]), (["--shard", "1/1"], ["cart", "login", "titled", "zzz"]),
  ]

  @Test(arguments: choices)
  func theyArePlayedAndListed(_ options: [String], _ files: [String]) throws {
    let scratch = try Self.folder()
    let paths = files.map { "./\($0).scenario" }
    let hasBroken = files.contains("zzz")
    let run = try CommandLineTool.run(["run", "."] + options, in: scratch.url)
    #expect(run.lines.filter { $0.hasPrefix("# ./") } == paths.map { "# " + $0 })
    #expect(run.code == (hasBroken ? 6 : 0))
    let list = try CommandLineTool.run(["run", ".", "--list"] + options, in: scratch.url)
    let listed = list.lines.map { String($0.prefix { $0 != " " }) }
    #expect(listed == paths.filter { $0 != "./zzz.scenario" })
    #expect(list.complaint.isEmpty == !hasBroken)
    #expect(list.code == run.code)
  }

  @Test func theListTellsTitleTagsAndExpectations() throws {
    let result = try CommandLineTool.run(["run", "Scenarios/offline.scenario", "--list"])
    let line = try #require(result.lines.first)
    #expect(line.hasPrefix("Scenarios/offline.scenario  "))
    #expect(line.contains("  ["))
    #expect(line.hasSuffix(" expectations  2 branches"))
  }

  /// `--color` counts before the environment, and what turns colours off there before the rest.
  @Test(
    arguments: [
      (ColorChoice.auto, [:], false, false), (.auto, [:], true, true),
      (.auto, ["FORCE_COLOR": "1"], false, true), (.auto, ["CLICOLOR_FORCE": "1"], false, true),
      (.auto, ["FORCE_COLOR": "0"], false, false),
      (.auto, ["NO_COLOR": "1", "FORCE_COLOR": "1"], true, false),
      (.auto, ["TERM": "dumb"], true, false), (.always, ["NO_COLOR": "1"], false, true),
      (.never, ["FORCE_COLOR": "1"], true, false),
    ] as [(ColorChoice, [String: String], Bool, Bool)])
  func coloursAreAskedFor(
    _ choice: ColorChoice, _ environment: [String: String], _ isTerminal: Bool, _ isColoured: Bool
  ) {
    #expect(choice.hasColors(on: isTerminal, environment) == isColoured)
  }

  @Test(arguments: [("human", true), ("tap", false), ("json", false), ("github", false)])
  func onlyTheTextForPeopleIsColoured(_ report: String, _ isColoured: Bool) throws {
    let line = "run Scenarios/offline.scenario --color always --report \(report)"
    let result = try CommandLineTool.run(CommandLineTool.words(of: line))
    #expect(result.output.contains("\u{1B}[") == isColoured)
  }

  /// The parts of a list are the list.
  @Test(arguments: [(0, 3), (1, 3), (7, 3), (9, 3), (5, 1), (3, 10_000)])
  func everyFileIsInOneShard(_ count: Int, _ parts: Int) {
    let files = (0..<count).map(String.init)
    let shards = (1...parts).map { Shard("\($0)/\(parts)")?.part(of: files) ?? ["?"] }
    let sizes: [Int] = shards.map(\.count).sorted()
    #expect(shards.flatMap { $0 }.sorted() == files.sorted())
    #expect(sizes[sizes.count - 1] - sizes[0] <= 1)
  }

  /// With seeds it is they that are shared: one file is enough for many machines.
  @Test func everySeedIsInOneShard() throws {
    func seeds(_ options: String...) throws -> [String] {
      let run = try CommandLineTool.run(
        ["run", "Scenarios/demo.scenario", "--seeds", "1..5"] + options, code: 0)
      return run.lines.filter { $0.hasPrefix("# Scenarios/demo.scenario") }
    }
    let (first, second) = (try seeds("--shard", "1/2"), try seeds("--shard", "2/2"))
    #expect((first.count, second.count) == (3, 2))
    #expect((first + second).sorted() == (try seeds()).sorted())
    let none = try CommandLineTool.run(
      "run Scenarios/demo.scenario --seeds 1..2 --shard 3/3", code: 5)
    #expect(none.complaint.contains("--seeds: none of 2 seeds is in the part 3/3"))
  }

  private static let unclear = ["", "1", "1/0", "0/1", "2/1", "-1/2", "1/2/3", "a/b", "1/10001"]

  @Test(arguments: unclear) func otherWordsAreNoShard(_ text: String) {
    #expect(Shard(text) == nil)
  }

  // MARK: Chance

  /// A lossy network leaves it to chance whether a container arrives.
  private static func lossy() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.file("GTM-SMALL", BinaryContainer.bytes(version: "5", title: "New"))
    try scratch.scenario(
      "a.scenario", "publish GTM-SMALL", "network lossy 50%", "launch",
      "expect container source=network")
    return scratch
  }

  @Test func everySeedIsPlayedAndTheOnesThatFailAreNamed() throws {
    let scratch = try Self.lossy()
    let all = try scratch.run("run a.scenario --seeds 1..12 --report human", code: 1)
    #expect(all.lines.last?.hasPrefix("1 scenario, 12 expectations: ") == true)
    let failing = all.lines.filter { $0.contains(": FAIL [seed=") }
    #expect(!failing.isEmpty && failing.count < 12)
    for line in failing {
      let seed = try #require(line.split(separator: "seed=").last?.prefix { $0 != "]" })
      let again = "tagsim run a.scenario --seed \(seed)"
      #expect(all.output.contains("  see: \(again)\n"))
      let words = again.split(separator: " ").dropFirst().map(String.init)
      try scratch.run(words, code: 1)
    }
  }

  @Test func aSeedTakesThePlaceOfThatOfTheHeader() throws {
    let scratch = try Self.lossy()
    for seed in ["7", "18446744073709551615"] {
      let result = try CommandLineTool.run(
        ["run", "a.scenario", "--json", "--seed", seed], in: scratch.url)
      #expect(result.output.contains("\"seed\": \"\(seed)\""))
    }
  }

  /// A file that cannot be read is told of once, however many seeds it would be played with.
  @Test func anUnreadableFileIsToldOfOnce() throws {
    let scratch = try Self.folder()
    let result = try CommandLineTool.run(["run", ".", "--seeds", "1..3"], in: scratch.url)
    #expect(result.lines.count { $0.hasSuffix("cannot be read") } == 1)
    #expect(result.code == 6)
  }

  @Test func runsThatAreRepeatedAreTheSame() throws {
    let scratch = try Self.lossy()
    let once = try CommandLineTool.run(["run", "a.scenario"], in: scratch.url)
    let often = try CommandLineTool.run(["run", "a.scenario", "--repeat", "5"], in: scratch.url)
    #expect(often.bytes == once.bytes)
    #expect(often.code == once.code)
  }

  // MARK: Watching

  @Test func itIsPlayedAgainWhenAFileIsSavedThatItNames() throws {
    let scratch = try ScratchFolder()
    let app = try scratch.file("x.app", "app \"X\"\npackage p\ncontainer c\nend\n")
    try scratch.file("a.scenario", "tagsim 1\napp: x.app\n---\nexpect sent 0\n")
    let complaint = Pipe()
    let (process, output) = try CommandLineTool.start(
      "run a.scenario --watch", in: scratch.url, errors: complaint)
    var told = ""
    func read(until end: String) {
      while !told.contains(end) {
        let data = complaint.fileHandleForReading.availableData
        if data.isEmpty { return }
        told += String(decoding: data, as: UTF8.self)
      }
    }
    read(until: "Ctrl-C ends\n")
    #expect(told == "watching 2 files: Ctrl-C ends\n")
    try Data("app \"Y\"\npackage p\ncontainer c\nend\n# more\n".utf8).write(to: app)
    read(until: "changed: x.app\nwatching 2 files: Ctrl-C ends\n")
    kill(process.processIdentifier, SIGINT)
    let report = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(report.split(separator: "\n").count { $0 == "1..1" } == 2)
    #expect(report.hasSuffix("\n1..1\n"), "what is complete is not broken off")
    #expect(!report.contains("\u{1B}"))
  }

  @Test func changesAreSeenByTimeSizeAndName() throws {
    let scratch = try ScratchFolder()
    let paths = try ["a", "b", "c"].map { try scratch.file($0, "1").path }
    let before = Watcher.Look(at: Set(paths))
    #expect(Watcher.Look(at: Set(paths)).changes(since: before) == [])
    try scratch.file("a", "12")
    try FileManager.default.removeItem(atPath: paths[2])
    let added = try scratch.file("d", "1").path
    let after = Watcher.Look(at: Set(paths + [added]))
    #expect(after.changes(since: before) == [paths[0], paths[2], added])
    // What was saved while the files were read is seen at the next look.
    #expect(
      Watcher.Look(at: Set(paths)).changes(since: Watcher.Look(at: Set(paths), before: before))
        == [paths[0], paths[2]])
  }
}
