import OrderedCollections
import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// The prompt for commands and for lines of the scenario language, with the palette above it.
struct Prompt: TypedOverlay, Listing {
  var field: TextField { didSet { if field.text != oldValue.text { find() } } }
  /// The matching entries, the best first.
  private(set) var found: [PaletteEntry] = []
  /// The entry that was chosen with the arrows; nil before.
  private var chosen: Int?
  private let all: [PaletteEntry]

  /// Opens the prompt with a text.
  init(field: TextField, _ entries: [PaletteEntry]) {
    (self.field, all) = (field, entries)
    find()
  }

  static let place = KeyPlace.prompt
  static let keys: [KeyBinding] =
    [
      effect([.enter], "do", "run the line, or the selected command") { $0.submit(in: &$1) },
      effect(
        [.tab], "complete", "complete the word, list the choices, and step through them"
      ) { $0.complete(forward: true, in: &$1) },
      effect(
        [.backTab], "complete-back", "step through them backwards", shown: "Shift-Tab"
      ) { $0.complete(forward: false, in: &$1) },
      KeyBinding.own(
        place, [.up, .control("p")], "before",
        "the command above; from the first, the previous line that starts with the typed text"),
      KeyBinding.own(
        place, [.down, .control("n")], "after", "the command below, or the next line"),
    ] + typing() + [row([.escape], "leave", "close the prompt") { $1.close() }]

  func hints(in monitor: Monitor) -> [KeyHint]? {
    let arrows = monitor.display.borders == .utf8 ? "↑↓" : "Down"
    return [
      .enter("do it"), KeyHint(.tab, "Tab", "fill in"), KeyHint(.down, arrows, "choose"),
      .escape("close"),
    ]
  }

  // MARK: The palette

  /// What is found by its word only: another entry does the same.
  private static let unlisted = ["changes", "next", "quit"]

  private mutating func find() {
    chosen = nil
    let wanted = field.text.lowercased().split(separator: " ")
    guard !wanted.isEmpty else {
      found = all.filter { !Self.unlisted.contains($0.title) }
      return
    }
    let ranked = all.enumerated().compactMap { place, entry in
      entry.rank(of: wanted).map { (rank: $0, place: place, entry: entry) }
    }
    found = ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.entry)
  }

  /// The place of the entry that Enter runs; nil where it runs the line as typed.
  var picked: Int? {
    if let chosen { return chosen }
    let line = field.text.trimmedSpaces
    guard let first = found.first, !line.isEmpty else { return nil }
    if first.title == line.lowercased() { return 0 }
    if Monitor.isLine(line) { return nil }
    let verb = line.prefix { $0 != " " }
    return verb != line[...] && Form(verb: String(verb)) != nil ? nil : 0
  }

  /// Selects the entry above or below; returns false where the lines of before are meant.
  private mutating func move(by rows: Int) -> Bool {
    let here = picked ?? (rows > 0 ? -1 : 0)
    guard !found.isEmpty, here + rows >= 0, !field.isRecalling else { return false }
    chosen = min(here + rows, found.count - 1)
    return true
  }

  // MARK: Keys

  private mutating func submit(in monitor: inout Monitor) -> [MonitorEffect] {
    if field.text == Monitor.emptyLogging {
      return monitor.say(.hint("type an event name, or press Tab for names"))
    }
    if field.text == Monitor.emptyPush {
      return monitor.say(
        .hint("type an event name between the quotes, or press Tab for names"))
    }
    monitor.message = nil
    if let picked { return monitor.choose(found[picked]) }
    let line = field.commit()
    monitor.display.keyboard.history = field.history
    monitor.close()
    if !line.isEmpty { monitor.display.keyboard.typed.append(line) }
    return monitor.submit(line)
  }

  private mutating func complete(forward: Bool, in monitor: inout Monitor) -> [MonitorEffect] {
    if let chosen {
      field.set(found[chosen].title)
      return []
    }
    return monitor.complete(&field, forward: forward).map { [.list(folder: $0)] } ?? []
  }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    monitor.message = nil
    let isMoved =
      switch key {
      case .down, .control("n"): move(by: 1)
      case .up, .control("p"): move(by: -1)
      default: false
      }
    if key == .character("{") { takeJSON() }
    if !isMoved { _ = field.handle(key) }
    return []
  }

  mutating func paste(_ text: String, in monitor: inout Monitor) -> Bool {
    if text.first(where: { !$0.isWhitespace }) == "{" { takeJSON() }
    monitor.insert(text, into: &field)
    return true
  }

  /// A push takes JSON in the place of an event that is not typed yet.
  private mutating func takeJSON() {
    if field.text == Monitor.emptyPush { field.set("push ") }
  }

  /// Selects a command, or runs it if it is selected.
  mutating func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]? {
    guard let place = place(at: point, in: monitor) else { return nil }
    if place == picked { return monitor.choose(found[place]) }
    chosen = place
    return []
  }

  // MARK: Drawing

  var count: Int { found.count }
  var title: String { "Commands" }
  var note: String { "\(found.count) of \(all.count)" }

  func line(_ place: Int, columns: Int, _ monitor: Monitor) -> Line {
    let entry = found[place]
    let names = 18
    let key = TextWidth.columns(of: entry.key)
    let words = monitor.display.borders.cell(entry.words, max(0, columns - names - key - 1))
    let style: Style = entry.isRefused ? .dim : .plain
    return Line(monitor.display.borders.cell(entry.title, names) + words, style)
      + Line(entry.key + " ", entry.isRefused ? .dim : .accent)
  }

  /// The line that Enter runs.
  func foot(columns: Int) -> [Line] {
    [Line(picked.map { found[$0].title } ?? field.text.trimmedSpaces)]
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    if monitor.display.keyboard.completion?.isCurrent(in: field) == true {
      monitor.drawCompletion(of: field, over: layout, on: &buffer)
    } else if !found.isEmpty {
      drawList(monitor, on: &buffer)
    }
    return monitor.drawTyped(field, below: ":", layout, on: &buffer)
  }
}

