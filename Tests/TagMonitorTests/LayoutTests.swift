import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing
import TextKit

@testable import TagMonitor

/// Where everything stands: a pure function of the size.
struct LayoutTests {
  private static let breakpoints: [(columns: Int, rows: Int, panes: [Pane])] = [
    (39, 24, []), (40, 9, []), (40, 10, [.events]), (79, 60, [.events]),
    (80, 24, [.events, .tags]), (99, 60, [.events, .tags]), (100, 29, [.events, .tags]),
    (100, 30, [.explain, .events, .tags]), (119, 60, [.explain, .events, .tags]),
    (120, 29, [.events, .data, .values, .tags, .queue]),
    (120, 30, [.explain, .events, .data, .values, .tags, .queue, .log]),
    (200, 49, [.explain, .events, .data, .values, .tags, .queue, .log]),
    (200, 50, [.explain, .events, .data, .values, .tags, .queue, .log, .phone]),
  ]

  @Test(arguments: breakpoints)
  func breakpoint(_ columns: Int, _ rows: Int, _ panes: [Pane]) throws {
    let size = Size(columns: columns, rows: rows)
    let monitor = try Shown.shipped("demo", size: size)
    let layout = monitor.layout(size: size)
    #expect(layout.panes.map(\.pane) == panes)
    #expect(layout.isTooSmall == panes.isEmpty)
  }

  /// Every cell belongs to a place; neighbouring panes share the one row or column of their line,
  /// and what is inside belongs to one pane alone.
  @Test(arguments: ["", "4+", "7", "5"])
  func placesCoverTheScreen(_ keys: String) throws {
    for (columns, rows) in [
      (40, 10), (60, 20), (80, 24), (100, 13), (110, 40), (120, 31), (133, 47), (200, 44),
      (200, 60), (300, 100),
    ] {
      let size = Size(columns: columns, rows: rows)
      var monitor = try Shown.shipped("demo", size: size)
      monitor.press("]" + keys)
      let layout = monitor.layout(size: size)
      let fixed = [layout.status, layout.strip, layout.caption, layout.message, layout.keys]
      let boxes = layout.panes.map(\.rect)
      let owned = fixed + boxes.map { $0.inset() }
      for (index, rect) in owned.enumerated() {
        for other in owned[(index + 1)...] { #expect(rect.intersection(other).isEmpty, "\(size)") }
      }
      for (index, rect) in boxes.enumerated() {
        for other in boxes[(index + 1)...] {
          let shared = rect.intersection(other)
          #expect(min(shared.columns, shared.rows) <= 1, "\(size): \(shared)")
        }
      }
      let all = fixed + boxes
      for row in 0..<rows {
        for column in 0..<columns {
          let point = Point(column: column, row: row)
          guard all.contains(where: { $0.contains(point) }) else {
            Issue.record("\(size): nothing stands at \(point)")
            return
          }
        }
      }
    }
  }

  /// Where the log has no place of its own it is a tab beside the tags.
  @Test func theLogIsReachedInALowWindow() throws {
    let size = Size(columns: 120, rows: 29)
    var monitor = try Shown.shipped("demo", size: size)
    let middle = try #require(monitor.layout(size: size).panes.first { $0.pane == .tags })
    #expect(middle.tabs == [.tags, .log])
    monitor.press("6")
    let panes = monitor.layout(size: size).panes
    #expect(panes.map(\.pane) == [.events, .data, .values, .queue, .log])
    #expect(panes.last?.rect == middle.rect)
  }

  /// The layout for a projector: the caption free between empty lines, and one pane.
  @Test func theRoomSeesOnePane() throws {
    let size = Size(columns: 100, rows: 30)
    var monitor = try Shown.shipped("offline", size: size)
    monitor.press("]")
    monitor.display.preset = .demo
    let layout = monitor.layout(size: size)
    #expect(layout.panes.map(\.pane) == [.events, .tags])
    #expect(layout.panes.first?.rect.columns == 30)
    #expect(layout.caption.row == layout.strip.endRow + 1)
    #expect(layout.body.row == layout.caption.endRow + 1)
    monitor.press("3")
    #expect(monitor.layout(size: size).panes.map(\.pane) == [.events, .values])
    // Where there is no room for it, it is the layout of the size.
    let small = Size(columns: 89, rows: 30)
    #expect(!monitor.isDemoLayout(small))
    try Frames.check(monitor.frame(size: size), size, "demo")
  }

  @Test func tabGoesRound() throws {
    let panes: [Pane] = [.data, .values, .tags, .queue, .log, .events, .data]
    var monitor = try Shown.shipped("demo")
    for pane in panes { monitor = monitor.walk(["<tab>": [.focus(pane)]]) }
    monitor.walk(["<backtab><backtab>": [.focus(.log)]])
  }

  @Test func aNewSizeKeepsFocusAndPlace() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1s2<home>,4")
    for (columns, rows) in [(80, 24), (10, 3), (200, 60), (120, 40)] {
      _ = monitor.handle(.resized(Size(columns: columns, rows: rows)))
    }
    monitor.walk(["": [.focus(.tags), .at(1)]])
  }

