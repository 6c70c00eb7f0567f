import TagInspection
import TagRuntime
import TagSimulation
import TagWords
package import TerminalKit
import TextKit

/// The lanes of a followed phone: what the app logged, what the container must send for it, and
/// what the phone sent; below, the answer for the selected event.
package struct PhoneLanes: ScreenPart {
  package let context: ScreenContext
  /// The place of the selected event or warning.
  private let place: Int
  private let body: Rect

  /// - Parameters:
  ///   - context: what the screen is drawn from.
  ///   - place: the place of the selected event; nil for the newest.
  ///   - body: the room.
  package init(_ context: ScreenContext, place: Int?, in body: Rect) {
    (self.context, self.body) = (context, body)
    let last = (context.phone?.lanes.count ?? 0) - 1
    self.place = max(0, min(place ?? last, last))
  }

  /// The most rows of an event in a lane; the rest is counted.
  private static let partLimit = 6
  /// The columns of the names of the lanes.
  private static let labelColumns = 15
  /// The least and the most columns of an event.
  private static let eventColumns = 12...40
  /// The columns between two events.
  private static let gap = 2
  /// The least rows of the answer.
  private static let answerRows = 3
  /// The most warnings beside the answer for an event.
  private static let warningLimit = 3

  private var lanes: [PhoneLane] { context.phone?.lanes ?? [] }
  private var lane: PhoneLane? { lanes.indices.contains(place) ? lanes[place] : nil }
  private var isUpright: Bool { body.columns < Layout.dockedColumns || context.isReader }
  private var text: PhoneText { PhoneText(context: context) }

  // MARK: Drawing

  /// Draws the lanes and the answer, and returns the position of the selected event.
  package func draw(on buffer: inout CellBuffer) -> Point {
    let columns = body.columns - 2
    let (list, answer) = areas
    var grid = BorderGrid(size: buffer.size, borders: borders, hasColors: context.hasColors)
    grid.add(answer, isFocused: false)
    grid.add(list, isFocused: !context.isCovered)
    grid.draw(on: &buffer)
    let events = Counted.text(context.phone?.eventCount ?? 0, "event")
    let hidden = isUpright ? lanes.count - shown(in: list.inset()).count : 0
    let border = BorderText(
      title: "The phone beside the container",
      note: events + (hidden > 0 ? ", \(hidden) more above or below" : ""),
      isFocused: !context.isCovered)
    border.draw(in: list, borders, on: &buffer)
    BorderText(title: answerTitle, note: answerNote).draw(in: answer, borders, on: &buffer)
    let inner = answer.inset()
    buffer.write(answerLines(columns: inner.columns - 2, rows: inner.rows), in: inner, borders)
    guard !lanes.isEmpty else {
      let words =
        " Nothing of the SDK in the log yet: 'tagsim follow --help' says how to turn it on"
      buffer.write(wrapped(words, columns: columns, .dim), in: list.inset(), borders)
      return list.inset().origin
    }
    return isUpright ? drawUpright(in: list.inset(), &buffer) : drawWide(in: list.inset(), &buffer)
  }

  private var borders: Borders { context.borders }

  /// The list, which has the rows that it needs, and the answer below it.
  private var areas: (list: Rect, answer: Rect) {
    let columns = body.columns - 2
    let rows =
      isUpright
      ? lanes.indices.prefix(body.rows).reduce(0) { $0 + uprightLines($1, columns).count }
      : 4 + 2 * stack(shown(in: body.inset()))
    let most = body.rows - Self.answerRows - 1
    let (list, answer) = body.sharedTop(max(3, min(rows + 3, most)))
    return (list, answer)
  }

  /// Returns the places in sight with where they begin: the selected one, with up to two thirds of
  /// the room before it.
  private func shown(in rect: Rect) -> [(place: Int, start: Int)] {
    let room = isUpright ? rect.rows : rect.columns - Self.labelColumns - 1
    func size(_ place: Int) -> Int {
      isUpright ? uprightLines(place, rect.columns).count : width(of: place) + Self.gap
    }
    guard !lanes.isEmpty else { return [] }
    var (first, end, left) = (place, place + 1, room - size(place))
    func takeBefore(_ spare: Int) {
      while first > 0, size(first - 1) <= left - spare {
        first -= 1
        left -= size(first)
      }
    }
    takeBefore(room / 3)
    while end < lanes.count, size(end) <= left {
      left -= size(end)
      end += 1
    }
    takeBefore(0)
    var start = isUpright ? rect.row : rect.column + Self.labelColumns
    return (first..<end).map { place in
      defer { start += size(place) }
      return (place, start)
    }
  }

  /// Returns the place of the event at a point; nil if there is none.
  package func place(at point: Point) -> Int? {
    let list = areas.list.inset()
    guard list.contains(point) else { return nil }
    let here = isUpright ? point.row : point.column
    return shown(in: list).last { $0.start <= here }?.place
  }

  // MARK: Side by side

  private var isNamed: Bool { body.columns >= Layout.timedColumns }

  private func width(of place: Int) -> Int {
    let lane = lanes[place]
    let texts =
      [loggedText(of: lane)]
      + lane.matches.flatMap {
        [text.must($0, isNamed), "  " + text.sent($0, at: lane, isShort: true)]
      }
    let wanted = texts.map { TextWidth.columns(of: TerminalText.visible($0)) }.max() ?? 0
    return min(max(wanted, Self.eventColumns.lowerBound), Self.eventColumns.upperBound)
  }

  /// The rows of the lanes of what is sent.
  private func stack(_ shown: [(place: Int, start: Int)]) -> Int {
    min(Self.partLimit, max(1, shown.map { lanes[$0.place].matches.count }.max() ?? 1))
  }

  private func drawWide(in rect: Rect, _ buffer: inout CellBuffer) -> Point {
    let shown = shown(in: rect)
    let stack = stack(shown)
    let (before, after) = (shown.first?.place ?? 0, lanes.count - 1 - (shown.last?.place ?? 0))
    let names = [(2, text.lanes[0]), (3, text.lanes[1]), (3 + stack, text.lanes[2])]
    for (row, name) in names where row < rect.rows {
      buffer.write([Line(" " + name, .bold)], in: rect.line(row), borders)
    }
    if before > 0 {
      let more = borders == .utf8 ? "‹" : "<"
      buffer.write([Line(" \(more) \(before) more", .dim)], in: rect.line(0), borders)
    }
    var point = rect.origin
    var minute = ""
    for (place, column) in shown {
      let lane = lanes[place]
      let width = width(of: place)
      let time = time(of: lane)
      let isSelected = place == self.place
      let cells = Rect(column: column, row: rect.row, columns: width, rows: rect.rows)
      let seconds = time.prefix(6) == minute ? String(time.dropFirst(5)) : time
      minute = String(time.prefix(6))
      var lines = [Line(seconds, isSelected ? .accent : .dim), Line()]
      lines.append(Line(loggedText(of: lane)))
      var (must, sent) = parts(of: lane)
      must += Array(repeating: Line(), count: max(0, stack - must.count))
      sent += Array(repeating: Line(), count: max(0, stack - sent.count))
      lines += must + sent
      buffer.write(lines, in: cells, borders)
      if isSelected {
        point = Point(column: column, row: rect.row + 2)
        for row in 2..<(3 + 2 * stack) where row < rect.rows {
          buffer.write(
            signs.cursor, at: Point(column: column - 1, row: rect.row + row), style: .accent)
        }
        if !context.isCovered { buffer.apply(.selection, to: cells.line(0)) }
      }
    }
    if after > 0 {
      let more = "\(after) more " + (borders == .utf8 ? "›" : ">")
      let place = Point(column: rect.endColumn - more.count - 1, row: rect.row)
      buffer.write(more, at: place, style: .dim)
    }
    return point
  }

  /// What an event must send and what was sent, as many rows as there is room for.
  private func parts(of lane: PhoneLane) -> (must: [Line], sent: [Line]) {
    if lane.warning != nil {
      return ([], [Line("\(signs.warned) \(lane.source?.words ?? "")", .attention)])
    }
    var must = lane.matches.map { Line(text.must($0, isNamed), $0.tag == nil ? .dim : .plain) }
    var sent = lane.matches.map { sentLine($0, at: lane, isShort: true) }
    if must.isEmpty { must = [Line("nothing", .dim)] }
    let more = lane.matches.count - Self.partLimit
    if more > 0 {
      must = must.prefix(Self.partLimit - 1) + [Line("and \(more + 1) more", .dim)]
      sent = sent.prefix(Self.partLimit - 1) + [Line()]
    }
    return (must, sent)
  }

  private func sentLine(_ match: PhoneMatch, at lane: PhoneLane, isShort: Bool = false) -> Line {
    Line(
      signs.phone(match.state) + " " + text.sent(match, at: lane, isShort: isShort),
      match.state.style)
  }

  // MARK: Upright

  /// An event in rows: what the app logged, what must be sent, and what was.
  private func uprightLines(_ place: Int, _ columns: Int) -> [Line] {
    let seconds = context.phone?.isOfOneMinute ?? true
    let lane = lanes[place]
    let mark = place == self.place ? signs.cursor : " "
    let time = String(seconds ? time(of: lane).dropFirst(5) : time(of: lane)[...])
    let lead = Line(mark, .accent) + Line(cell(time, seconds ? 5 : 10), .dim)
    let space = Line(cell("", lead.width))
    if lane.warning != nil {
      let words = cell("\(signs.warned) \(lane.source?.words ?? "")", 16)
      return [lead + Line(words, .attention) + text.warning(lane)]
    }
    func name(_ index: Int) -> Line { Line(cell(text.lanes[index], 16)) }
    let room = columns - lead.width - 16
    var must = lane.matches.map { Line(text.must($0, false), $0.tag == nil ? .dim : .plain) }
    if must.isEmpty { must = [Line("nothing", .dim)] }
    must = joined(must, ", ", room)
    let sent = joined(lane.matches.map { sentLine($0, at: lane) }, "; ", room + 2)
    var lines = [lead + name(0) + Line(text.logged(lane, isNamed: true))]
    for (index, line) in must.prefix(Self.partLimit).enumerated() {
      lines.append(space + (index == 0 ? name(1) : Line(cell("", 16))) + line)
    }
    for (index, line) in sent.prefix(Self.partLimit).enumerated() {
      lines.append(space + (index == 0 ? Line(cell(text.lanes[2], 14)) : Line(cell("", 14))) + line)
    }
    if sent.isEmpty { lines.append(space + name(2) + Line("nothing", .dim)) }
    return lines
  }

  /// Joins parts in one line if they have room, with signs of one width.
  private func joined(_ parts: [Line], _ glue: String, _ room: Int) -> [Line] {
    guard let first = parts.first else { return [] }
    let all = parts.dropFirst().reduce(first) { $0 + glue + $1 }
    return all.width <= room ? [all] : parts
  }

  private func drawUpright(in rect: Rect, _ buffer: inout CellBuffer) -> Point {
    var point = rect.origin
    for (place, start) in shown(in: rect) {
      let lines = uprightLines(place, rect.columns)
      let room = Rect(
        column: rect.column, row: start, columns: rect.columns,
        rows: max(0, min(lines.count, rect.endRow - start)))
      buffer.write(lines, in: room, borders)
      guard place == self.place else { continue }
      point = room.origin
      if !context.isCovered { buffer.apply(.selection, to: room.line(0)) }
    }
    return point
  }

  // MARK: Texts

  private func time(of lane: PhoneLane) -> String { String(lane.source?.time?.prefix(8) ?? "") }

  private func loggedText(of lane: PhoneLane) -> String { text.logged(lane, isNamed: isNamed) }

  /// The answer with the most serious state.
  private var worst: PhoneMatch? { lane?.matches.first { $0.state == lane?.state } }

  private var answerTitle: String {
    guard let lane else { return "No line yet" }
    let place = (worst?.source ?? lane.source)?.words ?? "no line"
    if lane.warning != nil { return place + ": a warning" }
    guard let worst else { return place + ": " + text.logged(lane, isNamed: true) }
    return place + ": " + (worst.tag == nil ? text.sent(worst, at: lane) : text.must(worst, false))
  }

  private var answerNote: String {
    guard let worst else { return lane == nil || lane?.warning != nil ? "" : "nothing to send" }
    let count = worst.fields.differing.count
    let words = count == 0 ? worst.state.short : count == 1 ? "one field" : "\(count) fields"
    return signs.isReader ? words : signs.phone(worst.state) + " " + words
  }

  private func answerLines(columns: Int, rows: Int) -> [Line] {
    guard let lane else { return [] }
    var lines: [Line] = []
    for match in lane.matches {
      if lane.matches.count > 1 {
        if !lines.isEmpty { lines.append(Line()) }
        let head = signs.phone(match.state) + " " + text.must(match, true) + "  "
        lines.append(Line(head, match.state.style) + Line(match.state.short, .dim))
      }
      let answer = text.answer(match, at: lane, columns: columns)
      let source = match.source.map { text.lines(of: $0, columns: columns, indent: 0) }
      lines +=
        answer.isEmpty ? source ?? wrapped("Its line has not come yet.", columns: columns) : answer
    }
    if let warning = lane.warning {
      lines += text.lines(of: warning.source, columns: columns, indent: 0)
      lines += wrapped(warning.sentence.sentenceCased, columns: columns)
    } else if lane.matches.isEmpty {
      lines += wrapped("No tag of the container sends anything for this event.", columns: columns)
    }
    if lane.warning == nil, !isUpright {
      for other in lanes.lazy.filter({ $0.warning != nil }).prefix(Self.warningLimit)
      where lines.count + 3 < rows {
        let words = "\(signs.warned) \(other.source?.words ?? "")"
        lines += [Line(), Line(words + "  ", .attention) + text.warning(other)]
      }
    }
    return lines.map { Line(" ") + $0 }
  }

  /// How many of the container's demands are in each state: "✓ 1 as expected   ≠ 1 differs".
  package func sumLine() -> Line {
    let lines = [false, true].map { sumLine(isShort: $0) }
    return lines[0].width > body.columns ? lines[1] : lines[0]
  }

  private func sumLine(isShort: Bool) -> Line {
    let sum = context.phone?.sum ?? PhoneSum()
    let order: [PhoneMatch.State] = [.seen, .differs, .missing, .hidden, .surplus, .awaited]
    let short: [PhoneMatch.State: String] = [.hidden: "unseen", .surplus: "extra"]
    var parts = order.compactMap { state -> Line? in
      guard let count = sum.counts[state], count > 0 else { return nil }
      let words = isShort ? short[state] ?? state.short : state.short
      return Line(
        (signs.isReader ? "" : signs.phone(state) + " ") + "\(count) \(words)", state.style)
    }
    if sum.warnings > 0 {
      let words =
        Counted.text(sum.warnings, "warning") + (isUpright || isShort ? "" : " of the phone")
      parts.append(Line((signs.isReader ? "" : signs.warned + " ") + words, .attention))
    }
    if parts.isEmpty { parts = [Line("nothing to compare yet", .dim)] }
    return parts.dropFirst().reduce(Line(" ") + parts[0]) {
      $0 + (isUpright ? "  " : "   ") + $1
    }
  }
}

