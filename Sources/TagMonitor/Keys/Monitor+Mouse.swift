import ScenarioEngine
import TerminalKit

extension Monitor {
  /// A click does what stands there: an event is looked at, a key hint pressed, a line of a menu
  /// chosen, a pane focused.
  mutating func click(_ point: Point) -> [MonitorEffect] {
    let layout = layout(size: size)
    switch overlay {
    case .menu(_, let menu):
      let rect = menuRect(menu, in: layout.body)
      let inner = Panel(borders: borders).inner(of: rect)
      guard inner.contains(point) else {
        overlay = nil
        return []
      }
      var menu = menu
      menu.scroll(height: inner.rows)
      let index = menu.offset + point.row - inner.row
      return menu.items.indices.contains(index) ? choose(index) : []
    case .help, .explain, .device, .failures:
      if !popupRect.contains(point) { overlay = nil }
      return []
    case .prompt, .field: return []
    case nil: break
    }
    if layout.keys.contains(point) { return press(at: point.column) }
    if layout.strip.contains(point) {
      stripCells(columns: size.columns).first { $0.column == point.column }.map { look(at: $0.row) }
    } else if let place = layout.panes.first(where: { $0.rect.contains(point) }) {
      click(in: place, at: point)
    }
    return []
  }

  private mutating func press(at column: Int) -> [MonitorEffect] {
    guard let hint = keyHints(columns: size.columns).first(where: { $0.columns.contains(column) })
    else { return [] }
    message = nil
    return perform(hint.action)
  }

  private mutating func click(in place: Layout.Place, at point: Point) {
    let inner = inner(of: place)
    if place.hasTabs, point.row == inner.row - 1 {
      clickTab(place, at: point)
      return
    }
    move(to: place.pane)
    if place.pane == .events {
      let rows = eventLines(columns: inner.columns, height: inner.rows).rows
      let index = point.row - inner.row
      if rows.indices.contains(index), let row = rows[index] { look(at: row) }
    } else if place.pane == .queue {
      let text = queueText(columns: inner.columns)
      let line = point.row - inner.row + queueOffset(text, height: inner.rows)
      if inner.contains(point), let index = text.rows.firstIndex(where: { $0.contains(line) }) {
        selectedHit.select(index, of: hits)
      }
    } else if place.pane == .phone {
      clickPhone(inner, at: point)
    }
  }

  private mutating func clickPhone(_ inner: Rect, at point: Point) {
    let offset = phoneWindow(columns: inner.columns, height: inner.rows).first
    let first = phoneLine(ofRow: 0, columns: inner.columns)
    let index = point.row - inner.row + offset - first
    let rows = phoneRows
    guard inner.contains(point), rows.indices.contains(index) else { return }
    phone.selected = index
    message = nil
    rows[index].field == nil ? press(rows[index].button) : edit(rows[index])
  }

  private mutating func clickTab(_ place: Layout.Place, at point: Point) {
    let (tabs, panes) = tabs(of: place.pane)
    let start = inner(of: place).column
    let ranges = tabs.ranges(columns: inner(of: place).columns)
    for (pane, range) in zip(panes, ranges)
    where range?.contains(point.column - start) ?? false {
      move(to: pane)
    }
  }
}