  /// What the device shows is in Explain of the container.
  @Test func theDeviceIsExplained() throws {
    try Shown.shipped("demo").walk([
      ":focus device<enter>": [.is(\.topSubject, .container("GTM-AB12"))]
    ])
  }

  /// Where there is room the explanation is always open for the selected row; elsewhere it opens
  /// over the right side.
  @Test func theExplanationIsDockedOrOpens() throws {
    var monitor = try Shown.shipped("demo").walk([
      "s14": [.sees("GA screen view fired")],
      ":focus explain<enter>": [.is(\.isExplaining, true), .sees("GA screen view fired")],
      "<esc>": [.closed, .sees("GA screen view fired")],
    ])
    _ = monitor.handle(.resized(Size(columns: 80, rows: 24)))
    monitor.walk([
      "": [.focus(.tags), .hides("GA screen view fired")],
      "0": [.sees("GA screen view fired"), .hides("Not fired (")],
      "<esc>": [.closed, .sees("Not fired (")],
    ])
  }

  /// The widths of the columns, inside their frames.
  @Test(arguments: [
    (80, 24, [26, 51]), (100, 30, [28, 69]), (120, 40, [28, 52, 36]), (160, 45, [40, 64, 52]),
    (200, 60, [28, 40, 72, 55]),
  ])
  func widths(_ columns: Int, _ rows: Int, _ widths: [Int]) throws {
    let size = Size(columns: columns, rows: rows)
    let panes = try Shown.shipped("demo", size: size).layout(size: size).panes
    let top = panes.map(\.rect).filter { $0.row == panes[1].rect.row }
    #expect(top.sorted { $0.column < $1.column }.map { $0.inset().columns } == widths)
  }

  /// The keys go on working in a window that is too small to show anything.
  @Test func keysWorkWithoutRoom() throws {
    try Shown.shipped("demo", size: Size(columns: 20, rows: 4)).walk([
      "": [.is(\.screen, "needs 40x10, has 20x\n\n\n")], "w": [.is(\.isOnline, false)],
    ])
  }
}

/// Text is broken between words, and nothing of it is lost.
struct WrappingTests {
  private static let examples: [(text: String, columns: Int, lines: [String])] = [
    ("", 10, [""]),
    ("one two three", 13, ["one two three"]),
    ("one two three", 12, ["one two", "three"]),
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 3, ["one", "two", "thr", "ee"]),
    ("ConfirmationScreen", 10, ["Confirmati", "onScreen"]),
    ("a ConfirmationScreen b", 10, ["a", "Confirmati", "onScreen b"]),
    ("환영합니다", 4, ["환영", "합니", "다"]),
    ("환영합니다", 5, ["환영", "합니", "다"]),
    ("a\u{1B}b\nc", 2, ["a␛", "b␊", "c"]),
    ("ab", 0, ["a", "b"]),
    ("ab", -7, ["a", "b"]),
  ]

  @Test(arguments: examples)
  func example(_ text: String, _ columns: Int, _ lines: [String]) {
    #expect(Wrapping.lines(text, columns: columns) == lines)
  }

  private static let texts = [
    "The SDK stops at the first condition that decides a rule.",
    "https://ads.example.com/conversion?label=purchase&value=19.90", "환영합니다 in 서울 with 👩‍👩‍👧‍👦 family",
    "  two  spaces   between    words  ", String(repeating: "x", count: 200),
  ]

  @Test(arguments: texts)
  func noLineIsWiderThanItsColumnsAndNothingIsLost(_ text: String) {
    for columns in 2...60 {
      let lines = Wrapping.lines(text, columns: columns)
      #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= columns }, "\(columns) columns")
      let letters = TextWidth.drawn(lines.joined()).filter { $0 != " " }
      #expect(letters == TextWidth.drawn(text).filter { $0 != " " }, "\(columns) columns")
    }
  }
}
