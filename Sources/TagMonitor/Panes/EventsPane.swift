import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// The list of events, around the one that is looked at.
struct EventsPane: PaneView {
  static let pane = Pane.events

  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  var title: String { "Events (\(timeline.rows.count))" }

  func footer(columns: Int) -> String {
    let key = if case .event = context.explained { "Enter explains  " } else { "" }
    let thin = timeline.thinnedRows > 0 ? "thin up to #\(timeline.thinnedRows)  " : ""
    return key + thin + (view.isLive ? "live" : "L live")
  }

  /// Only what is seen is made: see `content(in:)`.
  func lines(columns: Int) -> [Line] { [] }

  /// The event list around the cursor: as many rows as fit, the cursor among them.
  ///
  /// Only what is seen is made, so that a history of a million rows costs no more than a short one.
  func content(in size: Size) -> PaneContent {
    let rows = timeline.rows
    guard !rows.isEmpty, size.rows > 1 else {
      return PaneContent(lines: [Line("no events yet", .dim), Line("K launches the app", .dim)])
    }
    let number = view.isLive ? rows.count : view.row?.number ?? 1
    let index = min(max(0, number - 1), rows.count - 1)
    let room = size.rows - 1
    func block(_ row: Timeline.Row) -> [(line: Line, row: Int)] {
      lines(of: row, columns: size.columns).map { ($0, row.number) }
    }
    // A third of the room is kept for what comes after the cursor.
    var after: [(line: Line, row: Int)] = []
    for row in rows[(index + 1)...] {
      let next = block(row)
      if after.count + next.count > room { break }
      after += next
    }
    let current = block(rows[index])
    var shown = current
    let reserve = min(after.count, room / 3)
    for row in rows[..<index].reversed() {
      let before = block(row)
      if shown.count + before.count > room - reserve { break }
      shown = before + shown
    }
    let present = shown.count - current.count + 1
    shown += after.prefix(max(0, room - shown.count))
    return PaneContent(
      lines: [Line(header(columns: size.columns), .dim)] + shown.map(\.line), present: present,
      meanings: [nil] + shown.map { .look(at: $0.row) })
  }

  private static let timeColumns = 8
  private static let tagColumns = 3

  private func nameColumns(_ columns: Int) -> Int {
    max(4, columns - 1 - numberColumns - 1 - Self.timeColumns - 1 - Self.tagColumns)
  }

  private var numberColumns: Int { max(2, String(timeline.rows.count).count) }

  private func header(columns: Int) -> String {
    " " + cell("#", numberColumns) + " " + cell("time", Self.timeColumns) + " "
      + cell("event", nameColumns(columns) - 1) + "tags"
  }

  private func lines(of row: Timeline.Row, columns: Int) -> [Line] {
    let isCurrent = row.number == view.row?.number
    let mark = isCurrent ? signs.cursor : " "
    let isSystem = row.event.update == nil
    let tags = row.event.firedCount.map { count in
      "\(count)" + (view.hasAttention(row) ? "!" : count > 0 ? "+" : " ")
    }
    // A row without tags has their room for its name.
    let room = nameColumns(columns) + (tags == nil ? Self.tagColumns : 0)
    let firebase = firebaseMark(of: row)
    let name = (firebase?.sign ?? "") + cell(row.event.name, room - (firebase == nil ? 0 : 1))
    let number = cell(String(row.number), numberColumns)
    let time = view.time(of: row.event.wall)
    let count = tags.map { cell($0, Self.tagColumns, .trailing) } ?? ""
    let text = "\(mark)\(number) \(time) \(name)\(count)"
    let style: Style = isCurrent ? .selection : isSystem ? .dim : firebase?.style ?? .plain
    var lines = [Line(text, style)]
    let details = firebase.map { $0.details } ?? row.event.detail.map { [$0] } ?? []
    for detail in details {
      let indent = String(repeating: " ", count: 2 + numberColumns + Self.timeColumns + 1)
      let width = max(0, columns - indent.count)
      let style: Style = isCurrent ? .plain : .dim
      lines.append(Line(indent + cell(detail, width), style.over(firebase?.style ?? .plain)))
    }
    return lines
  }
}

extension WorldView {
  /// Whether a tag of the row fired and nothing ran, or its handler failed.
  func hasAttention(_ row: Timeline.Row) -> Bool {
    row.event.loop != nil
      || row.event.update?.firings.contains { $0.tags.contains { $0.result.needsAttention } }
        ?? false
  }
}

/// How an event of Firebase is marked in the event list: a sign, and the same in words.
private struct FirebaseMark {
  /// One column before the name.
  var sign: String
  /// The style of the row.
  var style = Style.plain
  /// What stands below the name, line by line.
  var details: [String]
}

extension EventsPane {
  /// How a row of Firebase is marked; nil for any other.
  private func firebaseMark(of row: Timeline.Row) -> FirebaseMark? {
    guard let outcome = row.event.update?.firebase else { return nil }
    var details = outcome.faults.compactMap { fault -> String? in
      guard fault.code > 0 else { return nil }
      return "firebase_error \(fault.code)" + (fault.isWarning ? ", only told" : "")
    }
    if outcome.source == .automatic { details.append("automatic") }
    if let waited = outcome.waited, waited >= .seconds(1) {
      details.append("waited \(waited.shortText) for the container")
    }
    if outcome.isDropped {
      return FirebaseMark(
        sign: signs.dropped, style: .attention.strong, details: ["DROPPED"] + details)
    }
    let tags = outcome.suppressedBy.joined(separator: ", ")
    if !tags.isEmpty {
      return FirebaseMark(
        sign: signs.kept, style: .plain, details: ["kept by \(tags)"] + details)
    }
    if outcome.source == .automatic { return FirebaseMark(sign: signs.automatic, details: details) }
    return FirebaseMark(sign: " ", details: details + Self.shown(outcome.logged))
  }

  /// The parameters in a few words; nothing where there are none.
  private static func shown(_ event: FirebaseEvent) -> [String] {
    let parts = DataLayer.leaves(of: event.parameters).prefix(3).map {
      "\($0.path)=\(ValueConversion.text($0.value))"
    }
    return parts.isEmpty ? [] : [parts.joined(separator: " ")]
  }
}
