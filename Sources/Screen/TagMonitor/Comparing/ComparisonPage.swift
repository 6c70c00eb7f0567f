import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// Two runs side by side: their rows beside each other, and the sum of differences below. Without
/// room for both columns, differing rows are shown twice, and the sum has a tab.
struct ComparisonPage: ScreenPart {
  let context: ScreenContext
  let state: ComparisonState
  /// The area of the page: from the first line to the one above the message.
  let area: Rect

  /// The size from which the runs are side by side, above the sum of differences.
  private static let wide = Size(columns: 100, rows: 30)
  private static let fewestRows = 10
  /// The maximum number of lines for each of the differences in the setup and the first difference.
  private static let headLines = 2

  private var comparison: RunComparison { state.comparison }

  /// Whether the runs are side by side.
  var isWide: Bool {
    area.columns >= Self.wide.columns && area.rows >= Self.wide.rows - 2 && !context.isReader
  }

  // MARK: Places

  private var head: [Line] {
    var lines = [titleLine]
    if !context.isReader {
      lines.append(ComparisonStrip(context: context, state: state).line(columns: area.columns))
    }
    let room = isWide ? Self.headLines : 1
    for (text, style) in [(state.setup, Style.plain), (state.firstText(isWide: isWide), .bold)]
    where !text.isEmpty {
      let shown = context.borders == .utf8 ? text : text.replacing("→", with: "->")
      let all = Line.wrapped(shown, columns: area.columns - 2, indent: 1, style)
      // A line that is cut ends with a mark when drawn.
      lines += all.count > room ? all.prefix(room - 1) + [rest(text, all, room, style)] : all
    }
    return lines
  }

  /// Returns the last line that fits, with the text of all others appended.
  private func rest(_ text: String, _ all: [Line], _ room: Int, _ style: Style) -> Line {
    let words = all.dropFirst(room - 1).map { $0.pieces.map(\.text).joined() }
    return Line(words.joined(), style)
  }

  private var titleLine: Line {
    let (a, b) = (TerminalText.visible(state.names[0]), TerminalText.visible(state.names[1]))
    let count = state.countText + " "
    let room = max(8, (area.columns - 24 - TextWidth.columns(of: count)) / 2)
    let names = [a, b].map { Names.shortened($0, to: room, context.borders) }
    let line =
      Line(" Compare  ", .bold) + Line("A ", .accent) + Line(names[0]) + Line("  with  ")
      + Line("B ", .accent) + Line(names[1])
    let gap = area.columns - line.width - TextWidth.columns(of: count)
    return line + String(repeating: " ", count: max(2, gap))
      + Line(count, comparison.isSame ? .fired : .attention)
  }

  /// The number of lines in the sum of differences, and the number of visible ones.
  var sumLines: (all: Int, seen: Int) {
    let inner = (isWide ? places.sum ?? places.rows : places.rows).inset()
    return (ComparisonSum(context, state, columns: inner.columns).lines.count, inner.rows)
  }

  /// The areas of the rows, for one run or both, and of the sum of differences; nil if it has none.
  private var places: (rows: Rect, sum: Rect?) {
    let rest = area.splitTop(min(head.count, max(0, area.rows - 4))).rest
    guard isWide else { return (rest, nil) }
    let (rows, sum) = rest.sharedTop(upperRows(of: rest))
    return (rows, sum)
  }

  /// Returns the rows of the two lists with their lines: what they need, up to their share.
  private func upperRows(of rect: Rect) -> Int {
    min(max(min(state.count, rect.rows) + 2, Self.fewestRows), rect.rows * 58 / 100)
  }

  private func halves(of rect: Rect) -> [Rect] {
    let (left, right) = rect.sharedLeft(rect.columns / 2)
    return [left, right]
  }

  /// Returns the first visible row of the list: the selected one is in the middle as long as there
  /// are others on both sides.
  private func first(rows: Int) -> Int {
    max(0, min(state.index - rows / 2, state.count - rows))
  }

  /// Returns the place in the list of the row at a point; nil if there is none.
  func row(at point: Point) -> Int? {
    let inner = places.rows.inset()
    guard inner.contains(point), isWide || !state.showsSum else { return nil }
    if isWide {
      let index = first(rows: inner.rows) + point.row - inner.row
      return index < state.count ? index : nil
    }
    let lines = narrowLines(columns: inner.columns)
    let start = narrowStart(lines, rows: inner.rows)
    let line = start + point.row - inner.row
    return lines.indices.contains(line) ? lines[line].index : nil
  }

  // MARK: Drawing