/// A list that is typed into, above the line that is typed.
protocol Listing {
  var count: Int { get }
  /// The selected row; nil for none.
  var picked: Int? { get }
  var title: String { get }
  var note: String { get }
  /// What is below the rows, behind a blank line.
  func foot(columns: Int) -> [Line]
  /// The second line of the selected row.
  var detail: Line? { get }
  func line(_ place: Int, columns: Int, _ monitor: Monitor) -> Line
  /// The columns and rows that it takes of the panes.
  func room(in monitor: Monitor) -> Size
}

extension Listing {
  func foot(columns: Int) -> [Line] { [] }
  var detail: Line? { nil }

  /// The full width, at most half of the rows.
  func room(in monitor: Monitor) -> Size {
    let (size, extra) = (monitor.display.size, 4)
    return Size(columns: size.columns, rows: max(extra + 1, min(count + extra, size.rows / 2)))
  }

  /// Its rectangle, at the bottom of the panes.
  func rect(in monitor: Monitor) -> Rect {
    let (body, room) = (monitor.layout(size: monitor.display.size).body, room(in: monitor))
    let rows = min(room.rows, body.rows)
    return Rect(
      column: body.column, row: body.endRow - rows, columns: min(room.columns, body.columns),
      rows: rows)
  }

  /// The first row in sight, and the number of those.
  private func window(_ inner: Rect) -> (first: Int, rows: Int) {
    let foot = foot(columns: inner.columns - 2).count
    let rows = max(0, inner.rows - (foot == 0 ? 0 : foot + 1) - (detail == nil ? 0 : 1))
    let first = ScrollWindow.offset(
      count: count, height: rows, selected: picked, previous: (picked ?? 0) - rows / 2)
    return (first, min(rows, count - first))
  }

  /// The place of the row at a point; nil where there is none.
  func place(at point: Point, in monitor: Monitor) -> Int? {
    let inner = Panel.inner(of: rect(in: monitor))
    let (first, rows) = window(inner)
    let line = first + point.row - inner.row
    let place = detail != nil && line > picked ?? line ? line - 1 : line
    return inner.contains(point) && place < first + rows ? place : nil
  }

  func drawList(_ monitor: Monitor, on buffer: inout CellBuffer) {
    let rect = rect(in: monitor)
    let under = buffer
    let inner = monitor.panel(title, note: note, footer: "").draw(in: rect, on: &buffer)
    if monitor.display.borders == .utf8 { join(rect, under, on: &buffer) }
    let (first, rows) = window(inner)
    let (selected, detail) = (picked, detail)
    var lines: [Line] = []
    for place in first..<(first + rows) {
      let mark = place == selected ? monitor.signs.cursor : " "
      lines.append(Line(mark, .accent) + line(place, columns: inner.columns - 1, monitor))
      if place == selected, let detail { lines.append(detail) }
    }
    buffer.write(lines, in: inner, monitor.display.borders)
    if let selected, selected >= first, selected < first + rows {
      buffer.apply(.selection, to: inner.line(selected - first))
    }
    let foot = foot(columns: inner.columns - 2)
    for (index, line) in foot.enumerated() where foot.count < inner.rows {
      let place = inner.line(inner.rows - foot.count + index).inset(columns: 1, rows: 0)
      buffer.write([line], in: place, monitor.display.borders)
    }
  }

