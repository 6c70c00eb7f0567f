import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// What is sent when, the account of all hits, and the hits.
struct QueuePane: PaneView {
  static let pane = Pane.queue

  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  var title: String { "Queue @\(view.row?.number ?? 0)" }

  var tabNote: String {
    let waiting = view.simulation.world.ledger.waiting
    return waiting > 0 ? " \(waiting)" : ""
  }

  func footer(columns: Int) -> String { view.hits.isEmpty ? "" : "Enter decodes" }

  func lines(columns: Int) -> [Line] {
    let table = table(columns: columns)
    return lines(of: table, columns: columns, seen: 0..<table.count)
  }

  func content(in room: Size) -> PaneContent {
    let table = table(columns: room.columns)
    let selection = table.selection
    let first = ScrollWindow.offset(
      count: table.count, height: room.rows, selection: isFocused ? selection : nil, previous: 0)
    let lines = lines(of: table, columns: room.columns, seen: first..<(first + room.rows))
    return PaneContent(
      lines: Array(lines.dropFirst(first)), present: (selection?.lowerBound ?? first) - first,
      meanings: (first..<table.count).map { line in
        table.hit(atLine: line).map { .select(hit: $0) }
      })
  }

  var explained: Explained {
    let hits = view.hits
    let selected = context.selection.hit.index
    return hits.indices.contains(selected) ? .hit(hits[selected]) : view.explained
  }

  /// Where everything stands in the text of the pane.
  private struct Table {
    /// What stands above the hits.
    var head: [Line]
    var hits: [HitStory]
    /// The place of the selected hit, where there is one, and what more is said of it.
    var selected: Int?
    var remark: [Line]
    /// What stands below the hits.
    var foot: [Line]

    var count: Int { head.count + hits.count + remark.count + foot.count }

    /// The lines of the selected hit.
    var selection: Range<Int>? {
      selected.map { head.count + $0..<head.count + $0 + 1 + remark.count }
    }

    /// The hit that a line belongs to.
    func hit(atLine line: Int) -> Int? {
      var index = line - head.count
      if let selected, index > selected { index = max(selected, index - remark.count) }
      return hits.indices.contains(index) ? index : nil
    }
  }

  private func table(columns: Int) -> Table {
    let hits = view.hits
    let forecast = DispatchForecast(context)
    var head = forecast.lines(columns: columns) + forecast.ledgerLines(columns: columns)
    if hits.isEmpty {
      return Table(
        head: head, hits: [], remark: [], foot: [Line(), Line("no hits yet", .dim)])
    }
    // The titles of the columns, whose widths go by the hits that are seen.
    head.append(Line())
    let index = context.selection.hit.index
    let selected = hits.indices.contains(index) ? index : nil
    let loss = isFocused ? selected.flatMap { hits[$0].loss } : nil
    let remark = loss.map {
      wrapped($0.words, columns: columns, indent: 4, .attention)
    }
    let more = view.simulation.world.disk.hits.count - WorldView.shownWaiting
    return Table(
      head: head, hits: hits, selected: selected, remark: remark ?? [],
      foot: more > 0 ? [Line("and \(more) more wait", .dim)] : [])
  }

  /// The lines of the table, empty ones in place of hits that are not seen.
  private func lines(of table: Table, columns: Int, seen: Range<Int>) -> [Line] {
    guard !table.hits.isEmpty else { return table.head + table.foot }
    let sending = hitsInFlight
    let seenHits = Set(seen.clamped(to: 0..<table.count).compactMap(table.hit(atLine:)))
    let cells = table.hits.enumerated().map { index, hit in
      seenHits.contains(index)
        ? self.cells(of: hit, isSending: sending.contains(hit.id ?? 0)) : [:]
    }
    let shown = HitColumn.fitting(cells, columns: columns)
    func row(_ cells: [HitColumn: String]) -> String {
      shown.map { cell(cells[$0.column] ?? "", $0.width) }.joined(separator: " ")
    }
    let titles = HitColumn.allCases.map { ($0, $0.rawValue) }
    var lines = Array(table.head.dropLast())
    lines.append(Line(row(Dictionary(uniqueKeysWithValues: titles)), .dim))
    for (index, hit) in table.hits.enumerated() {
      let isSelected = isFocused && index == table.selected
      lines.append(
        seenHits.contains(index)
          ? Line(row(cells[index]), isSelected ? .selection : style(of: hit)) : Line())
      if index == table.selected { lines += table.remark }
    }
    return lines + table.foot
  }

