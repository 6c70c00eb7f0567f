import ScenarioEngine
package import TerminalKit

/// Where everything stands on a screen of a certain size.
///
/// Neighbouring panes share the row or column between them, where one line stands.
struct Layout: Sendable, Hashable {
  /// The smallest screen that is drawn on.
  static let smallest = Size(columns: 40, rows: 10)
  /// From here on there is a list and a tabbed pane side by side.
  static let listColumns = 80
  /// From here on a second pane is under the tabbed one, and Explain is under what it explains.
  static let stackedRows = 34
  /// From here on there are three columns.
  static let threeColumns = 100
  /// From here on lines of the whole screen have room for whole words.
  static let wordyColumns = 120
  /// From here on the list of events has room for times.
  static let timedColumns = 160
  /// From here on the log has a place of its own at the bottom.
  static let logRows = 36
  /// From here on the log has six rows, and five before, as long as what is looked at needs none
  /// of them.
  static let tallRows = 44
  /// From here on the phone has a column of its own.
  static let fourColumns = 200
  /// From here on the log has seven rows, as long as what is looked at needs none of them.
  static let wideRows = 50
  /// From here on the projector has a layout of its own.
  static let demo = Size(columns: 90, rows: 26)
  /// The columns of the phone where it stands left of all other panes.
  static let phoneColumns = 30

  /// A layout that somebody chose.
  enum Preset: String, Sendable, Hashable, CaseIterable {
    /// What fits the size of the screen.
    case auto
    /// For a projector: the caption, the events, and one pane.
    case demo
  }

  /// A pane with its place.
  struct Place: Sendable, Hashable {
    var pane: Pane
    var rect: Rect
    /// The panes whose names stand in its upper border; none where it stands alone.
    var tabs: [Pane] = []
    /// Where its lines stand.
    var inner: Rect { rect.inset() }
  }

  var isTooSmall = false
  var status = Rect(Size.zero)
  var strip = Rect(Size.zero)
  var caption = Rect(Size.zero)
  var panes: [Place] = []
  /// The checks of the chapter, where there is room for them.
  var checks: Rect?
  var message = Rect(Size.zero)
  var keys = Rect(Size.zero)
  /// Where the panes stand, and popups over them.
  var body = Rect(Size.zero)
}

/// What the monitor needs of a terminal.
package enum MonitorSize {
  /// The smallest screen that is drawn on.
  package static let smallest = Layout.smallest
}

extension Layout {
  /// The place of Explain where it is beside other panes; nil where it is a popup.
  var explain: Place? { panes.count > 1 ? panes.first { $0.pane == .explain } : nil }

  /// Whether another pane has its title in the lower border of a pane.
  func hasPane(below place: Place) -> Bool {
    panes.contains { other in
      other.rect.row == place.rect.endRow - 1 && other.rect.column < place.rect.endColumn - 1
        && place.rect.column < other.rect.endColumn - 1
    }
  }
}

extension Rect {
  /// The upper rows and the rest, with a row that both have.
  func sharedTop(_ rows: Int) -> (top: Rect, rest: Rect) {
    let top = Rect(column: column, row: row, columns: columns, rows: min(rows, self.rows))
    let start = top.endRow - 1
    return (
      top, Rect(column: column, row: start, columns: columns, rows: max(0, endRow - start))
    )
  }

  /// The left columns and the rest, with a column that both have.
  func sharedLeft(_ columns: Int) -> (left: Rect, rest: Rect) {
    let left = Rect(
      column: column, row: row, columns: min(columns, self.columns), rows: rows)
    let start = left.endColumn - 1
    return (
      left, Rect(column: start, row: row, columns: max(0, endColumn - start), rows: rows)
    )
  }
}
