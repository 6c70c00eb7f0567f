import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// The frame of the dial: what is turned, the answers of the rule now and with the change, and what
/// follows from them. With room, events are columns; otherwise they are rows.
struct DialFrame: ScreenPart {
  let context: ScreenContext
  let dial: Dial
  /// A value now and with the change; nil for a condition.
  let value: Dial.Values?
  /// The keys, for the lower border.
  let footer: String

  /// Some events with the same answers, under one name.
  private struct Column {
    var name: String
    var now: Bool
    var after: Bool
    var isTurned: Bool { now != after }
  }

  private static let wide = 100
  private static let wideFrame = 99
  private static let afterHead = "with this change"
  private static let nameColumns = 24

  // MARK: Drawing

  /// Draws the frame, and returns the position of the cursor.
  func draw(in body: Rect, on buffer: inout CellBuffer) -> Point? {
    let isWide = body.columns >= Self.wide && !context.isReader
    let columns = isWide ? max(Self.wideFrame, body.columns * 3 / 4) : body.columns
    let head = heading(isWide: isWide)
    let lines =
      (value == nil ? isWide ? wideTable(columns - 4) : tallTable(rows: body.rows) : valueLines)
      + [Line()] + texts(columns: columns - 4, isWide: isWide)
    let rect = Popup.rect(
      columns: columns, rows: isWide ? lines.count + 5 : body.rows, in: body)
    let panel = Panel(
      BorderText(
        title: title + ": what if", note: isWide ? "" : ruleTitle,
        footer: isWide ? footer : "", isFocused: true),
      borders: context.borders, hasColors: context.hasColors)
    let inner = panel.draw(in: rect, on: &buffer).inset(columns: 1, rows: 0)
    guard inner.rows > 1 else { return inner.origin }
    let top = inner.rows > lines.count + 2 ? 1 : 0
    let line = inner.line(top)
    buffer.write([head], in: line, context.borders)
    let point = dial.field.draw(
      in: line.splitLeft(min(head.width, line.columns - 4)).rest, on: &buffer, style: .underline)
    let below = inner.splitTop(min(inner.rows, top + 1 + top)).rest
    buffer.write(lines, in: below, context.borders)
    return point
  }

  /// The names of the tags that the rule decides about; for a value, its variable.
  private var title: String {
    guard case .condition(let place) = dial.part else { return dial.subject }
    let (fired, blocked) = dial.base.tags(ofRule: place.rule)
    let titles = dial.description.titles
    let names = (fired + blocked).map { titles[$0] }
    return names.isEmpty ? ruleTitle : names.listed(upTo: 2)
  }

  private var ruleTitle: String {
    guard case .condition(let place) = dial.part else { return "" }
    return dial.base.title(ofRule: place.rule)
  }

  private func heading(isWide: Bool) -> Line {
    let name = Names.shortened(dial.subject, to: 30, context.borders)
    let rule = isWide && dial.isOfCondition ? ruleTitle + "    " : ""
    let line = Line(rule, .dim) + Line(name + "   ")
    guard dial.isOfCondition else { return line }
    let (left, right) = context.borders == .utf8 ? ("‹ ", " ›") : ("< ", " >")
    return line + Line(left + dial.comparison.words + right, .accent) + "   "
  }

  // MARK: Answers

  /// Returns the turned events as far as there is room, those beyond it in groups, and the groups
  /// of all others.
  private func columns(
    _ condition: ConditionDial, _ answers: ConditionDial.Answers, room: Int,
    isTall: Bool = false
  ) -> (turned: [Column], others: [Column]) {
    let (turned, same) = condition.groups(answers)
    let numbers = condition.events.last.map { String($0.number).count + 1 } ?? 0
    func column(_ name: String, _ place: Int) -> Column {
      Column(name: name, now: condition.now[place], after: answers.after[place])
    }
    let shown = turned.prefix(room).map { place in
      let event = condition.events[place]
      let number = isTall ? cell("#\(event.number)", numbers, .trailing) : "#\(event.number)"
      return column("\(number) \(event.name)", place)
    }
    let rest = turned.dropFirst(room)
    let more = [false, true].compactMap { now -> Column? in
      let places = rest.filter { condition.now[$0] == now }
      return places.first.map { column(Counted.text(places.count, "more event"), $0) }
    }
    let other = turned.isEmpty ? "event" : "other event"
    return (shown + more, same.map { column(Counted.text($0.places.count, other), $0.places[0]) })
  }

  private func mark(_ isTrue: Bool, isTurned: Bool = false) -> Line {
    let mark = isTrue ? signs.yesMark : signs.noMark
    let style: Style = isTrue ? .fired : .plain
    return isTurned
      ? Line("[", .accent) + Line(mark, style.strong) + Line("]", .accent) : Line(mark, style)
  }

  private func count(_ answers: [Bool]) -> String {
    "\(answers.count(where: \.self)) of \(answers.count)"
  }

