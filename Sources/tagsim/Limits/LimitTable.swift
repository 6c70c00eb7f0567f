import TagRuntime
import TextKit

/// Every limit of the program: its value, and what happens when it is reached.
///
/// A limit is a named constant of the type that it limits. A row takes the value from the constant
/// if it is accessible here, and repeats it otherwise. `LimitTableTests.swift` compares these with
/// the sources: it fails on a limit without a row, a row without a limit, and a different value.
enum LimitTable {
  /// A limit.
  struct Row {
    /// The constant, with its type.
    let name: String
    let value: Int
    /// The unit of the value.
    let unit: String
    /// What happens when it is reached.
    let excess: String

    init(_ name: String, _ value: Int, _ unit: String, _ excess: String) {
      (self.name, self.value, self.unit, self.excess) = (name, value, unit, excess)
    }
  }

  /// The limits on one subject.
  struct Group {
    let title: String
    let rows: [Row]
  }

  /// All groups of limits.
  static var groups: [Group] { runtime + containers + captures + world + keys + reports }

  /// Returns the table as text: the value with its unit, what happens, and the name.
  ///
  /// - Parameter all: whether to include limits that only enormous or hostile input reaches.
  static func lines(all: Bool) -> [String] {
    let shown = groups.compactMap { group -> Group? in
      let rows = group.rows.filter { all || met.contains($0.name) }
      return rows.isEmpty ? nil : Group(title: group.title, rows: rows)
    }
    let numbers = shown.flatMap(\.rows).map { NumberText.grouped($0.value) }
    let width = numbers.map(TextWidth.columns).max() ?? 0
    var lines: [String] = []
    for group in shown {
      if !lines.isEmpty { lines.append("") }
      lines.append(group.title)
      for row in group.rows {
        let number = TextWidth.filled(
          NumberText.grouped(row.value), to: width, alignment: .trailing)
        lines.append("  \(number) \(row.unit): \(row.excess)  [\(row.name)]")
      }
    }
    let left = groups.reduce(0) { $0 + $1.rows.count } - numbers.count
    if left > 0 {
      lines += ["", "\(left) more that only unusual input reaches: tagsim info limits --all"]
    }
    return lines
  }
}
