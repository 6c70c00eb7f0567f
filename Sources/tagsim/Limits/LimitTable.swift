import TagRuntime
import TextKit

/// Every bound of the program: how large it is, and what happens where it is reached.
///
/// A bound is a named constant of the type that it bounds. A row has the value of one that can be
/// named from here, and says that of the others, which `LimitTableTests.swift` compares with the
/// sources: it fails on a bound without a row, on a row without a bound, and on another value.
enum LimitTable {
  /// A bound.
  struct Row {
    /// The constant, with the type that it stands in.
    let name: String
    let value: Int
    /// What it counts, in its unit.
    let unit: String
    /// What happens where it is reached.
    let excess: String

    init(_ name: String, _ value: Int, _ unit: String, _ excess: String) {
      (self.name, self.value, self.unit, self.excess) = (name, value, unit, excess)
    }
  }

  /// Bounds of one subject.
  struct Group {
    let title: String
    let rows: [Row]
  }

  /// All of them.
  static var groups: [Group] { runtime + containers + captures + world + keys + reports }

  /// The table as text: the value with its unit, what happens, and the name.
  ///
  /// - Parameter all: whether those are told, too, that only enormous or hostile input reaches.
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
      lines += ["", "\(left) more, which only unusual input reaches: tagsim info limits --all"]
    }
    return lines
  }
}