/// The facts about a real phone, for the lanes, for rows and for pages.
struct PhoneText: ScreenPart {
  let context: ScreenContext

  /// The names of the lanes; the pushes of the first generation are inferred from its hits.
  var lanes: [String] {
    [isFirebase ? "app logged" : "inferred push", "must send", "phone sent"]
  }

  /// Returns the match of a tag that fired at the selected event; nil if no phone is followed, or
  /// nothing is known about the tag.
  func match(ofTag tag: String) -> PhoneMatch? {
    guard let row = view.eventRow else { return nil }
    return context.phone?.match(ofTag: tag, atRow: row.number)
  }

  // MARK: The lanes

  /// Returns the event of a lane: "open_screen", or "open_screen · Home".
  func logged(_ lane: PhoneLane, isNamed: Bool) -> String {
    guard lane.act != nil, let row = event(of: lane) else { return "" }
    return isNamed ? context.name(of: row.event) : row.event.shortName
  }

  private func event(of lane: PhoneLane) -> Timeline.Row? {
    context.phone?.row(of: lane).flatMap {
      timeline.hasRow(at: $0) ? timeline.row(at: $0) : nil
    }
  }

  /// Returns what a tag must send: "screen Home", or with its name "GA screen view: Home".
  func must(_ match: PhoneMatch, _ isNamed: Bool) -> String {
    guard let tag = match.tag else { return match.source == nil ? "" : "nothing" }
    let (kind, name) = parts(of: match)
    let what = name.isEmpty ? kind : isNamed && kind == "screen" ? name : "\(kind) \(name)"
    if isNamed { return "\(tag): \(what)" }
    return name.isEmpty ? "\(what) \(tag)" : what
  }

