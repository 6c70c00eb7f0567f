import Foundation
import Testing

@testable import tagsim

/// Every kind of file opens by one door, and where it cannot be used one sentence says what it is,
/// and the command for it.
struct FileKindTests {
  private static let log = "06-03 18:20:00.120  9125  9125 "
  private static let message =
    log + "V FA      : Logging event: origin=app,name=buy,params=Bundle[{a=1}]\n"

  /// A folder with a file of every kind.
  private static func folder() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.copy("Scenarios/containers/GTM-SB20-v1.json", as: "v5.json")
    try scratch.file("v3.json", "{\"title\": \"Hello\"}")
    try scratch.scenario("a.scenario", "launch")
    let texts = [
      "t.trace": "{\"trace\": \"tagsim\", \"version\": 1}\n",
      "p.log": message,
      "c.har": "{\"log\": {\"entries\": [{\"request\": {\"method\": \"GET\", \"url\": "
        + "\"https://www.google-analytics.com/collect?v=1&_v=ma4&t=event&tid=UA-1-1&cid=1\"}}]}}",
      "c.chlsj": "[{\"host\": \"example.com\"}]",
      "hits": "v=1&t=event&ec=a&ea=b&tid=UA-1-1&cid=1\n",
      "u.txt": "1 {\n  1: 1\n  2 {\n    2: \"buy\"\n    3: 1717400000000\n  }\n}\n",
      "late.log": String(repeating: log + "D Other   : nothing of ours\n", count: 3000)
        + message,
    ]
    for (name, text) in texts { try scratch.file(name, text) }
    return scratch
  }

  private static let kinds = [
    ("p.log", "a phone's log", "follow"), ("late.log", "a phone's log", "follow"),
    ("c.har", "a capture", "follow"), ("c.chlsj", "a capture", "follow"),
    ("hits", "a capture", "follow"), ("u.txt", "an upload of Firebase", "follow"),
    ("t.trace", "a trace", "explain"), ("v5.json", "a container", "inspect"),
    ("v3.json", "a container", "inspect"), ("a.scenario", "a scenario", "run"),
  ]

  /// The commands, what they need, and the files of other kinds that they are for.
  private static let commands: [(line: String, needed: String, takes: [String])] = [
    ("run FILE", "scenario", []), ("run --list FILE", "scenario", []),
    ("run --report tap=out FILE", "scenario", []), ("fmt FILE", "scenario", []),
    ("check FILE", "scenario", ["v5.json", "v3.json", "t.trace"]),
    ("explain FILE", "scenario", ["v5.json", "v3.json", "t.trace"]),
    ("render FILE", "scenario", ["v5.json", "v3.json", "t.trace"]),
    ("export FILE --format md -o out", "scenario", ["v5.json", "v3.json", "t.trace"]),
    (
      "share FILE -o out", "scenario",
      ["v5.json", "v3.json", "t.trace", "p.log", "late.log", "c.har", "c.chlsj", "hits", "u.txt"]
    ),
    ("lint FILE", "container", ["a.scenario"]), ("inspect FILE", "container", []),
    ("compile FILE -o out", "container", []), ("new --from FILE", "container", []),
    ("diff FILE v5.json", "container", ["t.trace"]),
    ("diff v5.json FILE", "container", ["t.trace"]),
    ("diff v5.json v5.json FILE", "scenario", ["t.trace"]),
    ("diff FILE v5.json --try", "container", ["t.trace"]),
    ("FILE v5.json", "container", ["t.trace"]), ("follow --container FILE p.log", "container", []),
    ("import p.log --container FILE", "container", []),
    ("follow FILE", "phone's log", ["c.har", "c.chlsj", "hits", "u.txt"]),
  ]

  @Test(arguments: commands.indices)
  func anotherKind(_ index: Int) throws {
    let (line, needed, takes) = Self.commands[index]
    let scratch = try Self.folder()
    for (file, kind, command) in Self.kinds
    where !kind.hasSuffix(needed) && !takes.contains(file) {
      let line = line.replacing("FILE", with: file)
      let result = try scratch.run(line, code: 6)
      let told = result.complaint.split(separator: "\n")
      #expect(told.count == 1, "\(line): \(result.complaint)")
      #expect(told.first?.contains("\(file): is \(kind)") == true, "\(line): \(told)")
      #expect(result.complaint.contains("not a \(needed): "), "\(line): \(told)")
      #expect(result.complaint.contains("'tagsim \(file)' opens it"), "\(line): \(told)")
      #expect(result.complaint.contains("'tagsim \(command) \(file)'"), "\(line): \(told)")
    }
  }

  private static func result(
    _ line: String, _ scratch: ScratchFolder
  ) throws -> CommandLineTool.Result {
    try CommandLineTool.run(CommandLineTool.words(of: line), in: scratch.url)
  }

  /// Two scenarios are one mistake.
  @Test func twoScenarios() throws {
    let scratch = try Self.folder()
    let told = try scratch.run("diff a.scenario a.scenario", code: 6).complaint
    #expect(told.split(separator: "\n").count == 1, "\(told)")
    #expect(told.contains("a.scenario: is a scenario, not a container: "), "\(told)")
  }

  /// What a phone or a proxy wrote is reported under a line of what it is.
  @Test(arguments: [
    ("p.log", 0, "a phone's log, 1 line, Android, v5: no container named; --container explains"),
    ("late.log", 0, "a phone's log, 3001 lines, Android, v5: no container named; "),
    ("c.har", 1, "a capture (HAR), 1 request, Android, v4: no container named; --container"),
    ("hits", 0, "lines of hits, v3 or v4: no container named; --container explains its tags"),
    ("u.txt", 0, "an upload of Firebase, v5: no container named; --container explains its tags"),
  ])
  func isReported(_ file: String, _ code: Int32, _ first: String) throws {
    let scratch = try Self.folder()
    let report = try scratch.run("import \(file)", code: code).output
    for word in [file, "open \(file)"] {
      let opened = try scratch.run(word, code: code)
      #expect(opened.output.hasPrefix(first), "\(opened.output)")
      let rest = opened.output.split(separator: "\n", maxSplits: 1).last.map(String.init)
      #expect(rest == report, "\(opened.output)")
    }
    let input = try CommandLineTool.run(
      ["-"], in: scratch.url, input: scratch.url.appendingPathComponent(file))
    #expect(input.code == code && input.output.hasPrefix(first), "\(input.output)")
  }

  /// With a container it is followed.
  @Test func isFollowed() throws {
    let scratch = try Self.folder()
    let report = try Self.result("follow --container v5.json p.log", scratch)
    #expect(report.output.contains("p.log"))
    let opened = try scratch.run("p.log --container v5.json", code: report.code)
    #expect(opened.output == report.output)
    let input = try CommandLineTool.run(
      ["-", "--container", "v5.json"], in: scratch.url,
      input: scratch.url.appendingPathComponent("p.log"))
    #expect(
      input.output == report.output.replacing("p.log", with: "standard input")
        && input.code == report.code)
    try scratch.run("p.log --at 3", code: 4, says: "p.log is not a scenario: remove --at")
    try scratch.run(". --record new", code: 4, says: ". is not a scenario: remove --at")
  }

  /// A scenario that quotes a line of a log is none.
  @Test(
    arguments: ["", "run ", "fmt ", "check "],
    ["push event=a", "repeat 2", "tagsim 1", "title: A", "---"])
  func quotedLines(_ command: String, _ first: String) throws {
    let scratch = try Self.folder()
    try scratch.file("quotes", "# A comment\n\n\(first)\n# \(Self.message)lunch\n")
    let told = try scratch.run(command + "quotes", code: 6).complaint
    #expect(told.contains("quotes:5:1: error: "), "\(told)")
  }

  /// What is no kind of file is told by the reader of the command.
  @Test(arguments: [
    ("run", "words:1:1: error: unknown verb 'hello'"), ("", "words:1:1: error: unknown verb"),
    ("inspect", "this is text that starts 'hello there'"), ("fmt", "words:1:1: error: "),
  ])
  func noKind(_ command: String, _ says: String) throws {
    let scratch = try ScratchFolder()
    try scratch.file("words", "hello there\n")
    try scratch.run("\(command) words", code: 6, says: says)
    try scratch.file("zip", [0x50, 0x4B, 3, 4, 0, 0, 0xFF])
    #expect(!(try scratch.run("\(command) zip", code: 6).complaint.contains("opens it")))
  }

  // MARK: Folders

  /// A folder of containers stands for those in it, and not for those below.
  @Test(arguments: ["lint", "inspect"])
  func containers(_ command: String) throws {
    let scratch = try ScratchFolder()
    for name in ["box/v2.json", "box/v1.json", "box/below/v0.json"] {
      try scratch.file(name, "{\"title\": \"Hello\"}")
    }
    try scratch.file("box/notes.txt", "hello there\n")
    try scratch.file("box/p.log", Self.message)
    try scratch.file("box/package.json", "{\"name\": \"a\", \"version\": \"1\", \"scripts\": {}}")
    let named = try Self.result("\(command) box/v1.json box/v2.json", scratch)
    let folder = try scratch.run("\(command) box", code: named.code)
    #expect(folder.output == named.output)
    #expect(folder.complaint == "tagsim: box: 3 other files left out: no container\n")
    try scratch.file("box/v3.json", "{\"title\": ")
    try scratch.run("\(command) box", code: 6, says: "box/v3.json: the JSON is incomplete")
    try scratch.file("box/a.scenario", "launch\n")
    let mixed = try Self.result("\(command) box", scratch)
    #expect(!mixed.complaint.contains("other files"))
  }

  @Test func lists() throws {
    let scratch = try Self.folder()
    try scratch.file("both/b.scenario", "tagsim 1\ntitle: The second\n---\nlaunch\n")
    try scratch.file("both/a.scenario", "tagsim 1\ntitle: The first\n---\nlaunch\n")
    let scenarios = try scratch.run("both", code: 0).output
    #expect(
      scenarios == """
        both/a.scenario  by hand  The first
        both/b.scenario  by hand  The second

        'tagsim both/a.scenario' opens the first, 'tagsim run both' plays all

        """)
    try scratch.file("box/v1.json", "{\"title\": \"Hello\"}")
    try scratch.file("box/notes.txt", "hello there\n")
    let containers = try scratch.run("open box", code: 0).output
    #expect(
      containers == """
        box/v1.json
        1 other file left out: no container

        'tagsim box/v1.json' opens the first, 'tagsim inspect box' describes all, \
        'tagsim lint box' checks all

        """)
    try scratch.file("none/notes.txt", "hello there\n")
    try scratch.run("none", code: 6, says: "none: has no *.scenario file and no container")
    try scratch.file("both/c.scenario", "launhc\n")
    let broken = try scratch.run("both", code: 6)
    #expect(broken.output.contains("The second") && broken.complaint.contains("c.scenario:1:1"))
  }
}
