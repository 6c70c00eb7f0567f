import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation

/// The user's search in the panes: a text, filters, differences only, and the marked rows.
struct Finding: Sendable {
  /// The text that is looked for; nil for none.
  var find: FindText?
  /// The text that is looked for in what lies over the panes; nil for none.
  var popupFind: FindText?
  /// The line in what lies over the panes that was found.
  var popupLine: Int?
  /// Where everything stood when the text began to be typed.
  @Boxed var origin: FindOrigin?
  /// Which rows are listed, by the lists; absent lists all.
  private(set) var filters: [FilteredList: RowFilter] = [:]
  /// The panes that show only what is another than before.
  var differences: Set<Pane> = []
  /// The numbers of the rows that were marked by hand, in order.
  var marks: [Int] = []
  /// What the rows of the run say, as far as it was asked for.
  @Boxed private(set) var index = RowIndex()
  /// The rows that the event list shows; nil while no filter is set.
  private(set) var listed: EventMatches?
  /// The rows of the event list that say the text; nil while none is looked for.
  private(set) var found: EventMatches?

  /// Sets the filter of a list. A filter that matches every row clears it.
  mutating func set(_ filter: RowFilter?, of list: FilteredList) {
    filters[list] = filter.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Takes in what is new of the run, where something is asked of its rows.
  ///
  /// - Complexity: O(n) in the new rows.
  mutating func follow(_ run: ScenarioRun, ofBranch branch: Int) {
    let filter = filters[.events]
    guard find != nil || filter != nil || index.last > 0 else {
      (listed, found) = (nil, nil)
      return
    }
    index.follow(run.timeline, ofBranch: branch)
    let zone = run.timeline.live.world.zone
    let clock = { @Sendable (wall: WallTime) in zone.civil(at: wall).timeText }
    let isOfMarks = filter?.asks(for: [], or: [.marked]) ?? false
    let marked = isOfMarks ? Set(marks + Array(run.marks.values)) : []
    Self.update(
      &listed, filter.map { EventMatches.Question(filter: $0, marked: marked) }, index, clock)
    Self.update(
      &found, find.map { EventMatches.Question(find: $0, filter: filter, marked: marked) }, index,
      clock)
  }

  /// Whether rows are asked that were not taken in yet.
  func isBehind(_ timeline: Timeline) -> Bool {
    (find != nil || filters[.events] != nil) && index.last < timeline.rows.count
  }

  private static func update(
    _ matches: inout EventMatches?, _ question: EventMatches.Question?, _ index: RowIndex,
    _ clock: @escaping @Sendable (WallTime) -> String
  ) {
    guard let question else {
      matches = nil
      return
    }
    if matches?.question != question { matches = EventMatches(question) }
    matches?.follow(index, clock)
  }
}

/// The state from before the user typed a search text, for returning to it.
struct FindOrigin: Sendable {
  /// The row that was looked at.
  var cursor: Int?
  /// What was selected.
  var selection: Selection
  /// What lay over the panes.
  var overlay: Overlay?
}

extension ScreenContext {
  /// Whether one of some rows is marked, by hand or by the scenario.
  ///
  /// - Complexity: O(log n) in the marks by hand, and O(n) in those of the scenario.
  func isMarked(_ rows: ClosedRange<Int>) -> Bool {
    let byHand = finding.marks
    let place = byHand.partitioningIndex { $0 >= rows.lowerBound }
    if place < byHand.count, byHand[place] <= rows.upperBound { return true }
    return marks.values.contains { rows.contains($0) }
  }

  /// The list whose rows a pane shows; nil where they cannot be filtered.
  func filteredList(of pane: Pane) -> FilteredList? {
    pane.view(in: self).filteredList
  }

  /// Which rows a pane shows; nil for all.
  func filter(of pane: Pane) -> RowFilter? {
    filteredList(of: pane).flatMap { finding.filters[$0] }
  }

  /// The text that is looked for in a pane: the one with the keys.
  func find(in pane: Pane) -> FindText? {
    pane == focus ? finding.find : nil
  }
}
