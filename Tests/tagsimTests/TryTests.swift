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
    let result = try CommandLineTool.run("new --from \(path) -o -")
    #expect(result.complaint.isEmpty)
    try PageGolden.compare(result.output, "try-\(name).scenario")
  }

  @Test func aContainerIsDrawnAsItOpens() throws {
    let shown: [(path: String, words: String)] = [
      ("Scenarios/containers/GTM-AB12-v8.json", "5 tags, 2 events"),
      ("Scenarios/containers/GTM-AB12.plist", "It has no tags, so nothing can fire."),
    ]
    for (path, words) in shown {
      try CommandLineTool.run("render \(path) --size 80x24", prints: words)
    }
  }

  private static let questions: [(file: String, keys: String, words: [String])] = [
    (
      "GTM-AB12-v8.json", "Down Right",
      ["It does not fire. It waits for openScreen, if screen name equals"]
    ),
    (
      "GTM-AB12-v8.json", "Enter Enter",
      ["rule Purchase done", "✗ screen name", "ConfirmationScreen"]
    ),
    ("GTM-MV50-v1.json", "Enter", ["1 of 2 tags fired"]),
    ("GTM-SB20-v1.json", "", ["Firebase drops what it waits for"]),
  ]

  /// From the file to why a tag does not fire, with three keys at most.
  @Test(arguments: questions, ["80x24", "120x40", "200x60"])
  func threeKeysShowWhyATagDoesNotFire(
    _ question: (file: String, keys: String, words: [String]), _ size: String
  ) throws {
    #expect(question.keys.split(separator: " ").count <= 3)
    let result = try CommandLineTool.run([
      "render", "Scenarios/containers/" + question.file, "--size", size, "--keys", question.keys,
    ])
    #expect(result.code == 0, "\(result.complaint)")
    for words in question.words { #expect(result.output.contains(words), "\(result.output)") }
  }

  @Test func aPipeIsReadOnce() throws {
    let scratch = try ScratchFolder()
    let scenario = try scratch.scenario("a.scenario", "launch", "screen \"Home\"")
    let pipes = [
      ("Scenarios/containers/GTM-AB12.plist", "promo_rate"), (scenario.path, "openScreen"),
    ]
    for (path, words) in pipes {
      let piped = try CommandLineTool.shell("cat '\(path)' | \"$0\" render /dev/stdin")
      #expect(piped.code == 0 && piped.output.contains(words), "\(piped.complaint)")
    }
  }
}
