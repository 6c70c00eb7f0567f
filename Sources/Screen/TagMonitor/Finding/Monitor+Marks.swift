import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation

/// Rows of the event list that are marked, by the user or by the scenario.
extension Monitor {
  /// The maximum number of rows that the user can mark.
  private static let markLimit = 1_000

  /// Marks the selected row, or removes its mark.
  mutating func toggleMark() {
    guard let row = view.row else { return say(.hint("there is no event to mark yet")) }
    let event = "event \(row.number) \(row.event.shortName)"
    let place = finding.marks.partitioningIndex { $0 >= row.number }
    if place < finding.marks.count, finding.marks[place] == row.number {
      finding.marks.remove(at: place)
      message = .ok("\(event) is no longer marked: m marks it again")
    } else if let name = names(ofRow: row.number).first {
      message = .hint("the scenario marks \(event) as \(name): that mark stays")
    } else if finding.marks.count >= Self.markLimit {
      message = .failure(
        "\(Self.markLimit) events are marked, the limit: go to one with u and press m to unmark it")
    } else {
      finding.marks.insert(row.number, at: place)
      message = .ok("\(event) is marked: u and U go from mark to mark, m unmarks")
    }
    indexRows()
  }

  /// Selects the next or the previous mark, wrapping around at the ends.
  mutating func goToMark(forward: Bool) {
    let rows = markedRows
    guard let first = rows.first, let last = rows.last else {
      return say(.hint("no event is marked: m marks the selected one"))
    }
    let here = view.row?.number ?? 0
    let next = forward ? rows.first { $0 > here } : rows.last { $0 < here }
    let row = next ?? (forward ? first : last)
    show(row: row)
    let number = (rows.firstIndex(of: row) ?? 0) + 1
    let names = names(ofRow: row).map { " \"\($0)\"" }.joined(separator: ",")
    let name = view.row?.event.shortName ?? ""
    let again = next == nil && rows.count > 1 ? (forward ? ", the first again" : ", the last") : ""
    message = .ok("mark \(number) of \(rows.count)\(names)\(again): event \(row) \(name)")
  }

  private var markedRows: [Int] {
    let rows = Set(finding.marks + Array(run.marks.values))
    return rows.filter { $0 > 0 && $0 <= shownRows }.sorted()
  }

  /// Returns the names that the scenario gave to a row.
  private func names(ofRow row: Int) -> [String] {
    run.marks.elements.filter { $0.value == row }.map(\.key)
  }
}