  private var hitsInFlight: Set<Int64> {
    let runtime = view.simulation.runtime
    return Set(
      HitQueue.allCases.flatMap { runtime?.requestInFlight($0)?.hits ?? [] }.map(\.id))
  }

  private func style(of hit: HitStory) -> Style {
    switch hit.state {
    case .lost: .attention.strong
    case .sent: hit.isLate ? .attention : .dim
    case .waiting:
      hit.received != nil || hit.isMissed(at: view.simulation.trueTime)
        ? .attention : .plain
    }
  }

  private func cells(of hit: HitStory, isSending: Bool) -> [HitColumn: String] {
    let now = view.simulation.trueTime
    let phone = view.simulation.now.wall
    let state =
      switch hit.state {
      case .waiting where isSending: "sending"
      case .waiting: hit.received == nil ? "waiting" : "collector has it"
      case .sent: hit.isLate ? "sent LATE" : "sent"
      case .lost: "LOST " + (hit.loss?.kind.rawValue ?? "")
      }
    let isOpen = hit.state == .waiting && hit.received == nil
    let left = hit.cutoff - now
    return [
      .id: hit.id.map(String.init) ?? "-", .type: hit.hit.typeName, .name: hit.hit.title,
      .tries: String(hit.tries), .state: state,
      .age: max(.zero, (hit.ended ?? phone) - hit.hit.created).shortText,
      .cutoff: hit.isMissed(at: now) ? "MISSED" : hit.state == .lost ? "-" : cutoffText(hit),
      .left: isOpen && left >= .zero ? left.shortText : "",
    ]
  }

  /// The time of day of a cutoff by the clocks of the reports, such as "04:00".
  ///
  /// An event may come days later: how long after it was logged.
  private func cutoffText(_ hit: HitStory) -> String {
    if hit.hit.queue == .firebase {
      return "+\(ReportCutoff.eventLateness.components.seconds / 3600) h"
    }
    return String(view.simulation.world.reportZone.civil(at: hit.cutoff).timeText.prefix(5))
  }
}

extension HitStory {
  /// Whether it is not in the reports of its day, or came too late for them.
  func isMissed(at now: WallTime) -> Bool { state != .lost && (received ?? now) > cutoff }
}

/// A column of the table of hits.
enum HitColumn: String, Sendable, Hashable, CaseIterable {
  case id
  case type
  case name
  case tries
  case state
  case age
  case cutoff
  case left

  /// What goes first where there is little room; the rest always stays.
  private static let dispensable: [HitColumn] = [.tries, .age, .left, .type, .cutoff]
  /// A name is not cut below this while another column can go.
  private static let nameColumns = 12

  /// The columns of a table that fit, with their widths.
  ///
  /// - Complexity: O(n) in the cells.
  static func fitting(
    _ rows: [[HitColumn: String]], columns: Int
  ) -> [(column: HitColumn, width: Int)] {
    let needed = allCases.map { column in
      rows.reduce(TextWidth.columns(of: column.rawValue)) {
        max($0, TextWidth.columns(of: $1[column] ?? ""))
      }
    }
    var shown = Array(zip(allCases, needed).map { (column: $0.0, width: $0.1) })
    func nameRoom() -> Int {
      shown.reduce(columns + 1) { $0 - ($1.column == .name ? 0 : $1.width) - 1 }
    }
    let wanted = min(nameColumns, shown[2].width)
    for column in dispensable where nameRoom() < wanted {
      shown.removeAll { $0.column == column }
    }
    let room = max(4, nameRoom())
    return shown.map { ($0.column, $0.column == .name ? room : $0.width) }
  }
}
