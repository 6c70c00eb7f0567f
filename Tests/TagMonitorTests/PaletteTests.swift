import ScenarioEngine
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// The palette above the prompt: everything that can be done, found by its words.
struct PaletteTests {
  private static func prompt(_ typed: String, in name: String = "demo") throws -> Prompt {
    let monitor = try Shown.shipped(name).walk([":" + typed: []])
    return try #require(monitor.overlay as? Prompt)
  }

  @Test func aboutFortyEntriesAreListedOnce() throws {
    let found = try Self.prompt("").found
    #expect((38...43).contains(found.count))
    #expect(Set(found.map(\.title)).count == found.count)
  }

  /// What people type, and what comes first then.
  private static let searches: [(typed: String, first: String)] = [
    ("share", "share"), ("export", "share"), ("screenshot", "share"), ("team", "share"),
    ("airplane", "network"), ("consent", "opt out"), ("dark", "theme"), ("test", "record"),
    ("chapter next", "next chapter"), ("NEXT TR", "next trouble"), ("bookm", "bookmark"),
    ("publish", "versions"), ("firings", "whole run"), ("save", "save-trace"),
  ]

  @Test(arguments: searches)
  func wordsFind(_ typed: String, _ first: String) throws {
    #expect(try Self.prompt(typed).found.first?.title == first)
  }

  /// Enter on nothing does nothing, and a line of the language is done as it is typed.
  @Test(arguments: [
    ("<enter>", nil), ("kill<enter>", "kill"), ("network offline<enter>", "network offline"),
    ("screen \"Cart\"<enter>", "screen \"Cart\""), ("mark there<enter>", "mark there"),
  ])
  func enterDoesTheLine(_ keys: String, _ statement: String?) throws {
    try Shown.shipped("demo").walk([
      ":" + keys: [.closed, statement.map(Seen.did) ?? .nothingDone]
    ])
  }

  @Test func enterDoesTheCommand() throws {
    try Shown.shipped("demo").walk([
      "4:only this<enter>": [.is(\.display.isZoomed, true), .closed],
      ":only this<enter>": [.is(\.display.isZoomed, false)],
      ":airplane<enter>": [.is(\.keyPlace, .menu), .sees("offline")],
      "<esc>:dark<enter>": [.sees("high-contrast")],
      "<esc>:team<enter>": [.leads(to: .report(path: "demo.html", isNamed: false))],
      ":save-draft<enter>": [.is(\.typed, "save-draft "), .says("save-draft FILE")],
      "<esc>:<down><down><up><enter>": [.says("problem")],
    ])
  }

  /// Tab fills in what was chosen with the arrows.
  @Test func tabFillsIn() throws {
    try Shown.shipped("demo").walk([":export<down><tab>": [.is(\.typed, "copy")]])
  }

  /// What cannot be done says why, and nothing was done to find that out.
  @Test func whatCannotBeDoneSaysWhy() throws {
    let monitor = try Shown.shipped("demo").walk(["K": []])
    let screen = try #require(monitor.paletteEntries.first { $0.title == "screen" })
    #expect(screen.isRefused && screen.words.hasPrefix("the app is not running"))
  }

  @Test func hostileTextIsText() throws {
    var monitor = try Shown.shipped("demo", size: Size(columns: 80, rows: 24))
    monitor.press(":")
    _ = monitor.handle(
      .paste("\u{1B}[2J\n" + String(repeating: "環", count: 500), droppedBytes: 0))
    monitor.walk(["": [.hides("\u{1B}")], "<esc>": [.closed]])
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func page(_ size: Size) throws {
    var monitor = try Shown.shipped("offline", size: size)
    monitor.press("]]1<home>:export")
    try Golden.compare(monitor.screen, "palette-\(size.columns)x\(size.rows)")
  }
}
