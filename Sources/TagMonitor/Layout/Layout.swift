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
  /// From here on a second pane stands under the tabbed one.
  static let stackedRows = 34
  /// From here on there are three columns.
  static let threeColumns = 120
  /// From here on the log has a place of its own at the bottom.
  static let logRows = 44
  /// From here on there are four columns, and the explanation is always open.
  static let fourColumns = 200
  /// From here on the explanation of four columns stands below the tags.
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
  fileprivate func sharedTop(_ rows: Int) -> (top: Rect, rest: Rect) {
    let top = Rect(column: column, row: row, columns: columns, rows: min(rows, self.rows))
    let start = top.endRow - 1
    return (
      top, Rect(column: column, row: start, columns: columns, rows: max(0, endRow - start))
    )
  }

  /// The left columns and the rest, with a column that both have.
  fileprivate func sharedLeft(_ columns: Int) -> (left: Rect, rest: Rect) {
    let left = Rect(
      column: column, row: row, columns: min(columns, self.columns), rows: rows)
    let start = left.endColumn - 1
    return (
      left, Rect(column: start, row: row, columns: max(0, endColumn - start), rows: rows)
    )
  }
}

extension Monitor {
  func layout(size: Size) -> Layout {
    var layout = Layout()
    guard size.columns >= Layout.smallest.columns, size.rows >= Layout.smallest.rows else {
      layout.isTooSmall = true
      return layout
    }
    var rest = Rect(size)
    (layout.status, rest) = rest.splitTop(1)
    // A strip of names is nothing to listen to.
    if !isReader { (layout.strip, rest) = rest.splitTop(1) }
    let isDemo = isDemoLayout(size)
    let caption = captionRows(columns: size.columns, rows: size.rows)
    // The room reads the caption first: it stands free.
    if isDemo, caption > 0 { rest = rest.splitTop(1).rest }
    (layout.caption, rest) = rest.splitTop(caption)
    if isDemo, caption > 0 { rest = rest.splitTop(1).rest }
    (rest, layout.keys) = rest.splitBottom(1)
    (rest, layout.message) = rest.splitBottom(1)
    layout.body = rest
    if isZoomed || isReader {
      layout.panes = [Layout.Place(pane: focus, rect: rest)]
    } else if isDemo {
      layout.panes = listAndTabs(rest, listColumns: 28)
    } else if size.columns >= Layout.threeColumns {
      placeColumns(&layout, rest, size)
    } else if size.columns >= Layout.listColumns {
      placeTwoColumns(&layout, rest, size)
    } else {
      let tabs = allTabs([.events, .data, .values, .tags, .queue, .log])
      layout.panes = [Layout.Place(pane: focus, rect: rest, tabs: tabs)]
    }
    return layout
  }

  /// Whether the layout for a projector is chosen, and there is room for it.
  func isDemoLayout(_ size: Size) -> Bool {
    preset == .demo && size.columns >= Layout.demo.columns && size.rows >= Layout.demo.rows
  }

  /// The tabs that there are always, and those of what only some apps and users have.
  private func allTabs(_ tabs: [Pane]) -> [Pane] {
    var tabs = tabs
    if selection.phone.isOpen { tabs.append(.phone) }
    if view.hasBraze { tabs.append(.braze) }
    if !tabs.contains(focus), focus != .explain, focus != .device { tabs.append(focus) }
    return tabs
  }

  // MARK: Two columns

  private func listAndTabs(_ body: Rect, listColumns: Int) -> [Layout.Place] {
    let (list, right) = body.sharedLeft(listColumns)
    let tabs = allTabs([.data, .values, .tags, .queue, .log]).filter { $0 != .events }
    return [
      Layout.Place(pane: .events, rect: list),
      Layout.Place(pane: tabs.contains(tab) ? tab : .tags, rect: right, tabs: tabs),
    ]
  }

  private func placeTwoColumns(_ layout: inout Layout, _ body: Rect, _ size: Size) {
    layout.panes = listAndTabs(body, listColumns: max(28, size.columns * 35 / 100))
    guard size.rows >= Layout.stackedRows, let right = layout.panes.last else { return }
    let (above, below) = right.rect.sharedTop(right.rect.rows * 60 / 100)
    layout.panes[1].rect = above
    layout.panes.append(Layout.Place(pane: right.pane == .queue ? .data : .queue, rect: below))
  }

