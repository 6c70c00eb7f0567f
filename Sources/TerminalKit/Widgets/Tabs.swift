import TextKit

/// A line of tab names with the selected one in brackets: `2 Data  3 Values  4 [Tags]  6 Log`.
///
/// Where it has too little room, the gaps give way first, then the names, that of the selected tab
/// after the others, and at last whole tabs.
package struct Tabs: Sendable, Hashable {
  /// A tab: the key that leads to it, its name, and what is known of it.
  package struct Item: Sendable, Hashable {
    var key: String
    var name: String
    var short: String
    var note: String

    /// Creates a tab.
    ///
    /// - Parameters:
    ///   - key: the key that leads to it; empty for none.
    ///   - name: its name.
    ///   - short: its name where there is little room; nil for the same.
    ///   - note: what is known of it, such as a number, with the sign or space before it.
    package init(key: String = "", name: String, short: String? = nil, note: String = "") {
      self.key = key
      self.name = name
      self.short = short ?? name
      self.note = note
    }
  }

  /// How the line is written: how wide the gaps are, and which names are short.
  private struct Form {
    var gap = 1
    /// How the names of tabs that are not selected are written.
    var others = Name.whole
    /// How that of the selected tab is written.
    var selected = Name.whole

    enum Name { case whole, short, start }

    /// The letters of a name that stand for it where there is hardly any room.
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

  /// Where each tab would stand in a line without end.
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

  /// The roomiest form in which all tabs are seen; where none is, the tightest.
  private func form(columns: Int) -> Form {
    Form.all.first { places($0).last?.upperBound ?? 0 <= columns } ?? Form.all[Form.all.count - 1]
  }

  /// The line, as many tabs as there is room for.
  ///
  /// - Complexity: O(n) in the text of the tabs.
  package func line(columns: Int) -> String {
    let seen = zip(items.indices, ranges(columns: columns)).filter { $0.1 != nil }.map(\.0)
    // Better the beginning of the selected tab than an empty line.
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
