import TagInspection
import TagRuntime
import TagSimulation
import TagWords
import TerminalKit
import TextKit

/// The second line: the clock, then the chapters, of which the current one is expanded into names;
/// without chapters the names of the run. It shows the race of an opener if there is one.
package struct TimeStrip: ScreenPart {
  package let context: ScreenContext
  /// The chapters of the scenario, each with its rows so far.
  let chapters: [StripChapter]
  /// The place of the chapter being replayed; nil if the rows determine the chapter.
  var replayed: Int?
  /// The number of rows that may be seen; nil for all.
  var shownRows: Int?
  /// Whether the race of an opener takes the place of the names.
  var hasRace = true

  package init(
    context: ScreenContext, chapters: [StripChapter], replayed: Int? = nil, shownRows: Int? = nil,
    hasRace: Bool = true
  ) {
    self.context = context
    self.chapters = chapters
    self.replayed = replayed
    self.shownRows = shownRows
    self.hasRace = hasRace
  }

  package func line(columns: Int) -> Line {
    let parts = parts(columns: columns)
    return parts.reduce(Line()) { $0 + $1.line }
  }

  /// Returns the columns of each row in the strip, for clicks.
  package func cells(columns: Int) -> [(columns: Range<Int>, row: Int)] {
    var start = 0
    var cells: [(columns: Range<Int>, row: Int)] = []
    for part in parts(columns: columns) {
      let end = start + part.line.width
      if let row = part.row { cells.append((start..<end, row)) }
      start = end
    }
    return cells
  }

  /// A piece of the strip, and the row that a click on it selects.
  private struct Part {
    var line: Line
    var row: Int?
    var isPlace = false
  }

  private func parts(columns: Int) -> [Part] {
    let isWide = columns >= Layout.demo.columns
    let time = isWide ? view.clock.weekdayTimeText : view.clock.timeText
    let clock = " " + time + "  "
    if hasRace, let race = view.race {
      let strip = RaceStrip(context: context, race: race)
      return [Part(line: Line(clock)), Part(line: strip.line(columns: columns - clock.count))]
    }
    let room = columns - clock.count - 1
    let head = [Part(line: Line(clock))]
    if chapters.count < 2 { return head + names(of: all, room: room) }
    return head + unfolded(room: room)
  }

  private var all: ClosedRange<Int>? {
    let count = shownRows ?? timeline.rowCount
    return count > 0 ? 1...count : nil
  }

  // MARK: Chapters

  private func unfolded(room: Int) -> [Part] {
    let current = currentChapter
    var labels = chapters.indices.map { index in
      index == current ? label(index, cut: nil) : String(index + 1)
    }
    let bar = signs.separator
    func used() -> Int {
      labels.reduce(0) { $0 + TextWidth.columns(of: $1) } + 3 * (labels.count - 1)
    }
    // Shorten a long title to fit the names, and distant chapters to fit near ones.
    let least = min(30, room / 3)
    if room - used() < least {
      labels[current] = label(current, cut: max(8, room - used() - least + labels[current].count))
    }
    var hidden = Set<Int>()
    while room - used() < least, let far = farthest(from: current, hidden) {
      hidden.insert(far)
      labels[far] = ""
    }
    var left = room - used() - 2
    let wanted = chapters[current].rows.map { namesWidth(of: $0, at: view.row?.number) } ?? 0
    let width = max(0, min(left, wanted))
    left -= width
    // Give the remaining room to the other titles, the near ones first.
    for index in order(around: current) where left >= 5 && !hidden.contains(index) {
      let title = label(index, cut: min(20, labels[index].count + left))
      left -= title.count - labels[index].count
      labels[index] = title
    }
    var parts: [Part] = []
    for index in chapters.indices where !labels[index].isEmpty || hidden.contains(index) {
      if hidden.contains(index) { continue }
      if !parts.isEmpty {
        // The current place has a bracket or a ground there.
        let isAfterPlace = parts.last?.isPlace == true
        parts.append(Part(line: Line(isAfterPlace ? String(bar.dropFirst()) : bar, .dim)))
      }
      let isCurrent = index == current
      parts.append(
        Part(
          line: Line(labels[index], isCurrent ? .bold : .dim),
          row: chapters[index].rows?.lowerBound))
      if isCurrent, width > 0 {
        parts.append(Part(line: Line("  ")))
        parts += names(of: chapters[index].rows, room: width)
      }
    }
    return parts
  }

  private var currentChapter: Int {
    if let replayed, chapters.indices.contains(replayed) { return replayed }
    let row = view.row?.number ?? 0
    if view.isLive { return max(0, chapters.lastIndex { $0.hasBegun } ?? 0) }
    return chapters.lastIndex { ($0.rows?.lowerBound ?? .max) <= row } ?? 0
  }

  private func label(_ index: Int, cut: Int?) -> String {
    let text = chapters[index].label(index)
    guard let cut else { return text }
    return TextWidth.truncate(text, to: max(1, cut), ellipsis: context.borders.ellipsis)
  }

  private func order(around current: Int) -> [Int] {
    chapters.indices.filter { $0 != current }.sorted {
      (abs($0 - current), $0) < (abs($1 - current), $1)
    }
  }

  private func farthest(from current: Int, _ hidden: Set<Int>) -> Int? {
    order(around: current).last { !hidden.contains($0) && abs($0 - current) > 1 }
  }

  // MARK: Names

  /// The maximum number of names that are considered on each side of the current place.
  private static let nameLimit = 40

  private func namesWidth(of rows: ClosedRange<Int>, at place: Int?) -> Int {
    let around = Self.window(rows, at: place)
    return around.reduce(0) { width, number in
      let isLeftOut = number != place && isQuiet(number)
      return isLeftOut ? width : width + TextWidth.columns(of: name(of: number)) + 3
    }
  }

  private static func window(_ rows: ClosedRange<Int>, at place: Int?) -> ClosedRange<Int> {
    let place = min(max(place ?? rows.upperBound, rows.lowerBound), rows.upperBound)
    return max(rows.lowerBound, place - nameLimit)...min(rows.upperBound, place + nameLimit)
  }

  /// Returns the name of a row, with `!` for a failure.
  private func name(of number: Int) -> String {
    let event = timeline.row(at: number).event
    if let phone = context.phone, phone.isOwn {
      let state = phone.state(ofRow: number).flatMap { $0.isFailed ? signs.phone($0) : nil }
      let name = context.askedValue(of: event) ?? event.shortName
      return (state ?? "") + Names.shortened(name, to: 18, context.borders)
    }
    return (event.isTrouble ? "!" : "") + Names.shortened(event.shortName, to: 18, context.borders)
  }

  /// Whether a row is a step of the world that needs no name between what the app did.
  private func isQuiet(_ number: Int) -> Bool {
    let event = timeline.row(at: number).event
    if context.phone?.isImagined(number) == true { return true }
    if case .killed = event.kind { return false }
    if case .jumped = event.kind { return false }
    if case .network(let condition) = event.kind { return condition == .online }
    return event.isOfWorld
  }

  /// Returns as many names around the current place as fit.
  private func names(of rows: ClosedRange<Int>?, room: Int) -> [Part] {
    guard let rows, room > 4 else {
      return [Part(line: Line(timeline.rowCount == 0 ? "nothing happened yet" : "", .dim))]
    }
    let place = min(max(view.row?.number ?? rows.lowerBound, rows.lowerBound), rows.upperBound)
    let current = placePart(place)
    var (before, after): ([Part], [Part]) = ([], [])
    var left = room - current.line.width
    var (low, high) = (place - 1, place + 1)
    let limits = Self.window(rows, at: place)
    let line = " \(signs.dash) "
    // Earlier names explain the current one; later ones get a third of the room.
    var (roomBefore, roomAfter) = (left * 2 / 3, left)
    while low >= limits.lowerBound {
      if isQuiet(low) {
        low -= 1
        continue
      }
      let width = TextWidth.columns(of: name(of: low)) + 3
      if width > min(left, high > limits.upperBound ? left : roomBefore) { break }
      before.insert(Part(line: Line(name(of: low)), row: low), at: 0)
      left -= width
      roomBefore -= width
      low -= 1
    }
    roomAfter = left
    while high <= limits.upperBound {
      if isQuiet(high) {
        high += 1
        continue
      }
      let width = TextWidth.columns(of: name(of: high)) + 3
      if width > roomAfter { break }
      after.append(Part(line: Line(name(of: high), .dim), row: high))
      roomAfter -= width
      high += 1
    }
    var parts: [Part] = []
    if low >= rows.lowerBound {
      let mark = context.borders == .utf8 ? "…" : "~"
      parts.append(Part(line: Line(mark + (before.isEmpty ? "" : " "), .dim)))
    }
    for (index, part) in before.enumerated() {
      parts.append(part)
      // The brackets of the current place have extra room.
      let isLast = index == before.count - 1
      parts.append(Part(line: Line(isLast ? " \(signs.dash)" : line, .dim)))
    }
    parts.append(current)
    for (index, part) in after.enumerated() {
      parts.append(Part(line: Line(index == 0 ? "\(signs.dash) " : line, .dim)))
      parts.append(part)
    }
    return parts
  }

  /// Returns the current place: `[Confirmation]`, in the accent when live, otherwise as the past.
  private func placePart(_ number: Int) -> Part {
    let text = name(of: number)
    if view.isLive || !context.hasColors {
      return Part(
        line: Line("[\(text)]", view.isLive ? .accent : .past), row: number, isPlace: true)
    }
    return Part(line: Line(" \(text) ", .past), row: number, isPlace: true)
  }
}

package struct StripChapter: Sendable, Hashable {
  var title: String
  /// Its rows so far; nil for none.
  package var rows: ClosedRange<Int>?
  package var hasBegun: Bool

  package init(title: String, rows: ClosedRange<Int>? = nil, hasBegun: Bool) {
    self.title = title
    self.rows = rows
    self.hasBegun = hasBegun
  }

  /// Returns the title with its number, unless the title already has one.
  package func label(_ index: Int) -> String {
    title.first?.isNumber == true ? title : "\(index + 1) \(title)"
  }
}
