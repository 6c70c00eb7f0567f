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
    draw([statusLine(columns: size.columns)], in: layout.status, on: &buffer, over: .reverse)
    buffer.apply(.reverse, to: layout.status)
    draw([stripLine(columns: size.columns)], in: layout.strip, on: &buffer)
    var focusPoint: Point?
    for place in layout.panes {
      let point = draw(place, on: &buffer)
      if place.pane == focus { focusPoint = point }
    }
    draw(captionLines(columns: size.columns), in: layout.caption, on: &buffer)
    draw([keyLine(columns: size.columns)], in: layout.keys, on: &buffer)
    draw([messageLine()], in: layout.message, on: &buffer)
    let cursor = drawOverlay(layout, on: &buffer)
    return Frame(buffer: buffer, cursor: cursor ?? focusPoint, title: title)
  }

  private var title: String { "tagsim " + (run.scenario.header.title ?? run.scenario.file) }

  private func draw(
    _ lines: [Line], in rect: Rect, on buffer: inout CellBuffer, over style: Style = .plain
  ) {
    for (index, line) in lines.prefix(rect.rows).enumerated() {
      line.draw(
        at: Point(column: rect.column, row: rect.row + index), columns: rect.columns, on: &buffer,
        ellipsis: borders.ellipsis, over: style)
    }
  }

  // MARK: Panes

  /// Draws a pane and tells where its present line is: the real cursor stands there, so that a
  /// screen reader has a place to follow.
  private func draw(_ place: Layout.Place, on buffer: inout CellBuffer) -> Point {
    let isFocused = place.pane == focus && overlay == nil
    let panel = Panel(
      title: place.hasTabs && place.pane != .events ? "" : paneTitle(place.pane),
      footer: footer(of: place.pane), borders: borders, isFocused: isFocused,
      style: isFocused ? .bold : .plain)
    var inner = panel.draw(in: place.rect, on: &buffer)
    // The narrow list needs every column for its names.
    if place.rect.columns >= 34 { inner = inner.inset(columns: 1, rows: 0) }
    if place.hasTabs {
      let (top, rest) = inner.splitTop(1)
      drawTabs(place.pane, in: top, on: &buffer)
      inner = rest
    }
    let content = content(of: place.pane, in: inner)
    draw(content.lines, in: inner, on: &buffer)
    drawMore(content.lines.count - inner.rows, place.rect, on: &buffer)
    return Point(
      column: inner.column, row: inner.row + min(max(0, content.present), max(0, inner.rows - 1)))
  }

  /// The lines of a pane from the first that is seen, and which of them is the present one.
  private func content(of pane: Pane, in inner: Rect) -> (lines: [Line], present: Int) {
    switch pane {
    case .events: return eventLines(columns: inner.columns, height: inner.rows)
    case .tags:
      let (all, selection) = tagLines(columns: inner.columns)
      let offset = ScrollWindow.offset(
        count: all.count, height: inner.rows,
        selection: selectedTag == 0 ? nil : selection, previous: 0)
      return (Array(all.dropFirst(offset)), selection.lowerBound - offset)
    case .log:
      let all = lines(of: .log, columns: inner.columns)
      let first = max(0, all.count - inner.rows - scrolls[Pane.log.rawValue])
      return (Array(all.dropFirst(first)), inner.rows - 1)
    default:
      let all = lines(of: pane, columns: inner.columns)
      let offset = min(scrolls[pane.rawValue], max(0, all.count - inner.rows))
      return (Array(all.dropFirst(offset)), 0)
    }
  }

  /// How many lines are below the last one that is seen.
  private func drawMore(_ count: Int, _ rect: Rect, on buffer: inout CellBuffer) {
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

  private func paneTitle(_ pane: Pane) -> String {
    let number = view.row?.number ?? 0
    switch pane {
    case .events: return "1 Events (\(run.timeline.rows.count))"
    case .data: return "2 Data layer @\(number)"
    case .values: return "3 Values @\(number)"
    case .tags: return "4 Tags @\(view.eventRow?.number ?? 0)"
    case .queue: return "5 Queue @\(number)"
    case .log: return "6 SDK log"
    case .explain: return "0 Explain"
    }
  }

  private func footer(of pane: Pane) -> String {
    switch pane {
    case .events: cursor == nil ? "live" : "L live"
    case .tags: "0 explain"
    case .log: "v level \(logLevel.name)"
    default: ""
    }
  }

  private func drawTabs(_ pane: Pane, in rect: Rect, on buffer: inout CellBuffer) {
    let waiting = view.simulation.world.ledger.waiting
    let panes = Pane.main.filter { $0 != .events || pane == .events || isSingleColumn }
    let titles = panes.map { pane in
      pane == .queue && waiting > 0 ? "Queue \(waiting)" : pane.name
    }
    Tabs(titles: titles, selected: panes.firstIndex(of: pane) ?? 0).draw(in: rect, on: &buffer)
  }

  private var isSingleColumn: Bool { size.columns < Layout.listColumns }

  // MARK: Overlays

  private func drawOverlay(_ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    switch overlay {
    case nil: break
    case .prompt(let field):
      let rect = layout.keys
      buffer.fill(rect)
      buffer.write(":", at: rect.origin, style: .bold)
      return field.draw(in: rect.splitLeft(1).rest, on: &buffer, style: .plain)
    case .screens(let menu): drawMenu(menu, "View a screen", layout.body, on: &buffer)
    case .buttons(let menu): drawMenu(menu, "Press a button", layout.body, on: &buffer)
    case .help(let offset): drawText("Keys", offset, layout.body, on: &buffer)
    case .explain(let offset): drawText("0 Explain", offset, layout.body, on: &buffer)
    }
    return nil
  }

  /// The help or the explanation in lines, and the columns of its popup.
  private func popupText(in body: Rect) -> (lines: [Line], columns: Int) {
    if case .help? = overlay {
      let columns = min(body.columns, 96)
      return (helpLines(columns: columns - 4), columns)
    }
    let columns = min(body.columns, 110)
    return (explainLines(columns: columns - 4), columns)
  }

  /// The first line of the help or the explanation when its last one is seen.
  var popupScrollLimit: Int {
    let body = layout(size: size).body
    let (lines, columns) = popupText(in: body)
    let rect = Popup.rect(columns: columns, rows: lines.count + 2, in: body)
    return max(0, lines.count - Panel(borders: borders).inner(of: rect).rows)
  }

  private func drawMenu(_ menu: Menu, _ title: String, _ body: Rect, on buffer: inout CellBuffer) {
    var menu = menu
    let widest = menu.items.map { TextWidth.columns(of: $0) }.max() ?? 0
    let rect = Popup.rect(
      columns: max(34, widest + 6), rows: menu.items.count + 2, in: body)
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
    let (lines, columns) = popupText(in: body)
    let rect = Popup.rect(columns: columns, rows: lines.count + 2, in: body)
    let panel = Panel(
      title: title, footer: "Up Down scroll  Esc close", borders: borders, isFocused: true,
      style: .bold)
    let inner = panel.draw(in: rect, on: &buffer).inset(columns: 1, rows: 0)
    let first = min(offset, max(0, lines.count - inner.rows))
    draw(Array(lines.dropFirst(first)), in: inner, on: &buffer)
    drawMore(lines.count - first - inner.rows, rect, on: &buffer)
  }
}
