import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// The page that a container opens on: its tags as rows, the events as columns, and under them the
/// answer for the selected cell. The matrix takes the rows and columns that it needs before
/// anything else is folded.
struct StartTable: ScreenPart {
  /// A column that is shown.
  struct Column {
    /// Its place in the matrix.
    let place: Int
    /// The event in its head.
    let event: Int
    /// The two lines of its head.
    let head: [String]
    /// Its first cell, from the left edge of the page.
    var start = 0
    let width: Int
  }

  let context: ScreenContext
  let state: StartState
  let body: Rect
  /// All rows and the columns that are not narrowed away.
  let rows: [ContainerMatrix.Row]
  let places: [Int]
  /// Whether the tags of one trigger are one row, because not all rows fit.
  let isGrouped: Bool
  private(set) var columns: [Column] = []
  private(set) var left = 0
  private(set) var headRows = 1
  private let nameColumns: Int

  /// The rows of the answer that the matrix leaves, with the line above them.
  private static let answerRows = 4
  /// The cells of a row that say "never", and those that say how many columns are beside.
  private static let (neverColumns, moreColumns) = (6, 10)
  /// The free cells from which each row says what its tag does.
  private static let actionColumns = 40

  init(context: ScreenContext, state: StartState, body: Rect) {
    (self.context, self.state, self.body) = (context, state, body)
    let inner = body.inset()
    var table = state.matrix.table(isGrouped: false, with: state.filter)
    isGrouped = table.rows.count > inner.rows - 2 - Self.answerRows
    if isGrouped { table = state.matrix.table(isGrouped: true, with: state.filter) }
    (rows, places) = table
    let longest = rows.map { TextWidth.columns(of: $0.name) }.max() ?? 0
    nameColumns = min(longest, inner.columns < 98 ? inner.columns / 3 : 40)
    layOut(inner.columns)
  }

  // MARK: Columns

  private mutating func layOut(_ room: Int) {
    let reserved = rows.contains(where: isNever) ? Self.neverColumns : 0
    let wide = places.map { column($0, isWide: true) }
    let pitch = max(14, (wide.map(\.width).max() ?? 0) + 3)
    let names = 1 + nameColumns
    if names + 5 + pitch * wide.count + reserved <= room {
      columns = wide
      for index in columns.indices { columns[index].start = names + 5 + pitch * index }
    } else {
      let narrow = places.map { column($0, isWide: false) }
      columns = placed(narrow[...], from: names, room - reserved)
      if columns.count < narrow.count {
        let room = room - max(reserved, Self.moreColumns)
        let selected = places.firstIndex(of: state.column) ?? 0
        left = min(state.left, selected)
        columns = placed(narrow[left...], from: names, room)
        while left + columns.count <= selected, left < selected {
          left += 1
          columns = placed(narrow[left...], from: names, room)
        }
        // The last columns use the room that is left.
        while left > 0 {
          let more = placed(narrow[(left - 1)...], from: names, room)
          guard left - 1 + more.count == narrow.count else { break }
          (left, columns) = (left - 1, more)
        }
      }
    }
    headRows = columns.contains { !$0.head[0].isEmpty } ? 2 : 1
  }

  private func placed(_ all: ArraySlice<Column>, from start: Int, _ room: Int) -> [Column] {
    var placed: [Column] = []
    var start = start
    for var column in all {
      guard start + max(3, column.width) <= room else { break }
      column.start = start
      placed.append(column)
      start += max(7, column.width + 1)
    }
    return placed
  }

  private func column(_ place: Int, isWide: Bool) -> Column {
    let event = state.matrix.event(ofColumn: place, with: state.filter)
    let others = state.matrix.columns[place].events.count - 1
    let lines = StartHead.lines(state.outlook.events[event].head, to: isWide ? 11 : 8)
      .map { TextWidth.truncate($0, to: 14, ellipsis: context.borders.ellipsis) }
    let isPlanned = state.guide.isPlanned[event]
    let mark = isPlanned.map { " " + Self.mark($0) } ?? ""
    let more = others == 0 ? "" : isWide && lines.count == 1 ? "and \(others) more" : "+\(others)"
    let head =
      lines.count == 1
      ? more.isEmpty ? ["", lines[0] + mark] : [lines[0] + mark, more]
      : [lines[0], lines[1] + mark + (more.isEmpty ? "" : " " + more)]
    let width = head.map { TextWidth.columns(of: $0) }.max() ?? 0
    return Column(place: place, event: event, head: head, width: width)
  }

  // MARK: Places

  private var inner: Rect { body.inset() }

  /// The number of rows that are shown.
  var shownRows: Int {
    max(1, min(rows.count, inner.rows - headRows - Self.answerRows))
  }

