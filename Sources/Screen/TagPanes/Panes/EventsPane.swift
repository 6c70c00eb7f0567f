import TagInspection
import TagRuntime
package import TagSimulation
package import TagWords
package import TerminalKit
import TextKit

/// The list of events: a line each, with the world's own steps between them folded into one.
package struct EventsPane: PaneView {
  package static let pane = Pane.events

  package let context: ScreenContext

  package init(_ context: ScreenContext) { self.context = context }

  package static let enterHelp: String? = "unfold the rows, or explain the row"

  package static func subject(of name: String, in view: WorldView) -> Explained? { view.explained }

  package var filteredList: FilteredList? { .events }

  package func hints(_ hints: PaneHints) -> [KeyHint] {
    let place = list.place(of: view.row?.number ?? 1)
    let isFolded = list.count > 0 && list.isFolded(at: place)
    let showsAll = context.selection.showsAllRows
    let rows = KeyHint(.function(3), "F3", showsAll ? "fold rows" : "all rows")
    return (isFolded || hints.canExplain ? [.enter("open")] : []) + [hints.find, hints.filter]
      + (view.row == nil ? [] : [KeyHint("m", "mark")])
      + (list.folded > 0 || showsAll ? [rows] : []) + hints.copy
  }

  package let title = "Events"

  private var list: EventList { context.eventList }

  package func note(columns: Int) -> String {
    if timeline.thinnedRows > 0 {
      return columns < 36 ? "thinned" : "thinned up to #\(timeline.thinnedRows)"
    }
    let folded = list.folded
    if folded > 0 { return "\(folded) folded" }
    return timeline.rows.isEmpty ? "" : "\(timeline.rows.count)"
  }

  /// There are too many rows to build them all: they are searched and filtered by their facts.
  package let filtersItself = true

  package func counts(columns: Int) -> (shown: Int, all: Int) { (list.count, timeline.rows.count) }

  package func matches(of find: FindText, columns: Int) -> PaneMatches {
    PaneMatches(
      places: foundRows, current: view.row?.number ?? 0,
      total: context.finding.listed == nil ? timeline.rows.count : list.count,
      looked: context.finding.isBehind(timeline) ? context.finding.index.last : nil)
  }

  /// The rows whose name contains the search text, up to the last one that can be seen.
  private var foundRows: [Int] {
    let rows = context.finding.found?.rows ?? []
    guard let last = context.shownRows else { return rows }
    return Array(rows.prefix { $0 <= last })
  }

  /// Builds only the visible rows, so that a million rows cost no more than a few.
  package func content(in size: Size) -> PaneContent {
    guard !timeline.rows.isEmpty, size.rows > 1 else {
      return PaneContent(lines: [
        Line(" nothing happened yet", .dim), Line(" Space plays, K launches", .dim),
      ])
    }
    guard list.count > 0 else {
      let why = context.filter(of: .events).map { "the filter \($0.text) hides all" } ?? "no rows"
      let text = "\(why) \(timeline.rows.count): Esc shows them"
      return PaneContent(lines: wrapped(text, columns: size.columns, indent: 1, .dim))
    }
    let columns = Columns(
      size.columns, rows: timeline.rows.count, tellsLines: context.phone != nil)
    let hasHeader = columns.time > 0
    let room = size.rows - (hasHeader ? 1 : 0)
    let number = view.row?.number ?? 1
    let current = list.lists(number) ? list.place(of: number) : -1
    let first = min(top, list.count - 1)
    var content = PaneContent(lines: hasHeader ? [columns.header(in: context)] : [])
    content.targets = hasHeader ? [nil] : []
    var clock: String?
    for place in first..<min(list.count, first + room) {
      if place == current {
        content.present = content.lines.count
        if isFocused { content.selected = content.lines.count }
      }
      let rows = list.rows(at: place)
      if rows.count == 1, !list.isFolded(at: place) {
        let row = timeline.rows[rows.lowerBound - 1]
        let time = view.time(of: row.event.wall)
        let line = EventLine(row: row, isCurrent: place == current, context: context)
        content.lines.append(line.text(columns, time: time == clock ? nil : time))
        clock = time
        content.targets.append(.event(row.number))
      } else {
        let line = FoldLine(rows: rows, isCurrent: place == current, context: context)
        content.lines.append(line.text(columns))
        content.targets.append(.fold(rows))
      }
    }
    content.below = max(0, list.count - first - room)
    let end = first + content.targets.count - (hasHeader ? 1 : 0)
    if list.count < timeline.rows.count, context.filter(of: .events) != nil, end == list.count,
      content.lines.count + 1 < size.rows
    {
      content.lines += [Line(), Line("  Esc shows all \(timeline.rows.count) again", .dim)]
    }
    if context.find(in: .events) != nil, content.below > 0 {
      let last = list.rows(at: first + room - 1).upperBound
      content.matchesBelow = foundRows.count - foundRows.partitioningIndex { $0 > last }
    }
    return content
  }

  /// The width from which there is room for times.
  package static let timedColumns = 30

  /// The widths of the columns.
  struct Columns {
    let all: Int
    let number: Int
    let time: Int
    /// The width for line numbers of a phone's log; 0 without room.
    let line: Int
    let name: Int
    static let tags = 5
    /// The width from which there is room for line numbers of a log, and the width of their column.
    private static let linedColumns = 40
    private static let lineColumns = 7

    init(_ columns: Int, rows: Int, tellsLines: Bool = false) {
      all = columns
      number = max(2, String(rows).count)
      time = columns >= EventsPane.timedColumns ? 8 : 0
      line = tellsLines && columns >= Self.linedColumns ? Self.lineColumns : 0
      let fixed =
        1 + number + (time > 0 ? 2 + time : 0) + (line > 0 ? 1 + line : 0) + 1 + 1 + Self.tags
      name = max(6, columns - fixed)
    }

    /// Returns the titles of the columns.
    func header(in context: ScreenContext) -> Line {
      let borders = context.borders
      return Line(
        " " + borders.cell("#", number, .trailing) + "  " + borders.cell("time", time) + " "
          + (line > 0 ? borders.cell("line", line, .trailing) + " " : "")
          + borders.cell("event", name + 1) + borders.cell("tags", Self.tags, .trailing), .dim)
    }
  }
}

