import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  func dataLines(columns: Int) -> [Line] {
    if isFirebase { return firebaseDataLines(columns: columns) }
    let leaves = view.dataLayer.leaves()
    guard !leaves.isEmpty else { return [Line("the data layer is empty", .dim)] }
    let since = sinceRows(of: leaves.map(\.path))
    let sinceColumns = 7
    let keyColumns = min(
      max(12, leaves.map { TextWidth.columns(of: $0.path) }.max() ?? 0),
      columns * 2 / 5)
    let valueColumns = max(4, columns - keyColumns - 2 - sinceColumns)
    var lines = [
      Line(
        cell("key", keyColumns) + " " + cell("value", valueColumns) + " "
          + cell("since", sinceColumns), .dim)
    ]
    for (leaf, row) in zip(leaves, since) {
      let isNew = row != nil && row == view.row?.number
      let sinceText = (row.map { "#\($0)" } ?? "") + (isNew ? " *" : "")
      let text =
        cell(leaf.path, keyColumns) + " " + cell(Self.shown(leaf.value), valueColumns) + " "
        + cell(sinceText, sinceColumns)
      lines.append(Line(text, isNew ? .bold : .plain))
    }
    if since.contains(where: { $0 != nil && $0 == view.row?.number }) {
      lines += [Line(), Line("* set by this event", .dim)]
    }
    return lines
  }

  /// A value as people read it; whatever is no string is told apart by its type.
  static func shown(_ value: Value) -> String {
    switch value {
    case .string(let text): text.isEmpty ? "\"\" (empty)" : text
    case .int, .list, .map: JSONWriter.write(value)
    case .double, .bool: JSONWriter.write(value) + " (\(value.kindName))"
    case .null: "null"
    case .absent: "absent (a slot left alone)"
    }
  }

  /// For every path the number of the last row, at or before the one that is looked at, whose
  /// update set it.
  private func sinceRows(of paths: [String]) -> [Int?] {
    var found: [String: Int] = [:]
    var missing = Set(paths)
    let last = view.row?.number ?? 0
    for row in run.timeline.rows[..<last].reversed() {
      if missing.isEmpty { break }
      guard let update = row.event.update, update.rejection == nil else { continue }
      for leaf in DataLayer.leaves(of: update.update) where missing.contains(leaf.path) {
        missing.remove(leaf.path)
        found[leaf.path] = row.number
      }
    }
    return paths.map { found[$0] }
  }
}
