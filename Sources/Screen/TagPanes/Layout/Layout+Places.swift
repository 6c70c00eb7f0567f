package import TagWords
package import TerminalKit

/// The parameters of a layout besides the size of the screen.
package struct LayoutState: Sendable, Hashable {
  package var focus = Pane.events
  /// The last focused pane other than the list of events.
  package var tab = Pane.tags
  /// Whether the focused pane fills the screen.
  package var isZoomed = false
  /// Whether the screen is for a screen reader.
  package var isReader = false
  /// Whether the layout for a projector was chosen.
  package var isDemo = false
  package var tellsStory = false
  /// Whether the checks of chapters are listed.
  package var hasChapters = false
  /// Whether the story is about opening a container, so that the race has a line of its own.
  package var tellsOpening = false
  package var hasPhone = false
  /// Whether the app sends anything to Braze.
  package var hasBraze = false
  /// Whether Explain is open on the selection.
  package var isExplaining = false
  /// The rows that the content of each pane needs; missing panes need few.
  package var needs: [Pane: Int] = [:]
  /// The rows of the list of events above the facts of the selected one; nil for no facts.
  package var listRows: Int?

  /// Creates the state of a screen that was not touched.
  package init() {}

  /// Returns the rows that a pane needs, with room for more if it has little content.
  package func need(of pane: Pane) -> Int {
    switch pane {
    case .tags, .log, .phone: max(needs[pane] ?? 0, 8)
    case .explain: needs[pane] ?? 0
    // A log that is not selected need not show all of its rows.
    case .firings where needs[pane] == 1: PaneStack.fewestRows
    case .firings: max(min(needs[pane] ?? 0, tab == pane ? .max : Self.mostFirings), 3)
    default: max(needs[pane] ?? 0, 4)
    }
  }

  /// The maximum number of rows of the firings while they are not selected.
  private static let mostFirings = 12

  /// The panes of the right column, in their order.
  package var rightPanes: [Pane] {
    guard hasBraze else { return [.data, .values, .queue] }
    return [tab == .values ? .values : .braze, .data, .queue]
  }

  /// Whether the right column is the wide one: it contains the last focused pane.
  package var isRightWide: Bool { rightPanes.contains(tab) || hasBraze && tab == .braze }

  /// Returns the tabs, including those that only some apps and users have.
  package func allTabs(_ tabs: [Pane]) -> [Pane] {
    var tabs = tabs
    if hasPhone { tabs.append(.phone) }
    if hasBraze { tabs.append(.braze) }
    if !tabs.contains(focus), focus != .explain, focus != .device { tabs.append(focus) }
    return tabs
  }
}

extension Layout {
  /// Computes the places of everything on a screen, only from its size and state.
  package init(size: Size, state: LayoutState) {
    guard size.columns >= Layout.smallest.columns, size.rows >= Layout.smallest.rows else {
      isTooSmall = true
      return
    }
    let isDemo = state.isDemo && Layout.fitsDemo(size)
    var rest = Rect(size)
    (status, rest) = rest.splitTop(1)
    // A strip of names is useless to a listener.
    if !state.isReader {
      (strip, rest) = rest.splitTop(Self.stripRows(of: size, state.tellsOpening))
    }
    let captionRows = state.tellsStory ? Layout.captionRows(of: size) : 0
    // The audience reads the caption first, so it has space around it.
    if isDemo, captionRows > 0 { rest = rest.splitTop(1).rest }
    (caption, rest) = rest.splitTop(captionRows)
    if isDemo, captionRows > 0 { rest = rest.splitTop(1).rest }
    (rest, keys) = rest.splitBottom(1)
    (rest, message) = rest.splitBottom(1)
    body = rest
    if state.isZoomed || state.isReader {
      panes = [Place(pane: state.focus, rect: rest)]
    } else if isDemo {
      panes = listAndTabs(rest, listColumns: 28, state, hasLog: false)
    } else if size.columns >= Layout.threeColumns {
      placeColumns(size, state)
    } else if size.columns >= Layout.listColumns {
      placeTwoColumns(size, state)
    } else {
      let tabs = state.allTabs([.events, .data, .values, .tags, .firings, .queue, .log])
      panes = [Place(pane: state.focus, rect: rest, tabs: tabs)]
    }
  }

  /// Whether there is room for the layout for a projector.
  package static func fitsDemo(_ size: Size) -> Bool {
    size.columns >= demo.columns && size.rows >= demo.rows
  }

  /// How many lines the strip has on a screen of a size: a story about opening has a second one for
  /// the race.
  package static func stripRows(of size: Size, _ tellsOpening: Bool) -> Int {
    tellsOpening && size.columns >= listColumns && size.rows >= racedRows ? 2 : 1
  }

  /// How many lines a caption has: what is looked at comes before what is said about it.
  package static func captionRows(of size: Size) -> Int {
    size.rows < 13 ? 0 : size.rows < 16 ? 1 : 2
  }

  // MARK: Two columns

