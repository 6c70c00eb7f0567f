import TagInspection
import TagRuntime
package import TagSimulation
package import TagWords
package import TerminalKit
import TextKit

/// The list of events, each with the tags that fired under it; the world's own steps between them
/// are folded into one line.
package struct EventsPane: PaneView {
  package static let pane = Pane.events

  package let context: ScreenContext

  package init(_ context: ScreenContext) { self.context = context }

  package static let enterHelp: String? = "unfold the rows, or explain the row"

  package static func subject(of name: String, in view: WorldView) -> Explained? { view.explained }

  package var filteredList: FilteredList? { .events }

  package let title = "Events"

  private var list: EventList { context.eventList }

  /// How many tags of the selected event fired.
  package func note(columns: Int) -> String {
    if timeline.thinnedRows > 0 {
      return columns < 36 ? "thinned" : "thinned up to #\(timeline.thinnedRows)"
    }
    guard !context.isAsking, let row = view.row, row.number == view.eventRow?.number,
      row.event.firedCount != nil, context.phone?.isOwn != true
    else { return "" }
    return "\(view.tags.count(where: \.didFire)) of \(view.tags.count) fired"
  }

  /// There are too many rows to build them all: they are searched and filtered by their facts.
  package let filtersItself = true

  package func counts(columns: Int) -> (shown: Int, all: Int) { (list.count, timeline.rowCount) }

  package func matches(of find: FindText, columns: Int) -> PaneMatches {
    PaneMatches(
      places: foundRows, current: view.row?.number ?? 0,
      total: context.finding.listed == nil ? timeline.rowCount : list.count,
      looked: context.finding.isBehind(timeline) ? context.finding.index.last : nil)
  }

  /// The rows whose name contains the search text, up to the last one that can be seen.
  private var foundRows: [Int] {
    let rows = context.finding.found?.rows ?? []
    guard let last = context.shownRows else { return rows }
    return Array(rows.prefix { $0 <= last })
  }

  // MARK: Heights

  /// The maximum number of tags that are listed under an event.
  private static let tagLimit = 8

  /// Returns the firings under a row of the list, as of the selected row: those of an event before
  /// the current chapter are counted instead, unless the whole list has room.
  private func firings(at place: Int, _ hasRoom: Bool) -> [FiringIndex.Firing] {
    guard !list.isFolded(at: place) else { return [] }
    let number = list.rows(at: place).lowerBound
    guard hasRoom || number >= context.chapterRow else { return [] }
    let index = timeline.firings
    // What became of hits later is not known yet.
    let last = context.isAsking ? context.shownRows ?? number : view.row?.number ?? 0
    let knowsAll = view.isLive && !context.isAsking
    var firings: [FiringIndex.Firing] = []
    var next = index.first(fromRow: number)
    while next < index.count, index[next].row == number {
      var firing = index[next]
      if !knowsAll, firing.left > last {
        (firing.fate, firing.alike, firing.left) = (.waits, firing.hits, 0)
      }
      firings.append(firing)
      next += 1
    }
    return firings
  }

  private func height(at place: Int, _ hasRoom: Bool) -> Int {
    // What was set up before the first event is seen only when it is selected.
    if place == 0, list.count > 1, list.isFolded(at: 0), selectedPlace != 0 { return 0 }
    let count = firings(at: place, hasRoom).count
    return 1 + min(count, Self.tagLimit) + (count > Self.tagLimit ? 1 : 0)
  }

  private var selectedPlace: Int {
    let number = view.row?.number ?? 1
    return list.lists(number) ? list.place(of: number) : -1
  }

  /// Returns whether all rows with all of their tags have room.
  private func hasRoom(_ rows: Int) -> Bool {
    var left = rows
    for place in 0..<list.count {
      left -= height(at: place, true)
      if left < 0 { return false }
    }
    return true
  }

  /// The rows that the list needs; a long one is not counted to its end.
  package func neededRows(columns: Int) -> Int {
    var rows = 0
    for place in 0..<list.count where rows < Self.countedRows { rows += height(at: place, true) }
    return max(2, rows)
  }

  /// More rows than a screen has.
  private static let countedRows = 300

  /// Returns the first row of the list from which the one before a place is at the lower edge.
  private func first(above end: Int, rows: Int, _ hasRoom: Bool) -> Int {
    var (first, left) = (end, rows)
    while first > 0 {
      left -= height(at: first - 1, hasRoom)
      if left < 0 { break }
      first -= 1
    }
    return min(first, max(0, end - 1))
  }

  /// Returns the last sensible first row of the list, with which its end is at the lower edge.
  package func last(rows: Int) -> Int { first(above: list.count, rows: rows, hasRoom(rows)) }

  /// Returns the first row of the list that shows the selected one: the one so far, if it does.
  ///
  /// - Complexity: O(rows)
  package func first(rows: Int) -> Int {
    guard list.count > 0 else { return 0 }
    let hasRoom = hasRoom(rows)
    let last = first(above: list.count, rows: rows, hasRoom)
    let current = min(max(0, list.place(of: view.row?.number ?? 1)), list.count - 1)
    // Leave a third of the room for later events.
    guard let top = context.selection.tops[.events] else {
      return min(first(above: current + 1, rows: max(1, rows * 2 / 3), hasRoom), last)
    }
    if current >= top, first(above: current + 1, rows: rows, hasRoom) <= top {
      return min(top, last)
    }
    // Scroll by half a page, so that the list then stays put for a while.
    return min(first(above: current + 1, rows: max(1, rows / 2), hasRoom), last)
  }

  // MARK: Rows

  /// Builds only the visible rows, so that a million rows cost no more than a few.
  package func content(in size: Size) -> PaneContent {
    guard timeline.rowCount > 0, size.rows > 1 else {
      return PaneContent(lines: [
        Line(" nothing happened yet", .dim), Line(" Space plays, K launches", .dim),
      ])
    }
    guard list.count > 0 else {
      let why = context.filter(of: .events).map { "the filter \($0.text) hides all" } ?? "no rows"
      let text = "\(why) \(timeline.rowCount): Esc shows them"
      return PaneContent(lines: wrapped(text, columns: size.columns, indent: 1, .dim))
    }
    let columns = Columns(size.columns, rows: timeline.rowCount)
    let current = selectedPlace
    let hasRoom = hasRoom(size.rows)
    var content = PaneContent(lines: [])
    var place = min(top, list.count - 1)
    var clock: String?
    while place < list.count, content.lines.count < size.rows {
      defer { place += 1 }
      if height(at: place, hasRoom) == 0 { continue }
      if place == current {
        content.present = content.lines.count
        if isFocused { content.selected = content.lines.count }
      }
      let rows = list.rows(at: place)
      var lines: [Line]
      if rows.count == 1, !list.isFolded(at: place) {
        let row = timeline.row(at: rows.lowerBound)
        let time = view.time(of: row.event.wall)
        let line = EventLine(
          row: row, firings: firings(at: place, hasRoom), isCurrent: place == current,
          context: context)
        lines = [line.text(columns, time: time == clock ? nil : time)]
        lines += line.tagLines(columns, limit: Self.tagLimit)
        clock = time
      } else {
        lines = [FoldLine(rows: rows, isCurrent: place == current, context: context).text(columns)]
      }
      content.below = max(0, content.lines.count + lines.count - size.rows)
      lines = Array(lines.prefix(size.rows - content.lines.count))
      content.lines += lines
      let target: RowTarget =
        list.isFolded(at: place) || rows.count > 1 ? .fold(rows) : .event(rows.lowerBound)
      content.targets += lines.map { _ in target }
    }
    content.below += list.count - place
    if list.count < timeline.rowCount, context.filter(of: .events) != nil, content.below == 0,
      content.lines.count + 1 < size.rows
    {
      content.lines += [Line(), Line("  Esc shows all \(timeline.rowCount) again", .dim)]
    }
    if context.find(in: .events) != nil, place < list.count {
      let last = list.rows(at: place).lowerBound
      content.matchesBelow = foundRows.count - foundRows.partitioningIndex { $0 >= last }
    }
    return content
  }

  /// The width from which there is room for times and causes.
  package static let timedColumns = 36

  /// The widths of the columns.
  struct Columns {
    let all: Int
    let number: Int
    let time: Int

    init(_ columns: Int, rows: Int) {
      all = columns
      number = String(rows).count
      time = columns >= EventsPane.timedColumns ? 9 : 0
    }

    /// The first column of names.
    var name: Int { 1 + number + 1 + time }
  }
}

