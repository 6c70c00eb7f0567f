import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// A menu does what its lines said when it was opened, whatever happened meanwhile.
struct MenuTests {
  private static let start = [
    "container default plist", "container saved v7.json age=13h", "publish v8.json",
    "draft v8.json version=9", "launch", "screen \"Cart\"",
  ]

  private static let menus: [(keys: String, meanwhile: [String], choice: String, done: String)] = [
    ("P", ["publish v7.json"], "1", "publish v8.json"),
    ("P", ["kill"], "4", "publish v7.json"),
    ("t", ["dispatch-interval off"], "2", "wait 815ms"),
    ("t", ["kill"], "4", "at 03:59:00"),
    (":network<enter>", ["network offline"], "2", "network offline"),
    (":network<enter>", ["network offline"], "1", "network online"),
    ("P", ["draft v7.json version=12"], "(draft<enter>", "preview v9"),
    ("s", ["kill"], "1", "screen \"Home Screen\""),
  ]

  @Test(arguments: menus)
  func enterDoesTheLineThatIsShown(
    _ menu: (keys: String, meanwhile: [String], choice: String, done: String)
  ) throws {
    var monitor = try Shown.played(Self.start)
    monitor.press(menu.keys)
    for line in menu.meanwhile {
      _ = monitor.run.execute(try #require(try StatementParser.parse(line: line)))
    }
    monitor.refreshView()
    monitor.press(menu.choice)
    #expect(monitor.run.results.last?.statement.text == menu.done)
  }

  /// Letters narrow the list, digits choose at once, and a button's own letter presses it.
  @Test func aMenuIsTypedInto() throws {
    let monitor = try Shown.played(Self.start, size: Size(columns: 80, rows: 24))
    monitor.walk([
      "s": [.sees("1 Home Screen"), .sees("screen:")],
      "conf": [.sees("1 of 3"), .sees("3 Confirmation"), .hides("1 Home"), .sees("screen: conf")],
      "<enter>": [.did("screen \"Confirmation\"")],
    ])
    monitor.walk(["sx": [.sees("0 of 3")], "<enter>": [.says("no line has these words")]])
    monitor.walk(["s3": [.did("screen \"Confirmation\"")]])
    monitor.walk(["xc": [.did("tap \"Check out\"")]])
  }

  /// Lines that are no longer made are chosen without harm.
  @Test(arguments: ["P", "t", ":network<enter>", "s", "x"])
  func theLastLineOutlivesTheApp(_ keys: String) throws {
    var monitor = try Shown.played(Self.start)
    monitor.press(keys)
    guard let menu = monitor.overlay as? OpenMenu else {
      Issue.record("no menu is shown: \(monitor.message?.text ?? "")")
      return
    }
    _ = monitor.run.execute(try #require(try StatementParser.parse(line: "kill")))
    monitor.refreshView()
    monitor.press(String(repeating: "<down>", count: menu.count) + "<enter>")
    #expect(!(monitor.overlay is OpenMenu))
  }

  @Test func aButtonOfAnotherScreenIsNotPressed() throws {
    var monitor = try Shown.played(Self.start).walk(["x": []])
    let line = "screen \"Confirmation\""
    _ = monitor.run.execute(try #require(try StatementParser.parse(line: line)))
    monitor.refreshView()
    monitor.walk(["<enter>": [.same(\.run.results.count), .says("is no longer on screen: x")]])
  }
}
