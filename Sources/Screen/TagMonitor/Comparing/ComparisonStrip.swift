import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// The second line of a comparison: the clock, then the chapters with their differing rows.
struct ComparisonStrip: ScreenPart {
  let context: ScreenContext
  let state: ComparisonState

  private var comparison: RunComparison { state.comparison }

  /// The maximum number of differing rows that are named in a chapter.
  private static let markLimit = 4

  func line(columns: Int) -> Line {
    let chapters = state.chapters
    let parts = chapters.indices.map(marks)
    // Titles are shortened, distant ones like near ones.
    for room in [columns, 30, 20, 12, 6, 0] {
      let line = chapters.indices.reduce(Line(" \(clock)  ")) { line, index in
        let bar = index == 0 ? Line() : Line(signs.separator, .dim)
        return line + bar + title(of: index, room, hasMarks: !parts[index].pieces.isEmpty)
          + parts[index]
      }
      if line.width <= columns || room == 0 { return line }
    }
    return Line()
  }

  private var clock: String {
    let place = min(state.entry.pairs.lowerBound, comparison.pairCount - 1)
    guard place >= 0 else { return "" }
    let event = comparison.event(ofPair: place, in: .a) ?? comparison.event(ofPair: place, in: .b)
    guard let event else { return "" }
    return view.simulation.world.zone.civil(at: event.wall).weekdayTimeText
  }

  /// The width of the current chapter's title while others are cut.
  private static let titleColumns = 24

  private func title(of index: Int, _ others: Int, hasMarks: Bool) -> Line {
    let title = state.chapters[index].title
    if title.isEmpty { return Line() }
    let isHere = current == index
    let room = isHere && others > 0 ? max(others, Self.titleColumns) : others
    let label = StripChapter(title: title, rows: nil, hasBegun: true).label(index)
    let cut =
      room == 0
      ? String(index + 1)
      : TextWidth.truncate(
        TerminalText.visible(label), to: room, ellipsis: context.borders.ellipsis)
    return Line(cut + (hasMarks ? "  " : ""), isHere ? .bold : .dim)
  }

  private var current: Int { state.chapters.lastIndex { $0.start <= state.selected } ?? 0 }

  /// `≠ ─[≠ Confirmation]─ ≠`
  private func marks(of index: Int) -> Line {
    let differing = comparison.differing
    func first(from start: Int) -> Int { differing.partitioningIndex { $0 >= start } }
    let chapters = state.chapters
    let end =
      index + 1 < chapters.count ? first(from: chapters[index + 1].start) : differing.count
    var places = Array(differing[min(first(from: chapters[index].start), end)..<end])
    if current == index, !places.contains(state.selected) {
      places.insert(state.selected, at: places.partitioningIndex { $0 > state.selected })
    }
    let here = places.firstIndex(of: state.selected) ?? 0
    let first = max(0, min(here - 1, places.count - Self.markLimit))
    let shown = places.dropFirst(first).prefix(Self.markLimit)
    var line = Line()
    for place in shown {
      let isSelected = place == state.selected
      let sign = comparison.entry(at: place).differs ? signs.differs : ""
      // The brackets have extra room.
      let isAfter = line.pieces.last?.text.hasSuffix("]") ?? false
      let dash = (isAfter ? "" : " ") + signs.dash + (isSelected ? "" : " ")
      if !line.pieces.isEmpty { line = line + Line(dash, .dim) }
      guard isSelected else {
        line = line + Line(sign, .attention)
        continue
      }
      let name = Names.shortened(self.name(at: place), to: 18, context.borders)
      let text = [sign, name].filter { !$0.isEmpty }.joined(separator: " ")
      line = line + Line("[\(text)]", .accent)
    }
    let left = places.count - shown.count
    return left > 0 ? line + Line(" +\(left)", .dim) : line
  }

  private func name(at place: Int) -> String {
    let pairs = comparison.entry(at: place).pairs
    guard let pair = pairs.first(where: { !comparison.pair(at: $0).parts.isEmpty }) ?? pairs.first
    else { return "the end" }
    let event = comparison.event(ofPair: pair, in: .b) ?? comparison.event(ofPair: pair, in: .a)
    return event?.shortName ?? ""
  }
}