private struct EventLine: ScreenPart {
  let row: Timeline.Row
  let firings: [FiringIndex.Firing]
  let isCurrent: Bool
  let context: ScreenContext

  /// Returns the row in its columns; the time only if it differs from the one above, to show gaps.
  func text(_ columns: EventsPane.Columns, time: String?) -> Line {
    let isImagined = context.phone?.isImagined(row.number) == true
    let style: Style = isCurrent ? .accent : isImagined ? .dim : .plain
    let isMarked = context.isMarked(row.number...row.number)
    // The tags below have their own.
    let state = firings.isEmpty ? context.phone?.state(ofRow: row.number) : nil
    var sign = state.map { Line(signs.phone($0), $0.style) } ?? Line(" ")
    if isMarked || signs.isReader { sign = Line(signs.isReader ? " " : signs.marked, .accent) }
    var head =
      Line(isCurrent ? signs.cursor : " ", .accent)
      + Line(cell(String(row.number), columns.number, .trailing), style) + sign
    if columns.time > 0 {
      let shown = isCurrent ? view.time(of: row.event.wall) : time ?? ""
      head = head + Line(cell(shown, columns.time), isCurrent ? .accent : .dim)
    }
    let note = note(columns, isMarked, state)
    let room = columns.all - columns.name - (note.width > 0 ? note.width + 2 : 0)
    let shown = Names.shortened(context.name(of: row.event), to: room, context.borders)
    let name = found(Line(shown, style), in: room)
    if note.width == 0 { return head + name }
    let gap = columns.all - head.width - name.width - note.width - 1
    return head + name + String(repeating: " ", count: max(1, gap)) + note
  }

