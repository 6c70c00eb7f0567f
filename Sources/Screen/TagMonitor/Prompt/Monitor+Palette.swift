import ScenarioEngine
import TagGlossary
import TagPanes
import TagRuntime
import TerminalKit
import TextKit

/// The palette: its keys, and how it is drawn.
extension Monitor {
  /// Opens the palette with all available actions.
  mutating func openPalette() { overlay = .palette(PaletteState(paletteEntries)) }

  // MARK: Keys

  mutating func handleInPalette(_ key: Key, _ state: PaletteState) -> [MonitorEffect] {
    var state = state
    message = nil
    switch key {
    case .escape:
      overlay = nil
      return []
    case .enter: return choose(state)
    case .tab:
      fill(state)
      return []
    case .up, .control("p"): state.move(by: -1)
    case .down, .control("n"): state.move(by: 1)
    case .pageUp: state.move(by: -10)
    case .pageDown: state.move(by: 10)
    default: state.edit(key)
    }
    overlay = .palette(state)
    return []
  }

  /// Executes the selected entry; if it needs arguments, begins the line.
  private mutating func choose(_ state: PaletteState) -> [MonitorEffect] {
    guard let entry = state.row else {
      return say(.hint("no match: Esc closes, : takes a whole line"))
    }
    switch entry.choice {
    case .line(let line):
      overlay = nil
      return submit(line)
    case .word(let word) where !word.takesMore:
      overlay = nil
      return submit(word.word)
    case .begin, .word, .name:
      fill(state)
      return []
    case .action(let action):
      overlay = nil
      return perform(action)
    }
  }

  /// Puts the line into the prompt for further typing.
  private mutating func fill(_ state: PaletteState) {
    guard let entry = state.row else { return }
    if case .word(let word) = entry.choice {
      overlay = .prompt(TextField(text: word.word + " ", history: history))
      return say(.hint(word.usage))
    }
    if let name = entry.name { return fill(name) }
    guard let line = entry.line else {
      return say(.hint("\(entry.title) is a key of the monitor, not a line of a scenario"))
    }
    overlay = .prompt(TextField(text: line, history: history))
    let word = line.prefix { $0 != " " }
    message = Form(verb: String(word)).map { Message.hint($0.usage) }
  }

  /// Puts the line equivalent to a name into the prompt; for a name that belongs in an app, only
  /// shows where.
  private mutating func fill(_ name: GuideName) {
    message = .hint(name.whereToLook)
    switch name.file {
    case .scenario: overlay = .prompt(TextField(text: name.line, history: history))
    case .app:
      overlay = nil
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

  /// "159 entries"
  private static func entries(_ count: Int) -> String {
    count == 1 ? "1 entry" : "\(count) entries"
  }

  private func paletteRect(in body: Rect) -> Rect {
    // No sliver of what is behind it remains at its sides.
    let isNarrow = body.columns < Self.paletteColumns + 2 * Self.paletteMargin
    let columns = isNarrow ? body.columns : Self.paletteColumns
    return Popup.rect(columns: columns, rows: Self.paletteRows, in: body)
  }

  /// Returns the lines below the list: the effect of actions here, and the line of the language.
  private func paletteFoot(_ state: PaletteState, columns: Int) -> [Line] {
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
    isOneWorld
      ? "the past of a phone with its disk in a file cannot be changed."
      : "a change here starts a branch. The original is kept as "
        + "\"\(branches.currentName)\"."
  }

  /// Returns the first visible line of the list, and the number of visible lines.
  private func paletteWindow(_ state: PaletteState, _ inner: Rect) -> (first: Int, rows: Int) {
    let foot = paletteFoot(state, columns: inner.columns).count
    let rows = max(1, inner.rows - foot)
    let first = ScrollWindow.offset(
      count: state.found.count, height: rows, selected: state.selected,
      previous: max(0, state.selected - rows / 2))
    return (first, rows)
  }

  func drawPalette(_ state: PaletteState, _ body: Rect, on buffer: inout CellBuffer) -> Point {
    let rect = paletteRect(in: body)
    let count = state.found.count
    let text = BorderText(
      title: "> " + state.field.text,
      note: state.field.text.isEmpty ? Self.entries(count) : "\(count) found",
      footer: "Enter do it  Tab fill in  Esc leave", isFocused: true)
    let inner = Panel(text, borders: borders, hasColors: showsColors).draw(in: rect, on: &buffer)
    let (first, rows) = paletteWindow(state, inner)
    for (index, entry) in state.found.enumerated().dropFirst(first).prefix(rows) {
      let place = Point(column: inner.column, row: inner.row + index - first)
      let mark = index == state.selected ? signs.cursor : " "
      let line = Line(mark, .accent) + line(of: entry, columns: inner.columns - 1)
      line.draw(
        at: place, columns: inner.columns, on: &buffer, ellipsis: borders.ellipsis, over: .plain)
      if index == state.selected {
        let row = Rect(column: inner.column, row: place.row, columns: inner.columns, rows: 1)
        buffer.apply(.selection, to: row)
      }
    }
    if count == 0 {
      buffer.write([Line(" no match", .dim)], in: inner, borders)
    }
    let foot = paletteFoot(state, columns: inner.columns)
    let (_, below) = inner.splitTop(rows)
    buffer.write(foot, in: below, borders)
    let before = String(state.field.text.prefix(state.field.cursor))
    let typed = TextWidth.columns(of: TerminalText.visible(before))
    return Point(column: min(rect.column + 5 + typed, rect.endColumn - 2), row: rect.row)
  }

  /// Returns an entry as a line: the key at the left, then columns for the title and the words.
  private func line(of entry: PaletteEntry, columns: Int) -> Line {
    let room = columns - Self.paletteKeyColumns - 2
    // Long names lose their middle, so that two of them stay different.
    // The words need the room more.
    let names = max(Self.paletteNameColumns, room * 3 / 10)
    let title = borders.cell(Names.shortened(entry.title, to: names, borders), names)
    let words = borders.cell(
      TerminalText.visible(entry.words), room - TextWidth.columns(of: title) - 2)
    let style: Style = entry.isRefused ? .dim : .plain
    let key = borders.cell(entry.key, Self.paletteKeyColumns)
    return Line(key + "  ", entry.isRefused ? .dim : .accent) + Line(title + "  " + words, style)
  }

  // MARK: Mouse

  /// Handles a click: selects a line, or executes it if it is selected.
  mutating func clickPalette(at point: Point, _ state: PaletteState) -> [MonitorEffect] {
    let rect = paletteRect(in: layout(size: size).body)
    guard rect.contains(point) else {
      overlay = nil
      return []
    }
    let inner = Panel.inner(of: rect)
    let (first, rows) = paletteWindow(state, inner)
    let place = first + point.row - inner.row
    guard inner.contains(point), point.row < inner.row + rows, state.found.indices.contains(place)
    else { return [] }
    if place == state.selected { return handleInPalette(.enter, state) }
    var state = state
    state.select(place)
    overlay = .palette(state)
    return []
  }
}
