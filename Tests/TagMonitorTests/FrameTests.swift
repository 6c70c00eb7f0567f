import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing
import TextKit

@testable import TagMonitor

/// At every size and with everything that can lie on top, a frame is exactly its screen.
struct FrameTests {
  /// Worlds with all kinds of rows, hits and overlays.
  private static let states: [(name: String, keys: String)] = [
    ("panes", "s1s2x1"), ("back", "s1s2<."), ("zoomed", "s1+"), ("help", "?<pgdn>"),
    ("explain", "s140<down>"), ("screens", "s"), ("buttons", "s1x"),
    ("prompt", ":push {\"a\": \"환영합니다\"}"), ("message", ":x<enter>"), ("queue", "ws1s15"),
    ("log", "s16"), ("data", "s12"), ("values", "s13"),
  ]

  @Test(arguments: states)
  func fillsEverySize(_ state: (name: String, keys: String)) throws {
    var monitor = try Shown.shipped("offline")
    monitor.press("]]" + state.keys)
    for columns in [1, 7, 23, 39, 40, 41, 61, 79, 80, 81, 99, 119, 120, 121, 130] {
      for rows in [1, 2, 5, 9, 10, 11, 14, 23, 24, 31, 32, 45] {
        let size = Size(columns: columns, rows: rows)
        _ = monitor.handle(.resized(size))
        try Frames.check(monitor.frame(size: size), size, state.name)
      }
    }
  }

  /// A frame may be wanted for another size than that of the screen.
  @Test(arguments: [Size(columns: 60, rows: 20), Size(columns: 130, rows: 40), Size.zero])
  func anySizeMayBeDrawn(_ size: Size) throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1?")
    try Frames.check(monitor.frame(size: size), size, "another size")
  }

  @Test func cursorStandsWhereKeysGo() throws {
    var monitor = try Shown.shipped("demo")
    func pane(_ point: Point) -> Pane? {
      monitor.layout(size: monitor.display.size).panes.first { $0.rect.contains(point) }?.pane
    }
    let events = try #require(monitor.frame(size: monitor.display.size).cursor)
    #expect(pane(events) == .events)
    monitor.press("4")
    let tags = try #require(monitor.frame(size: monitor.display.size).cursor)
    #expect(pane(tags) == .tags)
    monitor.press(":wait")
    #expect(monitor.frame(size: monitor.display.size).cursor == Point(column: 6, row: 38))
  }
}

/// What holds of every frame.
enum Frames {
  static func check(_ frame: Frame, _ size: Size, _ name: String) throws {
    let buffer = frame.buffer
    try #require(buffer.size == size, "\(name) at \(size)")
    if let cursor = frame.cursor {
      try #require(Rect(size).contains(cursor), "\(name): cursor \(cursor) at \(size)")
    }
    guard size.rows > 0 else { return }
    let rows = buffer.text.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(rows.count == size.rows, "\(name) at \(size)")
    for row in rows {
      try #require(TextWidth.columns(of: String(row)) == size.columns, "\(name) at \(size): \(row)")
      try #require(isHarmless(row), "\(name) at \(size): \(row)")
    }
  }

  /// No controls, no marks that turn text around, nothing invisible: what a terminal would obey.
  static func isHarmless(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
        0xE0000...0xE007F:
        scalar.value == 0x200D
      default: true
      }
    }
  }
}