  /// The place of the selected row.
  var selected: Int { rows.firstIndex { $0.tags.contains(state.tag) } ?? 0 }

  /// The first row that is shown.
  var top: Int {
    ScrollWindow.offset(
      count: rows.count, height: shownRows, selected: selected, previous: state.top)
  }

  var visible: ArraySlice<ContainerMatrix.Row> { rows[top..<min(rows.count, top + shownRows)] }

  var row: ContainerMatrix.Row? { rows.indices.contains(selected) ? rows[selected] : nil }

  var column: Column? { columns.first { $0.place == state.column } ?? columns.first }

  /// What Enter sends; nil without a cell.
  var push: ContainerMatrix.Push? {
    guard let row, let column else { return nil }
    return state.matrix.push(for: row.tags[0], at: column.event)
  }

  /// What the cells that are shown send, the selected one first.
  var pushes: [ContainerMatrix.Push] {
    (push.map { [$0] } ?? [])
      + visible.flatMap { row in
        columns.map { state.matrix.push(for: row.tags[0], at: $0.event) }
      }
  }

  /// The answer's box, whose upper line ends the matrix.
  private var answer: Rect {
    let used = 1 + headRows + shownRows
    let hasBlank = body.rows - 1 - used > Self.answerRows + 1
    return body.splitTop(used + (hasBlank ? 1 : 0)).rest
  }

  /// Returns the row and the column at a point.
  func cell(at point: Point) -> (row: Int, column: Int?)? {
    let index = point.row - inner.row - headRows
    guard inner.contains(point), visible.indices.contains(top + index), index >= 0 else {
      return nil
    }
    let column = columns.last { inner.column + $0.start <= point.column }
    return (top + index, column?.place)
  }

  func isNever(_ row: ContainerMatrix.Row) -> Bool {
    row.tags.allSatisfy { state.outlook.tags[$0].never != nil }
  }

  // MARK: Drawing

  /// Draws the page, and returns the position of the selected cell.
  func draw(on buffer: inout CellBuffer) -> Point? {
    let answer = StartAnswer(table: self)
    let halves = answer.halves(of: self.answer)
    var grid = BorderGrid(
      size: buffer.size, borders: context.borders, hasColors: context.hasColors)
    for rect in [body, halves.left] + [halves.right].compactMap({ $0 }) {
      grid.add(rect, isFocused: false)
    }
    grid.draw(on: &buffer)
    BorderText(title: "What fires when", note: note).draw(in: body, context.borders, on: &buffer)
    drawHeads(on: &buffer)
    if rows.isEmpty {
      buffer.write(
        wrapped(empty, columns: inner.columns - 1, indent: 1), in: inner, context.borders)
    }
    for (index, row) in visible.enumerated() {
      draw(row, at: inner.row + headRows + index, top + index == selected, on: &buffer)
    }
    answer.draw(in: halves.left, halves.right, on: &buffer)
    guard let column, !rows.isEmpty else { return nil }
    return Point(
      column: inner.column + column.start + 1, row: inner.row + headRows + selected - top)
  }

  /// The note beside the title: how many tags and events there are, or are found.
  private var note: String {
    let outlook = state.outlook
    if !state.filter.isEmpty || state.isFiltering {
      return "/\(state.filter)  \(Counted.text(rows.count, "row")), "
        + Counted.text(places.count, "column")
    }
    let events = outlook.events.count
    let all = outlook.eventsLeftOut > 0 ? "\(events) of \(events + outlook.eventsLeftOut)" : nil
    let isCut = visible.count < rows.count
    return (isCut ? "rows \(top + 1) to \(top + visible.count) of \(rows.count), " : "")
      + Counted.text(outlook.tags.count, "tag") + ", "
      + (all.map { $0 + " events" } ?? Counted.text(events, "event"))
  }

  private var empty: String {
    if !state.filter.isEmpty { return "No name contains \"\(state.filter)\": Esc shows all again." }
    return "It has no tags, so nothing can fire."
  }

  private func drawHeads(on buffer: inout CellBuffer) {
    for column in columns {
      let style: Style = column.place == state.column && !rows.isEmpty ? .bold : .plain
      for (line, text) in column.head.suffix(headRows).enumerated() {
        write(text, column.start, inner.row + line, style, on: &buffer)
      }
    }
    let row = inner.row + headRows - 1
    let isPlain = context.borders != .utf8
    if left > 0 {
      let text = "\(isPlain ? "<" : "‹") \(left) more"
      write(text, max(0, (columns.first?.start ?? 0) - 1 - text.count), row, .dim, on: &buffer)
    }
    let right = places.count - left - columns.count
    if right > 0 { write("\(right) more \(isPlain ? ">" : "›")", end, row, .dim, on: &buffer) }
  }

