import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// All firings of the run, newest last, with what became of their hits; below them every tag with
/// how often it fired of how often it was asked.
struct AllFirings: ScreenPart {
  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  /// How many firings can be gone through at once: those around the event that is looked at.
  private static let window = 1000

  private var index: FiringIndex { timeline.firings }

  /// What stands at the right of the title: how many there are.
  var note: String { "\(index.count)" }

  /// How many are listed, and how many there are.
  var counts: (shown: Int, all: Int) { (numbers.count, index.count) }

  private var filter: RowFilter? { context.finding.filters[.firings] }

  /// The firings that are listed, by their numbers.
  var shown: Range<Int> {
    let index = index
    let end = view.isLive ? index.count : index.first(fromRow: (view.row?.number ?? 0) + 1)
    let last = min(index.count, max(end + Self.window / 2, index.dropped + Self.window))
    return max(index.dropped, last - Self.window)..<last
  }

  /// The place among the listed firings at which whoever comes here begins: the last one up to the
  /// event that is looked at.
  var firstPlace: Int {
    let shown = shown
    guard !view.isLive, let row = view.row?.number else { return max(0, shown.count - 1) }
    return max(0, index.first(fromRow: row + 1) - 1 - shown.lowerBound)
  }

  /// The numbers of the firings that are listed: those that the filter means.
  var numbers: [Int] {
    guard let filter else { return Array(shown) }
    let index = index
    return shown.filter { filter.means(RowFacts(of: index[$0], in: timeline)) }
  }

  /// The firing at a place of the list.
  func firing(at place: Int) -> FiringIndex.Firing? {
    let numbers = numbers
    return numbers.indices.contains(place) ? index[numbers[place]] : nil
  }

  func items(columns: Int) -> [PaneItem] {
    let index = index
    let (shown, numbers) = (shown, numbers)
    guard !numbers.isEmpty else {
      let why =
        filter.map { "the filter \($0.text) hides all \(index.count): Esc shows them" }
        ?? "no tag has fired so far"
      return [PaneItem(wrapped(why, columns: columns, .dim))] + totalItems(columns)
    }
    var items: [PaneItem] = []
    let older = shown.lowerBound
    if older > 0 { items.append(PaneItem([Line(" \(signs.fold) \(older) before these", .dim)])) }
    for (place, number) in numbers.enumerated() {
      let isSelected = place == context.selection.firing
      let above = isSelected || place == 0 ? nil : index[numbers[place - 1]]
      items.append(
        PaneItem(target: .event(index[number].row)) { [self] in
          [line(of: index[number], after: above, isSelected: isSelected, columns)]
        }.telling { [self] in RowFacts(of: index[number], in: timeline) })
    }
    if shown.upperBound < index.count {
      let newer = index.count - shown.upperBound
      items.append(PaneItem([Line(" \(signs.fold) \(newer) after these", .dim)]))
    }
    if filter != nil {
      items.append(PaneItem([Line()]))
      items.append(PaneItem([Line(" Esc shows all \(index.count) again", .dim)]))
    }
    return items + [PaneItem([Line()])] + totalItems(columns)
  }

  // MARK: Firings

  private static let timeColumns = 8

  private func line(
    of firing: FiringIndex.Firing, after last: FiringIndex.Firing?, isSelected: Bool,
    _ columns: Int
  ) -> Line {
    let isSame = firing.row == last?.row
    let numbers = max(3, String(timeline.rows.count).count + 1)
    let row = isSame ? "" : "#\(firing.row)"
    let wall = timeline.rows[firing.row - 1].event.wall
    let before = last.map { timeline.rows[$0.row - 1].event.wall }
    // A time stands where it differs from the one above, so that gaps are seen.
    let time = isSame || wall == before ? "" : view.time(of: wall)
    let isOff = firing.kind.isTrouble || firing.fate.isLost
    let mark = isOff ? "!" : signs.yesMark
    let style: Style =
      firing.fate.isLost ? .lost : isOff || firing.fate.isTrouble ? .attention : .fired
    let head = (isSelected ? signs.cursor : " ") + cell(row, numbers, .trailing) + " "
    let times = columns >= 44 ? cell(time, Self.timeColumns) + " " : ""
    let fate = firing.words
    let used = TextWidth.columns(of: head + times) + 2 + TextWidth.columns(of: fate)
    let name = cell(
      Names.shortened(index.name(of: firing), to: max(4, columns - used - 1), borders),
      max(4, columns - used))
    return Line(head + times, .dim) + Line("\(mark) \(name)\(fate)", style)
  }

  private var borders: Borders { context.borders }

  // MARK: Totals

  private func totalItems(_ columns: Int) -> [PaneItem] {
    let totals = index.totals
    guard !totals.isEmpty else { return [] }
    let widest = totals.map { TextWidth.columns(of: TerminalText.visible($0.name)) }.max() ?? 0
    let names = min(widest, max(8, columns * 45 / 100))
    let counts = totals.map { "\($0.fired) of \($0.asked)".count }.max() ?? 0
    return [PaneItem([Line("Every tag", .bold)])]
      + totals.map { total in
        let name = cell(Names.shortened(total.name, to: names, borders), names)
        let count = cell("\(total.fired) of \(total.asked)", counts)
        return PaneItem([Line(" \(name)   \(count)   \(total.words)")])
      }
  }
}

extension Monitor {
  /// Shows all firings of the run in the place of the tags of the event, or these again.
  mutating func toggleFirings() {
    selection.showsFirings.toggle()
    move(to: .tags)
    guard selection.showsFirings else { return }
    selection.firing = AllFirings(context).firstPlace
    selection.tops[.tags] = 0
  }

  /// Goes to the event of the selected firing, with its tag selected.
  mutating func goToFiring() {
    let firings = AllFirings(context)
    let numbers = firings.numbers
    guard numbers.indices.contains(selection.firing) else { return }
    let number = numbers[selection.firing]
    let firing = timeline[number]
    let name = timeline.name(of: firing)
    go(to: firing.row)
    selection.firing = AllFirings(context).numbers.firstIndex(of: number) ?? 0
    selection.tag = view.tags.firstIndex { $0.name == name } ?? selection.tag
    message = Message(
      kind: .ok, text: "event \(firing.row) of \(run.timeline.rows.count); T shows its tags")
  }

  private var timeline: FiringIndex { run.timeline.firings }
}
