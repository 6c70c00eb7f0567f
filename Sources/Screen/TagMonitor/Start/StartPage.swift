import OrderedCollections
import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// The page that a container opens on: the container in short, at the left what it listens for, at
/// the right what would happen. Where there is no room for both, what would happen is under the
/// selected row.
struct StartPage: ScreenPart {
  let context: ScreenContext
  let state: StartState
  let body: Rect

  /// The width from which both halves are side by side.
  private static let wideColumns = 100
  /// Returns whether the effects of other events may fit below those of the selected one.
  static func hasRoomForOthers(in size: Size) -> Bool {
    size.columns >= wideColumns && size.rows >= Layout.stackedRows
  }

  /// From here on the container in short has a box over both.
  private static let wideRows = 24

  private var isWide: Bool { body.columns >= Self.wideColumns }

  private struct Listed {
    var line: Line
    var place: Int?
  }

  private var details: StartDetails { StartDetails(context: context, state: state) }

  // MARK: Places

  /// The areas of the list and of the effects; nil for a half that is not shown.
  private var halves: (list: Rect?, aside: Rect?) {
    guard isWide else {
      return state.isAside ? (nil, body) : (body, nil)
    }
    let (list, aside) = parts.rest.sharedLeft((body.columns + 1) / 2)
    return (list, aside)
  }

  /// The box with the container in short, where there is room for one, and what is below it.
  private var parts: (brief: Rect?, rest: Rect) {
    guard isWide, body.rows >= Self.wideRows else { return (nil, body) }
    let rows = briefLines(columns: body.columns - 2).count
    let (brief, rest) = body.sharedTop(min(rows, body.rows / 3) + 2)
    return (brief, rest)
  }

  /// The container in short, a sentence each.
  private func briefLines(columns: Int) -> [Line] {
    state.guide.summary.flatMap { wrapped($0, columns: columns - 1, indent: 1) }
  }

  /// Returns the first visible line of the list.
  private func first(of lines: [Listed], rows: Int) -> Int {
    let places = lines.indices.filter { lines[$0].place == state.selected }
    var selection = places.first.map { $0..<(places.last ?? $0) + 1 }
    // What is above the first row is seen with it, where there is room for both.
    if state.selected == 0, let first = places.first, first < rows { selection = 0..<first + 1 }
    return ScrollWindow.offset(
      count: lines.count, height: rows, selection: selection, previous: 0)
  }

  /// Returns the place of the row at a point; nil if there is none.
  func row(at point: Point) -> Int? {
    guard let list = halves.list else { return nil }
    let inner = list.inset()
    guard inner.contains(point) else { return nil }
    let lines = listed(columns: inner.columns)
    let index = first(of: lines, rows: inner.rows) + point.row - inner.row
    return lines.indices.contains(index) ? lines[index].place : nil
  }

  /// Returns whether a point is in the half with the effects.
  func isAside(_ point: Point) -> Bool {
    let halves = self.halves
    return halves.list?.contains(point) != true && halves.aside?.contains(point) == true
  }

  /// The scroll limit of the half with the effects.
  var scrollLimit: Int {
    guard let aside = halves.aside else { return 0 }
    let inner = aside.inset()
    return max(0, details.lines(columns: inner.columns - 1).count - inner.rows)
  }

  // MARK: Drawing

  /// Draws the page, and returns the position of the selected row.
  ///
  /// - Parameters:
  ///   - isCovered: whether an overlay has the keys.
  ///   - buffer: the cells to draw on.
  func draw(isCovered: Bool, on buffer: inout CellBuffer) -> Point? {
    let (list, aside) = halves
    var grid = BorderGrid(size: buffer.size, borders: borders, hasColors: context.hasColors)
    let brief = parts.brief
    for rect in [brief, list, aside].compactMap({ $0 }) { grid.add(rect, isFocused: false) }
    let lit = state.isAside ? aside : list
    if let lit, !isCovered { grid.add(lit, isFocused: true) }
    grid.draw(on: &buffer)
    if let brief {
      let inner = brief.inset()
      BorderText(title: "In short", note: countNote).draw(in: brief, borders, on: &buffer)
      buffer.write(briefLines(columns: inner.columns), in: inner, borders)
    }
    var point: Point?
    if let aside {
      let start = drawAside(in: aside, isLit: state.isAside && !isCovered, on: &buffer)
      if state.isAside { point = start }
    }
    if let list {
      let row = drawList(in: list, isLit: !state.isAside && !isCovered, on: &buffer)
      if !state.isAside { point = row }
    }
    return point
  }

