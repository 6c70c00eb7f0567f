import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// Mouse, paste, prompt, menus and files.
struct InputTests {
  // MARK: Mouse

  @Test(arguments: Pane.main)
  func aClickFocuses(_ pane: Pane) throws {
    var monitor = try Shown.shipped("demo", size: Size(columns: 120, rows: 44))
    monitor.press("s1")
    let place = try #require(monitor.layout(size: monitor.size).panes.first { $0.pane == pane })
    _ = monitor.handle(.click(place.inner.origin))
    #expect(monitor.focus == pane)
  }

  @Test func aClickBesidesThePanesDoesNothing() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("3")
    for point in [Point(column: 5, row: 0), Point(column: -1, row: -1), Point(column: 500, row: 9)]
    {
      _ = monitor.handle(.click(point))
      #expect(monitor.focus == .values)
    }
  }

  /// The focus and what is selected stay where they are; a key brings the selected row back.
  @Test func theWheelScrollsThePaneUnderIt() throws {
    var monitor = try Shown.shipped("demo", size: Size(columns: 120, rows: 24))
    for _ in 1...10 { monitor.press("s1s2s3") }
    let layout = monitor.layout(size: monitor.display.size)
    for pane in [Pane.values, .events] {
      let place = try #require(layout.panes.first { $0.pane == pane })
      let (cursor, focus) = (monitor.cursor, monitor.focus)
      let isUp = pane == .events
      _ = monitor.handle(.wheel(up: !isUp, place.inner.origin))
      let before = monitor.screen
      _ = monitor.handle(.wheel(up: isUp, place.inner.origin))
      #expect(monitor.screen != before, "\(pane) scrolls")
      #expect(monitor.focus == focus)
      #expect(monitor.cursor == cursor)
      _ = monitor.handle(.wheel(up: !isUp, place.inner.origin))
      #expect(monitor.screen == before, "\(pane) scrolls back")
      for _ in 1...100 { _ = monitor.handle(.wheel(up: isUp, place.inner.origin)) }
      let far = monitor.screen
      _ = monitor.handle(.wheel(up: isUp, place.inner.origin))
      #expect(monitor.screen == far, "no further than the end")
      for _ in 1...100 { _ = monitor.handle(.wheel(up: !isUp, place.inner.origin)) }
    }
    let events = try #require(layout.panes.first { $0.pane == .events })
    for _ in 1...100 { _ = monitor.handle(.wheel(up: true, events.inner.origin)) }
    func seesPlace() -> Bool {
      EventsPane(monitor.context).content(in: events.inner.size).lines
        .contains { $0.text.hasPrefix("▌") }
    }
    #expect(!seesPlace(), "the place is out of sight")
    monitor.press("1<up>")
    #expect(seesPlace())
  }

  @Test func aSecondClickIsEnter() throws {
    var monitor = try Shown.shipped("demo").walk(["s1": []])
    try monitor.click("✗ GA tap")
    monitor.walk(["": [.focus(.tags), .tag("GA tap"), .closed]])
    try monitor.click("▌✗ GA tap")
    monitor.walk(["": [.is(\.isExplaining, true), .sees("GA tap did not fire")]])
  }

  /// A row of the list leads to its event, a fold opens with the second click.
  @Test func aClickOnAFoldOpensItAtTheSecond() throws {
    var monitor = try Shown.shipped("offline")
    monitor.press("]]]]")
    monitor.look(at: 8)
    let events = try #require(
      monitor.layout(size: monitor.display.size).panes.first { $0.pane == .events })
    let content = EventsPane(monitor.context).content(in: events.inner.size)
    let line = try #require(
      content.targets.firstIndex {
        if case .fold(let rows)? = $0 { rows.count > 2 && rows.lowerBound > 3 } else { false }
      })
    guard case .fold(let rows)? = content.targets[line] else { return }
    let point = Point(column: events.inner.column + 6, row: events.inner.row + line)
    _ = monitor.handle(.click(point))
    #expect(monitor.cursor == rows.upperBound)
    #expect(monitor.selection.opened.isEmpty)
    _ = monitor.handle(.click(point))
    #expect(monitor.selection.opened == [rows])
    #expect(monitor.cursor == rows.lowerBound)
  }

  /// A tab of a pane and a hint of the line of keys are where they are drawn.
  @Test(arguments: [(80, 24), (120, 29)])
  func whatIsDrawnCanBeClicked(_ columns: Int, _ rows: Int) throws {
    var monitor = try Shown.shipped("demo", size: Size(columns: columns, rows: rows))
    monitor.press("s1")
    let body = monitor.layout(size: monitor.display.size).body
    try monitor.click("Log", row: body.row)
    #expect(monitor.focus == .log)
    try monitor.click("Tags", row: body.row)
    #expect(monitor.focus == .tags)
    try monitor.click("? keys", row: rows - 1)
    #expect(monitor.keyPlace == .help)
  }

  @Test func theWheelScrollsWhatLiesOnTop() throws {
    var monitor = try Shown.shipped("demo", size: Size(columns: 80, rows: 24))
    monitor.press("?")
    let top = monitor.screen
    for isUp in [false, true] {
      _ = monitor.handle(.wheel(up: isUp, Point(column: 40, row: 10)))
      #expect((monitor.screen == top) == isUp)
    }
    monitor.walk(["": [.at(nil), .focus(.events)]])
  }

  // MARK: Scrolling

  @Test(arguments: Pane.main)
  func scrollingIsBounded(_ pane: Pane) throws {
    var monitor = try Shown.shipped("demo", size: Size(columns: 80, rows: 12))
    monitor.press("s1s2s3w")
    monitor.type("push a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=8")
    monitor.selection.logLevel = .verbose
    monitor.press(pane.key)
    if pane == .events { monitor.look(at: nil) }
    let isUpsideDown = pane == .log || pane == .events
    let (there, back) = isUpsideDown ? ("<home>", "<end>") : ("<end>", "<home>")
    let start = monitor.frame(size: monitor.display.size)
    monitor.press(there)
    let far = monitor.frame(size: monitor.display.size)
    let hasMore = far != start
    #expect(hasMore, "there is something to scroll")
    for _ in 0..<50 { monitor.press(isUpsideDown ? "<pgup><up>" : "<pgdn><down>") }
    let isStillFar = monitor.frame(size: monitor.display.size) == far
    #expect(isStillFar)
    monitor.press(isUpsideDown ? "<down>" : "<up>")
    let moved = monitor.frame(size: monitor.display.size) != far
    #expect(moved, "one step back is felt at once")
    monitor.press(back)
    // The list of events stands while its last row is in sight.
    if pane == .events { monitor.look(at: nil) }
    let isBack = monitor.frame(size: monitor.display.size) == start
    #expect(isBack)
  }

  @Test(arguments: ["?", "s14j0"])
  func popupsScrollNoFurtherThanTheirEnd(_ keys: String) throws {
    let monitor = try Shown.shipped("demo", size: Size(columns: 60, rows: 10)).walk([keys: []])
    let end = monitor.walk([String(repeating: "<pgdn><down>", count: 50): []])
    #expect(end.screen != monitor.screen)
    let back = end.walk(["<up>": []])
    #expect(back.screen != end.screen, "one step back is felt at once")
    back.walk(["<home>": [.is(\.screen, monitor.screen)]])
  }

  // MARK: Paste

  /// Every character of the paste is a key that would do something.
  @Test(arguments: ["qQ?+0", "{\"event\": \"a b\"}", "<esc>", "K\u{1B}[2J\rq"])
  func pastedTextIsTakenLiterally(_ text: String) throws {
    var monitor = try Shown.shipped("demo")
    monitor.press(":")
    #expect(monitor.handle(.paste(text, droppedBytes: 0)) == [])
    #expect(monitor.typed == text)
  }

  /// A push takes JSON as it is pasted or typed, in the place of the event's name.
  @Test func jsonIsPushedAsItIs() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("p")
    _ = monitor.handle(.paste("{\"event\": \"x\",\n \"n\": 1}", droppedBytes: 0))
    monitor.walk(["<enter>": [.kind(.ok), .is(\.view.update?.event, "x")]])
    monitor.walk(["<esc>p{\"event\": \"y\"}<enter>": [.is(\.view.update?.event, "y")]])
  }

  /// A long answer has its end on a second line.
  @Test func aLongAnswerIsWhole() throws {
    let size = Size(columns: 80, rows: 24)
    try Shown.shipped("demo", size: size).walk([
      ":screen \"Hime\"<enter>": [.sees("\"Confirmation\"")],
      "<esc>:theme purple<enter>": [.sees("colour-blind, mono")],
    ])
  }

  @Test func aPasteElsewhereDoesNothing() throws {
    var monitor = try Shown.shipped("demo")
    let rows = monitor.rowCount
    #expect(monitor.handle(.paste("KKQ", droppedBytes: 0)) == [])
    monitor.walk(["": [.is(\.rowCount, rows), .says("press : or p")]])
    _ = monitor.handle(.paste("x", droppedBytes: 7))
    monitor.walk(["": [.says("7 bytes dropped")]])
  }

  // MARK: Prompt and menus

  private static let completions: [(typed: String, text: String, message: String)] = [
    ("scr", "screen ", "screen NAME"),
    ("ex", "expect ", "expect ..."),
    ("no", "not", ""), ("ca", "caption ", "caption TEXT"),
    ("c", "c", ""),
    ("zzz", "zzz", "no verb starts like this"),
    ("screen ", "screen \"", ""),
    ("screen ca", "screen \"Cart\"", ""), ("screen x", "screen x", "no name starts like this"),
  ]

  @Test(arguments: completions)
  func tabCompletesTheVerb(_ typed: String, _ text: String, _ message: String) throws {
    let monitor = try Shown.shipped("demo").walk([":" + typed + "<tab>": [.is(\.typed, text)]])
    #expect(monitor.message?.text ?? "" == message)
  }

  @Test func thePromptRemembers() throws {
    try Shown.shipped("demo").walk([
      ":network offline<enter>:network online<enter>": [],
      ":<up><up><enter>": [.is(\.isOnline, false), .is(\.display.keyboard.history.count, 3)],
    ])
  }

  private static let choices: [(keys: String, event: String)] = [
    ("s<enter>", "Home Screen"), ("s<down><enter>", "Cart"), ("s3", "Confirmation"),
    ("scart<enter>", "Cart"), ("sco<enter>", "Confirmation"),
    ("s<down><down><up><enter>", "Cart"),
    ("s<down><down><down><down><enter>", "Confirmation"),
  ]

  @Test(arguments: choices)
  func menusChoose(_ keys: String, _ screen: String) throws {
    try Shown.shipped("demo").walk([
      keys: [.is(\.run.timeline.live.screen?.name, screen), .closed]
    ])
  }

  @Test(arguments: ["s<esc>", "sq<esc>", ":x<esc>", "?<esc>", "?q<esc>", "s10<esc>"])
  func whatLiesOnTopCloses(_ keys: String) throws {
    try Shown.shipped("demo").walk([keys: [.closed]])
  }

  // MARK: Files

  @Test func aFileThatWasNotReadIsAskedFor() throws {
    let path = "containers/GTM-TYPE-v3.json"
    // Nothing is done before the answer, and the file is read once.
    var monitor = try Shown.shipped("demo").walk([
      ":publish \(path)<enter>": [.leads(to: .load(path: path)), .nothingDone]
    ])
    monitor.loaded(try Shown.container(path), path: path)
    monitor.walk([
      "": [.says("v3 published"), .says("is of GTM-TYPE")],
      ":publish \(path) version=10<enter>": [.says("v10 published")],
    ])
  }

  @Test func aFileThatCannotBeReadIsAnAnswer() throws {
    var monitor = try Shown.shipped("demo").walk([
      ":container saved x.json<enter>": [.leads(to: .load(path: "x.json"))]
    ])
    monitor.failedToLoad("x.json: gone")
    monitor.walk(["": [.says("x.json: gone"), .kind(.failure)]])
    // The line that failed is over: a later answer does not bring it back.
    monitor.loaded(try Shown.container("containers/GTM-AB12.plist"), path: "x.json")
    #expect(monitor.saving.pending == nil)
  }
}
