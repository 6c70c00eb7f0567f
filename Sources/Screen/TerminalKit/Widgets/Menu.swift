package import TextKit

/// A list to choose from, one line per item, the selected one marked `>`.
package struct Menu: Sendable, Hashable {
  /// The items, from top to bottom.
  package let items: [String]
  /// The index of the selected item; 0 if there are none.
  package private(set) var selected: Int
  /// The index of the first item shown.
  package private(set) var offset = 0

  /// Creates a menu; an invalid selection becomes the nearest valid one.
  package init(items: [String], selected: Int = 0) {
    self.items = items
    self.selected = Self.nearest(selected, items)
  }

  /// Moves the selection down by `rows` (up if negative), stopping at the ends.
  package mutating func move(by rows: Int) {
    let rows = min(max(rows, -items.count), items.count)
    selected = Self.nearest(selected + rows, items)
  }

  /// Selects the next item that begins with `letter`, wrapping around at the end.
  ///
  /// - Returns: Whether there is one.
  /// - Complexity: O(n) in the number of items.
  @discardableResult
  package mutating func select(startingWith letter: Character) -> Bool {
    let wanted = letter.lowercased()
    let order = (0..<items.count).map { (selected + 1 + $0) % items.count }
    guard let found = order.first(where: { items[$0].first?.lowercased() == wanted }) else {
      return false
    }
    selected = found
    return true
  }

  /// Scrolls so that the selected item is visible in `height` rows; call it before drawing.
  package mutating func scroll(height: Int) {
    offset = ScrollWindow.offset(
      count: items.count, height: height, selected: selected, previous: offset)
  }

  /// Draws the items that fit, cutting long ones.
  ///
  /// - Complexity: O(n) in the cells of the rectangle.
  package func draw(
    in rect: Rect, on buffer: inout CellBuffer, style: Style = .plain, ellipsis: Ellipsis = .utf8
  ) {
    for row in 0..<max(0, min(rect.rows, items.count - offset)) {
      let index = offset + row
      let line = (index == selected ? ">" : " ") + items[index]
      let text = TextWidth.padded(line, to: rect.columns, ellipsis: ellipsis)
      let start = Point(column: rect.column, row: rect.row + row)
      buffer.write(
        text, at: start, style: index == selected ? .selection : style, limit: rect.columns)
    }
  }

  private static func nearest(_ index: Int, _ items: [String]) -> Int {
    min(max(index, 0), max(0, items.count - 1))
  }
}

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
