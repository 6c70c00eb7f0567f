import TagRuntime
package import TagSimulation
package import TagWords
import TerminalKit
import TextKit

/// The firing log: every tag that fired, newest last, with the outcome of its hits. Repeated rows
/// fold with a count.
///
/// It grows with the run and shows its end, like a log. While it has the focus it lists the whole
/// run, and below it every tag with the numbers of its firings and evaluations.
package struct FiringsPane: PaneView {
  package static let pane = Pane.firings

  package static let tabName = "Fired"

  package let context: ScreenContext

  package init(_ context: ScreenContext) { self.context = context }

  package static let enterHelp: String? = "the event of the firing"

  package let filteredList: FilteredList? = .firings

  package func hints(_ hints: PaneHints) -> [KeyHint] {
    [.enter("its event"), KeyHint("T", "tags"), hints.find, hints.filter] + hints.copy
  }

  /// The maximum number of firings to scroll through at once: those around the selected event.
  private static let window = 1000
  /// The number of firings that are built while the pane has no focus.
  private static let glance = 120
  /// The width from which a row shows the name of its event.
  private static let namedColumns = 44
  /// The width from which a row shows its time.
  static let timedColumns = 68

  private var index: FiringIndex { timeline.firings }

  package let title = "Firings"

  package func note(columns: Int) -> String {
    let index = index
    return end == index.count ? "\(index.count)" : "\(end) of \(index.count)"
  }

  /// The last row that may be revealed; nil for the whole run.
  private var horizon: Int? {
    if context.isAsking, let rows = context.shownRows { return rows }
    return isFocused || view.isLive ? nil : view.row?.number ?? 0
  }

  /// The number of the first firing that is not revealed.
  private var end: Int { horizon.map { index.first(fromRow: $0 + 1) } ?? index.count }

  /// There are too many firings to build them all.
  package let filtersItself = true

  package func counts(columns: Int) -> (shown: Int, all: Int) { (numbers.count, end) }

  private var filter: RowFilter? { context.finding.filters[.firings] }

  /// The numbers of the firings in the window.
  var shown: Range<Int> {
    let index = index
    let window = isFocused ? Self.window : Self.glance
    let here = view.isLive ? end : min(end, index.first(fromRow: (view.row?.number ?? 0) + 1))
    let last = min(end, max(here + window / 2, index.dropped + window))
    return min(last, max(index.dropped, last - window))..<last
  }

  /// The firings that pass the filter.
  private var numbers: [Int] {
    guard let filter else { return Array(shown) }
    return shown.filter { filter.means(RowFacts(of: index[$0], in: timeline)) }
  }

  /// Returns the firing with a number, in its state at the selected row.
  private func firing(_ number: Int) -> FiringIndex.Firing {
    var firing = index[number]
    if let horizon, firing.left > horizon {
      (firing.fate, firing.alike, firing.left) = (.waits, firing.hits, 0)
    }
    return firing
  }

  // MARK: Folding

  /// A row: a firing, or the last one of several equal ones.
  package struct Entry: Sendable, Hashable {
    package var number: Int
    var times = 1
  }

  /// The properties that firings must share to fold into one row.
  private struct Likeness: Hashable {
    var tag: Int
    var kind: TagFate.Kind
    var hits: Int
    var fate: HitFate.Kind
    var alike: Int
    var left: Int

    init(_ firing: FiringIndex.Firing) {
      (tag, kind, hits) = (firing.tag, firing.kind, firing.hits)
      (fate, alike, left) = (firing.fate, firing.alike, firing.left)
    }
  }

  /// The rows of the list; consecutive events that fired the same are one.
  ///
  /// - Complexity: O(n) in the firings of the window.
  package var entries: [Entry] {
    let numbers = numbers
    guard filter == nil, !context.selection.showsAllRows else {
      return numbers.map { Entry(number: $0) }
    }
    var entries: [Entry] = []
    var last: (likeness: [Likeness], row: Int)?
    var place = 0
    while place < numbers.count {
      let row = index[numbers[place]].row
      let block = numbers[place...].prefix { index[$0].row == row }
      let likeness = block.map { Likeness(firing($0)) }
      if let last, last.likeness == likeness, name(ofRow: last.row) == name(ofRow: row) {
        for (offset, number) in block.enumerated() {
          entries[entries.count - block.count + offset].number = number
          entries[entries.count - block.count + offset].times += 1
        }
      } else {
        entries += block.map { Entry(number: $0) }
      }
      last = (likeness, row)
      place += block.count
    }
    return entries
  }

  private func name(ofRow row: Int) -> String { timeline.rows[row - 1].event.shortName }

  // MARK: Rows

  /// Returns the initial selection among the rows: the last one up to the selected event.
  func firstPlace(among entries: [Entry]) -> Int {
    guard !view.isLive, let row = view.row?.number else { return max(0, entries.count - 1) }
    return max(0, entries.partitioningIndex { index[$0.number].row > row } - 1)
  }

  package func place(among count: Int) -> Int { min(picked(among: entries), count - 1) }

  /// Returns the place of the selected row; negative if there are none.
  private func picked(among entries: [Entry]) -> Int {
    min(context.selection.firing ?? firstPlace(among: entries), entries.count - 1)
  }

  /// The number of the selected firing; nil if there is none.
  package var selectedNumber: Int? {
    let entries = entries
    let place = picked(among: entries)
    return entries.indices.contains(place) ? entries[place].number : nil
  }

  package var selected: FiringIndex.Firing? { selectedNumber.map { index[$0] } }

  /// In this pane, Enter explains the selected event.
  package var explained: Explained { view.explained }

  package func items(columns: Int) -> [PaneItem] {
    let (shown, entries) = (shown, entries)
    guard !entries.isEmpty else {
      let why =
        filter.map { "the filter \($0.text) hides all \(end): Esc shows them" }
        ?? "no tag has fired yet"
      return [PaneItem(wrapped(why, columns: columns, indent: 1, .dim))] + totalItems(columns)
    }
    var items: [PaneItem] = []
    if shown.lowerBound > 0 {
      items.append(PaneItem([Line(" \(signs.fold) \(shown.lowerBound) before these", .dim)]))
    }
    let picked = isFocused ? picked(among: entries) : -1
    let widths = Widths(of: entries, in: self, columns)
    for (place, entry) in entries.enumerated() {
      let isSelected = place == picked
      let above = isSelected || place == 0 ? nil : entries[place - 1]
      items.append(
        PaneItem(target: .event(index[entry.number].row)) { [self] in
          [line(of: entry, after: above, isSelected: isSelected, widths)]
        }.telling { [self] in RowFacts(of: index[entry.number], in: timeline) })
    }
    if shown.upperBound < end {
      items.append(
        PaneItem([Line(" \(signs.fold) \(end - shown.upperBound) after these", .dim)]))
    }
    if filter != nil {
      items.append(PaneItem([Line()]))
      items.append(PaneItem([Line(" Esc shows all \(end) again", .dim)]))
    }
    return items + totalItems(columns)
  }

  /// The columns of the list.
  private struct Widths: Sendable {
    var number: Int
    var time: Int
    var event: Int
    var tag: Int
    /// Whether a tag's outcome is at the right edge.
    var endsAtEdge: Bool
    var all: Int

    private static let timeColumns = 9
    private static let leastName = 8

    init(of entries: [Entry], in pane: FiringsPane, _ columns: Int) {
      all = columns
      number = max(3, String(pane.timeline.rows.count).count + 1)
      time = columns >= FiringsPane.timedColumns ? Self.timeColumns : 0
      endsAtEdge = columns <= TagColumns.eye + 15
      let seen = entries.suffix(FiringsPane.glance)
      let longest =
        seen.map { entry in
          TextWidth.columns(of: TerminalText.visible(pane.tagText(of: entry)))
        }.max() ?? 0
      tag = min(max(12, longest + 1), max(12, columns * 2 / 5))
      let room = columns >= FiringsPane.timedColumns ? 20 : 13
      let names =
        seen.map { entry in
          let name = pane.name(ofRow: pane.index[entry.number].row)
          return TextWidth.columns(of: TerminalText.visible(name))
        }.max() ?? 0
      let fate =
        seen.map { TextWidth.columns(of: pane.firing($0.number).words(times: $0.times)) }.max() ?? 0
      let left = columns - 1 - number - 1 - time - 2 - 1 - fate
      // In a narrow pane the tag needs the room more than the event, which the number names.
      let isNamed = columns >= TagColumns.eye + 15 || left - longest > Self.leastName
      let wanted = min(room, max(Self.leastName, names)) + 1
      event = columns >= FiringsPane.namedColumns && isNamed ? wanted : 0
      // A name loses its middle before an outcome loses its end.
      if !endsAtEdge { tag = max(12, min(tag, left - event)) }
    }
  }

  /// Returns the tag of a row, with its count.
  private func tagText(of entry: Entry) -> String {
    index.name(of: index[entry.number]) + countText(of: entry)
  }

  /// Returns the number of firings in a row: "  3x".
  private func countText(of entry: Entry) -> String { entry.times > 1 ? "  \(entry.times)x" : "" }

  private func line(
    of entry: Entry, after last: Entry?, isSelected: Bool, _ widths: Widths
  ) -> Line {
    let firing = firing(entry.number)
    let above = last.map { index[$0.number].row }
    let isSame = firing.row == above
    let event = timeline.rows[firing.row - 1].event
    let before = above.map { timeline.rows[$0 - 1].event.wall }
    // Show a time only if it differs from the one above, so that gaps stand out.
    let time = isSame || event.wall == before ? "" : view.time(of: event.wall)
    let number = cell(isSame ? "" : "#\(firing.row)", widths.number, .trailing)
    let name = isSame || widths.event == 0 ? "" : event.shortName
    let shown = Names.shortened(name, to: max(0, widths.event - 1), context.borders)
    let head =
      Line(isSelected ? signs.cursor : " ", .accent)
      + Line(number + " " + cell(time, widths.time), .dim) + Line(cell(shown, widths.event))
    let mark = (firing.mark > .well ? signs.attentionMark : signs.yesMark) + " "
    let fate = firing.words(times: entry.times)
    let room = widths.all - head.width - TextWidth.columns(of: mark)
    let width = widths.endsAtEdge ? room - TextWidth.columns(of: fate) - 1 : widths.tag
    let tag = tagText(of: entry, columns: max(4, width))
    return head + Line("\(mark)\(tag) \(fate)", firing.mark.style)
  }

  /// Returns the tag of a row at a width; the count is visible whatever the name is.
  private func tagText(of entry: Entry, columns: Int) -> String {
    let count = countText(of: entry)
    let room = max(4, columns - TextWidth.columns(of: count))
    let name = Names.shortened(index.name(of: index[entry.number]), to: room, context.borders)
    return cell(name + count, columns)
  }

  // MARK: Totals

  /// Returns a row for every tag with the number of its firings, below the whole run.
  private func totalItems(_ columns: Int) -> [PaneItem] {
    let totals = isFocused && horizon == nil ? index.totals : []
    guard !totals.isEmpty else { return [] }
    let widest = totals.map { TextWidth.columns(of: TerminalText.visible($0.name)) }.max() ?? 0
    let names = min(widest, max(8, columns * 45 / 100))
    let counts = totals.map { "\($0.fired) of \($0.asked)".count }.max() ?? 0
    return [PaneItem([Line()]), PaneItem([Line(" Every tag", .bold)])]
      + totals.map { total in
        let name = cell(Names.shortened(total.name, to: names, context.borders), names)
        let count = cell("\(total.fired) of \(total.asked)", counts)
        return PaneItem([Line(" \(name)   \(count)   \(total.words)")])
      }
  }
}
