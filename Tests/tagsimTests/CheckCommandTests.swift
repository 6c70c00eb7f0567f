import Foundation
import Testing

/// `tagsim check`: all mistakes of all files, each once.
struct CheckCommandTests {
  private static let shipped: [(path: String, words: String)] = [
    ("Scenarios/offline.scenario", " statements, all names resolved"),
    ("Scenarios/apps/shop.app", "an app, 3 screens"),
    ("Scenarios/containers/GTM-AB12-v8.json", "a container, 5 tags and "),
    ("Scenarios/containers/GTM-AB12.plist", "a container, 0 tags and 0 rules"),
  ]

  @Test(arguments: shipped)
  func aGoodFileIsTold(_ path: String, _ words: String) throws {
    let root = CommandLineTool.root
    let named = try CommandLineTool.run("check \(path)")
    #expect(named.complaint.isEmpty)
    #expect(named.output.hasPrefix("\(path): ") && named.output.contains(words), "\(named.output)")
    let piped = try CommandLineTool.run(
      ["check", "-"], in: root.appendingPathComponent("Scenarios"),
      input: root.appendingPathComponent(path))
    #expect(piped.code == 0, "\(piped.complaint)")
    #expect(piped.output == named.output.replacing(path, with: "standard input"))
  }

  /// What Firebase drops is a remark about the app, the acts and the container; all is still well.
  @Test(
    arguments: [
      (
        "Scenarios/played-song.scenario",
        [
          "apps/songs.app: note: Firebase drops what the app logs: 'played song' has a space",
          "Scenarios/played-song.scenario:124:1: 'genre' is empty",
          "containers/GTM-SB20-v1.json: note: trigger 1: Firebase drops what it waits for: ",
          "containers/GTM-SB20-v1.json: note: variable 3 'times listened': Firebase drops what",
        ]
      ),
      ("Scenarios/apps/songs.app", ["'number of times listened' has a space"]),
      ("Scenarios/containers/GTM-SB20-v1.json", ["note: trigger 1: ", "name it played_song"]),
      ("Scenarios/filter-and-block.scenario", []), ("Scenarios/v5-batch.scenario", []),
      ("Scenarios/moving.scenario", []),
    ])
  func whatFirebaseDropsIsARemark(_ path: String, _ words: [String]) throws {
    let output = try CommandLineTool.run("check \(path)").output
    #expect(words.allSatisfy { output.contains($0) }, "\(output)")
    #expect(output.contains("Firebase drops") == !words.isEmpty, "\(output)")
  }

  @Test func allMistakesComeTogether() throws {
    let scratch = try ScratchFolder()
    try scratch.file("bad.app", "app \"Bad\"\n  package com.example.bad\n  contaner GTM-A\nend\n")
    for name in ["a.scenario", "b.scenario"] {
      try scratch.file(name, "tagsim 1\napp: bad.app\n---\nlaunch\n")
    }
    try scratch.scenario("c.scenario", "lunch", "publish nowhere", "expct sent 1")
    try scratch.file("GTM-BAD", "{\"a\": ")
    try scratch.scenario("d.scenario", "launch")
    let result = try scratch.run("check . GTM-BAD bad.app", code: 6)
    #expect(result.lines == ["./d.scenario: 1 statement, all names resolved"])
    let complaint = result.complaint
    #expect(complaint.ranges(of: "bad.app:3:3: error: ").count == 2, "once by each of its paths")
    for words in [
      "./c.scenario:12:1: error: unknown verb 'lunch'",
      "./c.scenario:14:1: error: unknown verb 'expct'", "GTM-BAD: the JSON is incomplete",
    ] {
      #expect(complaint.contains(words), "\(complaint)")
    }
  }
}
