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
  /// Whether the story is about opening a container, so that the race has a line of its own.
  package var tellsOpening = false
  /// Whether the phone was opened.
  package var hasPhone = false
  /// Whether the app has screens, so that the phone is always shown where there is a column for it.
  package var hasScreens = false
  /// Whether the app sends anything to Braze.
  package var hasBraze = false
  /// Whether Explain is open on the selection.
  package var isExplaining = false
  /// The rows that the content of each pane needs; missing panes need few.
  package var needs: [Pane: Int] = [:]
  /// The rows that the panes had; a pane that is missing has no claim.
  package var before: [Pane: Int] = [:]

  /// Creates the state of a screen that was not touched.
  package init() {}

  /// Returns the rows that a pane needs.
  package func need(of pane: Pane) -> Int { needs[pane] ?? 1 }

  /// The panes of the right column, in their order; Braze stands in the place of the data layer.
  package var rightPanes: [Pane] { [hasBraze && tab != .data ? .braze : .data, .values, .queue] }

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
    } else if isDemo || size.columns >= Layout.listColumns && size.columns < Layout.threeColumns {
      placeTabs(size, state, isDemo: isDemo)
    } else if size.columns >= Layout.threeColumns {
      placeColumns(size, state)
    } else {
      let tabs = state.allTabs([.events, .data, .values, .tags, .queue, .log])
      panes = [Place(pane: state.focus, rect: rest, tabs: tabs)]
    }
    panes.sort { $0.pane.number < $1.pane.number }
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

  /// Returns the panes with one that has tabs, and Explain under it or over it.
  private static func stack(
    _ shown: Pane, tabs: [Pane], _ state: LayoutState, isDocked: Bool
  ) -> PaneStack {
    if !isDocked, state.isExplaining {
      return PaneStack(members: [.init(.explain, need: state.need(of: .explain))])
    }
    let pane = PaneStack.Member(
      shown, tabs: tabs.count > 1 ? tabs : [], need: state.need(of: shown),
      kept: state.isExplaining ? Self.explainRows : PaneStack.fewestRows)
    guard isDocked else { return PaneStack(members: [pane]) }
    return PaneStack(
      members: [
        pane, .init(.explain, need: state.need(of: .explain), kept: Self.explainRows),
      ], first: state.isExplaining ? .explain : shown)
  }

  // MARK: Two columns

  private mutating func placeTabs(_ size: Size, _ state: LayoutState, isDemo: Bool) {
    let hasRoom = size.columns >= Layout.dockedColumns && !isDemo
    let (list, right) = body.sharedLeft(hasRoom || isDemo ? 30 : 28)
    let tabs = state.allTabs([.data, .values, .tags, .queue, .log]).filter { $0 != .events }
    let shown = tabs.contains(state.tab) ? state.tab : .tags
    let stack = Self.stack(
      shown, tabs: tabs, state, isDocked: hasRoom && size.rows >= Layout.stackedRows)
    panes = [Place(pane: .events, rect: list)] + stack.places(in: right, before: state.before)
  }

  // MARK: Three and four columns

  private mutating func placeColumns(_ size: Size, _ state: LayoutState) {
    let isTall = size.rows >= Layout.stackedRows
    let isWide = size.columns >= Layout.timedColumns
    let isLarge = size.columns >= Layout.fourColumns && size.rows >= Layout.wideRows
    let hasColumn = isLarge && (state.hasScreens || state.hasPhone)
    var left = PaneStack(members: [.init(.events, need: state.need(of: .events))])
    if state.hasPhone, isTall, !hasColumn {
      left.members.append(.init(.phone, need: state.need(of: .phone), kept: Self.phoneRows))
    }
    var tabs: [Pane] = [.tags]
    if !isTall { tabs += [.log] + (state.hasPhone ? [.phone] : []) }
    let middle = Self.stack(
      tabs.contains(state.tab) ? state.tab : .tags, tabs: tabs, state, isDocked: isTall)
    let right = PaneStack(
      members: state.rightPanes.map { pane in
        let tabs: [Pane] =
          state.hasBraze && [.braze, .data].contains(pane) ? [.data, .braze] : []
        return PaneStack.Member(pane, tabs: tabs, need: state.need(of: pane))
      }, first: state.focus)
    var upper = body
    if isTall {
      let needed = [left, middle, right].map(\.neededRows).max() ?? 0
      let rows = logRows(isLarge: isLarge, needed: needed, state)
      let (above, below) = body.sharedTop(body.rows - rows - 1)
      upper = above
      panes = [Place(pane: .log, rect: below)]
    }
    if hasColumn {
      let (phone, rest) = upper.sharedLeft(Layout.phoneColumns)
      panes.append(Place(pane: .phone, rect: phone))
      upper = rest
    }
    let (events, others) = upper.sharedLeft(isWide ? 42 : 30)
    let rightColumns = isLarge ? 55 : isWide ? 52 : 36
    let (center, last) = others.sharedLeft(others.columns - rightColumns - 1)
    panes += left.places(in: events, before: state.before)
    panes += middle.places(in: center, before: state.before)
    panes += right.places(in: last, before: state.before)
  }

  /// Returns the rows of the log below the columns: one for each line, as long as no pane above has
  /// to fold for it.
  ///
  /// - Parameter needed: the rows of the tallest column.
  private func logRows(isLarge: Bool, needed: Int, _ state: LayoutState) -> Int {
    let need = max(1, state.needs[.log] ?? 0)
    // The columns and the log share a line, and the log has one below.
    let room = body.rows - 1
    let most = min(need, isLarge ? 10 : 6)
    let rows = max(state.before[.log] ?? 1, min(most, room - needed))
    return state.focus == .log ? max(rows, min(need, room / 2)) : max(1, rows)
  }
}
