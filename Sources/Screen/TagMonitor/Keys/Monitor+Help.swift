import ScenarioEngine
import TagPanes
import TerminalKit
import TextKit

/// The help: its keys, and how it is drawn.
extension Monitor {
  /// Lists the keys of what is at hand, and all others; what lies on top comes back after it.
  mutating func openHelp() {
    keyboard.beneath = overlay
    overlay = .help(HelpState(helpPage.sheet))
  }

  // MARK: Keys

  /// Takes a key while the help is open: text is searched for, and Enter does the selected entry.
  mutating func handleInHelp(_ key: Key, _ state: HelpState) -> [MonitorEffect] {
    var state = state
    message = nil
    switch key {
    case .enter: return choose(state)
    case .escape, .function(1):
      closeHelp()
      return []
    case .character("?") where state.field.text.isEmpty:
      closeHelp()
      return []
    case .up, .control("p"): state.move(by: -1)
    case .down, .control("n"): state.move(by: 1)
    case .pageUp: turnPage(of: &state, by: -1)
    case .pageDown: turnPage(of: &state, by: 1)
    case .home: state.select(0)
    case .end: state.select(state.found.count)
    default: state.edit(key)
    }
    state.top = helpWindow(state).first
    overlay = .help(state)
    return []
  }

  private mutating func closeHelp() {
    overlay = keyboard.beneath
    keyboard.beneath = nil
  }

  /// Moves by as many lines as are seen, less one that stays in sight.
  private func turnPage(of state: inout HelpState, by pages: Int) {
    let window = helpWindow(state)
    let count = pages * max(1, window.rows - 1)
    state.select(window.lines.place(from: state.selected, by: count))
    state.top = min(max(0, state.top + count), max(0, window.lines.lines.count - window.rows))
  }

  /// Presses the key of the selected entry, in the pane that it belongs to.
  private mutating func choose(_ state: HelpState) -> [MonitorEffect] {
    guard let entry = state.row?.entry, let key = entry.key else {
      message = .hint(
        state.row.map { row in
          row.isWord ? "this explains a word: Esc leaves" : "that is a sign, not a key: Esc leaves"
        } ?? "no key has these words: Esc leaves")
      return []
    }
    let here = helpedPlace
    let place = entry.place ?? here
    closeHelp()
    guard place != here else { return press(key) }
    switch place {
    case .everywhere:
      // A popup has keys of its own: what holds everywhere is done without it.
      if !here.letsThrough { overlay = nil }
    case .pane(let pane): move(to: pane)
    default:
      return say(.hint("\(entry.shown) works \(place.whereWords)"))
    }
    return press(key)
  }

  // MARK: Drawing

  private static let helpColumns = 92

  private func helpRect(in body: Rect) -> Rect {
    Popup.rect(columns: min(body.columns, Self.helpColumns), rows: body.rows, in: body)
  }

  /// The lines of the help, the first that is seen, and how many are.
  private func helpWindow(_ state: HelpState) -> (lines: HelpLines, first: Int, rows: Int) {
    let rect = helpRect(in: layout(size: size).body)
    let inner = Panel.inner(of: rect).inset(columns: 1, rows: 0)
    let lines = HelpLines(state, columns: inner.columns, borders)
    let first = ScrollWindow.offset(
      count: lines.lines.count, height: inner.rows, selection: lines.range(of: state.selected),
      previous: state.top)
    return (lines, first, inner.rows)
  }

  func drawHelp(_ state: HelpState, _ body: Rect, on buffer: inout CellBuffer) -> Point {
    let rect = helpRect(in: body)
    let (lines, first, rows) = helpWindow(state)
    let below = lines.lines.count - first - rows
    let more = below > 0 ? "\(below) more below  " : ""
    let text = BorderText(
      title: "Keys > " + state.field.text,
      note: state.field.text.isEmpty ? "" : "\(state.found.count) found",
      footer: more + "Enter do it  Esc back", isFocused: true)
    let inner = Panel(text, borders: borders, hasColors: showsColors).draw(in: rect, on: &buffer)
    let page = inner.inset(columns: 1, rows: 0)
    buffer.write(lines.lines.dropFirst(first).map(\.line), in: page, borders)
    if let place = lines.lines.firstIndex(where: { $0.place == state.selected }), place >= first,
      place < first + rows
    {
      let start = Point(column: inner.column, row: inner.row + place - first)
      buffer.write(signs.cursor, at: start, style: .accent)
      buffer.apply(
        .selection,
        to: Rect(column: start.column, row: start.row, columns: inner.columns, rows: 1))
    }
    let before = String(state.field.text.prefix(state.field.cursor))
    let typed = TextWidth.columns(of: TerminalText.visible("Keys > " + before))
    return Point(column: min(rect.column + 3 + typed, rect.endColumn - 2), row: rect.row)
  }

  // MARK: Mouse

  /// A click selects an entry; on the selected one it is Enter.
  mutating func clickHelp(at point: Point, _ state: HelpState) -> [MonitorEffect] {
    let rect = helpRect(in: layout(size: size).body)
    guard rect.contains(point) else {
      closeHelp()
      return []
    }
    let (lines, first, rows) = helpWindow(state)
    let line = first + point.row - Panel.inner(of: rect).row
    guard line >= first, line < first + rows, lines.lines.indices.contains(line),
      let place = lines.lines[line].place
    else { return [] }
    if place == state.selected { return handleInHelp(.enter, state) }
    var state = state
    state.select(place)
    overlay = .help(state)
    return []
  }
}