  /// Joins its upper border with the lines of the panes above it.
  private func join(_ rect: Rect, _ under: CellBuffer, on buffer: inout CellBuffer) {
    for column in rect.column..<rect.endColumn {
      let above = under[Point(column: column, row: rect.row - 1)]?.text ?? ""
      let place = Point(column: column, row: rect.row)
      guard "│┃├┤┼┬┌┐".contains(above), above.count == 1, let cell = buffer[place] else { continue }
      let joined = ["─": "┴", "┌": "├", "┐": "┤", "━": "┷", "┏": "┢", "┓": "┪"][cell.text]
      if let joined { buffer.write(joined, at: place, style: cell.style) }
    }
    let end = Point(column: rect.endColumn - 1, row: rect.endRow - 1)
    let next = under[Point(column: rect.endColumn, row: rect.endRow - 1)]?.text
    if next == "─", let cell = buffer[end] {
      buffer.write(cell.text == "┛" ? "┹" : "┴", at: end, style: cell.style)
    }
  }
}

extension Monitor {
  /// Draws a line that is typed into, in the place of the message, which goes below it.
  func drawTyped(
    _ field: TextField, below head: String, _ layout: Layout, on buffer: inout CellBuffer
  ) -> Point? {
    let message = message?.lines(columns: layout.keys.columns, display.borders) ?? []
    var rect = layout.message.rows > 0 ? layout.message : layout.keys
    if message.count > 1, rect.row > 0 { rect = rect.line(-1) }
    buffer.fill(rect)
    if !message.isEmpty, rect.row < layout.keys.row {
      let below = Rect(
        column: rect.column, row: rect.row + 1, columns: rect.columns,
        rows: layout.keys.endRow - rect.row - 1)
      buffer.fill(below)
      buffer.write(message, in: below, display.borders)
    }
    let used = buffer.write(" " + head, at: rect.origin, style: .bold)
    return field.draw(in: rect.splitLeft(used).rest, on: &buffer, style: .plain)
  }
}

/// Lines that are typed or pasted.
extension Monitor {
  /// Opens the prompt with the beginning of a line.
  mutating func startTyping(_ line: String = "") {
    open(
      Prompt(field: TextField(text: line, history: display.keyboard.history), paletteEntries))
  }

  /// The initial line of the key for a push.
  static var emptyPush: String { "push event=\"\"" }

  /// The initial line under v5, where events are logged.
  static var emptyLogging: String { "log-event " }

  // MARK: Paste

  /// Pasted text is taken literally, never as keys; several lines of the language are done one by
  /// one.
  mutating func paste(_ text: String, _ dropped: Int) -> [MonitorEffect] {
    if let prompt = overlay as? Prompt, dropped == 0 {
      let lines = PastedLines(text, into: prompt.field).statements
      // What is no list of lines is left to be read, and does nothing by accident.
      if lines.count > 1, lines.allSatisfy(Self.isLine) { return doLines(lines) }
    }
    if change({ $0.paste(text, in: &$1) }) != true {
      message = .hint("press : or p before you paste a line")
    }
    if dropped > 0 {
      message = .failure("the paste was too long: \(dropped) bytes dropped")
    }
    return []
  }

  /// Whether a text is a line that can be done, other than one that leaves.
  static func isLine(_ text: String) -> Bool {
    if let word = PromptWord(line: text) { return word.action != .quit }
    return (try? StatementParser.parse(line: text)) != nil
  }

  /// Does lines one by one, up to one that cannot be done.
  private mutating func doLines(_ lines: [String]) -> [MonitorEffect] {
    close()
    message = nil
    display.keyboard.pasted = PastedQueue(lines)
    return doPastedLines()
  }

  /// Does the lines that were pasted and are left; one that waits for a file waits with the rest.
  mutating func doPastedLines() -> [MonitorEffect] {
    var effects: [MonitorEffect] = []
    while let line = display.keyboard.pasted.takeNext() {
      display.keyboard.typed.append(line)
      effects += submit(line)
      if saving.pending != nil || saving.pendingChanges != nil { return effects }
      guard message?.kind != .failure else {
        let (place, count) = (display.keyboard.pasted.done, display.keyboard.pasted.count)
        let why = message?.said ?? ""
        message?.said = "line \(place) of \(count): \(why)"
        display.keyboard.pasted = PastedQueue([])
        return effects
      }
    }
    let count = display.keyboard.pasted.count
    if count > 1 {
      display.keyboard.pasted = PastedQueue([])
      message = .ok("\(count) lines done")
      let remark = actRemark(wasBack: false)
      message?.remark = remark
    }
    return effects
  }

  mutating func insert(_ text: String, into field: inout TextField) {
    guard !field.insert(text) else { return }
    let limit = TextField.maximumScalars
    message = .failure("the line is longer than \(limit) characters and was cut")
  }
}
