import TagRuntime
import TagSimulation
package import TagWords
package import TerminalKit
import TextKit

/// A drawing of the phone: its clock and network, its screen with texts from the container, its
/// buttons and what they would push; below it the screens of the app.
package struct PhonePane: PaneView {
  package static let pane = Pane.phone

  package let context: ScreenContext

  package init(_ context: ScreenContext) { self.context = context }

  private var phone: Phone { context.selection.phone }

  package let title = "Phone"

  package func note(columns: Int) -> String { view.simulation.world.app.name }

  // MARK: Places

  /// A line of the drawing, with its row of the phone.
  private struct Drawn {
    var line: Line
    var row: Int?
  }

  /// The least number of lines for the phone's screen, if there is room, so that it does not jump
  /// from one screen to the next.
  private static let screenLines = 10
  /// The height from which there is room.
  private static let roomyLines = 20
  /// The least and the greatest width of the frame.
  private static let frameColumns = 24
  private static let wideFrameColumns = 44

  /// Returns the frame's first column and its width; nil without a frame.
  private func frame(_ columns: Int) -> (start: Int, columns: Int)? {
    guard context.borders != .none, columns >= Self.frameColumns else { return nil }
    let width = min(max(Self.frameColumns, columns - 4), Self.wideFrameColumns)
    return (max(0, min(3, columns - width - 1)), width)
  }

  package func lines(columns: Int) -> [Line] { drawn(columns, rows: 0).map(\.line) }

  package func content(in room: Size) -> PaneContent {
    let all = drawn(room.columns, rows: room.rows)
    let selected = all.firstIndex { $0.row == selectedRow }
    // The last line may show the number of lines below.
    let height = all.count > room.rows ? max(1, room.rows - 1) : room.rows
    let first = ScrollWindow.offset(
      count: all.count, height: height, selected: selected, previous: 0)
    let seen = all.dropFirst(first)
    return PaneContent(
      lines: seen.map(\.line), present: (selected ?? first) - first,
      targets: seen.map { drawn in drawn.row.map { .phone($0) } },
      below: max(0, seen.count - room.rows))
  }

  private var selectedRow: Int? {
    let count = view.phoneRows.count
    return count == 0 ? nil : min(phone.selected, count - 1)
  }

  /// Returns the place of the selected field's value in the pane; nil if it is not visible.
  package func valueRect(in inner: Rect) -> Rect? {
    let line = content(in: inner.size).present
    let frame = frame(inner.columns)
    let start = (frame.map { $0.start + 1 } ?? 0) + fieldStart(textColumns(inner.columns))
    let end = frame.map { $0.start + $0.columns - 2 } ?? inner.columns
    guard (0..<inner.rows).contains(line), start < end else { return nil }
    return Rect(
      column: inner.column + start, row: inner.row + line, columns: end - start, rows: 1)
  }

  // MARK: The frame

  /// The characters of the frame: its corners and ends from the top down, across, and down.
  private var frameLines: [String] {
    (context.borders == .utf8 ? "╭╮├┤╰╯─│" : "++++++-|").map { String($0) }
  }

  /// Returns the width of the texts on the phone.
  private func textColumns(_ columns: Int) -> Int {
    frame(columns).map { $0.columns - 4 } ?? max(1, columns - 1)
  }

  private func drawn(_ columns: Int, rows: Int) -> [Drawn] {
    let text = textColumns(columns)
    var screen = screenLines(text)
    let isRoomy = rows >= Self.roomyLines
    while isRoomy, screen.count < Self.screenLines { screen.append(Drawn(line: Line())) }
    let shown = frame(columns).map { frame in
      framed(screen, start: frame.start, columns: frame.columns)
    }
    let bare = [Drawn(line: statusLine(text))] + screen
    let top = isRoomy ? [Drawn(line: Line())] : []
    return top + (shown ?? bare) + screensLines.map { Drawn(line: $0) }
  }

  private func framed(_ screen: [Drawn], start: Int, columns: Int) -> [Drawn] {
    let signs = frameLines
    let space = String(repeating: " ", count: start)
    let across = String(repeating: signs[6], count: columns - 2)
    func row(_ drawn: Drawn) -> Drawn {
      // The sign of the selected row is between the frame and its text.
      let cut = drawn.line.cut(to: columns - 3, ellipsis: context.borders.ellipsis)
      return Drawn(line: Line(space + signs[7]) + cut + Line(" " + signs[7]), row: drawn.row)
    }
    func edge(_ place: Int) -> Drawn {
      Drawn(line: Line(space + signs[place] + across + signs[place + 1]))
    }
    return [edge(0), row(Drawn(line: statusLine(columns - 4))), edge(2)] + screen.map(row)
      + [edge(4)]
  }

  /// Returns the clock and the network, as in the upper edge of a phone.
  private func statusLine(_ columns: Int) -> Line {
    let network = view.simulation.world.network
    let isOff = network != .online
    let words = network.words
    let clock = String(view.clock.timeText.prefix(5))
    let room = max(1, columns - clock.count)
    return Line(" " + clock, .dim)
      + Line(cell(words, room, .trailing), isOff ? .attention : .dim)
  }

  // MARK: The screen

  private func screenLines(_ columns: Int) -> [Drawn] {
    let simulation = view.simulation
    func told(_ text: String) -> [Drawn] {
      wrapped(text, columns: columns + 1, indent: 1, .dim).map { Drawn(line: $0) }
    }
    guard simulation.isRunning else { return told("the app is not running: K launches it") }
    guard !simulation.isInBackground else {
      return told("in the background: b brings it back")
    }
    guard let screen = simulation.screen else { return told("no screen is open yet: s opens one") }
    let rows = view.phoneRows
    var lines = wrapped(screen.name, columns: columns + 1, indent: 1, .bold)
    let texts = screen.texts.flatMap { $0 }
    if !texts.isEmpty || screen.banner != nil { lines.append(Line()) }
    for text in texts { lines += textLines(text, columns) }
    if let banner = screen.banner { lines.append(bannerLine(banner, columns)) }
    var drawn = (lines + [Line()]).map { Drawn(line: $0) }
    if rows.isEmpty { return drawn + told("no buttons here: s opens another screen") }
    let letters = screen.letters
    let opened = selectedRow.map { rows[$0].number }
    for (place, row) in rows.enumerated() {
      // A selected button shows its fields below it.
      guard row.field == nil || isFocused && row.number == opened else { continue }
      let letter = letters.indices.contains(row.number - 1) ? letters[row.number - 1] : nil
      drawn.append(Drawn(line: line(of: row, at: place, letter, columns), row: place))
    }
    return drawn
  }

  /// Returns the screens of the app, with the current one marked.
  private var screensLines: [Line] {
    let screens = view.simulation.world.app.screens
    guard screens.count > 1 else { return [] }
    let present = view.simulation.screen?.name
    return [Line(), Line(cell("Screens", 19), .bold) + Line("s", .accent)]
      + screens.map { screen in
        let isPresent = screen.name == present
        return Line(isPresent ? signs.cursor : " ", .accent)
          + Line(screen.name, isPresent ? .bold : .plain)
      }
  }

  // MARK: Rows

  private func line(
    of row: PhoneRow, at place: Int, _ letter: Character?, _ columns: Int
  ) -> Line {
    let isSelected = place == selectedRow
    let style: Style = isSelected && isFocused ? .selection : .plain
    let mark = Line(
      isSelected ? signs.cursor : " ", style == .plain ? .accent : style)
    guard let field = row.field else {
      let key = letter.map { "x \($0)" } ?? ""
      let title = TextWidth.truncate(
        TerminalText.visible(row.button.title), to: max(1, columns - 9),
        ellipsis: context.borders.ellipsis)
      let button = "[ \(title) ]"
      let gap = max(1, columns - TextWidth.columns(of: button) - key.count)
      return mark + Line(button, Style.bold.over(style))
        + Line(String(repeating: " ", count: gap), style)
        + Line(key, Style.accent.over(style))
    }
    let label = "  " + self.label(field.label, labelColumns(columns)) + " "
    let room = max(1, columns - TextWidth.columns(of: label))
    let value = phone.value(of: field, of: row.button, on: view.simulation.screen)
    switch value {
    case nil: return mark + Line(label, style) + Line(cell("needs a value", room), style)
    case .absent?:
      return mark + Line(label, style) + Line(cell("not pushed", room), Style.dim.over(style))
    case let value?: return mark + Line(label + cell(JSONWriter.write(value), room), style)
    }
  }

  /// Returns a key in a cell; a long one shows its end, which distinguishes it.
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

  /// Returns the width for the names of fields: that of the longest, if there is room.
  private func labelColumns(_ columns: Int) -> Int {
    let fields = view.phoneRows.compactMap(\.field)
    let longest = fields.map { TextWidth.columns(of: TerminalText.visible($0.label)) }.max() ?? 0
    return min(max(6, longest), max(6, (columns - 3) / 2))
  }

  /// Returns the first column of a field's value, after the sign of the selected row.
  private func fieldStart(_ columns: Int) -> Int { 1 + 2 + labelColumns(columns) + 1 }

  /// Returns as many of the phone's keys as fit.
  package func footer(columns: Int) -> String {
    if context.isEditing { return "Enter keep  Esc cancel" }
    let legends = [
      "Enter press  p edit first  - clear  7 close", "Enter press  p edit first",
      "Enter press",
    ]
    return legends.first { TextWidth.columns(of: $0) <= columns - 19 } ?? ""
  }

  // MARK: Texts

  private func bannerLine(_ key: String, _ columns: Int) -> Line {
    let reading = view.simulation.screenReading(of: key)
    guard let reading, reading.origin != .noKey else {
      return Line(" ") + chip(key, reading)
    }
    let block = context.borders == .utf8 ? "▒" : "#"
    let text = " banner \(ValueConversion.text(reading.value)) "
    let rest = max(0, columns - TextWidth.columns(of: text))
    let left = String(repeating: block, count: rest / 2)
    return Line(" " + left + text + String(repeating: block, count: rest - rest / 2))
  }

  /// Returns a text with the values that the app reads in it; a missing value is a chip.
  private func textLines(_ text: String, _ columns: Int) -> [Line] {
    let line = filled(text)
    let plain = line.pieces.map(\.text).joined()
    guard TextWidth.columns(of: TerminalText.visible(plain)) > columns else {
      return [Line(" ") + line]
    }
    let style = line.pieces.first { $0.style != .plain }?.style ?? .plain
    return wrapped(plain, columns: columns + 1, indent: 1, style)
  }

  private func filled(_ text: String) -> Line {
    view.simulation.pieces(of: text).reduce(Line()) { line, piece in
      switch piece {
      case .text(let text): line + Line(text)
      case .value(let reading) where reading.origin == .noKey: line + chip(reading.key, reading)
      case .value(let reading): line + Line(ValueConversion.text(reading.value))
      }
    }
  }

  /// Returns the placeholder for a value that the container does not have.
  private func chip(_ key: String, _ reading: ValueReading?) -> Line {
    let what =
      switch reading?.kind {
      case .string?: "no text"
      case .int64?, .double?: "no number"
      default: "no value"
      }
    let (open, close) = context.borders == .utf8 ? ("‹", "›") : ("<", ">")
    return Line("\(open)\(key): \(what)\(close)", .attention.chip)
  }
}

extension Line {
  /// Returns the line at an exact width: cut, or padded with blanks.
  func cut(to columns: Int, ellipsis: Ellipsis) -> Line {
    var used = 0
    var line = Line()
    for piece in pieces where used < columns {
      let safe = TerminalText.visible(piece.text)
      let text = TextWidth.truncate(safe, to: columns - used, ellipsis: ellipsis)
      used += TextWidth.columns(of: text)
      line.pieces.append(Piece(text: text, style: piece.style))
    }
    return used < columns ? line + Line(String(repeating: " ", count: columns - used)) : line
  }
}
