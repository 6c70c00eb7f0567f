import TextKit

/// A line of tab names with the selected one in brackets: `2 Data  3 Values  4 [Tags]  6 Log`.
///
/// If there is too little room, the gaps shrink first, then the names, with the selected tab's name
/// last, and finally whole tabs disappear.
package struct Tabs: Sendable, Hashable {
  /// A tab: the key that opens it, its name, and a note about it.
  package struct Item: Sendable, Hashable {
    var key: String
    var name: String
    var short: String
    var note: String

    /// Creates a tab.
    ///
    /// - Parameters:
    ///   - key: the key that opens it; empty for none.
    ///   - name: the tab's name.
    ///   - short: the name if there is little room; nil for the same name.
    ///   - note: a note such as a number, with the sign or space before it.
    package init(key: String = "", name: String, short: String? = nil, note: String = "") {
      self.key = key
      self.name = name
      self.short = short ?? name
      self.note = note
    }
  }

  /// The form of the line: the width of the gaps, and which names are short.
  private struct Form {
    var gap = 1
    var others = Name.whole
    var selected = Name.whole

    enum Name { case whole, short, start }

    /// The number of letters of a name that are shown if there is hardly any room.
    static let startLength = 3

    /// All forms, the roomiest first.
    static let all = [
      Form(gap: 2), Form(), Form(others: .short), Form(others: .short, selected: .short),
      Form(others: .start, selected: .short),
    ]
  }

  /// The tabs, from left to right.
  package var items: [Item]
  /// The index of the selected tab; anything else selects none.
  package var selected: Int

  package init(_ items: [Item], selected: Int) {
    self.items = items
    self.selected = selected
  }

  /// The columns of each tab in a line of `columns` columns; nil for tabs that are not entirely
  /// visible.
  ///
  /// If not all tabs fit, those at the left are hidden until the selected one is visible.
  ///
  /// - Complexity: O(n) in the text of the tabs.
  package func ranges(columns: Int) -> [Range<Int>?] {
    let starts = places(form(columns: columns))
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

  /// The columns of each tab in a line of unlimited length.
  private func places(_ form: Form) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var column = 0
    for index in items.indices {
      let width = TextWidth.columns(of: label(index, form))
      places.append(column..<(column + width))
      column += width + form.gap
    }
    return places
  }

  /// The roomiest form in which all tabs are visible, or the tightest one.
  private func form(columns: Int) -> Form {
    Form.all.first { places($0).last?.upperBound ?? 0 <= columns } ?? Form.all[Form.all.count - 1]
  }

  /// The line, with as many tabs as there is room for.
  ///
  /// - Complexity: O(n) in the text of the tabs.
  package func line(columns: Int) -> String {
    let seen = zip(items.indices, ranges(columns: columns)).filter { $0.1 != nil }.map(\.0)
    // The beginning of the selected tab is better than an empty line.
    let shown = seen.isEmpty && items.indices.contains(selected) ? [selected] : seen
    let form = form(columns: columns)
    let gap = String(repeating: " ", count: form.gap)
    return TextWidth.truncate(
      shown.map { label($0, form) }.joined(separator: gap), to: max(0, columns))
  }

  private func label(_ index: Int, _ form: Form) -> String {
    let item = items[index]
    let isSelected = index == selected
    let text =
      switch isSelected ? form.selected : form.others {
      case .whole: item.name
      case .short: item.short
      case .start: String(item.short.prefix(Form.startLength))
      }
    let name = isSelected ? "[\(text)\(item.note)]" : text + item.note
    return item.key.isEmpty ? name : item.key + " " + name
  }
}