  /// Draws the page, and returns the position of the selected row.
  func draw(isCovered: Bool, on buffer: inout CellBuffer) -> Point? {
    let head = head
    buffer.write(Array(head.prefix(max(0, area.rows - 4))), in: area, context.borders)
    let (rows, sum) = places
    guard rows.rows > 2 else { return nil }
    var grid = BorderGrid(size: buffer.size, borders: context.borders, hasColors: context.hasColors)
    let boxes = isWide ? halves(of: rows) : [rows]
    for rect in boxes + [sum].compactMap({ $0 }) { grid.add(rect, isFocused: false) }
    let lit = isWide ? boxes[state.side == .a ? 0 : 1] : rows
    if !isCovered { grid.add(lit, isFocused: true) }
    grid.draw(on: &buffer)
    if let sum { _ = drawSum(in: sum, isLit: false, on: &buffer) }
    guard isWide else { return drawNarrow(in: rows, isLit: !isCovered, on: &buffer) }
    var point: Point?
    for (rect, side) in zip(boxes, ComparedSide.allCases) {
      let isLit = side == state.side && !isCovered
      let row = drawRows(of: side, in: rect, isLit: isLit, on: &buffer)
      if side == state.side { point = row }
    }
    return point
  }

  private func drawRows(
    of side: ComparedSide, in rect: Rect, isLit: Bool, on buffer: inout CellBuffer
  ) -> Point {
    let inner = rect.inset()
    let count = comparison.timeline(of: side).rowCount
    let name = TerminalText.visible(state.name(of: side))
    BorderText(
      title: "\(side.rawValue) \(name)", note: Counted.text(count, "event"), isFocused: isLit
    ).draw(in: rect, context.borders, on: &buffer)
    let first = first(rows: inner.rows)
    let end = min(state.count, first + inner.rows)
    let line = ComparedLine(context: context, state: state, columns: inner.columns)
    let lines = (first..<end).map { index in
      line.text(
        of: state.place(at: index), in: side,
        after: index > first ? state.place(at: index - 1) : nil)
    }
    buffer.write(lines, in: inner, context.borders)
    let row = min(max(0, state.index - first), max(0, inner.rows - 1))
    return Point(column: inner.column, row: inner.row + row)
  }

  private func drawSum(in rect: Rect, isLit: Bool, on buffer: inout CellBuffer) -> Point {
    let inner = rect.inset()
    let sum = ComparisonSum(context, state, columns: inner.columns)
    let lines = sum.lines
    let marked = lines.indices.filter { sum.isSelected(lines[$0].spans) }
    // Include the heading above the first one.
    let range = marked.first.map { max(0, $0 - 1)..<(marked.last ?? $0) + 1 }
    let kept = ScrollWindow.offset(
      count: lines.count, height: inner.rows, selection: range, previous: 0)
    let first = min(state.scroll ?? kept, max(0, lines.count - inner.rows))
    let below = lines.count - first - inner.rows
    BorderText(
      title: isWide ? sum.title : narrowTitle, note: sum.note,
      footer: below > 0
        ? "Space \(below) more below" : state.scroll == nil ? "" : "Space from the top",
      isFocused: isLit
    ).draw(in: rect, context.borders, on: &buffer)
    buffer.write(lines.dropFirst(first).map(\.line), in: inner, context.borders)
    return inner.origin
  }

  // MARK: One column

  private var narrowTitle: String {
    let names = ["Rows", "What differs"]
    return Tabs(names.map { Tabs.Item(name: $0) }, selected: state.showsSum ? 1 : 0)
      .line(columns: area.columns - 6)
  }

  /// A line of the single column, with its row of the list.
  private struct Narrow {
    var line: Line
    var index: Int
  }

  /// Returns the rows around the selected one: differing ones are shown twice.
  private func narrowLines(columns: Int) -> [Narrow] {
    let line = ComparedLine(context: context, state: state, columns: columns)
    let room = area.rows
    let range = max(0, state.index - room)..<min(state.count, state.index + room + 1)
    return range.flatMap { index -> [Narrow] in
      let place = state.place(at: index)
      let before = index > range.lowerBound ? state.place(at: index - 1) : nil
      let isBoth = comparison.entry(at: place).differs || place == comparison.entryCount - 1
      let sides: [ComparedSide] = isBoth ? [.a, .b] : [.a]
      return sides.map { side in
        let letter: ComparedSide? = isBoth ? side : nil
        return Narrow(
          line: line.narrowText(of: place, in: side, letter: letter, after: before), index: index)
      }
    }
  }

  private func narrowStart(_ lines: [Narrow], rows: Int) -> Int {
    let here = lines.firstIndex { $0.index == state.index } ?? 0
    return max(0, min(here - rows / 2, lines.count - rows))
  }

  private func drawNarrow(in rect: Rect, isLit: Bool, on buffer: inout CellBuffer) -> Point {
    if state.showsSum { return drawSum(in: rect, isLit: isLit, on: &buffer) }
    let inner = rect.inset()
    let lines = narrowLines(columns: inner.columns)
    let first = narrowStart(lines, rows: inner.rows)
    BorderText(
      title: narrowTitle, note: "Enter goes to \(state.side.rawValue)", isFocused: isLit
    ).draw(in: rect, context.borders, on: &buffer)
    buffer.write(lines.dropFirst(first).map(\.line), in: inner, context.borders)
    let here = lines.firstIndex { $0.index == state.index } ?? first
    let row = here - first + (state.side == .b && state.entry.differs ? 1 : 0)
    return Point(column: inner.column, row: inner.row + min(max(0, row), inner.rows - 1))
  }
}

