import Foundation
import Testing

/// `tagsim run`: what it reports, and that it reports the same every time.
struct RunTests {
  @Test func shippedScenariosHold() throws {
    let result = try CommandLineTool.run("run Scenarios --report human")
    #expect(!result.output.contains("FAIL"))
    #expect(
      result.lines.last?.hasPrefix("\(CommandLineTool.shippedScenarioCount) scenarios, ") == true)
    #expect(result.lines.last?.hasSuffix(" passed, 0 failed") == true)
  }

  /// Every point has its number, and the plan counts them.
  /// The same app for iOS runs neither tag, and says why; either report tells of the platform once.
  @Test(arguments: ["tap", "human"])
  func anotherPlatformIsAnotherStory(_ report: String) throws {
    let scratch = try ScratchFolder()
    let container = CommandLineTool.path("Scenarios/containers/GTM-AN40-v1.json")
    for (platform, remark) in [
      ("ios", "GTM-AN40 was made for Android, but this is an iOS app"),
      ("android", "the app is played as one for Android"),
    ] {
      try scratch.file(
        "a.scenario",
        """
        tagsim 1
        ---
        app "A"
          package p
          platform \(platform)
          container GTM-AN40
        end
        publish "\(container)"
        launch
        push event="openScreen"
        kill
        launch
        push event="openScreen"
        expect tag "Screen" fired
        """)
      let result = try scratch.run(
        "run a.scenario --report \(report) -v", code: platform == "ios" ? 1 : 0)
      #expect(result.lines.count { $0.contains(remark) } == 1)
      #expect(
        result.output.contains("not run: _avn has no backing implementation. In words: ")
          == (platform == "ios"))
    }
  }

  @Test func withoutATerminalTheReportIsTAP() throws {
    let result = try CommandLineTool.run(["run", "Scenarios"])
    #expect(result.lines.first == "TAP version 13")
    let points = result.lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
    let numbers = points.map { Int($0.split(separator: " ")[1]) }
    #expect(numbers == Array(1...points.count))
    #expect(result.lines.last == "1..\(points.count)")
    let headings = result.lines.filter { $0.hasPrefix("# Scenarios/") }
    let files = Set(headings.map { $0.prefix { $0 != "[" }.trimmingCharacters(in: .whitespaces) })
    #expect(files.count == CommandLineTool.shippedScenarioCount)
    let branches = headings.count { $0.contains("[branch ") }
    #expect(branches == 5)
    #expect(headings.count - branches == files.count + 1, "one is played under both SDKs")
  }

  @Test(arguments: [["run", "Scenarios"], ["run", "Scenarios", "--report", "human"], ["render"]])
  func equalRunsGiveEqualBytes(_ arguments: [String]) throws {
    let first = try CommandLineTool.run(arguments)
    let second = try CommandLineTool.run(
      arguments, environment: ["TZ": "Asia/Seoul", "LC_ALL": "C"])
    #expect(first.bytes == second.bytes)
    #expect(!first.bytes.isEmpty)
  }

  @Test func filesArePlayedInTheOrderGivenAndFoldersByName() throws {
    let scratch = try ScratchFolder()
    for name in ["b.scenario", "sub/c.scenario", "a.scenario", ".hidden.scenario", "x.txt"] {
      try scratch.scenario(name, "expect sent 0")
    }
    let folder = try CommandLineTool.run(["run", ".", "--list"], in: scratch.url)
    let paths = ["./a.scenario", "./b.scenario", "./sub/c.scenario"]
    #expect(folder.lines == paths.map { $0 + "  [small]  1 expectation" })
    let files = try CommandLineTool.run(
      ["run", "b.scenario", "a.scenario", "--list"], in: scratch.url)
    #expect(files.lines.map { $0.prefix { $0 != " " } } == ["b.scenario", "a.scenario"])
  }

  @Test func aScenarioThatIsNamedTwiceIsPlayedOnce() throws {
    let scratch = try ScratchFolder()
    for name in ["a.scenario", "b.scenario"] { try scratch.scenario(name, "expect sent 0") }
    let names = ["b.scenario", ".", "./a.scenario", "b.scenario", scratch.url.path]
    let result = try CommandLineTool.run(["run", "--list"] + names, in: scratch.url)
    #expect(result.lines.map { $0.prefix { $0 != " " } } == ["b.scenario", "./a.scenario"])
  }

  @Test func aMatrixIsPlayedInEveryWay() throws {
    let scratch = try ScratchFolder()
    try scratch.matrixScenario("a.scenario", "background", "wait 10s", "expect lost 0")
    let human = try scratch.run("run . -v")
    #expect(human.lines.filter { $0.hasPrefix("./a.scenario [sdk=") }.count == 2)
    #expect(
      human.output.contains(
        "firebase: buy" + String(repeating: " ", count: 27) + "-         1x"))
    let tap = try CommandLineTool.run(["run", "."], in: scratch.url)
    #expect(tap.output.contains("ok 2 - ./a.scenario:16 [sdk=v5] expect lost 0"))
    #expect(tap.output.contains("# what differs"))
    #expect(tap.lines.last == "1..2")
    try scratch.run("run . --device phone.db", code: 4, says: "each on its own phone")
  }

  @Test func stopsAtTheFirstFailure() throws {
    let scratch = try ScratchFolder()
    try scratch.scenario("a.scenario", "expect sent 0", "expect sent 1", "expect lost 0")
    try scratch.scenario("b.scenario", "expect sent 0")
    let all = try CommandLineTool.run(["run", "."], in: scratch.url)
    #expect(all.lines.last == "1..4")
    let stopped = try CommandLineTool.run(["run", ".", "-x"], in: scratch.url)
    #expect(stopped.lines.last == "1..2")
    #expect(stopped.code == 1)
  }

  @Test func aFailureSaysWhere() throws {
    let scratch = try ScratchFolder()
    try scratch.scenario("a.scenario", "expect sent 1")
    let result = try CommandLineTool.run(
      ["run", "a.scenario", "--report", "human"], in: scratch.url)
    #expect(
      result.lines.suffix(4) == [
        "a.scenario:12:1: FAIL expect sent 1",
        "  0 hits were sent, expected == 1",
        "  see: tagsim a.scenario",
        "1 scenario, 1 expectation: 0 passed, 1 failed",
      ])
  }

  /// One line a file with the time of its story, the failures whole, and the totals; more and less
  /// where somebody asks for it.
  @Test func aRunSaysJustEnough() throws {
    let scratch = try ScratchFolder()
    try scratch.scenario("a.scenario", "launch", "wait 90s", "expect sent 0")
    try scratch.scenario("b.scenario", "launch", "expect sent 1", "expect sent 0")
    let failure = [
      "b.scenario:13:1: FAIL expect sent 1", "  0 hits were sent, expected == 1",
      "  see: tagsim b.scenario --at 3",
    ]
    let totals = "2 scenarios, 3 expectations: 2 passed, 1 failed"
    let arguments = ["run", "a.scenario", "b.scenario", "--report", "human"]
    let usual = try CommandLineTool.run(arguments, in: scratch.url)
    #expect(
      usual.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) == [
        "ok     1m30s  a.scenario", "FAIL   185ms  b.scenario  (1 of 2 failed)", "",
      ] + failure + ["", totals, ""])
    for option in ["-q", "--quiet"] {
      #expect(try CommandLineTool.run(arguments + [option], in: scratch.url).lines == [totals])
    }
    let words = try CommandLineTool.run(["run", "a.scenario", "-v"], in: scratch.url)
    #expect(words.lines.contains { $0.hasSuffix("  wait 90s") || $0.contains("wait 90s  ") })
    try scratch.run(arguments + ["-q", "-v"], code: 4)
  }

  @Test func aScenarioThatExpectsNothingIsSkipped() throws {
    let scratch = try ScratchFolder()
    try scratch.scenario("a.scenario", "launch")
    let result = try CommandLineTool.run(["run", "a.scenario"], in: scratch.url)
    #expect(result.lines.last == "1..0 # SKIP the scenarios expect nothing")
    #expect(result.code == 0)
  }

  @Test func checkPlaysNothing() throws {
    let scratch = try ScratchFolder()
    try scratch.scenario("a.scenario", "launch", "expect sent 7")
    let result = try scratch.run("check a.scenario")
    #expect(result.lines == ["a.scenario: 2 statements, all names resolved"])
    try scratch.scenario("b.scenario", "launch")
    let one = try CommandLineTool.run(["check", "b.scenario"], in: scratch.url)
    #expect(one.lines == ["b.scenario: 1 statement, all names resolved"])
  }
}
