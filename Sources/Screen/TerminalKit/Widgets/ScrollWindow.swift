/// The visible part of a long list.
package enum ScrollWindow {
  /// The first row to show so that the selected one is visible, scrolling as little as possible.
  ///
  /// - Parameters:
  ///   - count: The number of rows in the list.
  ///   - height: The number of visible rows.
  ///   - selected: The row that must be visible, or nil.
  ///   - previous: The first row shown before.
  /// - Returns: A row in `0...max(0, count - height)`.
  package static func offset(count: Int, height: Int, selected: Int?, previous: Int) -> Int {
    let selection = selected.map { row in
      let row = min(max(row, 0), Int.max - 1)
      return row..<(row + 1)
    }
    return offset(count: count, height: height, selection: selection, previous: previous)
  }

  /// The first row to show so that a selection of several rows is visible, scrolling as little as
  /// possible.
  ///
  /// If the selection is higher than the window, its beginning is visible.
  ///
  /// - Returns: A row in `0...max(0, count - height)`.
  package static func offset(
    count: Int, height: Int, selection: Range<Int>?, previous: Int
  ) -> Int {
    let height = max(height, 0)
    let last = max(0, max(count, 0) - height)
    var offset = previous
    if let selection, height > 0 {
      // A selection beyond the list may be as far away as an `Int` allows.
      let end = min(max(selection.upperBound, 0), max(count, 0))
      let start = min(max(selection.lowerBound, 0), end)
      offset = max(offset, end - height)
      offset = min(offset, start)
    }
    return min(max(offset, 0), last)
  }
}
