import OrderedCollections
import TagRuntime
import TagSimulation
import TextKit

/// The differences between the ways in which one scenario was played: in the tags that fired, and
/// in the hits that were sent.
public enum VariantReport {
  /// The width of the names before the numbers.
  private static let nameWidth = 44
  /// The width of a column of numbers.
  private static let columnWidth = 10
  private static let lineLimit = 60

  /// The counts of an event in every run, by its name.
  private typealias Table = OrderedDictionary<String, [Int]>

  /// Returns the lines; empty if there was only one way.
  ///
  /// - Complexity: O(n) in the events of the runs.
  public static func lines(of runs: [FinishedRun]) -> [String] {
    guard runs.count > 1 else { return [] }
    let titles = runs.map { $0.scenario.variant ?? $0.scenario.file }
    let areShort = titles.allSatisfy { TextWidth.columns(of: $0) < columnWidth }
    let columns = areShort ? titles : titles.indices.map { "way \($0 + 1)" }
    var lines = [row("what differs", columns)]
    // Long names of the ways are listed above the columns, with the column numbers.
    if !areShort { lines += zip(columns, titles).map { "  \($0)  \($1)" } }
    lines += part("tags that fired", runs.map(tags))
    lines += part("what left the phone", runs.map(sent))
    return lines + [""]
  }

  private static func part(_ title: String, _ runs: [OrderedDictionary<String, Int>]) -> [String] {
    var table = Table()
    for (index, run) in runs.enumerated() {
      for (name, count) in run.elements {
        table[name, default: Array(repeating: 0, count: runs.count)][index] = count
      }
    }
    let different = table.elements.filter { Set($0.value).count > 1 }
    let same = table.count - different.count
    var lines = different.prefix(lineLimit).map { name, counts in
      row("    " + name, counts.map { $0 == 0 ? "-" : "\($0)x" })
    }
    if different.count > lineLimit { lines.append("    \(different.count - lineLimit) more") }
    if lines.isEmpty { lines.append("    nothing differs") }
    if same > 0, !different.isEmpty {
      lines.append("    \(same) more, the same in \(runs.count == 2 ? "both" : "all")")
    }
    return ["  " + title] + lines
  }

  private static func row(_ name: String, _ cells: [String]) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      TextWidth.filled(text, to: width - 1) + " "
    }
    return (padded(name, nameWidth) + cells.map { padded($0, columnWidth) }.joined())
      .withoutFinalSpaces
  }

  private static func tags(of run: FinishedRun) -> OrderedDictionary<String, Int> {
    var counts: OrderedDictionary<String, Int> = [:]
    run.timeline.forEachRow { row in
      row.event.forEachTag { tag, _, _ in
        if tag.didFire { counts[tag.name, default: 0] += 1 }
      }
    }
    return counts
  }

  private static func sent(of run: FinishedRun) -> OrderedDictionary<String, Int> {
    var counts: OrderedDictionary<String, Int> = [:]
    for ended in run.timeline.live.world.ledger.ended {
      guard case .sent = ended.outcome else { continue }
      let hit = ended.hit
      let type = hit.queue == .firebase ? "" : hit.typeName + " "
      counts["\(hit.queue.rawValue): \(type)\(hit.title)", default: 0] += 1
    }
    return counts
  }
}
