import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// Where everything stands: a pure function of the size.
struct LayoutTests {
  private static let breakpoints: [(columns: Int, rows: Int, panes: [Pane])] = [
    (39, 24, []), (40, 9, []), (40, 10, [.events]), (79, 60, [.events]),
    (80, 24, [.events, .tags]), (119, 40, [.events, .tags]),
    (120, 31, [.events, .data, .values, .tags, .queue]),
    (120, 32, [.events, .data, .values, .tags, .queue, .log]),
    (199, 60, [.events, .data, .values, .tags, .queue, .log]),
    (200, 49, [.events, .data, .values, .tags, .queue, .log]),
    (200, 50, [.events, .data, .values, .tags, .queue, .log, .device]),
  ]

  @Test(arguments: breakpoints)
  func breakpoint(_ columns: Int, _ rows: Int, _ panes: [Pane]) throws {
    let size = Size(columns: columns, rows: rows)
    let monitor = try Shown.shipped("demo", size: size)
    let layout = monitor.layout(size: size)
    #expect(layout.panes.map(\.pane) == panes)
    #expect(layout.isTooSmall == panes.isEmpty)
  }

  /// Every cell belongs to exactly one place.
  @Test(arguments: ["", "4+"])
  func placesCoverTheScreen(_ keys: String) throws {
    for (columns, rows) in [
      (40, 10), (60, 20), (80, 24), (100, 13), (120, 31), (133, 47), (200, 60),
    ] {
      let size = Size(columns: columns, rows: rows)
      var monitor = try Shown.shipped("demo", size: size)
      monitor.press("]" + keys)
      let layout = monitor.layout(size: size)
      let fixed = [layout.status, layout.strip, layout.caption, layout.message, layout.keys]
      let rects = fixed + layout.panes.map(\.rect)
      #expect(rects.reduce(0) { $0 + $1.columns * $1.rows } == columns * rows, "\(size)")
      for (index, rect) in rects.enumerated() {
        for other in rects[(index + 1)...] { #expect(rect.intersection(other).isEmpty) }
      }
    }
  }

  /// Where the log has no place of its own it stands in for the queue while it has the focus.
  @Test func theLogIsReachedInALowWindow() throws {
    let size = Size(columns: 120, rows: 30)
    var monitor = try Shown.shipped("demo", size: size)
    monitor.press("6")
    #expect(monitor.layout(size: size).panes.map(\.pane) == [.events, .data, .values, .tags, .log])
  }

  @Test func tabGoesRound() throws {
    var monitor = try Shown.shipped("demo")
    var seen: [Pane] = []
    for _ in 0..<7 {
      monitor.press("<tab>")
      seen.append(monitor.focus)
    }
    #expect(seen == [.data, .values, .tags, .queue, .log, .events, .data])
    monitor.press("<backtab><backtab>")
    #expect(monitor.focus == .log)
  }

  @Test func aNewSizeKeepsFocusAndPlace() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1s2<4")
    for (columns, rows) in [(80, 24), (10, 3), (200, 60), (120, 40)] {
      _ = monitor.handle(.resized(Size(columns: columns, rows: rows)))
    }
    #expect(monitor.focus == .tags)
    #expect(monitor.cursor == 1)
  }

  /// The device is a pane where there is room, and a popup where there is not.
  @Test func theDeviceIsAPaneOrAPopup() throws {
    let wide = Size(columns: 200, rows: 60)
    var monitor = try Shown.shipped("demo", size: wide)
    monitor.press("8")
    #expect(monitor.focus == .device)
    #expect(monitor.overlay == nil)
    monitor.press("<tab>")
    #expect(monitor.focus == .events)
    monitor.press("<backtab>")
    #expect(monitor.focus == .device)
    _ = monitor.handle(.resized(Size(columns: 120, rows: 40)))
    #expect(monitor.focus == .events)
    #expect(monitor.overlay == .device(0))
    _ = monitor.handle(.resized(wide))
    #expect(monitor.focus == .device)
    #expect(monitor.overlay == nil)
    monitor.press("+")
    _ = monitor.handle(.resized(Size(columns: 120, rows: 40)))
    #expect(monitor.layout(size: monitor.size).panes.count == 6)
    monitor.press("<esc>4")
    monitor.press("8<down>")
    #expect(monitor.focus == .tags)
    #expect(monitor.overlay != nil)
  }

  /// The keys go on working in a window that is too small to show anything.
  @Test func keysWorkWithoutRoom() throws {
    var monitor = try Shown.shipped("demo", size: Size(columns: 20, rows: 4))
    #expect(monitor.screen == "needs 40x10, has 20x\n\n\n")
    monitor.press("w")
    #expect(!monitor.run.timeline.live.world.isOnline)
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
      let letters = lines.joined().filter { $0 != " " }
      #expect(letters == text.filter { $0 != " " }, "\(columns) columns")
    }
  }
}
