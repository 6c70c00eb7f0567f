import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// The two lines at the top.
struct StatusTests {
  private static func text(_ line: Line) -> String { line.pieces.map(\.text).joined() }

  @Test(arguments: [[], ["<"], ["<", ".", ".", ".", "."], ["[", "["]])
  func theStripFillsItsLine(_ keys: [String]) throws {
    var monitor = try Shown.shipped("offline")
    monitor.press("]]]]" + keys.joined())
    for columns in 40...200 {
      #expect(TextWidth.columns(of: Self.text(monitor.strip(columns: columns))) == columns)
    }
  }

  @Test func anAppForAndroidSaysSo() throws {
    let app = Shown.twoContainers.replacing(
      "  package com.example.two", with: "  package com.example.two\n  platform android")
    let monitor = try Shown.played(["container default plist", "launch", "wait 5s"], appText: app)
    #expect(Self.text(monitor.status(columns: 120)).contains(" SDK v4 Android | GTM-AB12 "))
    #expect(Self.text(monitor.status(columns: 80)).contains("v4 Android | GTM-AB12 "))
    #expect(
      ContainerLife(monitor.context).countdowns(
        of: try #require(monitor.view.simulation.container)
      ).contains { $0.name == "network" && $0.text.hasSuffix("(1 h and more after a failure)") })
  }

  /// A letter for every event, the one that is looked at in brackets; the race of an opening has
  /// the strip while the opener waits.
  @Test func theStripShowsEveryEvent() throws {
    var monitor = try Shown.shipped("offline")
    monitor.press("]]]]")
    let rows = monitor.run.timeline.rows
    for row in rows {
      monitor.look(at: row.number)
      guard monitor.view.race == nil else { continue }
      let text = Self.text(monitor.strip(columns: 120))
      let letters = text.dropFirst(7).prefix { $0 != "." }.filter { !"─[]".contains($0) }
      #expect(letters == String(rows.map { StripLetter($0.event).rawValue }))
      #expect(text.contains("[\(StripLetter(row.event).rawValue)]"))
      #expect(text.contains(" \(row.number)/\(rows.count) "))
    }
  }

  /// Around the cursor there is room for the events on both sides of it.
  @Test func aLongStripScrolls() throws {
    var monitor = try Shown.played(
      ["container saved v7.json", "launch"] + Array(repeating: "screen \"Cart\"", count: 300))
    for row in [4, 5, 50, 150, 299, 303] {
      monitor.look(at: row)
      let text = Self.text(monitor.strip(columns: 80))
      #expect(TextWidth.columns(of: text) == 80)
      #expect(text.filter { "sLpC".contains($0) }.count > 50, "event \(row)")
    }
  }

  private static let worlds: [(keys: String, columns: Int, text: String)] = [
    ("", 80, " v3 | GTM-AB12 v8 NETWORK 0 s | NET on | APP fg | 23:50:00 x1 PAUSED"),
    ("w", 80, " v3 | GTM-AB12 v8 NETWORK 0 s | NET OFF | APP fg | 23:50:00 x1 PAUSED"),
    ("b", 80, " v3 | GTM-AB12 v8 NETWORK 0 s | NET on | APP bg | 23:50:00 x1 PAUSED"),
    ("K", 80, " v3 | GTM-AB12 not open | NET on | APP not running | 23:50:00 x1 PAUSED"),
    (
      ":speed 4x<enter> ", 80,
      " v3 | GTM-AB12 v8 NETWORK 0 s | NET on | APP fg | 23:50:00 x4 PLAYING"
    ),
    (
      "w:jump 13h<enter>", 80,
      " v3 | GTM-AB12 v8 NETWORK 13h00m STALE | NET OFF | APP fg | 12:50:00 x1 PAUSED"
    ),
    (
      "w:jump 13h<enter>", 120,
      " SDK v3 | GTM-AB12 v8 NETWORK age 13h00m STALE (>12h) | NET OFFLINE 13h00m | APP foreground"
        + " | Sun 12:50:00 x1 PAUSED"
    ),
  ]

  @Test(arguments: worlds)
  func status(_ keys: String, _ columns: Int, _ text: String) throws {
    var monitor = try Shown.shipped("demo")
    monitor.press(keys)
    #expect(Self.text(monitor.status(columns: columns)) == text)
    #expect(TextWidth.columns(of: text) <= columns, "the mode at the end is seen")
  }

  private static let containerWorlds: [(lines: [String], columns: Int, text: String)] = [
    (
      ["publish v8.json", "draft v7.json version=9", "launch", "preview v9"], 80,
      " v3 | GTM-AB12 v9 PREVIEW 0 s | NET on | APP fg | 10:00:00 x1 PAUSED"
    ),
    (
      ["container saved v7.json age=1h", "launch", "settle off", "preview v9"], 80,
      " v3 | GTM-AB12 v7 SAVED PREVIEW? 1h00m | NET on | APP fg | 10:00:00 x1 PAUSED"
    ),
    (
      ["set refresh-mode default-container", "launch"], 120,
      " v3 | GTM-AB12 EMPTY, opening 2.0 s left | DEFAULT ONLY | NET on | APP fg | 10:00:00 x1 "
        + "PAUSED"
    ),
    (
      ["set refresh-mode default-container", "launch"], 200,
      " SDK v3 | GTM-AB12 EMPTY, opening 2.0 s left | REFRESH MODE default-container | NET online"
        + " | APP foreground | Sat 10:00:00 x1 PAUSED"
    ),
    (frozen, 80, " GTM-AB12 EMPTY | NET SLOW | FROZEN 0.4 s, 2 wait | 10:00:03 PAUSED"),
    (
      frozen, 120,
      " v3 | GTM-AB12 EMPTY, opening 1.6 s left | NET SLOW | MAIN THREAD FROZEN 0.4 s, 2 acts wait"
        + " | 10:00:03 x1 PAUSED"
    ),
  ]

  private static let frozen = [
    "network slow latency=3s", "launch", "close", "settle off",
    "open prefer-fresh timeout=2s blocking", "screen \"Cart\"", "screen \"Cart\"", "wait 400ms",
  ]

  @Test(arguments: [80, 120, 200])
  func moreContainersAreCounted(_ columns: Int) throws {
    var monitor = try Shown.played(["publish v8.json", "launch"], appText: Shown.twoContainers)
    #expect(Self.text(monitor.status(columns: columns)).contains("0 s +1 | NET on"))
    monitor.type("close id=GTM-CD34")
    #expect(Self.text(monitor.status(columns: columns)).contains("0 s | NET on"))
  }

  @Test(arguments: containerWorlds)
  func containerStatus(_ lines: [String], _ columns: Int, _ text: String) throws {
    let monitor = try Shown.played(lines)
    #expect(Self.text(monitor.status(columns: columns)) == text)
    #expect(TextWidth.columns(of: text) <= columns, "the mode at the end is seen")
  }

  /// The chapter and the caption are those of the event that is looked at.
  @Test func theStoryIsOfTheEvent() throws {
    var monitor = try Shown.shipped("why-not")
    monitor.press("]]]]]")
    func caption() -> [String] { monitor.captionLines(columns: 120).map(Self.text) }
    #expect(
      caption() == ["  A push without an event evaluates nothing: it only changes the data layer."])
    monitor.press("<")
    #expect(monitor.story?.chapter == "1 A value that differs by a word")
    #expect(
      caption() == [
        "  The shopper reaches the confirmation screen. Ads conversion should fire, and does not."
      ])
  }
}
