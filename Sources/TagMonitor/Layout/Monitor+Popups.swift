import TagSimulation
import TerminalKit

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
      guard let rect = phoneValueRect(layout) else { return nil }
      return field.draw(in: rect, on: &buffer, style: .underline)
    case .menu(let choices, let menu): drawMenu(menu, choices.title, layout.body, on: &buffer)
    case .help(let offset): drawText("Keys", offset, layout.body, on: &buffer)
    case .explain(let offset): drawText("0 Explain", offset, layout.body, on: &buffer)
    case .device(let offset):
      drawText("8 Device @\(view.row?.number ?? 0)", offset, layout.body, on: &buffer)
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
      return (helpLines(columns: columns - 4), columns)
    case .failures:
      let columns = min(body.columns, 110)
      return (failureLines(columns: columns - 4), columns)
    case .device:
      return (deviceLines(columns: body.columns - 4), body.columns)
    default:
      let columns = min(body.columns, 110)
      return (explainLines(columns: columns - 4), columns)
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
    let leadsOn = overlay == .explain(offset) && explainsHit
    let (lines, columns) = popupText(in: body)
    let rect = Popup.rect(columns: columns, rows: lines.count + 2, in: body)
    let panel = Panel(
      title: title,
      footer: leadsOn
        ? "Up Down scroll  Enter its event  Esc close" : "Up Down scroll  Esc close",
      borders: borders, isFocused: true,
      style: .bold)
    let inner = panel.draw(in: rect, on: &buffer).inset(columns: 1, rows: 0)
    let first = min(offset, max(0, lines.count - inner.rows))
    draw(Array(lines.dropFirst(first)), in: inner, on: &buffer)
    drawMore(lines.count - first - inner.rows, rect, on: &buffer)
  }
}
