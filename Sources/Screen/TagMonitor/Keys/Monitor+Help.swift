import ScenarioEngine
import TagGlossary
import TagPanes
import TerminalKit
import TextKit

extension HelpState: Overlay, Listing {
  static let place = KeyPlace.help
  static let keys: [KeyBinding] =
    [
      effect(
        [.enter], "do", "press the key of the entry, in the pane that it belongs to", hint: "do it"
      ) { $1.choose($0) }
    ]
    + moving(
      "to the entry above", "to the entry below", ends: "entry", pages: .init(help: "ten"),
      typed: true, hint: "next"
    ) { state, rows, _ in state.move(by: rows) } + typing(hasList: true)
    + [row([.escape, .function(1)], "leave", "close", hint: "back") { $0.close(in: &$1) }]

  var isTurned: Bool { true }
  var forgetsMessage: Bool { true }

  func close(in monitor: inout Monitor) {
    monitor.message = nil
    monitor.pop()
  }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    switch key {
    case .character("?") where field.text.isEmpty: monitor.pop()
    case .character("/") where field.text.isEmpty: isListed = true
    case .left, .right:
      if let grid = grid(in: monitor.display.size) {
        select(grid.place(beside: selected, by: key == .left ? -1 : 1))
      }
      edit(key)
    default: edit(key)
    }
    return []
  }

  func hints(in monitor: Monitor) -> [KeyHint]? {
    guard grid(in: monitor.display.size) != nil else { return ownHints(in: monitor) }
    let arrows = monitor.display.borders == .utf8 ? "↑↓←→" : "arrows"
    return [
      .enter("do it"), KeyHint(.down, arrows, "choose"), KeyHint("/", "find"), .escape("close"),
    ]
  }

  mutating func paste(_ text: String, in monitor: inout Monitor) -> Bool {
    insert(text)
    return true
  }

  /// Selects an entry; on the selected one it is Enter.
  mutating func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]? {
    let grid = grid(in: monitor.display.size)
    let rect = grid == nil ? rect(in: monitor) : HelpGrid.rect(in: monitor.display.size)
    guard rect.contains(point) else {
      monitor.pop()
      return []
    }
    let inner = Panel.inner(of: rect)
    let own = Point(column: point.column - inner.column, row: point.row - inner.row)
    let place =
      grid.map { grid in found.indices.first { grid.rect(of: $0).contains(own) } }
      ?? place(at: point, in: monitor)
    guard let place else { return [] }
    if place == selected { return monitor.choose(self) }
    select(place)
    return []
  }

  // MARK: Drawing

  var count: Int { found.count }
  var picked: Int? { found.isEmpty ? nil : selected }
  var title: String { "Help" }
  var note: String { "\(found.count) found" }

  func room(in monitor: Monitor) -> Size { monitor.display.size }

  func line(_ place: Int, columns: Int, _ monitor: Monitor) -> Line {
    let (row, keys) = (found[place], KeySheet.keyColumns)
    let key = monitor.display.borders.cell(row.entry.shown, keys - 1) + " "
    let words = max(10, columns - keys - TextWidth.columns(of: row.group) - 3)
    return Line(key, row.isWord ? .plain : .accent)
      + Line(monitor.display.borders.cell(row.entry.help, words) + "  ") + Line(row.group, .dim)
  }

  /// The whole text of the selected row.
  func foot(columns: Int) -> [Line] {
    guard let row else { return [Line("no key has these words", .dim)] }
    let name = row.isWord ? row.entry.shown + ": " : ""
    return Array(Line.wrapped(name + row.entry.help, columns: columns).prefix(Self.footLines))
  }

  private static let footLines = 4

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    guard let grid = grid(in: buffer.size) else {
      drawList(monitor, on: &buffer)
      return monitor.drawTyped(field, below: "help: ", layout, on: &buffer)
    }
    let rect = HelpGrid.rect(in: buffer.size)
    let inner = monitor.panel("Keys", note: monitor.enterNote, footer: "").draw(
      in: rect, on: &buffer)
    grid.draw(self, in: inner, monitor, on: &buffer)
    let own = grid.rect(of: selected).origin
    return Point(column: inner.column + own.column, row: inner.row + own.row)
  }
}

/// The help: what its entries do, and how it is drawn.
extension Monitor {
  /// Lists the keys of what is at hand, and all others; what lies on top comes back after it.
  mutating func openHelp() {
    push(HelpState(helpPage, isListed: !keyPlace.letsThrough))
  }

  /// Opens the help with what has a name, at one of it; returns false if nothing has the name.
  mutating func openHelp(with name: String, at shown: String?) -> Bool {
    var state = HelpState(helpPage)
    state.insert(name)
    if let shown, let place = state.found.firstIndex(where: { $0.entry.shown == shown }) {
      state.select(place)
    }
    guard state.row != nil else { return false }
    open(state)
    return true
  }

  /// What Enter does in the pane that the help was opened in.
  fileprivate var enterNote: String {
    guard overlays.all.count < 2, let help = focus.kind.enterHelp else { return "" }
    return "in \(focus.name), Enter: \(help)"
  }

  /// Presses the key of the selected entry, in the pane that it belongs to.
  fileprivate mutating func choose(_ state: HelpState) -> [MonitorEffect] {
    if let command = state.row?.entry.command { return choose(command) }
    if let name = state.row?.entry.guide { return fill(name) }
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

  /// Puts the line equivalent to a name into the prompt; for a name that belongs in an app, only
  /// shows where.
  private mutating func fill(_ name: GuideName) -> [MonitorEffect] {
    close()
    switch name.file {
    case .scenario: startTyping(name.line)
    case .app: return say(.hint("in an app: " + (name.line.split(separator: "\n").first ?? "")))
    }
    return say(.hint(name.whereToLook))
  }
}
