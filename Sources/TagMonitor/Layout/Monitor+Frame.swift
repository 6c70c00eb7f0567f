import ScenarioEngine
import TagRuntime
import TagSimulation
package import TerminalKit

extension Monitor {
  /// The screen at a size, as a value.
  ///
  /// - Complexity: O(n) in the cells of the screen and in the lines of the panes that are shown.
  package func frame(size: Size) -> Frame {
    var buffer = CellBuffer(size: size)
    let layout = layout(size: size)
    guard !layout.isTooSmall else {
      let needed = Layout.smallest
      let text =
        "needs \(needed.columns)x\(needed.rows), has \(size.columns)x\(size.rows)"
      buffer.write(text, at: Point(column: 0, row: 0))
      return Frame(buffer: buffer, cursor: nil, title: title, theme: shownTheme)
    }
    let context = context
    let status = StatusLine(context: context, isPlaying: isPlaying, speed: speed)
    buffer.write(
      [status.line(columns: size.columns)], in: layout.status, borders, over: .selection)
    buffer.apply(.selection, to: layout.status)
    buffer.write(
      [TimeStrip(context: context).line(columns: size.columns)], in: layout.strip, borders)
    var focusPoint: Point?
    for place in layout.panes {
      let point = draw(place, context, on: &buffer)
      if place.pane == focus { focusPoint = point }
    }
    buffer.write(captionLines(columns: size.columns), in: layout.caption, borders)
    buffer.write([KeyLine.line(columns: size.columns)], in: layout.keys, borders)
    buffer.write([message?.line ?? Line()], in: layout.message, borders)
    let cursor = drawOverlay(layout, on: &buffer)
    return Frame(
      buffer: buffer, cursor: cursor ?? focusPoint, title: title, theme: shownTheme)
  }

  private var title: String { "tagsim " + (run.scenario.header.title ?? run.scenario.file) }

  // MARK: Panes

  private func draw(
    _ place: Layout.Place, _ context: ScreenContext, on buffer: inout CellBuffer
  ) -> Point {
    let pane = place.pane.view(in: context)
    let isLit = place.pane == focus && (overlay == nil || context.isEditing)
    return pane.draw(
      in: place.rect, tabs: place.hasTabs ? tabs(of: place.pane).tabs : nil, isLit: isLit,
      on: &buffer)
  }

  /// Where the lines of a pane stand, below its tabs.
  func inner(of place: Layout.Place) -> Rect {
    place.pane.view(in: context).innerRect(of: place.rect, hasTabs: place.hasTabs)
  }

  /// The tabs over a pane, and the panes that they stand for.
  func tabs(of pane: Pane) -> (tabs: Tabs, panes: [Pane]) {
    let panes = (Pane.main + extraTabs).filter {
      $0 != .events || pane == .events || isSingleColumn
    }
    let context = context
    let titles = panes.map { $0.name + $0.view(in: context).tabNote }
    return (Tabs(titles: titles, selected: panes.firstIndex(of: pane) ?? 0), panes)
  }

  /// The tabs that only some apps and users have.
  private var extraTabs: [Pane] {
    (selection.phone.isOpen ? [.phone] : []) + (view.hasBraze ? [.braze] : [])
  }

  private var isSingleColumn: Bool { size.columns < Layout.listColumns }
}

// MARK: Popups

extension Monitor {
  /// Draws what lies over the panes and tells where a line is being typed.
  func drawOverlay(_ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    switch overlay {
    case nil: break
    case .prompt(let field):
      let rect = layout.keys
      buffer.fill(rect)
      buffer.write(":", at: rect.origin, style: .bold)
      return field.draw(in: rect.splitLeft(1).rest, on: &buffer, style: .plain)
    case .field(let field):
      guard let place = layout.panes.first(where: { $0.pane == .phone }),
        let rect = PhonePane(context).valueRect(in: inner(of: place))
      else { return nil }
      return field.draw(in: rect, on: &buffer, style: .underline)
    case .menu(let choices, let menu): drawMenu(menu, choices.title, layout.body, on: &buffer)
    case .help(let offset): drawText("Keys", offset, layout.body, on: &buffer)
    case .explain(let offset):
      drawText(ExplainPane(context).heading, offset, layout.body, on: &buffer)
    case .device(let offset):
      drawText(DevicePane(context).heading, offset, layout.body, on: &buffer)
    case .failures(let offset):
      drawText("Failed expectations", offset, layout.body, on: &buffer)
    }
    return nil
  }

  /// The text that is read in a popup in lines, and the columns of the popup.
  private func popupText(in body: Rect) -> (lines: [Line], columns: Int) {
    switch overlay {
    case .help:
      let columns = min(body.columns, 96)
      return (HelpPage(context: context).lines(columns: columns - 4), columns)
    case .failures:
      let columns = min(body.columns, 110)
      return (failureLines(columns: columns - 4), columns)
    case .device:
      return (DevicePane(context).lines(columns: body.columns - 4), body.columns)
    default:
      let columns = min(body.columns, 110)
      return (ExplainPane(context).lines(columns: columns - 4), columns)
    }
  }

  /// The first line of the help or the explanation when its last one is seen.
  var popupScrollLimit: Int {
    let body = layout(size: size).body
    let (lines, columns) = popupText(in: body)
    let rect = Popup.rect(columns: columns, rows: lines.count + 2, in: body)
    return max(0, lines.count - Panel(borders: borders).inner(of: rect).rows)
  }

  /// Where a menu stands.
  func menuRect(_ menu: Menu, in body: Rect) -> Rect {
    let widest = menu.items.map { TextWidth.columns(of: $0) }.max() ?? 0
    return Popup.rect(columns: max(34, widest + 6), rows: menu.items.count + 2, in: body)
  }

  /// Where the text that is read in a popup stands.
  var popupRect: Rect {
    let body = layout(size: size).body
    let (lines, columns) = popupText(in: body)
    return Popup.rect(columns: columns, rows: lines.count + 2, in: body)
  }

  private func drawMenu(_ menu: Menu, _ title: String, _ body: Rect, on buffer: inout CellBuffer) {
    var menu = menu
    let rect = menuRect(menu, in: body)
    let panel = Panel(
      title: title, footer: "Enter choose  Esc close", borders: borders, isFocused: true,
      style: .bold)
    let inner = panel.draw(in: rect, on: &buffer)
    menu.scroll(height: inner.rows)
    menu.draw(in: inner, on: &buffer, ellipsis: borders.ellipsis)
  }

  private func drawText(
    _ title: String, _ offset: Int, _ body: Rect, on buffer: inout CellBuffer
  ) {
    var leadsOn = false
    if case .explain? = overlay, case .hit = context.explained { leadsOn = true }
    let (lines, columns) = popupText(in: body)
    let rect = Popup.rect(columns: columns, rows: lines.count + 2, in: body)
    let panel = Panel(
      title: title,
      footer: leadsOn
        ? "Up Down scroll  Enter its event  Esc close" : "Up Down scroll  Esc close",
      borders: borders, isFocused: true, style: .bold)
    let inner = panel.draw(in: rect, on: &buffer).inset(columns: 1, rows: 0)
    let first = min(offset, max(0, lines.count - inner.rows))
    buffer.write(Array(lines.dropFirst(first)), in: inner, borders)
    buffer.writeMore(lines.count - first - inner.rows, in: rect, borders)
  }
}
