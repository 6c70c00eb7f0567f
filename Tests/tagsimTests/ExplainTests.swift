import Foundation
import Testing

/// `tagsim explain --hit`: what a captured hit says.
struct ExplainTests {
  private static let query = "v=1&_v=mi3.1.4&t=screenview&cd=Home&_u=.7nBL"

  @Test func aQueryIsTold() throws {
    let result = try CommandLineTool.run(["explain", "--hit", Self.query])
    #expect(result.code == 0 && result.complaint.isEmpty)
    #expect(
      result.lines.first == "view of a screen \"Home\", SDK for iOS 3.14, sent by a GTM tag")
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
    #expect(result.complaint == "tagsim: \"nonsense\" is no hit, and is left out\n")
  }

  @Test(arguments: [
    (["--hit", "nonsense"], Int32(6), "tagsim: --hit: there is no hit of Google Analytics: "),
    (["--hit", ""], 6, "tagsim: --hit: there is no hit of Google Analytics; "),
    (["--hit", "-"], 6, "tagsim: --hit: there is no hit of Google Analytics; "),
    ([], 4, "Error: Missing expected argument '--hit <hit>'"),
    (["--hit", "t=event", "more"], 4, "Error: Unexpected argument 'more'"),
  ])
  func whatIsWrongIsSaid(_ arguments: [String], _ code: Int32, _ complaint: String) throws {
    let result = try CommandLineTool.run(["explain"] + arguments)
    #expect(result.code == code)
    #expect(result.complaint.hasPrefix(complaint), "\(result.complaint)")
    #expect(result.output.isEmpty)
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