  /// Returns the events as columns: those that are turned, after the others.
  private func wideTable(_ columns: Int) -> [Line] {
    guard let condition = dial.condition, let answers = dial.outcome.answers else { return [] }
    let label = TextWidth.columns(of: Self.afterHead)
    let counts = [condition.verb, count(condition.now), count(answers.after)]
    let last = counts.map { TextWidth.columns(of: $0) }.max() ?? 0
    let room = columns - label - last
    var shown: [Column] = []
    for most in (0...Self.columnLimit).reversed() {
      let found = self.columns(condition, answers, room: most)
      shown = found.others + found.turned
      if shown.reduce(0, { $0 + width(of: $1) + Self.leastGap }) + Self.leastGap <= room { break }
    }
    let gaps = shown.count + 1
    let free = max(gaps, room - shown.reduce(0) { $0 + width(of: $1) })
    var lines = [Line(), Line("now"), Line(Self.afterHead)]
    var end = label
    for (place, column) in shown.enumerated() {
      end += free / gaps + (place < free % gaps ? 1 : 0)
      let middle = end + (width(of: column) - 1) / 2
      lines[0] = padded(lines[0], to: end) + Line(name(of: column), .dim)
      lines[1] = padded(lines[1], to: middle) + mark(column.now)
      lines[2] =
        padded(lines[2], to: middle - (column.isTurned ? 1 : 0))
        + mark(column.after, isTurned: column.isTurned)
      end += width(of: column)
    }
    return zip(lines, counts).map { line, text in
      padded(line, to: columns - TextWidth.columns(of: text)) + text
    }
  }

  /// The maximum number of events that have a column.
  private static let columnLimit = 8
  private static let leastGap = 2

  private func name(of column: Column) -> String {
    Names.shortened(column.name, to: Self.nameColumns - 2, context.borders)
  }

  private func width(of column: Column) -> Int { TextWidth.columns(of: name(of: column)) }

  private func padded(_ line: Line, to columns: Int) -> Line {
    line + String(repeating: " ", count: max(0, columns - line.width))
  }

  /// Returns the events as rows: those that are turned, before the others.
  private func tallTable(rows: Int) -> [Line] {
    guard let condition = dial.condition, let answers = dial.outcome.answers else { return [] }
    let (now, after) = (Self.nameColumns, Self.nameColumns + 11)
    let start = now + 8
    func row(_ column: Column) -> Line {
      let line = padded(padded(Line(name(of: column)), to: now) + mark(column.now), to: after)
      return column.isTurned
        ? padded(line, to: after) + mark(column.after, isTurned: true)
        : padded(line, to: after + 1) + mark(column.after)
    }
    let found = self.columns(condition, answers, room: .max, isTall: true)
    // The borders, the heading, the words below, and what surrounds the events.
    let room = max(1, rows - 12 - found.others.count)
    let fitting =
      found.turned.count <= room
      ? found.turned : self.columns(condition, answers, room: room - 1, isTall: true).turned
    return [padded(Line("", .dim), to: now) + Line("now", .dim)].map {
      padded($0, to: start) + Line(Self.afterHead, .dim)
    } + (fitting + found.others).map(row) + [
      padded(padded(Line(condition.verb), to: now - 2) + count(condition.now), to: after - 2)
        + count(answers.after)
    ]
  }

  /// A value now and with the change.
  private var valueLines: [Line] {
    [("now", value?.now), (Self.afterHead, value?.after)].map { label, text in
      Line(cell(label, Self.nameColumns), .dim) + Line(text ?? "")
    }
  }

  // MARK: Words

  /// Returns the words below the answers.
  private func texts(columns: Int, isWide: Bool) -> [Line] {
    var lines: [Line] = []
    func say(_ text: String, _ style: Style = .plain) {
      lines += Line.wrapped(text, columns: columns, style)
    }
    if let trouble = dial.outcome.trouble { say(trouble, .attention) }
    let follows = "Enter plays the run and shows what follows."
    let known = value?.readers ?? effects
    if dial.isReading(timeline) {
      say("Reading the run: \(dial.reading.steps) of \(timeline.stepCount) steps.", .bold)
    } else if dial.outcome.edit == nil {
      if dial.outcome.trouble == nil {
        say(
          dial.isOfCondition
            ? "As it is: turn the operator, or type another value." : "As it is: type a value.")
      }
    } else if isWide {
      say([known, follows].filter { !$0.isEmpty }.joined(separator: " "))
    } else {
      for text in [known, follows] where !text.isEmpty { say(text) }
    }
    for text in uncertainties { say(text, .dim) }
    return lines
  }

  /// What the tags of the rule do differently, in a sentence.
  private var effects: String {
    guard let condition = dial.condition, let answers = dial.outcome.answers,
      condition.now != answers.after
    else { return dial.outcome.trouble == nil ? "The rule gives the same answers." : "" }
    let words = condition.effects(answers).flatMap { effect in
      [(effect.more, "more"), (effect.fewer, "fewer")].compactMap { count, word in
        count == 0 ? nil : dial.description.difference(of: effect.tag, by: count, word)
      }
    }
    return words.isEmpty
      ? "No tag fires differently: another rule decides."
      : "At least \(words.listed(upTo: 4))."
  }

  /// What the answers leave open.
  private var uncertainties: [String] {
    guard let condition = dial.condition, let answers = dial.outcome.answers else { return [] }
    let uncertain = condition.firstUncertain(answers).map {
      "From #\(condition.events[$0].number) on the answers may differ: "
        + (condition.isDraft
          ? "a preview link names the draft by its number, and the changed one has another."
          : "a tag that fires differently can change what later events find.")
    }
    let version = dial.base.version.version
    let (others, left) = (dial.reading.others, dial.reading.left)
    return [
      uncertain,
      others == 0
        ? nil
        : "\(Counted.text(others, "event")) met another version than "
          + (version.isEmpty ? "this one." : "v\(version)."),
      left == 0
        ? nil
        : "\(Counted.text(left, "later event")) not judged: the limit is \(Dial.Reading.limit).",
    ].compactMap { $0 }
  }
}
