import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// The text of the queue pane, and which of its lines belong to which hit.
struct QueueText: Sendable, Hashable {
  var lines: [Line]
  var rows: [Range<Int>] = []

  /// The lines of a hit by its place; nil where there is none.
  func selection(_ index: Int) -> Range<Int>? { rows.indices.contains(index) ? rows[index] : nil }
}

extension Monitor {
  /// How many of the hits that wait are shown one by one, and how many of those that are settled.
  private static let shownWaiting = 200
  private static let shownSettled = 50

  /// The hits that the queue pane shows.
  var hits: [HitStory] {
    view.simulation.world.hits(waiting: Self.shownWaiting, settled: Self.shownSettled)
  }

  /// What is sent when, the account of all hits, and the hits.
  func queueText(columns: Int) -> QueueText {
    let hits = hits
    var text = QueueText(lines: dispatchLines(columns: columns) + ledgerLines(columns: columns))
    guard !hits.isEmpty else {
      text.lines += [Line(), Line("no hits yet", .dim)]
      return text
    }
    let sending = hitsInFlight
    let cells = hits.map { self.cells(of: $0, isSending: sending.contains($0.id ?? 0)) }
    let shown = HitColumn.fitting(cells, columns: columns)
    func row(_ cells: [HitColumn: String]) -> String {
      shown.map { cell(cells[$0.column] ?? "", $0.width) }.joined(separator: " ")
    }
    let titles = HitColumn.allCases.map { ($0, $0.rawValue) }
    text.lines.append(Line(row(Dictionary(uniqueKeysWithValues: titles)), .dim))
    for (index, hit) in hits.enumerated() {
      let start = text.lines.count
      let isSelected = focus == .queue && index == selectedHit.index
      text.lines.append(Line(row(cells[index]), isSelected ? .reverse : style(of: hit)))
      if isSelected, let loss = hit.loss {
        text.lines += wrapped(loss.words, columns: columns, indent: 4, .plain.colored(.yellow))
      }
      text.rows.append(start..<text.lines.count)
    }
    let more = view.simulation.world.disk.hits.count - Self.shownWaiting
    if more > 0 { text.lines.append(Line("and \(more) more wait", .dim)) }
    return text
  }

  /// The first line of the queue that is seen, so that the selected hit is.
  func queueOffset(_ text: QueueText, height: Int) -> Int {
    ScrollWindow.offset(
      count: text.lines.count, height: height,
      selection: focus == .queue ? text.selection(selectedHit.index) : nil, previous: 0)
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
      .age: max(.zero, (hit.settled ?? phone) - hit.hit.created).shortText,
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