  private func listAndTabs(
    _ rect: Rect, listColumns: Int, _ state: LayoutState, hasLog: Bool
  ) -> [Place] {
    let (list, right) = rect.sharedLeft(listColumns)
    let main: [Pane] = [.data, .values, .tags, .firings, .queue] + (hasLog ? [] : [.log])
    let tabs = state.allTabs(main).filter { $0 != .events && !(hasLog && $0 == .log) }
    return [
      Place(pane: .events, rect: list),
      Place(pane: tabs.contains(state.tab) ? state.tab : .tags, rect: right, tabs: tabs),
    ]
  }

  private mutating func placeTwoColumns(_ size: Size, _ state: LayoutState) {
    let hasLog = size.rows >= Layout.logRows
    let listColumns = max(28, size.columns * 35 / 100)
    panes = listAndTabs(body, listColumns: listColumns, state, hasLog: hasLog)
    guard size.rows >= Layout.stackedRows else { return }
    let shown = panes[1]
    let second: Pane = state.isExplaining ? .explain : shown.pane == .queue ? .data : .queue
    let stack = PaneStack(
      members: [
        PaneStack.Member(
          shown.pane, tabs: shown.tabs, need: state.need(of: shown.pane),
          kept: state.isExplaining ? Layout.keptRows(body) : PaneStack.fewestRows),
        PaneStack.Member(second, need: state.need(of: second)),
      ],
      first: state.isExplaining ? .explain : shown.pane)
    var upper = body
    if hasLog {
      let (above, below) = splitLog(size, state, needed: stack.fairRows, wanted: 0)
      upper = above
      panes = listAndTabs(above, listColumns: listColumns, state, hasLog: true)
      panes.append(Place(pane: .log, rect: below))
    }
    let column = Rect(
      column: panes[1].rect.column, row: upper.row, columns: panes[1].rect.columns,
      rows: upper.rows)
    panes.replaceSubrange(1...1, with: stack.places(in: column))
    panes.sort { $0.pane.number < $1.pane.number }
  }

  // MARK: The log below

  /// Returns the columns and the log below them, which gets the rows that they leave.
  ///
  /// - Parameters:
  ///   - needed: the rows of the tallest column.
  ///   - wanted: the rows that the columns could use.
  private func splitLog(
    _ size: Size, _ state: LayoutState, needed: Int, wanted: Int
  ) -> (above: Rect, below: Rect) {
    let fewest = PaneStack.fewestRows
    let usual = size.rows >= Layout.wideRows ? 7 : size.rows >= Layout.tallRows ? 6 : 5
    // The columns and the log share a line, and the log has one below.
    let room = body.rows - 1
    var rows = max(room - max(needed, wanted), min(usual, room - needed))
    rows = max(fewest, min(rows, max(fewest, state.needs[.log] ?? 0)))
    if state.focus == .log { rows = max(rows, min(state.need(of: .log), room / 2)) }
    let (above, below) = body.sharedTop(body.rows - rows - 1)
    return (above, below)
  }

  /// Returns the rows that a pane keeps above its explanation.
  private static func keptRows(_ rect: Rect) -> Int { max(PaneStack.fewestRows, rect.rows / 4) }

  // MARK: Three and four columns

  private mutating func placeColumns(_ size: Size, _ state: LayoutState) {
    let isWide = size.columns >= Layout.fourColumns
    let hasLog = size.rows >= Layout.logRows
    var middle = middleStack(size, state)
    let right = rightStack(size, state)
    var upper = body
    var bottom: Rect?
    let page = state.need(of: .explain)
    let firings = middle.members.contains { $0.pane == .firings } ? PaneStack.fewestRows + 1 : 0
    let isExplainShown = (middle.members + right.members).contains { $0.pane == .explain }
    let canDock = size.rows >= Layout.stackedRows && !isExplainShown
    // On a wide screen the tags have half of their column, and the explanation the other.
    let halves = isWide && canDock && state.tab == .tags ? 2 * (state.need(of: .tags) + 3) : 0
    let needed = max(middle.fairRows, right.fairRows, halves)
    if hasLog {
      let wanted = max(
        canDock ? middle.neededRows + page + 1 : 0, (state.needs[.events] ?? 0) + 2 + firings)
      let split = splitLog(size, state, needed: needed, wanted: wanted)
      upper = split.above
      bottom = split.below
    }
    let spare = upper.rows - middle.neededRows - 1
    if canDock, isWide || spare >= Layout.fewestDockedRows {
      // On a wide screen the firings take rows from the explanation.
      let rows = isWide ? max(spare, upper.rows / 2 - firings) : spare
      middle.members.append(PaneStack.Member(.explain, need: rows, kept: rows))
      middle.last = .explain
    }
    var places: [Place] = []
    if isWide, state.hasPhone {
      let (left, rest) = upper.sharedLeft(Layout.phoneColumns)
      places.append(Place(pane: .phone, rect: left))
      upper = rest
    }
    let widths = columnWidths(upper.columns, size, state)
    let (events, others) = upper.sharedLeft(widths.events)
    let (center, rightRect) = others.sharedLeft(widths.middle)
    let (list, facts) = splitEvents(events, state)
    places.append(Place(pane: .events, rect: list))
    eventFacts = facts
    places += middle.places(in: center)
    places += right.places(in: rightRect)
    if let bottom {
      // The checks of the chapter are under the right column, and the log under the others.
      let hasChecks = isWide && state.hasChapters
      let (log, checks) = bottom.sharedLeft(rightRect.column - bottom.column + 1)
      if hasChecks { self.checks = checks }
      places.append(Place(pane: .log, rect: hasChecks ? log : bottom))
    }
    panes = places.sorted { $0.pane.number < $1.pane.number }
  }

