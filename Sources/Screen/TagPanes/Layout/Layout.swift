package import TagWords
package import TerminalKit

/// The places of everything on a screen of some size.
///
/// Neighbouring panes share the row or column between them, which contains one line.
package struct Layout: Sendable, Hashable {
  /// The smallest supported screen.
  package static let smallest = Size(columns: 40, rows: 10)
  /// From here on a story about opening has a line for the race.
  package static let racedRows = 24
  /// From here on there is a list and a tabbed pane side by side.
  package static let listColumns = 80
  /// The height from which Explain is always under its pane, and the log under all.
  package static let stackedRows = 30
  /// The width from which Explain can be under the pane with tabs.
  package static let dockedColumns = 100
  /// The width from which there are three columns.
  package static let threeColumns = 120
  /// The width from which the list of events has room for times.
  package static let timedColumns = 160
  /// The width from which the phone has its own column, if the screen is also high.
  package static let fourColumns = 200
  /// The height from which the phone has its own column.
  package static let wideRows = 50
  /// The fewest rows of Explain under another pane.
  package static let explainRows = 8
  /// The fewest rows of the phone under the list of events.
  package static let phoneRows = 8
  /// The size from which there is a layout for a projector.
  package static let demo = Size(columns: 90, rows: 26)
  /// The columns of the phone at the left of all other panes.
  package static let phoneColumns = 30

  /// A layout that the user can choose.
  package enum Preset: String, Sendable, Hashable, CaseIterable {
    /// The layout that fits the size of the screen.
    case auto
    /// A layout for a projector: the caption, the events, and one pane.
    case demo
  }

  package struct Place: Sendable, Hashable {
    package var pane: Pane
    package var rect: Rect
    /// The panes named in its upper border; none for a pane without tabs.
    package var tabs: [Pane] = []
    package var inner: Rect { rect.inset() }
  }

  package var isTooSmall = false
  package var status = Rect(Size.zero)
  package var strip = Rect(Size.zero)
  package var caption = Rect(Size.zero)
  package var panes: [Place] = []
  package var message = Rect(Size.zero)
  package var keys = Rect(Size.zero)
  /// The area of the panes, and of popups over them.
  package var body = Rect(Size.zero)
}

extension Layout {
  /// The place of Explain beside other panes; nil if it opens over them.
  package var explain: Place? { panes.count > 1 ? panes.first { $0.pane == .explain } : nil }

  /// Returns whether another pane has its title in the lower border of a pane.
  package func hasPane(below place: Place) -> Bool {
    panes.map(\.rect).contains { other in
      other.row == place.rect.endRow - 1 && other.column < place.rect.endColumn - 1
        && place.rect.column < other.endColumn - 1
    }
  }
}

extension Rect {
  /// Returns one of its rows.
  package func line(_ index: Int) -> Rect {
    Rect(column: column, row: row + index, columns: columns, rows: 1)
  }

  /// Returns the upper rows and the rest, which share a row.
  package func sharedTop(_ rows: Int) -> (top: Rect, rest: Rect) {
    let top = Rect(column: column, row: row, columns: columns, rows: min(rows, self.rows))
    let start = top.endRow - 1
    return (
      top, Rect(column: column, row: start, columns: columns, rows: max(0, endRow - start))
    )
  }

  /// Returns the left columns and the rest, which share a column.
  package func sharedLeft(_ columns: Int) -> (left: Rect, rest: Rect) {
    let left = Rect(
      column: column, row: row, columns: min(columns, self.columns), rows: rows)
    let start = left.endColumn - 1
    return (
      left, Rect(column: start, row: row, columns: max(0, endColumn - start), rows: rows)
    )
  }
}
