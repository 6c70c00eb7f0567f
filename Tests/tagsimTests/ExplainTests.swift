import Foundation
import Testing

/// `tagsim explain`: why something of a scenario is as it is, and what a captured hit says.
struct ExplainTests {
  private static let query = "v=1&_v=mi3.1.4&t=screenview&cd=Home&_u=.7nBL"

  @Test func aQueryIsTold() throws {
    let result = try CommandLineTool.run(["explain", "--hit", Self.query])
    #expect(result.code == 0 && result.complaint.isEmpty)
    #expect(
      result.lines.first == "screen view \"Home\", iOS SDK 3.14, sent by a GTM tag")
    #expect(result.lines.count == 6)
  }

  @Test func standardInputIsRead() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("hits", "t=event&ea=1\nnonsense\nt=event&ea=2\n")
    let result = try CommandLineTool.run(["explain", "--hit", "-", "--json"], input: file)
    #expect(result.code == 0)
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let hits = (object as? [String: Any])?["hits"] as? [[String: Any]]
    #expect(hits?.count == 2)
    #expect(result.complaint == "tagsim: \"nonsense\" is not a hit and is ignored\n")
  }

  @Test(arguments: [
    (["--hit", "nonsense"], Int32(6), "tagsim: --hit: there is no hit of Google Analytics: "),
    (["--hit", ""], 6, "tagsim: --hit: there is no hit of Google Analytics; "),
    (["--hit", "-"], 6, "tagsim: --hit: there is no hit of Google Analytics; "),
    ([], 4, "Error: Missing expected argument '<file>' or '--hit <hit>'"),
    (["--hit", "t=event", "--tag", "a"], 4, "Error: --tag needs a scenario: name its file."),
    (["--hit", "t=event", "--at", "7"], 4, "Error: --at needs a scenario: name its file."),
  ])
  func whatIsWrongIsSaid(_ arguments: [String], _ code: Int32, _ complaint: String) throws {
    let result = try CommandLineTool.run(["explain"] + arguments)
    #expect(result.code == code)
    #expect(result.complaint.hasPrefix(complaint), "\(result.complaint)")
    #expect(result.output.isEmpty)
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
    let result = try CommandLineTool.run(["explain", "Scenarios/offline.scenario"] + arguments)
    #expect(result.code == 0 && result.complaint.isEmpty, "\(result.complaint)")
    for word in words { #expect(result.output.contains(word), "\(result.output)") }
  }

  @Test(arguments: [
    (["--at", "12", "--tag", "Adds conversion"], Int32(4), "did you mean 'Ads conversion'?"),
    (["--value", "subtitel"], 4, "there is no value 'subtitel' at #"),
    (["--hit", "99"], 4, "there is no hit '99' at #"),
    (["--hit", "t=event"], 4, "--hit takes the number of a hit where a file is named"),
    (["--at", "tunel"], 4, "did you mean 'tunnel'?"), (["--at", "0"], 4, "--at 0: takes start"),
    (["--tag", "a", "--value", "b"], 4, "use only one of --tag, --value and --hit."),
    (["--json"], 4, "--json is for captured hits"),
  ])
  func aWrongNameIsTold(_ arguments: [String], _ code: Int32, _ complaint: String) throws {
    let result = try CommandLineTool.run(["explain", "Scenarios/offline.scenario"] + arguments)
    #expect(result.code == code)
    #expect(result.output.isEmpty)
    #expect(result.complaint.contains(complaint), "\(result.complaint)")
  }

  @Test func aMissingFileIsTold() throws {
    let result = try CommandLineTool.run(["explain", "nowhere.scenario", "--at", "1"])
    #expect(result.code == 6)
    #expect(result.complaint.contains("nowhere.scenario: there is no such file"))
  }

  @Test func noDataReachesATerminalAsACommand() throws {
    for flags in [[], ["--json"]] {
      let result = try CommandLineTool.run(
        ["explain", "--hit", "t=event&ea=%1B%5B31m%07%0A%E2%80%AE&%1B=1"] + flags)
      #expect(result.code == 0)
      #expect(!result.bytes.contains(0x1B) && !result.bytes.contains(0x07))
      #expect(result.lines.count == (flags.isEmpty ? 4 : 1))
    }
  }

  @Test func tooMuchIsRefused() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("hits", String(repeating: "t=event\n", count: 1 << 18))
    let result = try CommandLineTool.run(["explain", "--hit", "-"], input: file)
    #expect(result.code == 6)
    #expect(result.complaint.hasPrefix("tagsim: standard input: has 2097152 bytes"))
  }
}