  /// The fewest rows for Explain to be below the tags: fewer show no whole sentence.
  private static let fewestDockedRows = 5

  /// Returns the list of events, and the area for the facts of the selected one below it, if the
  /// list leaves room.
  private func splitEvents(_ column: Rect, _ state: LayoutState) -> (list: Rect, facts: Rect?) {
    guard let rows = state.listRows else { return (column, nil) }
    let (list, facts) = column.sharedTop(rows + 2)
    return facts.inset().rows >= SelectedEvent.fewestRows ? (list, facts) : (column, nil)
  }

  /// Returns the widths of the list and of the middle column, with the lines around them.
  private func columnWidths(
    _ columns: Int, _ size: Size, _ state: LayoutState
  ) -> (events: Int, middle: Int) {
    guard size.columns < Layout.fourColumns else {
      let events = min(44, columns * 38 / 172)
      return (events, (columns - events) * 72 / 136)
    }
    let isTimed = columns >= Layout.timedColumns
    let events =
      isTimed ? 40 + (columns - Layout.timedColumns) / 10 : 26 + (columns - 120) / 5
    // Four lines are between and around the three columns.
    let both = columns - events - 4
    let narrow = max(30, both * 38 / 100)
    return (events + 2, (state.isRightWide ? narrow : both - narrow) + 2)
  }

  private func middleStack(_ size: Size, _ state: LayoutState) -> PaneStack {
    let isWide = size.columns >= Layout.fourColumns
    let docks = size.rows >= Layout.stackedRows
    let opens = state.isExplaining && docks && (isWide || !state.isRightWide)
    let stacksFirings = docks && !opens && hasRoomForFirings(size, state)
    var tabs: [Pane] = [.tags]
    if !stacksFirings { tabs.append(.firings) }
    if !isWide, !docks { tabs.append(.explain) }
    if size.rows < Layout.logRows { tabs.append(.log) }
    if !isWide, state.hasPhone { tabs.append(.phone) }
    let shown = tabs.contains(state.tab) && state.tab != .explain ? state.tab : .tags
    var stack = PaneStack(
      members: [
        PaneStack.Member(
          shown, tabs: tabs.count == 1 ? [] : tabs, need: state.need(of: shown),
          kept: opens && !state.rightPanes.contains(state.focus)
            ? Layout.keptRows(body) : PaneStack.fewestRows)
      ],
      first: opens ? .explain : shown)
    if opens {
      stack.members.append(PaneStack.Member(.explain, need: state.need(of: .explain)))
    }
    if stacksFirings {
      stack.members.append(
        PaneStack.Member(.firings, need: state.need(of: .firings), isModest: true))
      stack.last = .firings
      if state.tab == .firings { stack.first = .firings }
    }
    return stack
  }

  /// Whether the tags leave room for the firings; if not, these are behind a tab.
  private func hasRoomForFirings(_ size: Size, _ state: LayoutState) -> Bool {
    let fewest = PaneStack.fewestRows + 1
    // Three lines are around the two panes, and the log keeps its fewest rows.
    let log = size.rows >= Layout.logRows ? fewest : 0
    return state.need(of: .tags) + fewest + 2 <= body.rows - log
  }

  private func rightStack(_ size: Size, _ state: LayoutState) -> PaneStack {
    let isWide = size.columns >= Layout.fourColumns
    let opens =
      state.isExplaining && size.rows >= Layout.stackedRows && !isWide && state.isRightWide
    let panes = state.rightPanes
    let explained = panes.contains(state.focus) ? state.focus : state.tab
    var stack = PaneStack(members: [], first: opens ? .explain : state.tab)
    for pane in panes {
      let isExplained = opens && pane == explained
      let tabs: [Pane] =
        state.hasBraze && [.braze, .values].contains(pane) ? [.braze, .values] : []
      stack.members.append(
        PaneStack.Member(
          pane, tabs: tabs, need: state.need(of: pane),
          kept: isExplained ? Layout.keptRows(body) : PaneStack.fewestRows))
      if isExplained {
        stack.members.append(PaneStack.Member(.explain, need: state.need(of: .explain)))
      }
    }
    return stack
  }
}
