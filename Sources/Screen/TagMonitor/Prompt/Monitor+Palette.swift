import ScenarioEngine
import TagGlossary
import TagPanes
import TagRuntime
import TerminalKit
import TextKit

extension PaletteState: Overlay {
  static let place = KeyPlace.palette
  static let keys: [KeyBinding] =
    [
      effect(
        [.enter], "do", "run it, or fill it in if something is missing", hint: "do it"
      ) { $1.choose($0) },
      row([.tab], "fill", "fill in the line and continue typing", hint: "fill in") { $1.fill($0) },
    ]
    + moving(
      "to the line above", "to the line below", ends: nil, pages: .init(help: "ten"), typed: true
    ) { state, rows, _ in state.move(by: rows) } + typing()
    + [row([.escape], "leave", "close", hint: "leave") { $0.close(in: &$1) }]

  var forgetsMessage: Bool { true }

  func close(in monitor: inout Monitor) {
    monitor.message = nil
    monitor.close()
  }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    edit(key)
    return []
  }

  mutating func paste(_ text: String, in monitor: inout Monitor) -> Bool {
    insert(text)
    return true
  }

  /// Selects a line, or executes it if it is selected.
  mutating func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]? {
    let rect = monitor.paletteRect(in: monitor.layout(size: monitor.display.size).body)
    guard rect.contains(point) else {
      monitor.close()
      return []
    }
    let inner = Panel.inner(of: rect)
    let (first, rows) = monitor.paletteWindow(self, inner)
    let place = first + point.row - inner.row
    guard inner.contains(point), point.row < inner.row + rows, found.indices.contains(place)
    else { return [] }
    if place == selected { return monitor.choose(self) }
    select(place)
    return []
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    let rect = monitor.paletteRect(in: layout.body)
    let count = found.count
    let all = count == 1 ? "1 entry" : "\(count) entries"
    let inner = monitor.panel(
      "> " + field.text, note: field.text.isEmpty ? all : "\(count) found",
      footer: "Enter do it  Tab fill in  Esc leave"
    ).draw(in: rect, on: &buffer)
    let (first, rows) = monitor.paletteWindow(self, inner)
    for (index, entry) in found.enumerated().dropFirst(first).prefix(rows) {
      let row = inner.line(index - first)
      let mark = index == selected ? monitor.signs.cursor : " "
      let line = Line(mark, .accent) + monitor.line(of: entry, columns: inner.columns - 1)
      buffer.write([line], in: row, monitor.display.borders)
      if index == selected { buffer.apply(.selection, to: row) }
    }
    if count == 0 { buffer.write([Line(" no match", .dim)], in: inner, monitor.display.borders) }
    buffer.write(
      monitor.paletteFoot(self, columns: inner.columns), in: inner.splitTop(rows).rest,
      monitor.display.borders)
    let before = String(field.text.prefix(field.cursor))
    let typed = TextWidth.columns(of: TerminalText.visible(before))
    return Point(column: min(rect.column + 5 + typed, rect.endColumn - 2), row: rect.row)
  }
}

/// The palette: what its entries do, and how it is drawn.
extension Monitor {
  /// Opens the palette with all available actions.
  mutating func openPalette() { open(PaletteState(paletteEntries)) }

  /// Executes the selected entry; if it needs arguments, begins the line.
  fileprivate mutating func choose(_ state: PaletteState) -> [MonitorEffect] {
    guard let entry = state.row else {
      return say(.hint("no match: Esc closes, : takes a whole line"))
    }
    switch entry.choice {
    case .line(let line):
      close()
      return submit(line)
    case .word(let word) where !word.takesMore:
      close()
      return submit(word.word)
    case .begin, .word, .name:
      fill(state)
      return []
    case .action(let action):
      close()
      return perform(action)
    }
  }

  /// Puts the line into the prompt for further typing.
  fileprivate mutating func fill(_ state: PaletteState) {
    guard let entry = state.row else { return }
    if case .word(let word) = entry.choice {
      startTyping(word.word + " ")
      return say(.hint(word.usage))
    }
    if let name = entry.name { return fill(name) }
    guard let line = entry.line else {
      return say(.hint("\(entry.title) is a key of the monitor, not a line of a scenario"))
    }
    startTyping(line)
    let word = line.prefix { $0 != " " }
    message = Form(verb: String(word)).map { Message.hint($0.usage) }
  }

