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

  func lines(columns: Int) -> [Line] { text(columns: columns).lines }

  func content(in room: Size) -> PaneContent {
    let text = text(columns: room.columns)
    let selected = context.selection.hit.index
    let selection = text.rows.indices.contains(selected) ? text.rows[selected] : nil
    let first = ScrollWindow.offset(
      count: text.lines.count, height: room.rows, selection: isFocused ? selection : nil,
      previous: 0)
    var meanings: [PaneContent.Meaning?] = Array(repeating: nil, count: text.lines.count)
    for (index, lines) in text.rows.enumerated() {
      for line in lines { meanings[line] = .select(hit: index) }
    }
    return PaneContent(
      lines: Array(text.lines.dropFirst(first)), present: (selection?.lowerBound ?? first) - first,
      meanings: Array(meanings.dropFirst(first)))
  }

  var explained: Explained {
    let hits = view.hits
    let selected = context.selection.hit.index
    return hits.indices.contains(selected) ? .hit(hits[selected]) : view.explained
  }

  /// The text, and which of its lines belong to which hit.
  private func text(columns: Int) -> (lines: [Line], rows: [Range<Int>]) {
    let hits = view.hits
    let forecast = DispatchForecast(context)
    var lines = forecast.lines(columns: columns) + forecast.ledgerLines(columns: columns)
    guard !hits.isEmpty else { return (lines + [Line(), Line("no hits yet", .dim)], []) }
    let sending = hitsInFlight
    let cells = hits.map { self.cells(of: $0, isSending: sending.contains($0.id ?? 0)) }
    let shown = HitColumn.fitting(cells, columns: columns)
    func row(_ cells: [HitColumn: String]) -> String {
      shown.map { cell(cells[$0.column] ?? "", $0.width) }.joined(separator: " ")
    }
    let titles = HitColumn.allCases.map { ($0, $0.rawValue) }
    lines.append(Line(row(Dictionary(uniqueKeysWithValues: titles)), .dim))
    var rows: [Range<Int>] = []
    for (index, hit) in hits.enumerated() {
      let start = lines.count
      let isSelected = isFocused && index == context.selection.hit.index
      lines.append(Line(row(cells[index]), isSelected ? .reverse : style(of: hit)))
      if isSelected, let loss = hit.loss {
        lines += wrapped(loss.words, columns: columns, indent: 4, .plain.colored(.yellow))
      }
      rows.append(start..<lines.count)
    }
    let more = view.simulation.world.disk.hits.count - WorldView.shownWaiting
    if more > 0 { lines.append(Line("and \(more) more wait", .dim)) }
    return (lines, rows)
  }

  private var hitsInFlight: Set<Int64> {
    let runtime = view.simulation.runtime
    return Set(
      HitQueue.allCases.flatMap { runtime?.requestInFlight($0)?.hits ?? [] }.map(\.id))
  }

  private func style(of hit: HitStory) -> Style {
    switch hit.state {
    case .lost: .bold.colored(.yellow)
    case .sent: hit.isLate ? .plain.colored(.yellow) : .dim
    case .waiting:
      hit.received != nil || hit.isMissed(at: view.simulation.trueTime)
        ? .plain.colored(.yellow) : .plain
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
