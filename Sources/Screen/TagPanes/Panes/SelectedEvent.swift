import TagRuntime
import TagSimulation
import TagWords
package import TerminalKit
import TextKit

/// The facts of the selected event, below the list of events where that leaves room: its time, its
/// origin, the values as they were pushed, and what it resulted in.
///
/// It is not a pane: it has no focus and no number. The list has the first claim on the rows.
package struct SelectedEvent: ScreenPart {
  package let context: ScreenContext

  package init(_ context: ScreenContext) { self.context = context }

  static let fewestRows = 7
  /// The list grows in steps of this many rows, so that the facts stay put in between.
  private static let listStep = 6
  /// The rows of the list for the heads of its columns, and for the next event.
  private static let spareRows = 2

  /// Returns the rows that a list gets above the facts.
  package static func listRows(for count: Int) -> Int {
    (count + spareRows + listStep - 1) / listStep * listStep
  }

  private var row: Timeline.Row? { view.row }

  /// "As pushed", for a row of the world "What happened".
  package var title: String {
    guard row?.event.update != nil else { return "What happened" }
    return isFirebase ? "As logged" : "As pushed"
  }

  /// "#6"
  package var note: String { row.map { "#\($0.number)" } ?? "" }

  /// Returns the lines that fit; the last one counts those that do not.
  package func lines(in room: Size) -> [Line] {
    guard let row, room.rows > 0 else { return [] }
    let lines = timeLines(of: row) + self.lines(of: row, in: room)
    guard lines.count > room.rows else { return lines }
    let shown = lines.prefix(room.rows - 1)
    return shown + [Line(" \(signs.fold) \(lines.count - shown.count) more", .dim)]
  }

  // MARK: The origin

  /// Returns the time of the row, and the time since the row before it.
  private func timeLines(of row: Timeline.Row) -> [Line] {
    let time = view.simulation.world.zone.civil(at: row.event.wall).weekdayTimeText
    var lines = [Line(" " + time, .dim)]
    if row.number > 1 {
      let before = timeline.rows[row.number - 2]
      let gap = row.event.wall - before.event.wall
      // A clock that was set back yields no gap.
      if gap >= .zero {
        let words = gap == .zero ? "right after" : "\(gap.shortText) after"
        lines.append(Line(" \(words) #\(before.number)", .dim))
      }
    }
    return lines
  }

  private func lines(of row: Timeline.Row, in room: Size) -> [Line] {
    guard let update = row.event.update else {
      return ([row.event.meaning] + [row.event.detailSentence].compactMap { $0 }).flatMap {
        wrapped($0, columns: room.columns, indent: 1)
      }
    }
    var lines = row.event.pusher.map { wrapped($0, columns: room.columns, indent: 1, .dim) } ?? []
    if let rejection = update.rejection {
      lines += wrapped("refused: \(rejection.sentence)", columns: room.columns, indent: 1, .lost)
    }
    let pushed = valueLines(of: update, in: room)
    let results = resultLines(of: row, columns: room.columns)
    return lines + (pushed.isEmpty ? [] : [Line()] + pushed)
      + (results.isEmpty ? [] : [Line()] + results)
  }

  // MARK: The values

  /// Returns the pushed values, their keys in a column; a value without room there is below its
  /// key.
  private func valueLines(of update: UpdateRecord, in room: Size) -> [Line] {
    let all = DataLayer.leaves(of: update.update)
    let leaves = all.prefix(room.rows)
    let keys = leaves.map { TextWidth.columns(of: TerminalText.visible($0.path)) }
    let width = min(keys.max() ?? 0, room.columns / 2)
    let value = room.columns - width - 3
    var lines = leaves.flatMap { leaf -> [Line] in
      let text = TerminalText.visible(leaf.value.shown)
      let path = TerminalText.visible(leaf.path)
      if TextWidth.columns(of: path) <= width, TextWidth.columns(of: text) <= value {
        return [Line(" " + cell(path, width) + "  ") + Line(text, .bold)]
      }
      let key = Names.shortened(path, to: room.columns - 2, context.borders)
      return [Line(" " + key), Line("   " + cell(text, room.columns - 4).trimmedSpaces, .bold)]
    }
    if all.count > leaves.count {
      lines.append(Line(" \(signs.fold) \(all.count - leaves.count) more", .dim))
    }
    return lines
  }

  // MARK: The results

  /// Returns the tags that fired and the hits that they made; nothing while a question to the
  /// audience is open.
  private func resultLines(of row: Timeline.Row, columns: Int) -> [Line] {
    guard !context.isAsking, row.number == view.eventRow?.number, row.event.firedCount != nil else {
      return []
    }
    let fired = view.tags.filter(\.didFire)
    var lines = [Line(" \(fired.count) of \(Counted.text(view.tags.count, "tag")) fired")]
    let text = TagText(context)
    lines += fired.prefix(Self.shownNames).map { tag in
      let fate = view.fate(of: tag)
      let name = Names.shortened(tag.name, to: max(4, columns - 5), context.borders)
      return Line("  \(text.mark(of: fate)) \(name)", fate.mark.style)
    }
    lines += moreLine(than: Self.shownNames, of: fired.count)
    for id in row.event.hits.prefix(Self.shownNames) {
      guard let id, let story = view.simulation.world.hit(id) else { continue }
      let title = "\(story.hit.typeName) \(story.hit.title)".trimmedSpaces
      lines += wrapped("hit \(id): \(title)", columns: columns, indent: 1)
    }
    return lines + moreLine(than: Self.shownNames, of: row.event.hits.count)
  }

  private func moreLine(than shown: Int, of all: Int) -> [Line] {
    all > shown ? [Line(" \(signs.fold) \(all - shown) more", .dim)] : []
  }

  /// The maximum number of tags, and of hits, that are named.
  private static let shownNames = 8
}