private struct EventLine: ScreenPart {
  let row: Timeline.Row
  let isCurrent: Bool
  let context: ScreenContext

  /// Returns the row in its columns; the time only if it differs from the one above, to show gaps.
  func text(_ columns: EventsPane.Columns, time: String?) -> Line {
    let style: Style = isCurrent ? .accent : .plain
    let mark = Line(isCurrent ? signs.cursor : " ", .accent)
    let number = Line(cell(String(row.number), columns.number, .trailing), style)
    let isMarked = context.isMarked(row.number...row.number)
    let hasSign = isMarked && !signs.isReader
    let state = context.phone?.state(ofRow: row.number)
    var clock =
      state.flatMap { hasSign ? nil : Line(signs.isReader ? " " : signs.phone($0), $0.style) }
      ?? Line(hasSign ? signs.marked : " ", isCurrent || hasSign ? .accent : .dim)
    if columns.time > 0 {
      let shown = isCurrent ? view.time(of: row.event.wall) : time ?? ""
      clock = clock + Line(" " + cell(shown, columns.time), isCurrent ? .accent : .dim)
    }
    if columns.line > 0 {
      let source = context.phone?.source(ofRow: row.number).map { String($0.number) } ?? ""
      clock = clock + Line(" " + cell(source, columns.line, .trailing), .dim)
    }
    if isMarked, !hasSign { clock = clock + Line(" " + signs.marked, style) }
    // What came of its hits later would answer a question.
    let troubled = context.isAsking ? row.event.troubledTags : timeline.troubledTags(of: row)
    var tags = tagCells(of: row.event, troubled: troubled)
    if signs.isReader {
      let words = tags.map(\.text) + [state?.short].compactMap { $0 }
      tags = words.isEmpty ? [] : [Line(" " + words.joined(separator: ", "))]
    }
    // Without tags, the name gets their room.
    let room = columns.name + (tags.isEmpty ? EventsPane.Columns.tags : 0)
    let shown = Names.shortened(row.event.shortName, to: room, context.borders)
    let fill = columns.name + 1 + EventsPane.Columns.tags
    let name = Line((columns.time > 0 || isMarked && !hasSign ? " " : "") + shown, style)
    let wide = name.width - TextWidth.columns(of: TerminalText.visible(shown))
    let marked = found(name, in: room + wide)
    let used = marked.width - wide
    if tags.isEmpty {
      guard row.event.isTrouble else { return mark + number + clock + marked }
      let gap = String(repeating: " ", count: max(0, fill - used - 1))
      return mark + number + clock + marked + gap + Line("!", .attention.strong)
    }
    let gap = String(repeating: " ", count: max(1, columns.name + 1 - used))
    return tags.reduce(mark + number + clock + marked + gap) { $0 + $1 }
  }

  /// Returns the name with the search text highlighted, within its columns.
  private func found(_ name: Line, in columns: Int) -> Line {
    guard let find = context.find(in: .events) else { return name }
    let marked = name.marking(find, hasColors: context.hasColors)
    return marked.width > columns
      ? marked.cut(to: columns, ellipsis: context.borders.ellipsis) : marked
  }
}

