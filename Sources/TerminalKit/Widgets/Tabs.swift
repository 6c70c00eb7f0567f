import TextKit

/// A line of tab names with the selected one in brackets: `2 Data  3 Values  4 [Tags]  6 Log`.
package struct Tabs: Sendable, Hashable {
  /// A tab: the key that leads to it, and its name.
  package struct Item: Sendable, Hashable {
    var key: String
    var name: String

    /// Creates a tab; without a key its name stands alone.
    package init(key: String = "", name: String) {
      self.key = key
      self.name = name
    }
  }

  /// The tabs, from left to right.
  package var items: [Item]
  /// The index of the selected tab; anything else selects none.
  package var selected: Int

  /// Creates a line of tabs.
  package init(_ items: [Item], selected: Int) {
    self.items = items
    self.selected = selected
  }

  /// Where each tab stands in a line of `columns` columns; nil for those that are not seen whole.
  ///
  /// If not all fit, tabs at the left give way until the selected one is seen.
  ///
  /// - Complexity: O(n) in the text of the tabs.
  package func ranges(columns: Int) -> [Range<Int>?] {
    var starts: [Range<Int>] = []
    var column = 0
    for index in items.indices {
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

  /// The line, as many tabs as there is room for.
  ///
  /// - Complexity: O(n) in the text of the tabs.
  package func line(columns: Int) -> String {
    let seen = zip(items.indices, ranges(columns: columns)).filter { $0.1 != nil }.map(\.0)
    // Better the beginning of the selected tab than an empty line.
    let shown = seen.isEmpty && items.indices.contains(selected) ? [selected] : seen
    return TextWidth.truncate(
      shown.map(label).joined(separator: "  "), to: max(0, columns))
  }

  private func label(_ index: Int) -> String {
    let item = items[index]
    let name = index == selected ? "[\(item.name)]" : item.name
    return item.key.isEmpty ? name : item.key + " " + name
  }
}