  /// Returns the kind and the name of what is sent: "screen" and "Home", "pixel" and "".
  private func parts(of match: PhoneMatch) -> (kind: String, name: String) {
    let what = match.what.hasPrefix("hit ") ? match.what.dropFirst(4) : match.what[...]
    let kind = what.prefix { $0 != " " }
    return (String(kind), String(what.dropFirst(kind.count + 1)))
  }

  /// Returns what the phone sent: "Home", "nothing in 8 s", "a log shows no pixel".
  func sent(_ match: PhoneMatch, at lane: PhoneLane?, isShort: Bool = false) -> String {
    let (kind, name) = parts(of: match)
    func what(_ name: String) -> String { isShort || name.isEmpty ? name : "\(kind) \(name)" }
    switch match.state {
    case .seen, .surplus: return name.isEmpty ? kind : what(name)
    case .awaited: return "not yet"
    case .missing:
      return "nothing" + (lane.flatMap { quiet(after: $0) }.map { " in " + $0.shortText } ?? "")
    case .hidden:
      if match.tag == nil { return "\(kind) \(name)" }
      return match.source == nil && !["pixel", "function"].contains(kind)
        ? "not in this log" : "a log shows no " + (kind == "function" ? "call" : kind)
    case .differs:
      let first = match.fields.differing.first
      if let first, match.fields.differing.count == 1, first.code == "&cd" {
        return what(first.sent.isEmpty ? "without a name" : first.sent)
      }
      let codes = match.fields.differing.map(\.code).joined(separator: " ")
      return what(name) + ": " + (codes.isEmpty ? match.differences.first ?? "" : codes)
    }
  }

