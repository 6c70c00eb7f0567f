import TagInspection
package import TagRuntime
import TagSimulation
import TagWords
import TerminalKit
import TextKit

/// The next dispatch, the account of all hits, and the hits.
struct QueuePane: PaneView {
  static let pane = Pane.queue

  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  static let enterHelp: String? =
    "the hit with its field names, payload and fate; Enter or Left "
    + "there opens the event that made it"

  static func subject(of name: String, in view: WorldView) -> Explained? {
    Int64(name).flatMap { view.simulation.world.hit($0) }.map { .hit($0) }
  }

  var filteredList: FilteredList? { .hits }

  var showsMoment: Bool { true }

  var title: String { context.phone?.isOwn == true ? "Sent by the phone" : "Queue" }

  var tabNote: String {
    if context.phone?.isOwn == true { return sent.isEmpty ? "" : " \(sent.count)" }
    let waiting = view.simulation.world.ledger.waiting
    return waiting > 0 ? " \(waiting)" : ""
  }

  func note(columns: Int) -> String {
    if context.phone?.isOwn == true { return "\(sent.count)" }
    let ledger = view.simulation.world.ledger
    if ledger.lost > 0 { return "\(ledger.lost) lost, \(ledger.waiting) waiting" }
    return "\(ledger.waiting) waiting"
  }

  /// What the phone sent, as its log shows it.
  private var sent: [PhoneMatch] {
    (context.phone?.matches ?? []).filter { $0.source != nil }
      .sorted { ($0.source?.number ?? 0) < ($1.source?.number ?? 0) }
  }

  /// The most hits of a followed phone that are listed.
  private static let sentLimit = 200

  /// Returns what a followed phone sent, the newest last.
  private func sentItems(columns: Int) -> [PaneItem] {
    let text = PhoneText(context: context)
    let more = sent.count - Self.sentLimit
    return (more > 0 ? [PaneItem([Line(" \(more) before", .dim)])] : [])
      + sent.suffix(Self.sentLimit).map { match in
        let time = match.source?.time.map { $0.prefix(8) + "  " } ?? ""
        let line = " \(signs.phone(match.state)) \(time)"
        return PaneItem([
          Line(cell(line + text.sent(match, at: nil), columns), match.state.style)
        ])
      }
  }

  func items(columns: Int) -> [PaneItem] {
    if context.phone?.isOwn == true {
      let items = sentItems(columns: columns)
      return items.isEmpty ? [PaneItem([Line(" nothing yet", .dim)])] : items
    }
    let hits = view.hits
    var items = headLines(columns: columns - 1).map { PaneItem([Line(" ") + $0]).of(.head) }
    if hits.isEmpty { return items + [PaneItem([Line(" no hits yet", .dim)])] }
    let sending = hitsInFlight
    let cells = hits.map { self.cells(of: $0, isSending: sending.contains($0.id ?? 0)) }
    let isWide = columns >= DataPane.typedColumns
    let shown = HitColumn.fitting(
      cells, columns: min(columns, TagColumns.eye) - 2, isWide: isWide)
    let gap = HitColumn.gap(columns: min(columns, TagColumns.eye) - 1)
    if isWide {
      let titles = shown.map { column, width in cell(column.title, width, column.alignment) }
      items.append(PaneItem([Line(" " + titles.joined(separator: gap), .dim)]).of(.columns))
    }
    for (place, hit) in hits.enumerated() {
      let row = shown.map { cell(cells[place][$0.column] ?? "", $0.width, $0.column.alignment) }
      let line = Line(" " + row.joined(separator: gap), style(of: hit))
      let isOpen = isFocused && place == context.selection.hit.index
      let trouble = hit.loss?.words ?? hit.receipt?.fault?.words
      let remark =
        isOpen
        ? (trouble.map { wrapped($0, columns: columns, indent: 5, style(of: hit)) } ?? [])
        : []
      items.append(
        PaneItem([line] + remark, target: .hit(place)).telling {
          RowFacts(of: hit, in: view.simulation)
        })
    }
    let more = view.simulation.world.disk.hits.count - WorldView.shownWaiting
    if more > 0 { items.append(PaneItem([Line(" and \(more) more wait", .dim)])) }
    return items
  }

  /// Returns the account of all hits, and the next dispatch.
  private func headLines(columns: Int) -> [Line] {
    let ledger = view.simulation.world.ledger
    let words = DispatchWords(view.simulation)
    let all: [(count: Int, word: String, style: Style)] = [
      (ledger.waiting, "waiting", .plain), (ledger.sent, "sent", .plain),
      (ledger.lost, "lost", ledger.lost > 0 ? .lost : .plain),
      (ledger.late, "late", ledger.late > 0 ? .attention : .plain),
      (ledger.unreported, "in no report", .attention),
    ]
    func texts(_ counts: [(count: Int, word: String, style: Style)]) -> [(String, Style)] {
      counts.map { ("\($0.count) \($0.word)", $0.style) }
    }
    var counts = texts(ledger.unreported > 0 ? all : all.dropLast())
    // Without room for all counts, drop those that are zero.
    if ledger.unreported > 0, counts.reduce(counts.count - 1, { $0 + $1.0.count }) > columns {
      counts = texts(all.filter { $0.count > 0 })
    }
    var head = Line()
    let width = counts.reduce(0) { $0 + TextWidth.columns(of: $1.0) }
    let gap = width + 2 * (counts.count - 1) <= columns ? "  " : " "
    for (place, count) in counts.enumerated() {
      head = head + (place > 0 ? gap : "") + Line(count.0, count.1)
    }
    let stored = view.simulation.world.disk.hits.count
    if ledger.waiting != stored {
      head = head + Line("  NOT balanced: \(stored) on disk", .lost)
    }
    var lines = [head] + words.texts(isShort: true).flatMap { wrapped($0, columns: columns) }
    let losses = ledger.lostByReason.map { "\($0.count) \($0.reason.rawValue)" }
    if !losses.isEmpty {
      lines += wrapped("lost: " + losses.joined(separator: ", "), columns: columns, .lost)
    }
    if ledger.duplicates > 0 {
      let times = Counted.text(ledger.duplicates, "duplicate")
      lines += wrapped("\(times) at the collector", columns: columns, .attention)
    }
    let style: Style =
      view.simulation.backgroundTask?.isExpired == true ? .attention.strong : .plain
    let task = words.taskText.map { wrapped("background task: " + $0, columns: columns, style) }
    return lines + (task ?? [])
  }

