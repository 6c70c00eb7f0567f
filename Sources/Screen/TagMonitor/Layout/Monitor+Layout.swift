import ScenarioEngine
import TagPanes
import TagSimulation
import TerminalKit

extension Monitor {
  /// Returns the places of everything at a size.
  func layout(size: Size) -> Layout {
    let occasion = occasion(of: size)
    var state = occasion.state
    state.needs =
      display.sizes?.occasion == occasion ? display.sizes?.needs ?? [:] : needs(at: occasion)
    // The list grows during playback and must never scroll for want of the rows below it.
    if view.row != nil { state.listRows = SelectedEvent.listRows(for: eventList.count) }
    return Layout(size: size, state: state)
  }

  /// Decides the sizes of the panes again if the circumstances changed.
  mutating func decideSizes() {
    let occasion = occasion(of: display.size)
    guard display.sizes?.occasion != occasion else { return }
    display.sizes = DecidedSizes(occasion: occasion, needs: needs(at: occasion))
  }

  /// Whether the layout for a projector is chosen, and there is room for it.
  func isDemoLayout(_ size: Size) -> Bool { display.preset == .demo && Layout.fitsDemo(size) }

  private func occasion(of size: Size) -> DecidedSizes.Occasion {
    var state = LayoutState()
    state.focus = focus
    state.tab = display.tab
    state.isZoomed = display.isZoomed
    state.isReader = display.isReader
    state.isDemo = display.preset == .demo
    state.tellsStory = telling.tellsStory || !run.story.isEmpty
    state.tellsOpening = tellsOpening
    state.hasChapters = !telling.chapters.isEmpty
    state.hasPhone = selection.phone.isOpen
    state.hasBraze = view.hasBraze
    var opened: Explained?
    if let explain = explaining {
      state.isExplaining = true
      opened = explain.top.subject
    }
    return DecidedSizes.Occasion(
      size: size, state: state, chapter: story?.chapter, opened: opened)
  }

  /// Returns the rows that the panes need in their columns.
  ///
  /// - Complexity: O(n) in the rows of the panes.
  private func needs(at occasion: DecidedSizes.Occasion) -> [Pane: Int] {
    let (size, state) = (occasion.size, occasion.state)
    let isElastic =
      size.columns >= Layout.threeColumns
      || size.columns >= Layout.listColumns && size.rows >= Layout.stackedRows
    guard isElastic, !display.isZoomed, !display.isReader, !isDemoLayout(size) else { return [:] }
    // The columns of the panes do not depend on their rows, as long as all are shown.
    let layout = Layout(size: size, state: state)
    let context = context
    var needs: [Pane: Int] = [:]
    for place in layout.panes where place.pane != .explain {
      needs[place.pane] = rows(of: place.pane, columns: place.inner.columns, in: context)
    }
    guard size.rows >= Layout.stackedRows else { return needs }
    let column =
      layout.panes.first { $0.pane == .explain } ?? layout.panes.first { $0.pane == .tags }
    guard let columns = column?.inner.columns else { return needs }
    let subject = occasion.opened ?? context.explained
    needs[.explain] =
      context.page(of: subject, columns: ExplainPane.textColumns(of: columns)).lines.count
    return needs
  }

  private func rows(of pane: Pane, columns: Int, in context: ScreenContext) -> Int {
    switch pane {
    case .events: context.eventList.count + (columns >= EventsPane.timedColumns ? 1 : 0)
    case .log:
      run.timeline.lines(last: Size.limit, upToLine: view.lineCount, from: selection.logLevel).count
    case .tags: TagsPane(context).neededRows(columns: columns)
    default: pane.view(in: context).list(columns: columns).items.height
    }
  }
}
