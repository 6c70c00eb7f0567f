import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor
@testable import TagPanes

/// Keys about containers, the network and the log.
struct ContainerKeyTests {
  private static func text(_ lines: [Line]) -> String {
    lines.map { $0.text }.joined(separator: "\n")
  }

  private static let networks: [(keys: String, condition: NetworkCondition)] = [
    (":network<enter>2", .offline),
    (":network<enter>3", .slow(latency: .seconds(3), jitter: .zero)),
    (":network<enter>4", .status(503)),
    (":network<enter><down><down><down><down><enter>", .timeout), (":network<enter>6", .reset),
    (":network<enter>7", .captive),
    (":network<enter>2:network<enter>1", .online),
  ]

  @Test(arguments: networks)
  func theNetworkMenuSetsTheNetwork(_ keys: String, _ condition: NetworkCondition) throws {
    try Shown.shipped("demo").walk([
      keys: [.is(\.run.timeline.live.world.network, condition), .closed]
    ])
  }

  @Test func menusDoLines() throws {
    var monitor = try Shown.played(
      ["publish v8.json", "draft v7.json version=9", "draft v7.json version=9 id=GTM-X", "launch"])
    for choice in monitor.networkChoices + monitor.previewChoices {
      #expect(try StatementParser.parse(line: choice.line)?.text == choice.line)
    }
    let link = "tagmanager.c.com.example.shop://preview/p?id=GTM-AB12"
    #expect(
      monitor.previewChoices.map(\.title) == [
        "v9 of GTM-AB12  (draft)  \(link)&gtm_auth=tagsim&gtm_preview=9",
        "v8 of GTM-AB12  (published)  \(link)&gtm_auth=tagsim&gtm_preview=8",
      ])
    monitor.press("P(draft<enter>")
    #expect(monitor.run.timeline.live.container?.version == "9")
    #expect(monitor.run.timeline.live.container?.isPreviewed == true)
    #expect(
      monitor.previewChoices.last?.title == "end the preview of GTM-AB12  \(link)&gtm_preview=")
    monitor.type("wait 6s")
    monitor.press("Pend the<enter>")
    #expect(monitor.run.timeline.live.container?.isPreviewed == false)
    #expect(monitor.run.timeline.live.container?.version == "8")
  }

  // MARK: Explain

  private static func text(_ subject: Explained, _ monitor: Monitor) -> String {
    text(monitor.context.page(of: subject, columns: 100).lines.map(\.line))
  }

  private static let explained: [(lines: [String], row: Int)] = [
    (["container saved v7.json", "launch"], 3), (["launch"], 4), (["launch", "refresh"], 5),
    (["launch", "close"], 5), (["container saved v7.json", "launch", "preview v9"], 4),
  ]

  @Test(arguments: explained)
  func aRowOfAContainerIsExplained(_ lines: [String], _ row: Int) throws {
    var monitor = try Shown.played(lines)
    monitor.look(at: row)
    let text = Self.text(monitor.view.explained, monitor)
    #expect(text.contains("Why this container? GTM-AB12 at event \(row)"))
  }

  @Test func anotherContainerIsExplained() throws {
    let monitor = try Shown.played(["launch", "close id=GTM-CD34"], appText: Shown.twoContainers)
    let text = Self.text(monitor.view.explained, monitor)
    #expect(text.contains("Why this container? GTM-CD34 at event"))
    #expect(text.contains("opened: prefer-fresh"))
    #expect(!text.contains("opened: prefer-non-default"))
  }

  /// Whoever is in the pane of the tags means the tag, whatever the row is.
  @Test func inTagsEnterExplainsTheTag() throws {
    try Shown.played(["container saved v7.json", "launch", "screen \"Cart\"", "refresh"]).walk([
      "4<enter>": [
        .is(\.topSubject, .tag(name: "GA screen view", container: "GTM-AB12")),
        .sees("GA screen view fired."),
      ]
    ])
  }

  @Test func theReportIsThatOfTheRow() throws {
    var monitor = try Shown.played(["container default plist", "publish v8.json", "launch"])
    let row = try #require(
      monitor.run.timeline.firstRow { $0.event.name == "<container v8 network>" })
    monitor.look(at: row.number)
    let now = Self.text(.container("GTM-AB12"), monitor)
    #expect(now.contains("on the network, the last time: v8"))
    #expect(now.contains("in use now: the container from the network"))
    monitor.type("close")
    let closed = Self.text(.container("GTM-AB12"), monitor)
    #expect(closed.contains("It is closed."))
    #expect(closed.contains("in use now: the container from the network"))
  }

  // MARK: The log

  /// Ordinary lines have no word before them, and those of the simulator are shown only with all.
  @Test func onlyWhatIsNotOrdinaryIsNamed() throws {
    var monitor = try Shown.played(["container default plist", "launch"])
    func lines() -> [Substring] {
      Self.text(LogPane(monitor.context).allLines(columns: 100)).split(separator: "\n")
    }
    #expect(lines().contains { $0.hasPrefix(" 10:00:00  warning  ") })
    #expect(!lines().contains { $0.contains("tagsim") })
    monitor.selection.logLevel = .verbose
    #expect(lines().contains { $0.hasPrefix(" 10:00:00  tagsim  ") })
  }

  /// The wording is a matter of the reader: whoever looks back stays there.
  @Test func anotherWordingKeepsThePast() throws {
    let lines = ["container default plist", "launch", "screen \"Cart\""]
    var monitor = try Shown.played(lines)
    monitor.look(at: 1)
    for (keys, words, note) in [
      ("6", "Cannot find binary resource", "info and worse"),
      (":log wording<enter>", "the app's bundle has no file", "plain words, info and worse"),
      (
        ":log wording<enter>:log level<enter>", "Cannot find binary resource",
        "warning and worse"
      ),
    ] {
      monitor = monitor.walk([keys: [.at(1)]])
      #expect(Self.text(LogPane(monitor.context).allLines(columns: 100)).contains(words))
      #expect(LogPane(monitor.context).note(columns: 80).hasPrefix(note))
    }
  }
}
