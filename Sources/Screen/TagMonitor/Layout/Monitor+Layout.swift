import ScenarioEngine
import TagPanes
import TagSimulation
import TerminalKit

extension Monitor {
  /// Returns the places of everything at a size.
  func layout(size: Size) -> Layout {
    let occasion = occasion(of: size)
    var state = occasion.state
    if let sizes = display.sizes, sizes.occasion == occasion {
      (state.needs, state.before) = (sizes.needs, sizes.rows)
    } else {
      state.needs = needs(at: occasion, context)
    }
    return Layout(size: size, state: state)
  }

  /// Decides the sizes of the panes: again if the circumstances changed; otherwise panes only grow
  /// into rows that are blank.
  mutating func decideSizes(_ context: ScreenContext) {
    let occasion = occasion(of: display.size)
    let before = display.sizes.flatMap { $0.occasion == occasion ? $0 : nil }
    let needs = needs(at: occasion, context)
    if before?.needs == needs { return }
    var state = occasion.state
    (state.needs, state.before) = (needs, before?.rows ?? [:])
    let places = Layout(size: occasion.size, state: state).panes
    display.sizes = DecidedSizes(
      occasion: occasion, needs: needs,
      rows: Dictionary(places.map { ($0.pane, $0.inner.rows) }) { rows, _ in rows })
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
    state.hasPhone = selection.phone.isOpen
    state.hasScreens = !run.inputs.app.screens.isEmpty
    state.hasBraze = view.hasBraze
    state.isExplaining = isExplaining
    return DecidedSizes.Occasion(
      size: size, state: state, chapter: story?.chapter, opened: explaining?.top.subject)
  }

  /// Returns the rows that the panes need in their columns.
  ///
  /// - Complexity: O(n) in the rows of the panes.
  private func needs(
    at occasion: DecidedSizes.Occasion, _ context: ScreenContext
  ) -> [Pane: Int] {
    let (size, state) = (occasion.size, occasion.state)
    guard size.columns >= Layout.dockedColumns,
      size.rows >= Layout.stackedRows
        || size.columns >= Layout.threeColumns, !state.isZoomed, !state.isReader,
      !isDemoLayout(size)
    else { return [:] }
    // The columns of the panes do not depend on their rows.
    var needs: [Pane: Int] = [:]
    for place in Layout(size: size, state: state).panes {
      let columns = place.inner.columns
      switch place.pane {
      case .events: needs[.events] = EventsPane(context).neededRows(columns: columns)
      case .explain:
        let subject = occasion.opened ?? context.explained
        needs[.explain] =
          context.page(
            of: subject, columns: ExplainPane.textColumns(of: columns), isWhole: !context.seesTags
          ).lines.count
      default: needs[place.pane] = place.pane.view(in: context).list(columns: columns).items.height
      }
    }
    return needs
  }
}