  private func drawList(in rect: Rect, isLit: Bool, on buffer: inout CellBuffer) -> Point {
    let inner = rect.inset()
    let lines = listed(columns: inner.columns)
    let first = first(of: lines, rows: inner.rows)
    let below = lines.count - first - inner.rows
    let text = BorderText(
      title: state.list == .events ? "Start" : "4 All tags", note: listNote,
      footer: below > 0 ? "\(below) more below" : "",
      isFocused: isLit)
    text.draw(in: rect, borders, on: &buffer)
    buffer.write(lines.dropFirst(first).map(\.line), in: inner, borders)
    let place = lines.firstIndex { $0.place == state.selected } ?? first
    let row = inner.line(min(max(0, place - first), max(0, inner.rows - 1)))
    if isLit, lines.indices.contains(place), lines[place].place != nil {
      buffer.apply(.selection, to: row)
    }
    return row.origin
  }

  private func drawAside(in rect: Rect, isLit: Bool, on buffer: inout CellBuffer) -> Point {
    let details = details
    let inner = rect.inset()
    var own = details.lines(columns: inner.columns - 1)
    own += details.otherLines(columns: inner.columns - 1, rows: inner.rows - own.count)
    let lines = own.map { Line(" ") + $0 }
    let first = min(state.scroll, max(0, lines.count - inner.rows))
    let below = lines.count - first - inner.rows
    let text = BorderText(
      title: details.title, note: details.note, footer: below > 0 ? "\(below) more below" : "",
      isFocused: isLit)
    text.draw(in: rect, borders, on: &buffer)
    buffer.write(Array(lines.dropFirst(first)), in: inner, borders)
    return inner.origin
  }

  // MARK: The list

  private var listNote: String {
    if !state.filter.isEmpty || state.isFiltering {
      return "/\(state.filter)  \(state.rows.count) of \(state.allRows.count)"
    }
    if state.list == .tags { return Counted.text(state.outlook.tags.count, "tag") }
    return parts.brief == nil ? countNote : ""
  }

  /// "5 tags, 13 variables, 8 rules"
  private var countNote: String {
    let outlook = state.outlook
    let rules = Vocabulary(outlook.generation).rule
    return "\(Counted.text(outlook.tags.count, "tag")), "
      + "\(Counted.text(outlook.variableCount, "variable")), "
      + Counted.text(outlook.ruleCount, rules)
  }

  private func listed(columns: Int) -> [Listed] {
    var lines: [Listed] = []
    var group: String?
    let names = nameColumns(columns)
    if parts.brief == nil, state.list == .events, state.filter.isEmpty {
      let brief = [Line(" In short", .bold)] + briefLines(columns: columns) + [Line()]
      lines += brief.map { Listed(line: $0) }
    }
    if state.list == .events, state.outlook.events.isEmpty, state.filter.isEmpty {
      lines += noEvents(columns)
    }
    for (place, row) in state.rows.enumerated() {
      let heading = heading(of: row)
      if heading != group {
        if group != nil { lines += between(row) }
        lines.append(Listed(line: Line(" " + heading, .bold)))
        group = heading
      }
      lines += self.lines(of: row, at: place, names, columns)
    }
    if state.rows.isEmpty { lines += nothing(columns) }
    if state.rows.last?.isEvent == true { lines += keyNote }
    return lines
  }

  private var keyNote: [Listed] {
    [
      Listed(line: Line()),
      Listed(line: Line(" Enter sends the event   p edits its keys first", .dim)),
    ]
  }

  /// Returns the lines between two groups.
  private func between(_ row: StartState.Row) -> [Listed] {
    let place = state.rows.firstIndex(of: row) ?? 0
    let isAfterEvents = place > 0 && state.rows[place - 1].isEvent && !row.isEvent
    return (isAfterEvents ? keyNote : []) + [Listed(line: Line())]
  }