  /// The first cell after the columns.
  private var end: Int {
    columns.last.map { $0.start + max(7, $0.width + 1) } ?? nameColumns + 2
  }

  private func draw(
    _ row: ContainerMatrix.Row, at line: Int, _ isSelected: Bool, on buffer: inout CellBuffer
  ) {
    if isSelected { write(signs.cursor, 0, line, .accent, on: &buffer) }
    write(cell(row.name, nameColumns), 1, line, isSelected ? .bold : .plain, on: &buffer)
    for column in columns {
      let sign = state.matrix.sign(of: row, at: column.event)
      let (text, style) = look(of: sign)
      write(text, column.start + 1, line, style, on: &buffer)
      guard isSelected, column.place == self.column?.place else { continue }
      write("[", column.start, line, .bold, on: &buffer)
      write(
        "]", column.start + 1 + TextWidth.columns(of: text), line, .bold, on: &buffer)
    }
    let last = places.dropFirst(left + columns.count).contains { place in
      !state.matrix.columns[place].tags.isDisjoint(with: row.tags)
    }
    let room = inner.columns - end - 1
    let remark: String
    if isNever(row) {
      remark = "never"
    } else if last {
      remark = context.borders == .utf8 ? "›" : ">"
    } else if room >= Self.actionColumns, row.tags.count == 1 {
      remark = cell(state.outlook.tags[row.tags[0]].action, room).trimmedSpaces
    } else {
      return
    }
    write(remark, end, line, .dim, on: &buffer)
  }

  private func write(
    _ text: String, _ column: Int, _ row: Int, _ style: Style, on buffer: inout CellBuffer
  ) {
    let room = inner.columns - column
    guard room > 0, row < body.endRow - 1 else { return }
    buffer.write(
      TerminalText.visible(text), at: Point(column: inner.column + column, row: row),
      style: style, limit: room)
  }

  // MARK: Signs

  /// The mark of a column whose event is planned, or is not.
  private static func mark(_ isPlanned: Bool) -> String { isPlanned ? "+" : "?" }

  /// Returns the sign of an outcome, and its style; blank for what is not tried yet.
  func look(of sign: ContainerMatrix.Sign?) -> (text: String, style: Style) {
    switch sign {
    case .quiet?: (context.isReader ? "no" : signs.toCome, .dim)
    case .fires?: (signs.yesMark, .fired)
    case .idle?: ("!", .attention.strong)
    case nil: (" ", .plain)
    }
  }

  /// The signs in view, with their words.
  var legend: Line {
    let words: [ContainerMatrix.Sign: String] = [
      .fires: "fires", .quiet: "does not", .idle: "fires and does nothing",
    ]
    let seen = Set(
      visible.flatMap { row in columns.map { state.matrix.sign(of: row, at: $0.event) } })
    var line = Line()
    for sign in [ContainerMatrix.Sign.fires, .quiet, .idle] where seen.contains(sign) {
      let (text, style) = look(of: sign)
      line = line + Line(line.pieces.isEmpty ? " " : "   ") + Line(text, style)
      line = line + Line(" " + (words[sign] ?? ""))
    }
    for isPlanned in [true, false]
    where columns.contains(where: { state.guide.isPlanned[$0.event] == isPlanned }) {
      line = line + Line("   \(Self.mark(isPlanned)) \(isPlanned ? "planned" : "not planned")")
    }
    return visible.contains(where: isNever) ? line + Line("   never: at no event") : line
  }
}

/// The head of a column: a name on one line, or broken over two.
enum StartHead {
  /// Breaks a name where it has two words, or in its middle; one that fits stays whole.
  ///
  /// - Complexity: O(n²) in its length, which is bounded.
  static func lines(_ name: String, to limit: Int) -> [String] {
    let name = TextWidth.prefix(TerminalText.visible(name), columns: 60)
    guard TextWidth.columns(of: name) > limit else { return [name] }
    let letters = Array(name)
    func halves(_ place: Int) -> [String] {
      let isWord = letters[place].isUppercase && letters[place - 1].isLowercase
      let isAtSign = "_-. /:".contains(letters[place - 1])
      guard isAtSign || isWord else { return [] }
      return [String(letters[..<place]) + (isAtSign ? "" : "-"), String(letters[place...])]
    }
    func width(_ lines: [String]) -> Int { lines.map { TextWidth.columns(of: $0) }.max() ?? 0 }
    let breaks = (1..<letters.count).map(halves).filter { !$0.isEmpty }
    if let best = breaks.reversed().min(by: { width($0) < width($1) }) { return best }
    let middle = letters.count / 2
    return [String(letters[..<middle]) + "-", String(letters[middle...])]
  }
}
