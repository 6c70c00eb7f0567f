import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing
import TextKit

@testable import TagMonitor
@testable import TagPanes

/// The two lines at the top.
struct StatusTests {
  /// At every width the clock and the place are seen, and nothing is cut at the end.
  @Test(arguments: [[], ["[", "["], ["[", "[", "["]])
  func theStripFitsItsLine(_ keys: [String]) throws {
    var monitor = try Shown.shipped("offline").withoutColours
    monitor.press("]]]]" + keys.joined())
    let row = try #require(monitor.view.row)
    let clock = monitor.view.clock
    let hasRows =
      monitor.cursor != nil || monitor.stripChapters.last { $0.hasBegun }?.rows != nil
    for columns in 40...200 {
      let text = monitor.strip(columns: columns).text
      #expect(TextWidth.columns(of: text) <= columns)
      #expect(text.hasPrefix(" \(columns < 90 ? clock.timeText : clock.weekdayTimeText)  "))
      let name = Names.shortened(row.event.shortName, to: 18, .utf8)
      // A chapter that has just begun has no rows yet, and the narrowest strip has no names.
      // A record that waits at the start of a chapter stands before its rows.
      let isShown = monitor.view.race == nil && monitor.replay == nil
      guard isShown, hasRows, columns >= 60 else { continue }
      #expect(
        text.contains("[\(name)]") || text.contains("[!\(name)]"), "\(columns): \(text)")
    }
  }

  @Test func anAppForAndroidSaysSo() throws {
    let app = Shown.twoContainers.replacing(
      "  package com.example.two", with: "  package com.example.two\n  platform android")
    let monitor = try Shown.played(["container default plist", "launch", "wait 5s"], appText: app)
    #expect(monitor.status(columns: 120).text.contains(" v4 Android GTM-AB12 "))
    #expect(monitor.status(columns: 80).text.contains(" v4 Android GTM-AB12 "))
    #expect(
      ContainerLife(context: monitor.context).countdowns(
        of: try #require(monitor.view.simulation.container)
      ).contains { $0.name == "network" && $0.text.hasSuffix("(1 h and more after a failure)") })
  }

  /// The chapter at hand is unfolded into names, the place among them in brackets; whatever is
  /// named leads to its row. The race of an opening has the strip while the opener waits.
  @Test(arguments: [80, 120, 200])
  func theStripNamesWhatHappened(_ columns: Int) throws {
    var monitor = try Shown.shipped("offline", size: Size(columns: columns, rows: 40))
    monitor.display.hasColors = false
    monitor.press("]]]]")
    for row in monitor.run.timeline.rows(in: 1...) {
      monitor.look(at: row.number)
      guard monitor.view.race == nil else { continue }
      let strip = TimeStrip(context: monitor.context, chapters: monitor.stripChapters)
      let text = strip.line(columns: columns).text
      let cells = strip.cells(columns: columns)
      let current = try #require(monitor.run.story(atRow: row.number)?.chapter ?? "1 Which")
      #expect(text.contains(current.prefix(7)), "\(current): \(text)")
      let place = try #require(
        cells.first { $0.row == row.number && text.at($0.columns).first == "[" })
      #expect(text.at(place.columns).contains(row.event.shortName.prefix(8)), "\(text)")
      for cell in cells {
        var clicked = monitor
        _ = clicked.handle(.click(Point(column: cell.columns.lowerBound, row: 1)))
        #expect(clicked.view.row?.number == cell.row, "\(text.at(cell.columns))")
      }
    }
  }

  /// Around the place there is room for what came before and after it.
  @Test func aLongStripShowsBothSides() throws {
    var monitor = try Shown.played(
      ["container saved v7.json", "launch"] + Array(repeating: "screen \"Cart\"", count: 300)
    ).withoutColours
    for row in [4, 5, 50, 150, 299, 303] {
      monitor.look(at: row)
      let text = monitor.strip(columns: 80).text
      #expect(TextWidth.columns(of: text) <= 80)
      #expect(text.ranges(of: "Cart").count > 4, "event \(row): \(text)")
      #expect(text.contains(row == 303 ? "─[Cart]" : "[Cart]─"))
    }
  }

  private static let worlds: [(keys: String, columns: Int, facts: String)] = [
    ("", 80, "v8"), ("w", 80, "v8 ‹OFFLINE›"), ("b", 80, "v8 ‹BACKGROUND›"),
    ("K", 80, "not open ‹NOT RUNNING›"), (" ", 80, "v8"),
    ("w:jump 13h<enter>", 80, "v8 ‹STALE› ‹OFFLINE›"),
    ("w:jump 13h<enter>", 120, "GTM-AB12 v8 ‹STALE› ‹OFFLINE 13h00m›"),
    ("s1<home>,", 120, "GTM-AB12 not open ‹APP NOT RUNNING› ‹PAST 1/6›"),
    ("w:jump 13h<enter>", 200, "GTM-AB12 v8 ‹STALE› ‹OFFLINE 13h00m›"),
  ]

  /// What stands at the right of the title: plain facts in words, states as chips.
  @Test(arguments: worlds)
  func status(_ keys: String, _ columns: Int, _ facts: String) throws {
    var monitor = try Shown.shipped("demo").withoutColours
    monitor.press(keys)
    try Self.check(monitor, columns, facts)
  }

  private static func check(_ monitor: Monitor, _ columns: Int, _ facts: String) throws {
    let text = monitor.status(columns: columns).text
    #expect(TextWidth.columns(of: text) <= columns, "the place at the end is seen")
    let title = monitor.scenarioTitle.prefix(12)
    #expect(text.hasPrefix(" " + title), "\(text)")
    #expect(text.hasSuffix(" " + facts), "\(text)")
  }

  private static let containerWorlds: [(lines: [String], columns: Int, facts: String)] = [
    (
      ["publish v8.json", "draft v7.json version=9", "launch", "preview v9"], 80,
      "v9 ‹PREVIEW›"
    ),
    (
      ["container saved v7.json age=1h", "launch", "settle off", "preview v9"], 80,
      "v7 ‹SAVED› ‹PREVIEW?›"
    ),
    (
      ["set refresh-mode default-container", "launch"], 120,
      "GTM-AB12 ‹EMPTY› ‹OPENING 2.0 s left› ‹DEFAULT ONLY›"
    ),
    (
      ["set refresh-mode default-container", "launch"], 200,
      "GTM-AB12 ‹EMPTY› ‹OPENING 2.0 s left› ‹DEFAULT ONLY›"
    ),
    (frozen, 80, "GTM-AB12 ‹EMPTY› ‹OPENING› ‹SLOW› ‹FROZEN 0.4 s, 2 acts wait›"),
    (
      frozen, 120,
      "GTM-AB12 ‹EMPTY› ‹OPENING 1.6 s left› ‹SLOW 3.4 s› "
        + "‹MAIN THREAD FROZEN 0.4 s, 2 acts wait›"
    ),
  ]

  private static let frozen = [
    "network slow latency=3s", "launch", "close", "settle off",
    "open prefer-fresh timeout=2s blocking", "screen \"Cart\"", "screen \"Cart\"", "wait 400ms",
  ]

  @Test(arguments: [80, 120, 200])
  func moreContainersAreCounted(_ columns: Int) throws {
    var monitor = try Shown.played(["publish v8.json", "launch"], appText: Shown.twoContainers)
    #expect(monitor.status(columns: columns).text.contains("v8 +1"))
    monitor.type("close id=GTM-CD34")
    #expect(!monitor.status(columns: columns).text.contains("v8 +"))
  }

  @Test(arguments: containerWorlds)
  func containerStatus(_ lines: [String], _ columns: Int, _ facts: String) throws {
    try Self.check(Shown.played(lines).withoutColours, columns, facts)
  }

  /// A state is told apart without colours, too; a plain fact is never coloured.
  @Test func aChipIsARunOfCellsInItsRole() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("w:jump 13h<enter>")
    let chips = monitor.status(columns: 120).pieces.filter { $0.style.attributes.contains(.chip) }
    #expect(chips.map(\.text) == [" STALE ", " OFFLINE 13h00m "])
    #expect(chips.allSatisfy { $0.style.role == .attention })
    #expect(monitor.status(columns: 120).text.contains("GTM-AB12 v8  STALE  "))
  }

  @Test func theStoryIsOfTheEvent() throws {
    var monitor = try Shown.shipped("why-not")
    monitor.press("]]]]]")
    func caption() -> [String] { monitor.captionLines(columns: 120).map(\.text) }
    #expect(
      caption() == [
        " ? The same tap, by a member of staff. Does GA tap fire?",
        "   No. Its own rule is true, but so is the blocking rule Staff, and that wins.",
      ])
    monitor.press("1<home>")
    #expect(monitor.story?.chapter == "1 A value that is off by one word")
    #expect(
      caption() == [
        "   The shopper opens the app and goes to the cart. GA screen view fires on every screen."
      ])
  }
}

extension String {
  /// The part in a range of columns.
  fileprivate func at(_ columns: Range<Int>) -> String {
    TextWidth.suffix(
      TextWidth.prefix(self, columns: columns.upperBound), columns: columns.count)
  }
}
