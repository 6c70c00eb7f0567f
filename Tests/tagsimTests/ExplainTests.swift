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
    let hits = try Self.object(result.output)["hits"] as? [[String: Any]]
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

  // MARK: Without a number

  private static func files(_ folder: String, _ suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: CommandLineTool.path(folder)).filter {
      $0.hasSuffix(suffix)
    }.sorted().map { "\(folder)/\($0)" }
  }

  private static func object(_ json: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
  }

  /// The tags of containers that no push fires, with the reason.
  private static let never = [
    "Debug pixel": "its conditions exclude each other",
    "Braze - Played song event": "no app can log the event 'played song'",
  ]

  /// Every tag of every shipped container is explained by the push that fires it.
  @Test func aTagOfAContainerIsExplainedByItsPush() throws {
    var count = 0
    for file in try Self.files("Scenarios/containers", "json") {
      let inspected = try CommandLineTool.run(["inspect", file, "--json"], code: 0).output
      let tags = try Self.object(inspected)["tags"] as? [[String: Any]] ?? []
      for tag in tags.compactMap({ $0["name"] as? String }) {
        count += 1
        let result = try CommandLineTool.run(["explain", file, "--tag", tag], code: 0)
        if result.output.contains("\n\(tag) fired") {
          #expect(result.output.hasPrefix("fires on: "), "\(file) \(result.output)")
        } else if tag == "Stopped in the player" {
          // It needs a screen that the app has logged before.
          #expect(result.output.hasPrefix("no known push fires it; the nearest is"))
        } else {
          let reason = try #require(Self.never[tag], "\(file) \(result.output)")
          #expect(result.output.hasPrefix("no known push fires it: \(reason)\n"))
        }
      }
    }
    #expect(count >= 31)
  }

  /// Every tag that fired in a shipped lesson is explained at the last event that judged it.
  @Test func aTagOfALessonIsExplainedAtItsLastEvent() throws {
    for file in try Self.files("Scenarios", ".scenario") {
      let rows = try CommandLineTool.run(
        ["export", file, "--format", "ndjson", "--what", "firings"])
      var fired: [String: [String]] = [:]
      for line in rows.lines {
        let firing = try Self.object(line)
        let tag = try #require(firing["tag"] as? String)
        fired[tag, default: []].append("#\(try #require(firing["row"] as? Int))")
      }
      for (tag, rows) in fired {
        let result = try CommandLineTool.run(["explain", file, "--tag", tag], code: 0)
        let first = result.lines.first ?? ""
        #expect(first.hasPrefix("fired at \(rows.prefix(12).joined(separator: ", "))"), "\(first)")
        let last = first.split(separator: " ").last ?? ""
        #expect(first.hasSuffix("; judged last at \(last)"))
        #expect(result.lines[1] == "tag \(tag) at \(last)")
      }
    }
  }

  private static let places: [(line: String, words: String)] = [
    ("explain Scenarios/demo.scenario --at start", "#1 <publish v8>"),
    ("explain Scenarios/offline.scenario --hit 2", "hit 2, event shop tapBuy, at #58"),
    ("render Scenarios/demo.scenario --at start", "Space plays it"),
    ("open --plain Scenarios/demo.scenario --at start", "event 1 publish v8"),
    ("export Scenarios/offline.scenario --format md --at start", "‹PAST 1/58›"),
    ("explain Scenarios/moving.scenario --value screen", "sdk=v5:"),
  ]

  @Test(arguments: places)
  func startIsAPlace(_ row: (line: String, words: String)) throws {
    let result = try CommandLineTool.run(row.line)
    #expect(result.output.contains(row.words), "\(result.output) \(result.complaint)")
  }

  /// One shop under v3 and v5: the events of one act are one pair, with the tags of both
  /// containers.
  @Test func generationsAreComparedActByAct() throws {
    let scratch = try ScratchFolder()
    let input = try scratch.file("lines", "play\ncompare\n")
    let result = try CommandLineTool.run(
      "open --plain Scenarios/moving.scenario", code: 0, input: input)
    let lines = result.output.components(separatedBy: "compare A")[1].split(separator: "\n")
    #expect(lines.contains("Bonus: fired, called addBonus (A) -> did not fire (B) at #4/#8"))
    #expect(lines.contains("Tags that fire differently (2)"))
    #expect(lines.contains("screen Cart at #4/#8"))
    #expect(lines.contains("event screen_view at #7"))
    #expect(!result.output.contains("no such event"))
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
