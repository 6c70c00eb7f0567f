import ScenarioEngine
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// How many cells a key makes a terminal draw: counts, for times are measured elsewhere.
struct RedrawTests {
  private static let size = Size(columns: 120, rows: 40)

  /// The cells that differ before and after keys.
  private static func changed(
    _ monitor: inout Monitor, _ keys: String
  ) -> (cells: Int, rows: Set<Int>) {
    let before = monitor.frame(size: monitor.display.size).buffer
    monitor.press(keys)
    let runs = monitor.frame(size: monitor.display.size).buffer.differences(from: before)
    return (runs.reduce(0) { $0 + $1.cells.count }, Set(runs.map(\.start.row)))
  }

  @Test(arguments: ["<esc>", "1"]) func aKeyThatChangesNothingDrawsNothing(_ key: String)
    throws
  {
    var monitor = try Shown.over("offline", at: 12)
    monitor.press("1")
    #expect(Self.changed(&monitor, key).cells == 0)
  }

  /// The list stands and the cursor moves: of the list two rows change.
  @Test func theCursorMovesInAListThatStands() throws {
    var monitor = try Shown.over("offline", at: 10)
    monitor.press("1+")
    let (cells, rows) = Self.changed(&monitor, "<down>")
    // Two rows of the list, the status with the place, the strip, and the line that says where.
    #expect(rows.count <= 6)
    #expect(cells <= 400)
  }

  @Test func aNeighbourOfTheSameKindDrawsLittle() throws {
    var monitor = try Shown.over("offline", at: 10)
    #expect(Self.changed(&monitor, "<down>").cells <= 1300)
  }

  @Test func theSelectedTagOpensAndTheOtherCloses() throws {
    var monitor = try Shown.over("offline", at: 12)
    monitor.press("4")
    let (_, rows) = Self.changed(&monitor, "<down><down>")
    let layout = monitor.layout(size: Self.size)
    let pane = try #require(layout.panes.first { $0.pane == .tags }?.rect)
    // Below it stands what can be done with the tag.
    // Its explanation is under the tags.
    let end = layout.explain?.rect.endRow ?? pane.endRow
    let isInside = rows.allSatisfy { $0 >= pane.row && $0 < end || $0 == layout.keys.row }
    #expect(isInside, "\(rows.sorted())")
  }

  /// What a popup covers becomes dim and keeps its text, and a key in it draws its own area.
  @Test func aPopupDrawsItsOwnArea() throws {
    var monitor = try Shown.over("offline", at: 12)
    let before = monitor.frame(size: Self.size).buffer
    monitor.press("s")
    let opened = monitor.frame(size: Self.size).buffer
    monitor.press("<down>")
    let runs = monitor.frame(size: Self.size).buffer.differences(from: opened)
    let layout = monitor.layout(size: Self.size)
    guard let menu = monitor.overlay as? OpenMenu else {
      Issue.record("no menu is shown")
      return
    }
    let popup = menu.rect(in: monitor)
    #expect(!runs.isEmpty)
    for run in runs {
      for column in run.start.column..<run.start.column + run.cells.count {
        let point = Point(column: column, row: run.start.row)
        let isFoot = layout.keys.contains(point) || layout.message.contains(point)
        #expect(popup.contains(point) || isFoot, "\(point)")
      }
    }
    // The border of the focused pane is another one without colours.
    let focused = try #require(layout.panes.first { $0.pane == monitor.focus })
    for row in layout.body.row..<layout.body.endRow {
      for column in layout.body.column..<layout.body.endColumn {
        let point = Point(column: column, row: row)
        let isBorder = focused.rect.contains(point) && !focused.inner.contains(point)
        if popup.contains(point) || isBorder { continue }
        let was = before[point]?.text
        #expect(opened[point]?.text == (was == "▌" ? "▏" : was), "\(point)")
        #expect(opened[point]?.style.role == .dim, "\(point)")
      }
    }
  }

  @Test func timeThatStandsDrawsNothing() throws {
    var monitor = try Shown.over("offline", at: 12)
    let before = monitor.frame(size: Self.size).buffer
    monitor.advance(by: .seconds(5))
    #expect(monitor.frame(size: Self.size).buffer == before)
  }

  /// Far down a long run the list is made of the rows that are seen.
  @Test func aLongRunIsDrawnLikeAShortOne() throws {
    var monitor = try Shown.played(
      ["container saved v7.json", "launch"] + Array(repeating: "screen \"Cart\"", count: 600))
    let count = monitor.run.timeline.rowCount
    monitor.look(at: count / 2)
    let (cells, _) = Self.changed(&monitor, "<down>")
    #expect(cells <= 700)
  }
}