  /// Puts the line equivalent to a name into the prompt; for a name that belongs in an app, only
  /// shows where.
  private mutating func fill(_ name: GuideName) {
    message = .hint(name.whereToLook)
    switch name.file {
    case .scenario: startTyping(name.line)
    case .app:
      close()
      message = .hint("in an app: " + (name.line.split(separator: "\n").first ?? ""))
    }
  }

  // MARK: Drawing

  private static let paletteColumns = 120
  private static let paletteKeyColumns = 6
  private static let paletteRows = 22
  /// The fewest columns beside the palette.
  private static let paletteMargin = 8
  /// The fewest columns for the titles.
  private static let paletteNameColumns = 24

  fileprivate func paletteRect(in body: Rect) -> Rect {
    // No sliver of what is behind it remains at its sides.
    let isNarrow = body.columns < Self.paletteColumns + 2 * Self.paletteMargin
    let columns = isNarrow ? body.columns : Self.paletteColumns
    return Popup.rect(columns: columns, rows: Self.paletteRows, in: body)
  }

  /// Returns the lines below the list: the effect of actions here, and the line of the language.
  fileprivate func paletteFoot(_ state: PaletteState, columns: Int) -> [Line] {
    var lines: [Line] = []
    if let cursor {
      let text = "Looking back at #\(cursor): \(actingInThePast)"
      lines += [Line()] + Line.wrapped(text, columns: columns, indent: 1)
    }
    guard let entry = state.row else { return lines }
    if let name = entry.name { return lines + foot(of: name, columns: columns) }
    // A row may be too short for all of its words.
    lines += [Line()] + Line.wrapped(entry.words, columns: columns, indent: 1)
    if let line = entry.line {
      lines += [
        Line(" The line as a scenario writes it:", .dim),
        Line("   " + (Form(verb: line.trimmedSpaces)?.usage ?? line)),
      ]
    } else {
      lines += [Line(" A key of the monitor, not a scenario line.", .dim), Line()]
    }
    return lines
  }

  /// Returns the lines below the list for a name of the SDK's guides.
  private func foot(of name: GuideName, columns: Int) -> [Line] {
    var lines = [Line()] + Line.wrapped(name.meaning, columns: columns, indent: 1)
    lines += [Line(" " + name.file.place, .dim)]
    lines += name.line.split(separator: "\n").map { Line("   " + $0) }
    return lines + [Line(" To look at:", .dim)]
      + Line.wrapped(name.whereToLook, columns: columns, indent: 3)
  }

  /// The effect of actions in the past.
  private var actingInThePast: String {
    comparing.isOneWorld
      ? "the past of a phone with its disk in a file cannot be changed."
      : "a change here starts a branch. The original is kept as "
        + "\"\(comparing.branches.currentName)\"."
  }

  /// Returns the first visible line of the list, and the number of visible lines.
  fileprivate func paletteWindow(_ state: PaletteState, _ inner: Rect) -> (first: Int, rows: Int) {
    let foot = paletteFoot(state, columns: inner.columns).count
    let rows = max(1, inner.rows - foot)
    let first = ScrollWindow.offset(
      count: state.found.count, height: rows, selected: state.selected,
      previous: max(0, state.selected - rows / 2))
    return (first, rows)
  }

  /// Returns an entry as a line: the key at the left, then columns for the title and the words.
  fileprivate func line(of entry: PaletteEntry, columns: Int) -> Line {
    let room = columns - Self.paletteKeyColumns - 2
    // Long names lose their middle, so that two of them stay different.
    // The words need the room more.
    let names = max(Self.paletteNameColumns, room * 3 / 10)
    let title = display.borders.cell(
      Names.shortened(entry.title, to: names, display.borders), names)
    let words = display.borders.cell(
      TerminalText.visible(entry.words), room - TextWidth.columns(of: title) - 2)
    let style: Style = entry.isRefused ? .dim : .plain
    let key = display.borders.cell(entry.key, Self.paletteKeyColumns)
    return Line(key + "  ", entry.isRefused ? .dim : .accent) + Line(title + "  " + words, style)
  }
}
