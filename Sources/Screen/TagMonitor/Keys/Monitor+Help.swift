import ScenarioEngine
import TagPanes
import TerminalKit
import TextKit

extension HelpState: Overlay {
  static let place = KeyPlace.help
  static let keys: [KeyBinding] =
    [
      effect(
        [.enter], "do", "press the key of the entry, in the pane that it belongs to", hint: "do it"
      ) { $1.choose($0) }
    ]
    + moving(
      "to the entry above", "to the entry below", ends: "entry",
      pages: .init(help: "a page", hint: "a page"),
      typed: true, hint: "next"
    ) { state, rows, monitor in
      switch abs(rows) {
      case 10: monitor.turnPage(of: &state, by: rows.signum())
      case 1: state.move(by: rows)
      default: state.select(max(0, rows))
      }
    } + typing(hasList: true)
    + [row([.escape, .function(1)], "leave", "close", hint: "back") { $0.close(in: &$1) }]

  var isTurned: Bool { true }
  var forgetsMessage: Bool { true }

  func close(in monitor: inout Monitor) {
    monitor.message = nil
    monitor.pop()
  }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    if key == .character("?"), field.text.isEmpty { monitor.pop() } else { edit(key) }
    return []
  }

  mutating func follow(in monitor: Monitor) { top = monitor.helpWindow(self).first }

  mutating func paste(_ text: String, in monitor: inout Monitor) -> Bool {
    insert(text)
    return true
  }

  /// Selects an entry; on the selected one it is Enter.
  mutating func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]? {
    let rect = monitor.helpRect(in: monitor.layout(size: monitor.display.size).body)
    guard rect.contains(point) else {
      monitor.pop()
      return []
    }
    let (lines, first, rows) = monitor.helpWindow(self)
    let line = first + point.row - Panel.inner(of: rect).row
    guard line >= first, line < first + rows, lines.lines.indices.contains(line),
      let place = lines.lines[line].place
    else { return [] }
    if place == selected { return monitor.choose(self) }
    select(place)
    return []
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    let rect = monitor.helpRect(in: layout.body)
    let (lines, first, rows) = monitor.helpWindow(self)
    let below = lines.lines.count - first - rows
    let more = below > 0 ? "\(below) more below  " : ""
    let inner = monitor.panel(
      "Keys > " + field.text, note: field.text.isEmpty ? "" : "\(found.count) found",
      footer: more + "Enter do it  Esc back"
    ).draw(in: rect, on: &buffer)
    let page = inner.inset(columns: 1, rows: 0)
    buffer.write(lines.lines.dropFirst(first).map(\.line), in: page, monitor.display.borders)
    if let place = lines.lines.firstIndex(where: { $0.place == selected }), place >= first,
      place < first + rows
    {
      let row = inner.line(place - first)
      buffer.write(monitor.signs.cursor, at: row.origin, style: .accent)
      buffer.apply(.selection, to: row)
    }
    let before = String(field.text.prefix(field.cursor))
    let typed = TextWidth.columns(of: TerminalText.visible("Keys > " + before))
    return Point(column: min(rect.column + 3 + typed, rect.endColumn - 2), row: rect.row)
  }
}

/// The help: what its entries do, and how it is drawn.
extension Monitor {
  /// Lists the keys of what is at hand, and all others; what lies on top comes back after it.
  mutating func openHelp() { push(HelpState(helpPage)) }

  /// Moves by as many lines as are seen, less one that stays in sight.
  fileprivate func turnPage(of state: inout HelpState, by pages: Int) {
    let window = helpWindow(state)
    let count = pages * max(1, window.rows - 1)
    state.select(window.lines.place(from: state.selected, by: count))
    state.top = min(max(0, state.top + count), max(0, window.lines.lines.count - window.rows))
  }

  /// Presses the key of the selected entry, in the pane that it belongs to.
  fileprivate mutating func choose(_ state: HelpState) -> [MonitorEffect] {
    guard let entry = state.row?.entry, let key = entry.key else {
      message = .hint(
        state.row.map { row in
          row.isWord ? "this explains a word: Esc leaves" : "that is a sign, not a key: Esc leaves"
        } ?? "no key has these words: Esc leaves")
      return []
    }
    pop()
    let here = keyPlace
    let place = entry.place ?? here
    guard place != here else { return press(key) }
    switch place {
    case .everywhere:
      // A popup has keys of its own: what holds everywhere is done without it.
      if !here.letsThrough { close() }
    case .pane(let pane): move(to: pane)
    default:
      return say(.hint("\(entry.shown) works \(place.whereWords)"))
    }
    return press(key)
  }

  // MARK: Drawing

  private static let helpColumns = 92

  fileprivate func helpRect(in body: Rect) -> Rect {
    Popup.rect(columns: min(body.columns, Self.helpColumns), rows: body.rows, in: body)
  }

  /// The lines of the help, the first that is seen, and how many are.
  fileprivate func helpWindow(_ state: HelpState) -> (lines: HelpLines, first: Int, rows: Int) {
    let rect = helpRect(in: layout(size: display.size).body)
    let inner = Panel.inner(of: rect).inset(columns: 1, rows: 0)
    let lines = HelpLines(state, columns: inner.columns, display.borders)
    let first = ScrollWindow.offset(
      count: lines.lines.count, height: inner.rows, selection: lines.range(of: state.selected),
      previous: state.top)
    return (lines, first, inner.rows)
  }

}