  private func nothing(_ columns: Int) -> [Listed] {
    let text =
      state.filter.isEmpty
      ? "This container has no tags, so nothing can fire. 1 goes back."
      : "no name contains \"\(state.filter)\": Esc shows all again"
    return wrapped(text, columns: columns - 1, indent: 1, .dim).map { Listed(line: $0) }
  }

  private func noEvents(_ columns: Int) -> [Listed] {
    let outlook = state.outlook
    let why =
      outlook.tags.isEmpty
      ? "It has no tags, so nothing can fire."
      : "No event fires any of its tags."
    let lines =
      [Line(" It listens for no events", .bold)]
      + wrapped(why, columns: columns - 1, indent: 1)
    return (lines + [Line()]).map { Listed(line: $0) }
  }

  private func heading(of row: StartState.Row) -> String {
    let outlook = state.outlook
    let count = state.rows.count { $0.kind == row.kind }
    switch row.kind {
    case .automatic: return "Firebase logs by itself (\(count))"
    case .event:
      let more = outlook.eventsLeftOut
      return "Events it listens for (\(count)\(more > 0 ? ", and \(more) more" : ""))"
    case .never: return "Can never fire (\(count))"
    case .paused: return "Paused (\(count))"
    case .function:
      let needs = outlook.generation == .firebase ? "The app needs" : "The app must register"
      return "\(needs) (\(count))"
    case .value: return "Values for the app (\(count))"
    case .tag: return "All tags (\(count)), with the events each waits for"
    }
  }

  // MARK: Rows

  /// Returns the width of the names: that of the longest, and less than half of the page.
  private func nameColumns(_ columns: Int) -> Int {
    let longest = state.rows.map { TextWidth.columns(of: TerminalText.visible(state.name(of: $0))) }
      .max()
    return min((longest ?? 0) + 2, max(12, columns * 45 / 100))
  }

  private func remark(of row: StartState.Row) -> String {
    let outlook = state.outlook
    switch row.kind {
    case .event, .automatic:
      let event = outlook.events[row.place]
      let tags = borders.cell(Counted.text(event.tags.count, "tag"), 9)
      let keys = event.keys.map { TerminalText.visible($0.path) }.joined(separator: ", ")
      return tags + (keys.isEmpty ? "no keys" : "keys " + keys)
    case .never: return outlook.tags[row.place].never ?? ""
    case .paused: return "in the web interface: no phone has it"
    case .function: return outlook.functions[row.place].role
    case .value: return outlook.values[row.place].role
    case .tag:
      let tag = outlook.tags[row.place]
      return tag.never.map { "never: " + $0 } ?? tag.waits
    }
  }

  private var borders: Borders { context.borders }

  /// The maximum number of lines for the remark on a value or a function.
  private static let remarkRows = 3

  /// Returns the remark on a row: in one line for an event or a tag.
  private func remarkLines(_ remark: String, of row: StartState.Row, columns: Int) -> [String] {
    switch row.kind {
    case .event, .automatic, .tag, .paused: return [cell(remark, columns).trimmedSpaces]
    case .never: return Wrapping.lines(remark, columns: columns)
    case .value, .function:
      let lines = Wrapping.lines(remark, columns: columns)
      guard lines.count > Self.remarkRows else { return lines }
      let rest = lines.dropFirst(Self.remarkRows - 1).joined(separator: " ")
      return lines.prefix(Self.remarkRows - 1) + [cell(rest, columns).trimmedSpaces]
    }
  }

  private func lines(
    of row: StartState.Row, at place: Int, _ names: Int, _ columns: Int
  ) -> [Listed] {
    let isSelected = place == state.selected
    let mark = isSelected ? signs.cursor : " "
    let head = mark + cell(state.name(of: row), names - 1) + " "
    let room = max(8, columns - names - 1)
    let remark = self.remark(of: row)
    let texts = remarkLines(remark, of: row, columns: room)
    var lines = texts.enumerated().map { index, text in
      let lead = index == 0 ? head : String(repeating: " ", count: names + 1)
      return Listed(
        line: Line(index == 0 ? cell(lead + text, columns) : lead + text), place: place)
    }
    if isSelected, !isWide {
      lines += details.lines(columns: columns - 4).map {
        Listed(line: Line("   ") + $0, place: place)
      }
    }
    return lines
  }
}
