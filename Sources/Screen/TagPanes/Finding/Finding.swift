package import OrderedCollections
import TagRuntime
package import TagSimulation
package import TagWords

/// The user's search in the panes: a text, filters, differences only, and the marked rows.
package struct Finding: Sendable {
  /// The search text for the panes; nil for none.
  package var find: FindText?
  /// The search text for the overlay; nil for none.
  package var popupFind: FindText?
  /// The matching line of the overlay.
  package var popupLine: Int?
  /// The filters of the lists; a list without one shows all rows.
  package private(set) var filters: [FilteredList: RowFilter] = [:]
  /// The panes that show only changes.
  package var differences: Set<Pane> = []
  /// The numbers of the rows that the user marked, in order.
  package var marks: [Int] = []
  /// The index of the run's rows, as far as it was needed.
  @Boxed package private(set) var index = RowIndex()
  /// The rows that the filter of the event list passes; nil without a filter.
  package private(set) var listed: EventMatches?
  /// The rows of the event list that say the text; nil while none is looked for.
  package private(set) var found: EventMatches?

  package init() {}

  /// Sets the filter of a list. A filter that matches every row clears it.
  package mutating func set(_ filter: RowFilter?, of list: FilteredList) {
    filters[list] = filter.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Adds new rows of the run to the index, if a search or a filter needs them.
  ///
  /// - Parameters:
  ///   - timeline: the history of the run.
  ///   - moments: the names that the scenario gave to moments, each with its last row.
  ///   - branch: the number of the run among the branches.
  /// - Complexity: O(n) in the new rows.
  package mutating func follow(
    _ timeline: Timeline, _ moments: OrderedDictionary<String, Int>, ofBranch branch: Int
  ) {
    let filter = filters[.events]
    guard find != nil || filter != nil || index.last > 0 else {
      (listed, found) = (nil, nil)
      return
    }
    index.follow(timeline, ofBranch: branch)
    let zone = timeline.live.world.zone
    let clock = { @Sendable (wall: WallTime) in zone.civil(at: wall).timeText }
    let isOfMarks = filter?.asks(for: [], or: [.marked]) ?? false
    let marked = isOfMarks ? Set(marks + Array(moments.values)) : []
    Self.update(
      &listed, filter.map { EventMatches.Question(filter: $0, marked: marked) }, index, clock)
    Self.update(
      &found, find.map { EventMatches.Question(find: $0, filter: filter, marked: marked) }, index,
      clock)
  }

  /// Whether a search or a filter needs rows that are not in the index yet.
  package func isBehind(_ timeline: Timeline) -> Bool {
    (find != nil || filters[.events] != nil) && index.last < timeline.rowCount
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

extension ScreenContext {
  /// Returns whether one of some rows is marked, by the user or by the scenario.
  ///
  /// - Complexity: O(log n) in the marks by hand, and O(n) in those of the scenario.
  package func isMarked(_ rows: ClosedRange<Int>) -> Bool {
    let byHand = finding.marks
    let place = byHand.partitioningIndex { $0 >= rows.lowerBound }
    if place < byHand.count, byHand[place] <= rows.upperBound { return true }
    return marks.values.contains { rows.contains($0) }
  }

  /// Returns the list whose rows a pane shows; nil if they cannot be filtered.
  package func filteredList(of pane: Pane) -> FilteredList? {
    pane.view(in: self).filteredList
  }

  /// Returns the filter of a pane; nil for none.
  package func filter(of pane: Pane) -> RowFilter? {
    filteredList(of: pane).flatMap { finding.filters[$0] }
  }

  /// Returns the search text in a pane, which only the focused one has.
  package func find(in pane: Pane) -> FindText? {
    pane == focus ? finding.find : nil
  }
}