  /// The time from an event to the next one; nil if none followed.
  private func quiet(after lane: PhoneLane) -> Duration? {
    guard let phone = context.phone, let row = event(of: lane) else { return nil }
    let place = phone.lanes.firstIndex { $0.act == lane.act } ?? 0
    let next = phone.lanes[place...].dropFirst().first { $0.act != nil }.flatMap { event(of: $0) }
    guard let next else { return nil }
    let seconds = (next.event.wall - row.event.wall).components.seconds
    return seconds > 0 ? .seconds(seconds) : nil
  }

  /// Returns what a warning says in a line.
  func warning(_ lane: PhoneLane) -> Line {
    Line(lane.warning?.sentence.sentenceCased ?? "", .attention)
  }

  /// Returns the answer to a match, field by field.
  func answer(_ match: PhoneMatch, at lane: PhoneLane?, columns: Int) -> [Line] {
    var lines: [Line] = []
    let width = (match.fields.differing.map(\.code.count).max() ?? 0) + 2
    for field in match.fields.differing {
      func value(_ text: String) -> String { text.isEmpty ? "nothing" : "\"\(text)\"" }
      let words =
        "the phone sent \(value(field.sent)), the container makes \(value(field.made))"
        + (origin(of: field.made, match).map { ", from " + $0 } ?? "")
      for (index, part) in Wrapping.lines(words, columns: columns - width).enumerated() {
        lines.append(
          Line(index == 0 ? field.code : "", .lost)
            + cell("", index == 0 ? width - field.code.count : width) + Line(part, .attention))
      }
    }
    func listed(_ codes: [String], _ words: String) -> String {
      codes.isEmpty ? "" : codes.joined(separator: "  ") + "   " + words
    }
    let known = [
      listed(match.fields.equal, "equal"), listed(match.fields.added, "the phone's own"),
    ].filter { !$0.isEmpty }
    let whole = known.joined(separator: "        ")
    lines += (TextWidth.columns(of: whole) <= columns ? [whole] : known).filter { !$0.isEmpty }
      .flatMap { wrapped($0, columns: columns) }
    for difference in match.differences.dropFirst(match.fields.differing.count) {
      lines += wrapped(difference.sentenceCased, columns: columns, .attention)
    }
    if match.state == .missing, let quiet = lane.flatMap({ quiet(after: $0) }) {
      lines += wrapped(
        "Nothing in the \(quiet.shortText) until the next event.", columns: columns, .lost)
    }
    if let reason = match.reason { lines += wrapped(reason.sentenceCased + ".", columns: columns) }
    return lines
  }

