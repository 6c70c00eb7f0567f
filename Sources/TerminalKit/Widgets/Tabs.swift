/// A line of tab names with the selected one in brackets: `Data  Values  [Tags]  Log`.
package struct Tabs: Sendable, Hashable {
  /// The names, from left to right.
  package var titles: [String]
  /// The index of the selected tab; anything else selects none.
  package var selected: Int
  /// The style of the other tabs.
  package var style: Style
  /// The style of the selected tab.
  package var selectedStyle: Style

  /// Creates a line of tabs.
  package init(
    titles: [String], selected: Int, style: Style = .plain, selectedStyle: Style = .bold
  ) {
    self.titles = titles
    self.selected = selected
    self.style = style
    self.selectedStyle = selectedStyle
  }

  /// Where each tab stands in a line of `columns` columns; nil for those that are not seen whole.
  ///
  /// If not all fit, tabs at the left give way until the selected one is seen.
  ///
  /// - Complexity: O(n) in the text of the tabs.
  package func ranges(columns: Int) -> [Range<Int>?] {
    var starts: [Range<Int>] = []
    var column = 0
    for index in titles.indices {
      let width = TextWidth.columns(of: label(index))
      starts.append(column..<(column + width))
      column += width + 2
    }
    var skipped = 0
    if starts.indices.contains(selected) {
      let end = starts[selected].upperBound
      let first = starts[...selected].first { end - $0.lowerBound <= columns }
      skipped = (first ?? starts[selected]).lowerBound
    }
    return starts.map { range in
      let left = range.lowerBound - skipped
      let right = range.upperBound - skipped
      return left >= 0 && right <= columns ? left..<right : nil
    }
  }

  /// Draws the line in the first row of `rect`.
  ///
  /// - Complexity: O(n) in the text of the tabs.
  package func draw(in rect: Rect, on buffer: inout CellBuffer) {
    let ranges = ranges(columns: rect.columns)
    for (index, range) in ranges.enumerated() {
      guard let range else {
        // Better the beginning of the selected tab than an empty line.
        if index == selected {
          buffer.write(label(index), at: rect.origin, style: selectedStyle, limit: rect.columns)
        }
        continue
      }
      let start = Point(column: rect.column + range.lowerBound, row: rect.row)
      let style = index == selected ? selectedStyle : style
      buffer.write(label(index), at: start, style: style, limit: range.count)
    }
  }

  private func label(_ index: Int) -> String {
    index == selected ? "[\(titles[index])]" : titles[index]
  }
}
