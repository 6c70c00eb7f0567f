import Foundation
import Testing

/// `tagsim explain`: why something of a scenario is as it is, and what a captured hit says.
struct ExplainTests {
  private static let query = "v=1&_v=mi3.1.4&t=screenview&cd=Home&_u=.7nBL"

  @Test func aQueryIsTold() throws {
    let result = try CommandLineTool.run("explain --hit \(Self.query)")
    #expect(result.complaint.isEmpty)
    #expect(
      result.lines.first == "screen view \"Home\", iOS SDK 3.14, sent by a GTM tag")
    #expect(result.lines.count == 6)
  }

  @Test func standardInputIsRead() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("hits", "t=event&ea=1\nnonsense\nt=event&ea=2\n")
    let result = try CommandLineTool.run("explain --hit - --json", input: file)
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let hits = (object as? [String: Any])?["hits"] as? [[String: Any]]
    #expect(hits?.count == 2)
    #expect(result.complaint == "tagsim: \"nonsense\" is not a hit and is ignored\n")
  }

  // MARK: Scenarios

  private static let pages: [(arguments: [String], words: [String])] = [
    (
      ["--at", "12", "--tag", "Ads conversion"],
      ["tag Ads conversion at #12", "ConfirmationScreen"]
    ),
    (["--at", "12"], ["#12"]),
    (["--value", "title_string"], ["value title_string at #", "Welcome back"]),
    (["--at", "12", "--value", "screenName"], ["key screenName at #12"]),
    (["--at", "tunnel", "--hit", "3"], ["hit 3, "]),
  ]

  @Test(arguments: pages)
  func aScenarioIsExplained(_ arguments: [String], _ words: [String]) throws {
    let result = try CommandLineTool.run(
      ["explain", "Scenarios/offline.scenario"] + arguments, code: 0)
    #expect(result.complaint.isEmpty)
    for word in words { #expect(result.output.contains(word), "\(result.output)") }
  }

  @Test func noDataReachesATerminalAsACommand() throws {
    for flags in [[], ["--json"]] {
      let result = try CommandLineTool.run(
        ["explain", "--hit", "t=event&ea=%1B%5B31m%07%0A%E2%80%AE&%1B=1"] + flags, code: 0)
      #expect(!result.bytes.contains(0x1B) && !result.bytes.contains(0x07))
      #expect(result.lines.count == (flags.isEmpty ? 4 : 1))
    }
  }

  @Test func tooMuchIsRefused() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("hits", String(repeating: "t=event\n", count: 1 << 18))
    let result = try CommandLineTool.run("explain --hit -", code: 6, input: file)
    #expect(result.complaint.hasPrefix("tagsim: standard input: has 2097152 bytes"))
  }
}