  /// Returns where the container has a value from: "parameter screen, line 24".
  private func origin(of value: String, _ match: PhoneMatch) -> String? {
    guard let number = context.phone?.row(of: match), timeline.hasRow(at: number),
      let update = timeline.row(at: number).event.update, !value.isEmpty
    else { return nil }
    let leaves = DataLayer.leaves(of: update.firebase?.logged.parameters ?? update.update)
    let same = leaves.filter { $0.path != "event" && ValueConversion.text($0.value) == value }
    guard same.count == 1, let leaf = same.first else { return nil }
    let line = context.phone?.source(ofRow: number).map { ", " + $0.words } ?? ""
    return (isFirebase ? "parameter " : "key ") + leaf.path + line
  }

  // MARK: Rows and pages

  /// Returns the answer to a match, and the place in the phone's log.
  func lines(of match: PhoneMatch, columns: Int, indent: Int) -> [Line] {
    let space = Line(String(repeating: " ", count: indent))
    return answer(match, at: lane(of: match), columns: columns - indent).map { space + $0 }
      + (match.source.map { lines(of: $0, columns: columns, indent: indent) } ?? [])
  }

  /// Returns only what is wrong, for the list of tags.
  func brief(_ match: PhoneMatch, columns: Int, indent: Int) -> [Line] {
    var match = match
    (match.fields.equal, match.fields.added, match.reason) = ([], [], nil)
    let space = Line(String(repeating: " ", count: indent))
    let lines = answer(match, at: lane(of: match), columns: columns - indent)
    let hidden = Line(sent(match, at: nil), match.state.style)
    return (match.state == .hidden ? [hidden] : lines).map { space + $0 }
  }

