import Foundation
import Testing

/// `tagsim CONTAINER`: with an app that is made for it.
struct TryTests {
  private static let shipped = [
    "GTM-AB12-v8.json", "GTM-AB12.plist", "GTM-TYPE-v3.json", "GTM-RD10-v1.json",
    "GTM-AN40-v1.json",
  ]

  @Test(arguments: shipped)
  func scenario(_ name: String) throws {
    let path = "Scenarios/containers/" + name
    let result = try CommandLineTool.run(["new", "--from", path, "-o", "-"])
    #expect(result.code == 0)
    #expect(result.complaint.isEmpty)
    try PageGolden.compare(result.output, "try-\(name).scenario")
  }

  @Test func aSavedScenarioRuns() throws {
    let scratch = try ScratchFolder()
    try scratch.file("GTM-NEW", BinaryContainer.bytes(version: "5", title: "New"))
    try scratch.file("sub/other", "")
    let outputs = ["my.scenario", "sub/my.scenario", scratch.url.path + "/again.scenario"]
    for output in outputs {
      let saved = try CommandLineTool.run(
        ["new", "--from", "GTM-NEW", "-o", output], in: scratch.url)
      #expect(saved.code == 0, "\(saved.complaint)")
      let run = try CommandLineTool.run(["run", output, "--report", "tap"], in: scratch.url)
      #expect(run.code == 0, "\(run.output)\(run.complaint)")
    }
    let again = try CommandLineTool.run(
      ["new", "--from", "GTM-NEW", "-o", "my.scenario"], in: scratch.url)
    #expect(again.code == 4)
    #expect(again.complaint.contains("my.scenario: already exists"))
  }

  private static let endings: [(arguments: String, code: Int32, complaint: String)] = [
    ("try GTM-NEW", 4, "without a terminal, use: tagsim run FILE"),
    ("GTM-NEW", 4, "without a terminal, use: tagsim run FILE"),
    ("open GTM-NEW", 4, "without a terminal, use: tagsim run FILE"),
    ("render GTM-NEW", 0, ""),
    ("opne GTM-NEW", 4, "did you mean 'tagsim open'?"),
    ("open nowhere", 6, "nowhere: there is no such file: check the name"),
    ("open .", 6, ".: is a folder, but a file is needed"),
    ("render v5.json", 0, ""),
    ("v5.json", 4, "without a terminal, use: tagsim run FILE"),
    ("render broken.json", 6, "broken.json: the JSON is incomplete: it ends at line 1"),
    ("broken.json", 6, "broken.json: the JSON is incomplete: it ends at line 1"),
    ("noise", 6, "noise: this is bytes that start"),
    ("page.html", 6, "page.html: this is an HTML page, not a container"),
    ("empty", 6, "empty: no app: name one in the header"),
    ("words.txt", 6, "words.txt:1:1: error: unknown"),
    ("new --from a.scenario", 6, "a.scenario: is text, not a container"),
    ("new --from empty", 6, "empty: the file is empty"),
    ("open --play --at 3", 4, "use only one of --play and --at."),
    ("open --speed 3", 4, "--speed needs --play."),
    ("open --play --speed 0", 4, "--speed takes a number from 1 to"),
    ("open --record -", 4, "--record -: the screen is on standard output"),
    ("open --record x --plain", 4, "--record needs the screen"),
    ("open --record a.scenario", 4, "--record a.scenario: already exists"),
    ("info paths --config none", 4, "--config is for check."),
  ]

  @Test(arguments: endings)
  func ending(_ arguments: String, _ code: Int32, _ complaint: String) throws {
    let scratch = try ScratchFolder()
    try scratch.file("GTM-NEW", BinaryContainer.bytes(version: "5", title: "New"))
    try scratch.file("v5.json", "{\"resource\": {\"version\": \"1\"}, \"runtime\": []}")
    try scratch.file("broken.json", "{\"title\": ")
    try scratch.file("noise", [0xFF, 0x00, 0x80, 0x81])
    try scratch.file("page.html", "<html><body>Not found</body></html>")
    try scratch.file("words.txt", "hello there\n")
    try scratch.file("empty")
    try scratch.scenario("a.scenario", "launch")
    let result = try CommandLineTool.run(
      arguments.split(separator: " ").map(String.init), in: scratch.url)
    #expect(result.code == code)
    #expect(
      complaint.isEmpty ? result.complaint.isEmpty : result.complaint.contains(complaint),
      "\(result.complaint)")
  }

  @Test func aContainerIsDrawnAsItOpens() throws {
    let shown: [(path: String, words: String)] = [
      ("Scenarios/containers/GTM-AB12-v8.json", "Events it listens for (2)"),
      ("Scenarios/containers/GTM-AB12.plist", "It listens for no events"),
    ]
    for (path, words) in shown {
      let result = try CommandLineTool.run(["render", path, "--size", "80x24"])
      #expect(result.code == 0)
      #expect(result.output.contains(words))
    }
  }

  private static let questions: [(file: String, keys: String, rule: String, condition: String)] = [
    (
      "GTM-AB12-v8.json", "4 Down", "rule Purchase done needs ALL of",
      "✗ screen name equals ConfirmationScreen"
    ),
    ("GTM-AB12-v7.json", "4 Down Enter", "rule Purchase done", "✗ Event equals openScreen"),
    ("GTM-SB20-v2.json", "4 Enter", "trigger 1 needs", "✗ Event Name equals played_song"),
    ("GTM-MV50-v1.json", "4 Enter", "needs", "no events yet"),
    ("GTM-RD10-v1.json", "4", "needs", "no events yet"),
  ]

  /// From the file to why a tag does not fire: the rule with the condition that failed.
  @Test(arguments: questions, ["80x24", "120x40", "200x60"])
  func threeKeysShowWhyATagDoesNotFire(
    _ question: (file: String, keys: String, rule: String, condition: String), _ size: String
  ) throws {
    #expect(question.keys.split(separator: " ").count <= 3)
    let result = try CommandLineTool.run([
      "render", "Scenarios/containers/" + question.file, "--size", size, "--keys", question.keys,
    ])
    #expect(result.code == 0, "\(result.complaint)")
    #expect(result.output.contains(question.rule), "\(result.output)")
    #expect(result.output.contains(question.condition), "\(result.output)")
  }

  @Test func aPipeIsReadOnce() throws {
    let scratch = try ScratchFolder()
    let scenario = try scratch.scenario("a.scenario", "launch", "screen \"Home\"")
    let shell = URL(fileURLWithPath: "/bin/sh")
    let pipes = [
      ("Scenarios/containers/GTM-AB12.plist", "promo_rate"), (scenario.path, "openScreen"),
    ]
    for (path, words) in pipes {
      let line = "cat '\(path)' | '\(try CommandLineTool.executable().path)' render /dev/stdin"
      let piped = try CommandLineTool.run(["-c", line], program: shell)
      #expect(piped.code == 0, "\(piped.complaint)")
      #expect(piped.output.contains(words))
    }
  }
}
