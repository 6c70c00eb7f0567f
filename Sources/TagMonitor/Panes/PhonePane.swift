import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// The phone: its screen, its buttons, and what they would push.
struct PhonePane: PaneView {
  static let pane = Pane.phone

  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  private var phone: Phone { context.selection.phone }

  var title: String { "Phone @\(view.row?.number ?? 0)" }

  func lines(columns: Int) -> [Line] {
    let simulation = view.simulation
    guard simulation.isRunning else {
      return wrapped("the app is not running: K launches it", columns: columns, .dim)
    }
    guard !simulation.isSuspended else {
      return wrapped("the app is in the background: b brings it back", columns: columns, .dim)
    }
    guard let screen = simulation.screen else {
      return wrapped("no screen is seen yet: s views one", columns: columns, .dim)
    }
    let rows = view.phoneRows
    let lines = head(screen, columns: columns)
    if rows.isEmpty {
      return lines + wrapped("this screen has no buttons: s views another", columns: columns, .dim)
    }
    let selected = min(phone.selected, rows.count - 1)
    let labels = labelColumns(of: rows, columns)
    return lines
      + rows.enumerated().map { index, row in
        line(of: row, isSelected: index == selected, labels: labels, columns: columns)
      }
  }

  /// What stands above the buttons.
  private func head(_ screen: AppScreen, columns: Int) -> [Line] {
    var lines = wrapped(screen.name, columns: columns, .bold)
    for text in screen.texts.flatMap({ $0 }) {
      lines += wrapped(filled(text), columns: columns, .dim)
    }
    if let banner = screen.banner {
      lines.append(Line("[ banner, \(read(banner) ?? "?") high ]", .dim))
    }
    return lines + [Line()]
  }

  func content(in room: Size) -> PaneContent {
    let all = lines(columns: room.columns)
    let window = window(columns: room.columns, height: room.rows)
    let start = line(ofRow: 0, columns: room.columns)
    let targets: [RowTarget?] =
      Array(repeating: nil, count: start) + view.phoneRows.indices.map { .phone($0) }
    return PaneContent(
      lines: Array(all.dropFirst(window.first)), present: window.chosen - window.first,
      targets: Array(targets.dropFirst(window.first)))
  }

  /// The line on which a row stands.
  private func line(ofRow row: Int, columns: Int) -> Int {
    (view.simulation.screen.map { head($0, columns: columns).count } ?? 0) + row
  }

  /// The first line that is seen, and the one with the chosen row.
  private func window(columns: Int, height: Int) -> (first: Int, chosen: Int) {
    let count = view.phoneRows.count
    let end = line(ofRow: count, columns: columns)
    let chosen = line(ofRow: min(phone.selected, max(0, count - 1)), columns: columns)
    let first = ScrollWindow.offset(
      count: end, height: height, selected: count == 0 ? nil : chosen, previous: 0)
    return (first, chosen)
  }

  // MARK: Rows

  private func line(of row: PhoneRow, isSelected: Bool, labels: Int, columns: Int) -> Line {
    let style: Style = isSelected && isFocused ? .selection : .plain
    let mark = isSelected ? String(signs.cursor) : " "
    guard let field = row.field else {
      let number = row.number <= 9 ? "\(row.number)" : " "
      let title = TextWidth.truncate(
        TerminalText.visible(row.button.title), to: max(1, columns - 8),
        ellipsis: context.borders.ellipsis)
      return Line(mark + number + " ", style) + Line("[ \(title) ]", Style.bold.over(style))
    }
    let label = self.label(field.label, labels)
    let value = phone.value(of: field, of: row.button, on: view.simulation.screen)
    switch value {
    case nil: return Line("\(mark)    \(label) ", style) + Line("needs a value", style)
    case .absent?:
      return Line("\(mark)    \(label) ", style)
        + Line("not pushed", style == .plain ? .dim : style)
    case let value?: return Line("\(mark)    \(label) " + JSONWriter.write(value), style)
    }
  }

  /// A key in a cell; of a long one its end is seen, which tells it from others.
  private func label(_ key: String, _ columns: Int) -> String {
    let safe = TerminalText.visible(key)
    guard key.contains("."), TextWidth.columns(of: safe) > columns else {
      return cell(safe, columns)
    }
    var tail = ""
    for character in safe.reversed() {
      guard TextWidth.columns(of: String(character) + tail) < columns else { break }
      tail = String(character) + tail
    }
    return cell(context.borders.ellipsis.rawValue + tail, columns)
  }

  /// The columns of the names of fields: as many as the longest needs, where there is room.
  private func labelColumns(of rows: [PhoneRow], _ columns: Int) -> Int {
    let longest = rows.compactMap(\.field).map { TextWidth.columns(of: $0.label) }.max() ?? 0
    return min(max(6, longest), max(6, (columns - 5) / 2))
  }

  /// Where the value of the chosen field stands in the room of the pane; nil where it is not seen.
  func valueRect(in inner: Rect) -> Rect? {
    let window = window(columns: inner.columns, height: inner.rows)
    let line = window.chosen - window.first
    let start = 6 + labelColumns(of: view.phoneRows, inner.columns)
    guard (0..<inner.rows).contains(line), start < inner.columns else { return nil }
    return Rect(
      column: inner.column + start, row: inner.row + line, columns: inner.columns - start, rows: 1)
  }

  /// The keys of the phone, as many as there is room for.
  func footer(columns: Int) -> String {
    if context.isEditing { return "Enter keep  Esc cancel" }
    let legends = [
      "Enter or 1-9 press  e edit  - clear  Esc leave  x close",
      "Enter press  e edit  - clear  Esc leave", "Enter press  e edit  Esc leave",
      "Enter press  e edit",
    ]
    // The number of lines that are not seen stands at the left of it.
    return legends.first { TextWidth.columns(of: $0) <= columns - 19 } ?? "Enter press"
  }

  // MARK: Texts

  /// A text with the values that the app reads in it.
  private func filled(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let key = String(rest[rest.index(after: open)..<close])
      result += rest[..<open] + (read(key) ?? String(rest[open...close]))
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  /// What the app reads under a key; nil where it reads nothing there.
  private func read(_ key: String) -> String? {
    for container in view.simulation.world.app.containers {
      guard let read = container.reads.first(where: { $0.key == key }) else { continue }
      return ValueConversion.text(view.simulation.reading(of: read, in: container.id).value)
    }
    return nil
  }
}
