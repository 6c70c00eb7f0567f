import ScenarioEngine
import TagRuntime
import TagSimulation
public import TerminalKit

extension Monitor {
  /// The screen at a size, as a value.
  ///
  /// - Complexity: O(n) in the cells of the screen and in the lines of the panes that are shown.
  public func frame(size: Size) -> Frame {
    var buffer = CellBuffer(size: size)
    let layout = layout(size: size)
    guard !layout.isTooSmall else {
      let needed = Layout.smallest
      let text =
        "needs \(needed.columns)x\(needed.rows), has \(size.columns)x\(size.rows)"
      buffer.write(text, at: Point(column: 0, row: 0))
      return Frame(buffer: buffer, cursor: nil, title: title)
    }
    let status = StatusLine(context: context, isPlaying: isPlaying, speed: speed)
    draw([status.line(columns: size.columns)], in: layout.status, on: &buffer, over: .reverse)
    buffer.apply(.reverse, to: layout.status)
    draw([TimeStrip(context: context).line(columns: size.columns)], in: layout.strip, on: &buffer)
    var focusPoint: Point?
    for place in layout.panes {
      let point = draw(place, on: &buffer)
      if place.pane == focus { focusPoint = point }
    }
    draw(captionLines(columns: size.columns), in: layout.caption, on: &buffer)
    draw([KeyLine.line(columns: size.columns)], in: layout.keys, on: &buffer)
    draw([message?.line ?? Line()], in: layout.message, on: &buffer)
    let cursor = drawOverlay(layout, on: &buffer)
    return Frame(buffer: buffer, cursor: cursor ?? focusPoint, title: title)
  }

  private var title: String { "tagsim " + (run.scenario.header.title ?? run.scenario.file) }

  func draw(
    _ lines: [Line], in rect: Rect, on buffer: inout CellBuffer, over style: Style = .plain
  ) {
    for (index, line) in lines.prefix(rect.rows).enumerated() {
      line.draw(
        at: Point(column: rect.column, row: rect.row + index), columns: rect.columns, on: &buffer,
        ellipsis: borders.ellipsis, over: style)
    }
  }

  // MARK: Panes

  /// Draws a pane and tells where its present line is.
  private func draw(_ place: Layout.Place, on buffer: inout CellBuffer) -> Point {
    let pane = place.pane.view(in: context)
    let isFocused = place.pane == focus && (overlay == nil || context.isEditing)
    let panel = Panel(
      title: place.hasTabs && place.pane != .events ? "" : pane.heading,
      footer: pane.footer(columns: place.rect.columns), borders: borders, isFocused: isFocused,
      style: isFocused ? .bold : .plain)
    panel.draw(in: place.rect, on: &buffer)
    let inner = inner(of: place)
    if place.hasTabs {
      let line = Rect(
        column: inner.column, row: inner.row - 1, columns: inner.columns, rows: 1)
      tabs(of: place.pane).tabs.draw(in: line, on: &buffer)
    }
    let content = pane.content(in: inner.size)
    draw(content.lines, in: inner, on: &buffer)
    drawMore(content.lines.count - inner.rows, place.rect, on: &buffer)
    return Point(
      column: inner.column, row: inner.row + min(max(0, content.present), max(0, inner.rows - 1)))
  }

  /// How many lines are below the last one that is seen.
  func drawMore(_ count: Int, _ rect: Rect, on buffer: inout CellBuffer) {
    guard count > 0, !rect.isEmpty else { return }
    var count = count
    if borders == .none {
      // Without a border the last line makes room, so that it is not mixed with the number.
      buffer.fill(Rect(column: rect.column, row: rect.endRow - 1, columns: rect.columns, rows: 1))
      count += 1
    }
    let text = " \(count) more "
    buffer.write(
      text, at: Point(column: rect.column + 3, row: rect.endRow - 1), limit: rect.columns - 6)
  }

  /// Where the lines of a pane stand, below its tabs.
  func inner(of place: Layout.Place) -> Rect {
    var inner = Panel(borders: borders).inner(of: place.rect)
    // The narrow list needs every column for its names.
    if place.rect.columns >= 34 { inner = inner.inset(columns: 1, rows: 0) }
    return place.hasTabs ? inner.splitTop(1).rest : inner
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
    draw(Array(lines.dropFirst(first)), in: inner, on: &buffer)
    drawMore(lines.count - first - inner.rows, rect, on: &buffer)
  }
}