  private func lane(of match: PhoneMatch) -> PhoneLane? {
    context.phone?.lanes.first { $0.act == match.act }
  }

  /// Returns "line 11 of the log, at 12:18:21.050", and the line.
  func lines(of source: PhoneSource, columns: Int, indent: Int) -> [Line] {
    let of = source.unit == .line ? " of the log" : " of the capture"
    let head = source.words + of + (source.time.map { ", at " + $0 } ?? "")
    return wrapped(head, columns: columns, indent: indent)
      + (source.text.isEmpty
        ? []
        : wrapped(
          TerminalText.visible(source.text), columns: columns, indent: indent + 2, .dim))
  }

  /// Writes whether the phone sent what a tag of a container makes of the event.
  func tell(_ match: PhoneMatch, of id: String, on page: inout PageText) {
    let kind = parts(of: match).kind
    let noun = kind == "screen" ? "screen view" : kind == "function" ? "call" : kind
    let version = view.simulation.container(id)?.version ?? ""
    let what = "the \(noun) that \((id + " v" + version).trimmedSpaces) makes of this event"
    switch match.state {
    case .seen: page.headline("The phone sent \(what).")
    case .differs: page.headline("The phone sent \(what), but not the same.")
    case .missing: page.headline("The phone did not send \(what).")
    case .awaited: page.headline("The log does not show \(what) yet.")
    case .hidden, .surplus: page.headline("The log cannot show \(what).")
    }
    page.blank()
    page.fact(
      match.state.short.sentenceCased, must(match, false), width: 15, indent: 0, match.state.style)
    page.append(lines(of: match, columns: page.columns, indent: 0))
    guard match.state == .missing || match.state == .differs else { return }
    page.part("What helps")
    page.fact("on the phone", "compare its version of \(id)", width: 15)
  }

  /// Writes the place in the phone's log from which a row comes.
  func write(ofRow row: Int, on page: inout PageText) {
    guard let source = context.phone?.source(ofRow: row) else { return }
    page.part("On the phone")
    page.append(lines(of: source, columns: page.columns, indent: 2))
  }
}