  // MARK: Three and four columns

  private func placeColumns(_ layout: inout Layout, _ body: Rect, _ size: Size) {
    var upper = body
    var places: [Layout.Place] = []
    var bottom: Rect?
    let isWide = size.columns >= Layout.fourColumns
    let hasLog = size.rows >= Layout.logRows
    if hasLog {
      let logRows = (size.rows >= Layout.wideRows ? 7 : 6) + 2
      let (above, below) = body.sharedTop(body.rows - logRows + 1)
      upper = above
      bottom = below
    }
    if isWide, selection.phone.isOpen {
      let (left, rest) = upper.sharedLeft(Layout.phoneColumns)
      places.append(Layout.Place(pane: .phone, rect: left))
      upper = rest
    }
    let weights = columnWeights(upper.columns, isWide: isWide)
    let (events, middle) = upper.sharedLeft(weights.events)
    let (center, right) = middle.sharedLeft(weights.middle)
    places.append(Layout.Place(pane: .events, rect: events))
    places += centerPlaces(center, size, hasLog: hasLog)
    places += rightPlaces(right)
    if let bottom {
      // The checks of the chapter stand under the right column, and the log under the others.
      let hasChecks = isWide && !chapters.isEmpty
      let (log, checks) = bottom.sharedLeft(right.column - bottom.column + 1)
      if hasChecks { layout.checks = checks }
      places.append(Layout.Place(pane: .log, rect: hasChecks ? log : bottom))
    }
    layout.panes = places.sorted { $0.pane.number < $1.pane.number }
  }

  private func columnWeights(_ columns: Int, isWide: Bool) -> (events: Int, middle: Int) {
    guard isWide else {
      let events = columns * 34 / 120
      return (events, columns * 53 / 120)
    }
    let events = min(44, columns * 38 / 172)
    return (events, (columns - events) * 72 / 136)
  }

  private func centerPlaces(_ rect: Rect, _ size: Size, hasLog: Bool) -> [Layout.Place] {
    let isWide = size.columns >= Layout.fourColumns
    var tabs: [Pane] = [.tags]
    if !isWide { tabs.append(.explain) }
    if !hasLog { tabs.append(.log) }
    if !isWide, selection.phone.isOpen { tabs.append(.phone) }
    let shown = tabs.contains(tab) && tab != .explain ? tab : .tags
    let isSingle = tabs.count == 1
    if isWide, size.rows >= Layout.wideRows {
      let (above, below) = rect.sharedTop(rect.rows * 38 / 100)
      return [
        Layout.Place(pane: shown, rect: above, tabs: isSingle ? [] : tabs),
        Layout.Place(pane: .explain, rect: below),
      ]
    }
    if isWide {
      let (left, right) = rect.sharedLeft(rect.columns / 2)
      return [
        Layout.Place(pane: shown, rect: left, tabs: isSingle ? [] : tabs),
        Layout.Place(pane: .explain, rect: right),
      ]
    }
    return [Layout.Place(pane: shown, rect: rect, tabs: tabs)]
  }

  private func rightPlaces(_ rect: Rect) -> [Layout.Place] {
    if view.hasBraze {
      let (above, rest) = rect.sharedTop(rect.rows * 58 / 100)
      let (middle, below) = rest.sharedTop(rest.rows * 45 / 100)
      let first: Pane = tab == .values ? .values : .braze
      return [
        Layout.Place(pane: first, rect: above, tabs: [.braze, .values]),
        Layout.Place(pane: .data, rect: middle), Layout.Place(pane: .queue, rect: below),
      ]
    }
    let (above, rest) = rect.sharedTop(rect.rows * 13 / 34)
    let (middle, below) = rest.sharedTop(rest.rows * 13 / 22)
    return [
      Layout.Place(pane: .data, rect: above), Layout.Place(pane: .values, rect: middle),
      Layout.Place(pane: .queue, rect: below),
    ]
  }
}