/// A row of two runs, as in one of them.
struct ComparedLine: ScreenPart {
  let context: ScreenContext
  let state: ComparisonState
  let columns: Int

  private var comparison: RunComparison { state.comparison }

  private var isLast: (Int) -> Bool { { $0 == comparison.entryCount - 1 } }

  private var numberColumns: Int {
    max(2, String(max(comparison.a.rowCount, comparison.b.rowCount)).count)
  }

  /// Returns the row in one of two columns; in that of B the sign precedes it, so that it is
  /// between the two.
  ///
  /// - Parameters:
  ///   - place: its place among all rows.
  ///   - side: the run.
  ///   - before: the place of the row above it; nil for none.
  func text(of place: Int, in side: ComparedSide, after before: Int?) -> Line {
    let entry = comparison.entry(at: place)
    let mark = side == .b ? sign(of: entry) : Line()
    return mark + cursor(place) + body(of: place, in: side, before, columns - mark.width - 1)
  }

  /// Returns the row in the single column, with the letter of the run if both are shown.
  func narrowText(
    of place: Int, in side: ComparedSide, letter: ComparedSide?, after before: Int?
  ) -> Line {
    let entry = comparison.entry(at: place)
    let mark = side == .a ? sign(of: entry) : Line(cell("", TextWidth.columns(of: signs.differs)))
    let name = letter.map { "\($0.rawValue) " } ?? "  "
    let head = mark + cursor(place) + Line(name, .accent)
    return head + body(of: place, in: side, side == .a ? before : nil, columns - head.width)
  }

  private func sign(of entry: RunComparison.Entry) -> Line {
    let width = TextWidth.columns(of: signs.differs)
    return Line(cell(entry.differs ? signs.differs : "", width), .attention.strong)
  }

  private func cursor(_ place: Int) -> Line {
    Line(place == state.selected ? signs.cursor : " ", .accent)
  }

  private func body(
    of place: Int, in side: ComparedSide, _ before: Int?, _ columns: Int
  ) -> Line {
    let entry = comparison.entry(at: place)
    let style: Style =
      place == state.selected ? .accent : entry.differs || isLast(place) ? .plain : .dim
    let indent = String(repeating: " ", count: numberColumns + 2)
    if isLast(place) { return Line(indent + endText(side), .dim) }
    let rows = entry.pairs.compactMap { comparison.pair(at: $0).row(in: side) }
    guard let first = rows.first else { return Line(indent + signs.nothing, .dim) }
    let timeline = comparison.timeline(of: side)
    if entry.isFolded {
      let names = rows.prefix(FoldWords.limit).map { timeline.row(at: $0).event.shortName }
      let text = FoldWords.text(
        of: names, count: rows.count, room: columns - indent.count - 2, context.borders)
      return Line("\(indent)\(signs.fold) \(text)", style)
    }
    let event = timeline.row(at: first).event
    let time = view.time(of: event.wall)
    let shown = time == before.flatMap { lastTime(of: $0, in: side) } ? "" : time
    let clock = columns >= 34 ? "  " + cell(shown, 8) : ""
    let head = cell(String(first), numberColumns, .trailing)
    // Keep the outcome near the name, where it is read.
    let room = min(columns - head.count - clock.count - 1 - 6, TagColumns.eye)
    let name = Names.shortened(event.shortName, to: room, context.borders)
    if signs.isReader {
      let said = tags(of: event, differs: entry.differs)
      return Line(head + clock + " " + event.shortName) + Line(said.pieces.isEmpty ? "" : ", ")
        + said
    }
    return Line(head, style) + Line(clock, place == state.selected ? .accent : .dim)
      + Line(" " + cell(name, room) + " ", style) + tags(of: event, differs: entry.differs)
  }

  private func lastTime(of place: Int, in side: ComparedSide) -> String? {
    let entry = comparison.entry(at: place)
    guard !entry.isFolded, let pair = entry.pairs.last else { return nil }
    return comparison.event(ofPair: pair, in: side).map { view.time(of: $0.wall) }
  }

  /// Returns "⋯ 37 more", or that the run ends here.
  private func endText(_ side: ComparedSide) -> String {
    let more = comparison.rowsAfterEnd(in: side)
    return more == 0 ? "the end" : "\(signs.fold) \(more) more"
  }

  /// "✓2 !1"
  private func tags(of event: EventRow, differs: Bool) -> Line {
    let cells = tagCells(of: event, troubled: event.troubledTags, differs ? .attention : .fired)
    return cells.reduce(Line(), +)
  }
}