  /// Returns what stands at the right: the numbers of tags that are not listed, a sign for a
  /// problem, and with room the cause.
  private func note(
    _ columns: EventsPane.Columns, _ isMarked: Bool, _ state: PhoneMatch.State?
  ) -> Line {
    // What came of its hits later would answer a question.
    let troubled = context.isAsking ? row.event.troubledTags : timeline.troubledTags(of: row)
    let cells =
      firings.isEmpty && context.phone?.isOwn != true
      ? tagCells(of: row.event, troubled: troubled) : []
    if signs.isReader {
      let words =
        cells.map(\.text) + [state?.short, isMarked ? signs.marked : nil].compactMap { $0 }
      return Line(words.filter { !$0.isEmpty }.joined(separator: ", "))
    }
    if !cells.isEmpty { return cells.reduce(Line()) { $0 + $1 } }
    if context.phone?.isImagined(row.number) == true { return Line("sim", .dim) }
    let isFollowed = context.phone?.isOwn == true
    if !isFollowed, row.event.isTrouble || row.event.toldErrors > 0 {
      return Line("!", .attention.strong)
    }
    guard columns.time > 0 else { return Line() }
    let line = context.phone?.source(ofRow: row.number).map { "line \($0.number)" }
    return Line(line ?? row.event.causeWords ?? "", .dim)
  }

  /// Returns the tags that fired, each with its outcome.
  func tagLines(_ columns: EventsPane.Columns, limit: Int) -> [Line] {
    let space = String(repeating: " ", count: columns.name)
    var lines = firings.prefix(limit).map { firing in
      let seen = context.phone?.match(
        ofTag: timeline.firings.name(of: firing), atRow: row.number)
      let mark =
        seen.map { signs.phone($0.state) }
        ?? (firing.mark > .well ? signs.attentionMark : signs.yesMark)
      let words = seen == nil ? firing.listWords : ""
      let head = space + mark + " "
      let name = context.memory.title(
        ofTag: timeline.firings.name(of: firing), in: timeline.firings.container(of: firing))
      let gap = words.isEmpty ? 1 : 2
      let room = columns.all - TextWidth.columns(of: head) - TextWidth.columns(of: words) - gap
      if signs.isReader { return Line("\(head)\(name) \(words)") }
      let shown = cell(Names.shortened(name, to: max(4, room), context.borders), max(4, room))
      return Line(head, seen?.state.style ?? .plain)
        + Line(shown + " " + words, seen?.state.style ?? firing.mark.style)
    }
    if firings.count > limit {
      lines.append(Line("\(space)\(signs.fold) \(firings.count - limit) more", .dim))
    }
    return lines
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

extension ScreenContext {
  /// Returns the name of an event in the list, with the value that a rule asks for where the name
  /// is only that of the event: `openScreen · Cart`.
  package func name(of event: EventRow) -> String {
    let name = event.shortName
    guard event.update?.event == name, let value = askedValue(of: event) else { return name }
    return "\(name) \(borders == .utf8 ? "·" : "-") \(value)"
  }

  /// Returns the first value of an event of the app for which a rule asks.
  func askedValue(of event: EventRow) -> String? {
    guard case .update(let update, let cause) = event.kind, cause.isActed,
      let id = update.firings.first?.container,
      let container = timeline.live.runtime?.compiledContainer(id)
    else { return nil }
    let pushed = update.firebase?.logged.parameters ?? update.update
    let asked = DataLayer.leaves(of: pushed).first { leaf in
      leaf.path != "event" && memory.isAsked(leaf.path, by: container)
    }
    return asked.map { ValueConversion.text($0.value) }
  }
}

/// World rows that are folded into one.
private struct FoldLine: ScreenPart {
  let rows: ClosedRange<Int>
  let isCurrent: Bool
  let context: ScreenContext

  func text(_ columns: EventsPane.Columns) -> Line {
    let events = rows.prefix(FoldWords.limit).map { timeline.row(at: $0).event }
    let isOfContainer = events.allSatisfy { $0.isAboutContainer && $0.containerID == nil }
    let head = isOfContainer ? view.simulation.world.app.containerID + " " : ""
    let imagined = rows.allSatisfy { context.phone?.isImagined($0) == true } ? ", sim" : ""
    let room = columns.all - columns.name - TextWidth.columns(of: head + imagined)
    let text = FoldWords.text(
      of: events.map(\.shortName), count: rows.count, room: room, context.borders)
    let plain = Line(head + text + imagined, isCurrent ? .accent : .dim)
    let find = context.find(in: .events)
    let line = find.map { plain.marking($0, hasColors: context.hasColors) } ?? plain
    let mark = context.isMarked(rows) ? signs.marked + " " : ""
    let space = cell(mark, columns.name - 1, signs.isReader ? .leading : .trailing)
    return Line(isCurrent ? signs.cursor : " ", .accent) + Line(space, .accent) + line
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