  var explained: Explained { view.explained(hit: context.selection.hit.index) }

  private var hitsInFlight: Set<Int64> {
    let runtime = view.simulation.runtime
    return Set(
      HitQueue.allCases.flatMap { runtime?.requestInFlight($0)?.hits ?? [] }.map(\.id))
  }

  private func style(of hit: HitStory) -> Style {
    let mark = hit.fate.kind.mark
    if mark == .well { return .dim }
    let isDoubtful = hit.received != nil || hit.isMissed(at: view.simulation.trueTime)
    return mark == .quiet && isDoubtful ? .attention : mark.style
  }

  private func cells(of hit: HitStory, isSending: Bool) -> [HitColumn: String] {
    let now = view.simulation.trueTime
    let phone = view.simulation.now.wall
    let fate = hit.fate
    let sign = fate.kind.mark > .well ? signs.attentionMark + " " : ""
    let state =
      isSending
      ? HitFate.inFlight.short
      : !fate.kind.isOnPhone
        ? sign + fate.short : hit.received == nil ? "waiting" : "collector has it"
    let isOpen = hit.state == .waiting && hit.received == nil
    let left = hit.cutoff - now
    let ahead = isOpen && left >= .zero && hit.hit.queue != .firebase
    // A waiting hit shows its deadline for the reports; any other its outcome.
    let isPlain = isOpen && state == "waiting"
    let shown = isPlain ? deadline(of: hit, at: now) : state
    return [
      .id: hit.id.map(String.init) ?? "-", .type: hit.hit.typeName, .name: hit.hit.title,
      .tries: String(hit.tries),
      .age: max(.zero, (hit.ended ?? phone) - hit.hit.created).shortText, .state: shown,
      .left: ahead ? "in " + left.shortText : "",
    ]
  }

  /// Returns the end of a hit's time for the reports of its day, by the reports' clock: "till
  /// 04:00", with the weekday unless it is the next time the clock shows that.
  ///
  /// An event can arrive days later: the text shows the time left.
  private func deadline(of hit: HitStory, at now: WallTime) -> String {
    let left = hit.cutoff - now
    if hit.hit.queue == .firebase {
      return left < .zero ? "too old" : "\(left.components.seconds / 3600) h left"
    }
    let clock = view.simulation.world.reportZone(of: hit.hit).civil(at: hit.cutoff)
    let time = String(clock.timeText.prefix(5))
    let day = String(clock.weekdayTimeText.prefix(3))
    if left < .zero { return "\(time) missed" }
    return left < .seconds(86_400) ? "by \(time)" : "by \(day) \(time)"
  }
}

extension HitStory {
  /// Whether it is missing from the reports of its day, or came too late for them.
  package func isMissed(at now: WallTime) -> Bool { state != .lost && (received ?? now) > cutoff }
}

/// A column of the table of hits.
enum HitColumn: String, Sendable, Hashable, CaseIterable {
  case id
  case type
  case name
  case tries
  case age
  case state
  case left

  /// The columns to drop when there is little room, in order; the rest always stays.
  private static let dispensable: [HitColumn] = [.left, .tries, .age, .type]
  /// A name keeps this width as long as another column can be dropped.
  private static let nameColumns = 12

  var title: String {
    switch self {
    case .id: "#"
    case .state: "in reports"
    case .left: ""
    default: rawValue
    }
  }

  /// Numbers are at the right.
  var alignment: Alignment {
    switch self {
    case .tries, .age: .trailing
    default: .leading
    }
  }

  /// The width from which two blanks are between two columns.
  private static let roomyColumns = 49
  /// The least width of the ages, so that they keep clear of the tries.
  private static let ageColumns = 5

  /// Returns the blanks between two columns.
  static func gap(columns: Int) -> String { columns < roomyColumns ? " " : "  " }

  /// Returns the columns of a table that fit, with their widths.
  ///
  /// - Complexity: O(n) in the cells.
  static func fitting(
    _ rows: [[HitColumn: String]], columns: Int, isWide: Bool
  ) -> [(column: HitColumn, width: Int)] {
    let needed = allCases.map { column in
      let least = column == .age ? ageColumns : TextWidth.columns(of: column.title)
      return rows.reduce(isWide ? least : 0) {
        max($0, TextWidth.columns(of: $1[column] ?? ""))
      }
    }
    var shown = Array(zip(allCases, needed).map { (column: $0.0, width: $0.1) })
    shown.removeAll { $0.width == 0 }
    if !isWide { shown.removeAll { [.tries, .age, .left].contains($0.column) } }
    let gap = gap(columns: columns + 1).count
    func nameRoom() -> Int {
      shown.reduce(columns + gap) { $0 - ($1.column == .name ? 0 : $1.width) - gap }
    }
    let wanted = min(nameColumns, needed[2])
    for column in dispensable where nameRoom() < wanted {
      shown.removeAll { $0.column == column }
    }
    let room = max(4, nameRoom())
    return shown.map { ($0.column, $0.column == .name ? room : $0.width) }
  }
}