extension ScreenPart {
  /// Returns "✓1 !1" of an event: the number of tags that fired, in a style, and of those that are
  /// `troubled`, of which not what one would expect came; `✗` if Firebase dropped the event, and
  /// nothing if no tag fired.
  package func tagCells(of event: EventRow, troubled: Int, _ style: Style = .fired) -> [Line] {
    if event.update?.firebase?.isDropped == true { return [Line(signs.noMark, .lost.strong)] }
    let bad = troubled + event.toldErrors
    let fired = event.firedCount ?? 0
    guard fired > 0 || bad > 0 else { return [] }
    let well = fired - troubled
    if signs.isReader {
      let parts = ["\(well) fired", bad > 0 ? "\(bad) attention" : ""]
      return [Line(parts.filter { !$0.isEmpty }.joined(separator: ", "))]
    }
    let isKept = event.update?.firebase?.suppressedBy.isEmpty == false
    let needsAttention = bad > 0 || event.isTrouble
    let mark = bad > 0 ? "!\(bad)" : event.isTrouble ? "!" : isKept ? signs.kept : ""
    return [
      Line(cell(fired > 0 ? "\(signs.yesMark)\(well)" : "", 3), style),
      Line(mark, needsAttention ? .attention.strong : .dim),
    ]
  }
}

/// World rows that are folded into one.
private struct FoldLine: ScreenPart {
  let rows: ClosedRange<Int>
  let isCurrent: Bool
  let context: ScreenContext

  func text(_ columns: EventsPane.Columns) -> Line {
    let indent = columns.time > 0 ? columns.number + 3 : columns.number + 1
    let names = rows.prefix(FoldWords.limit).map { timeline.rows[$0 - 1].event.shortName }
    let text = FoldWords.text(
      of: names, count: rows.count, room: columns.all - indent - 2, context.borders)
    let mark = Line(isCurrent ? signs.cursor : " ", .accent)
    let space = String(repeating: " ", count: indent - 1)
    let style: Style = isCurrent ? .accent : .dim
    let plain = Line(signs.fold + " " + text, style)
    let find = context.find(in: .events)
    let line = find.map { plain.marking($0, hasColors: context.hasColors) } ?? plain
    guard context.isMarked(rows) else { return mark + Line(space, style) + line }
    if signs.isReader { return mark + space + (signs.marked + " ") + line }
    // Align the sign with those of other rows, as far as there is room.
    let before = min(columns.number, indent - 2)
    let after = String(repeating: " ", count: indent - 2 - before)
    return mark + String(repeating: " ", count: before) + Line(signs.marked, .accent) + after + line
  }
}

/// World rows in one line: what happened, as far as there is room, and the number of further rows.
package enum FoldWords {
  /// The maximum number of rows that are read for their words.
  package static let limit = 8

  /// Returns as many words as fit, in order; the rest is counted.
  ///
  /// - Parameters:
  ///   - names: what happened, of the first rows.
  ///   - count: the number of rows.
  ///   - room: the columns.
  ///   - borders: the character set of the signs.
  package static func text(of names: [String], count: Int, room: Int, _ borders: Borders) -> String
  {
    let words = self.words(of: names)
    for shown in stride(from: words.count, to: 0, by: -1) {
      let left = count - words.prefix(shown).reduce(0) { $0 + $1.rows }
      let parts = words.prefix(shown).map(\.text) + (left > 0 ? ["\(left) more"] : [])
      let joined = parts.joined(separator: ", ")
      if TextWidth.columns(of: TerminalText.visible(joined)) <= room { return joined }
    }
    let all = count == 1 ? words.first?.text ?? "" : Counted.text(count, "row")
    return Names.shortened(all, to: room, borders)
  }

  /// Returns what happened, with equal neighbours merged: "v8 3x".
  private static func words(of names: [String]) -> [(text: String, rows: Int)] {
    var words: [(text: String, rows: Int)] = []
    for name in names {
      if let last = words.last, last.text == name {
        words[words.count - 1].rows += 1
      } else {
        words.append((name, 1))
      }
    }
    return words.map { $0.rows == 1 ? $0 : ("\($0.text) \($0.rows)x", $0.rows) }
  }
}

/// Shortens long names so that two of them still differ on screen.
package enum Names {
  /// Returns a name at a width; a longer one loses its middle.
  ///
  /// - Complexity: O(n) in its length.
  package static func shortened(_ name: String, to columns: Int, _ borders: Borders) -> String {
    let name = TerminalText.visible(name)
    guard TextWidth.columns(of: name) > columns else { return name }
    let mark = borders == .utf8 ? "…" : "~"
    guard columns > 4 else {
      return TextWidth.truncate(name, to: columns, ellipsis: borders.ellipsis)
    }
    let tail = (columns - 1) / 3
    let head = columns - 1 - tail
    return TextWidth.prefix(name, columns: head) + mark + TextWidth.suffix(name, columns: tail)
  }
}
