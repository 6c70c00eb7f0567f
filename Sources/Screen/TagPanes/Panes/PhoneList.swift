import TagInspection
import TagSimulation
package import TerminalKit
import TextKit

/// The matches of a real phone's actions with those of a container's tags: a row for each.
package struct PhoneList: ScreenPart {
  package let context: ScreenContext
  /// The place of the selected row.
  let place: Int
  private let body: Rect

  /// The largest width of the popup.
  private static let widest = 110

  package init(_ context: ScreenContext, place: Int, in body: Rect) {
    (self.context, self.place, self.body) = (context, place, body)
  }

  private var matches: [PhoneMatch] { context.phone?.matches ?? [] }

  private var columns: Int { min(body.columns, Self.widest) - 4 }

  /// Draws the list, and returns the position of its selected row.
  package func draw(on buffer: inout CellBuffer) -> Point {
    let matches = matches
    let place = min(place, max(0, matches.count - 1))
    let opened = matches.indices.contains(place) ? openLines(of: matches[place]) : []
    let height = matches.count + opened.count
    let rect = Popup.rect(columns: columns + 4, rows: height + 3, in: body)
    let sum = context.phone?.sum.words(context.borders) ?? ""
    let title = "The phone compared with the container"
    var border = BorderText(title: title, footer: "Enter its event  Esc back", isFocused: true)
    border.note = "\(place + 1) of \(matches.count)"
    let inner = Panel(border, borders: context.borders, hasColors: context.hasColors)
      .draw(in: rect, on: &buffer)
    let (head, rows) = inner.splitTop(1)
    buffer.write([Line(" " + sum, .bold)], in: head, context.borders)
    // Keep the selected row visible together with its details.
    let first = max(0, min(place, place + 1 + opened.count - rows.rows))
    var lines: [Line] = []
    for index in first..<matches.count where lines.count < rows.rows {
      lines.append(line(of: matches[index], columns: rows.columns))
      if index == place { lines += opened }
    }
    buffer.write(lines, in: rows, context.borders)
    let point = Point(column: rows.column, row: rows.row + place - first)
    buffer.apply(.selection, to: rows.line(place - first))
    return point
  }

  private func line(of match: PhoneMatch, columns: Int) -> Line {
    let origin = [match.tag, match.source?.words].compactMap { $0 }.joined(separator: ", ")
    let state = match.state.words
    let what = " \(signs.phone(match.state)) \(match.what)"
    let room = max(12, columns - TextWidth.columns(of: state) - 1)
    let left = context.borders.cell(what + (origin.isEmpty ? "" : "  " + origin), room)
    return Line(left + " " + state, match.state.style)
  }

  private func openLines(of match: PhoneMatch) -> [Line] {
    PhoneText(context: context).lines(of: match, columns: columns, indent: 5)
  }
}

/// The facts about a real phone, for rows and pages.
struct PhoneText: ScreenPart {
  let context: ScreenContext

  /// Returns the match of a tag that fired at the selected event; nil if no phone is followed, or
  /// nothing is known about the tag.
  func match(ofTag tag: String) -> PhoneMatch? {
    guard let row = view.eventRow else { return nil }
    return context.phone?.match(ofTag: tag, atRow: row.number)
  }

  /// Returns "+ seen on the phone".
  func words(of match: PhoneMatch) -> String {
    signs.isReader ? match.state.words : "\(signs.phone(match.state)) \(match.state.words)"
  }

  /// Returns the place in the phone's log, and the differences with their reasons.
  func lines(of match: PhoneMatch, columns: Int, indent: Int) -> [Line] {
    var lines = match.source.map { self.lines(of: $0, columns: columns, indent: indent) } ?? []
    for remark in match.remarks {
      let style: Style = match.differences.isEmpty ? match.state.style : .attention
      lines += wrapped(remark, columns: columns, indent: indent, style)
    }
    return lines
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

  /// Writes the match of a tag or a hit.
  func write(_ match: PhoneMatch?, on page: inout PageText) {
    guard let match else { return }
    page.part("On the phone")
    page.append([Line("  " + words(of: match), match.state.style)])
    page.append(lines(of: match, columns: page.columns, indent: 4))
  }

  /// Writes the place in the phone's log from which a row comes.
  func write(ofRow row: Int, on page: inout PageText) {
    guard let source = context.phone?.source(ofRow: row) else { return }
    page.part("On the phone")
    page.append(lines(of: source, columns: page.columns, indent: 2))
  }
}
