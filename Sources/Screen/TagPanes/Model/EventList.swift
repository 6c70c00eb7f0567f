import TagRuntime
package import TagSimulation

/// The rows of the event list: the rows of the history, with the world's own steps folded.
package struct EventList: Sendable {
  private let folds: RowFolds
  private let opened: [ClosedRange<Int>]
  private let showsAll: Bool
  private let total: Int
  /// The last row that can be seen; nil for the last one there is.
  private let last: Int?
  /// The rows that pass the filter, in order; nil without a filter.
  private let only: [Int]?

  /// - Parameters:
  ///   - folds: which rows are listed alone.
  ///   - rows: the number of rows.
  ///   - opened: the folds that were opened, in order.
  ///   - showsAll: whether nothing is folded.
  ///   - last: the last row that can be seen; nil for the last one there is.
  ///   - only: the rows that are listed, in order; nil for all.
  package init(
    _ folds: RowFolds, rows: Int, opened: [ClosedRange<Int>], showsAll: Bool, last: Int? = nil,
    only: [Int]? = nil
  ) {
    self.last = last
    self.only = only
    self.folds = folds
    self.opened = opened
    self.showsAll = showsAll
    total = rows
  }

  package var count: Int {
    if let only { return last.map { last in only.partitioningIndex { $0 > last } } ?? only.count }
    let all = showsAll ? total : folds.count + opened.reduce(0) { $0 + $1.count - 1 }
    return last.map { min(all, place(of: $0) + 1) } ?? all
  }

  /// The number of world rows that are folded.
  package var folded: Int {
    showsAll || only != nil ? 0 : folds.worldRows - opened.reduce(0) { $0 + $1.count }
  }

  /// Whether a row is listed, alone or in a fold.
  ///
  /// - Complexity: O(log n)
  package func lists(_ number: Int) -> Bool {
    guard let only else { return true }
    let place = only.partitioningIndex { $0 >= number }
    return place < only.count && only[place] == number
  }

  /// Returns the list position of a history row. A row that is not listed has the position of the
  /// row before it.
  ///
  /// - Complexity: O(log n) in the rows, and O(n) in the folds that were opened.
  package func place(of number: Int) -> Int {
    if let only { return max(0, only.partitioningIndex { $0 > number } - 1) }
    if showsAll { return max(0, number - 1) }
    var place = folds.place(of: number)
    for range in opened where range.lowerBound <= number {
      place += min(number, range.upperBound) - range.lowerBound
    }
    return place
  }

  /// Returns the history rows behind a row of the list.
  ///
  /// - Complexity: as for the place of a row.
  package func rows(at place: Int) -> ClosedRange<Int> {
    let rows = allRows(at: place)
    return last.map { rows.lowerBound...max(rows.lowerBound, min(rows.upperBound, $0)) } ?? rows
  }

  private func allRows(at place: Int) -> ClosedRange<Int> {
    if let only { return only[place]...only[place] }
    if showsAll { return place + 1...place + 1 }
    var shift = 0
    for range in opened {
      let start = folds.place(of: range.lowerBound) + shift
      if place < start { break }
      if place < start + range.count {
        let number = range.lowerBound + place - start
        return number...number
      }
      shift += range.count - 1
    }
    return folds.rows(at: place - shift)
  }

  /// Whether a row of the list is a fold of world rows, possibly of just one.
  package func isFolded(at place: Int) -> Bool {
    if showsAll || only != nil { return false }
    let rows = rows(at: place)
    if opened.contains(where: { $0.contains(rows.lowerBound) }) { return false }
    return folds.isWorld(at: folds.place(of: rows.lowerBound))
  }
}
