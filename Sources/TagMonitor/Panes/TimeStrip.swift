import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// The second line: a letter for every event around the cursor, and where it stands; the race of an
/// opener where there is one.
struct TimeStrip: ScreenPart {
  let context: ScreenContext

  func line(columns: Int) -> Line {
    if let race = view.race {
      let strip = RaceStrip(context: context, race: race)
      return strip.line(columns: columns, taken: position.count) + Line(position, .bold)
    }
    let rows = timeline.rows
    guard let first = rows.first, let last = rows.last else {
      return Line(cell(" no events yet", columns - position.count) + position)
    }
    let start = " " + shortTime(first) + " "
    let end = " " + shortTime(last) + " "
    let width = max(0, columns - start.count - end.count - position.count)
    let cells = letters(columns: width)
    let fill = String(repeating: ".", count: max(0, width - cells.count))
    let current = view.row?.number
    var strip = Line()
    strip.pieces = cells.map { cell in
      let isCurrent = cell.row != nil && cell.row == current
      return Line.Piece(text: String(cell.letter), style: isCurrent ? .selection : .plain)
    }
    return Line(start, .dim) + strip + Line(fill, .dim) + Line(end, .dim)
      + Line(position, .bold)
  }

  /// The columns of the strip that stand for an event, for clicks.
  func cells(columns: Int) -> [(column: Int, row: Int)] {
    guard view.race == nil, let first = timeline.rows.first, let last = timeline.rows.last
    else { return [] }
    let start = shortTime(first).count + 2
    let width = max(0, columns - start - shortTime(last).count - 2 - position.count)
    return letters(columns: width).enumerated().compactMap { index, cell in
      cell.row.map { (start + index, $0) }
    }
  }

  private var position: String {
    " \(view.row?.number ?? 0)/\(timeline.rows.count) " + (view.isLive ? "LIVE " : "BACK ")
  }

  private func shortTime(_ row: Timeline.Row) -> String {
    String(view.time(of: row.event.wall).prefix(5))
  }

  private struct StripCell {
    var letter: Character
    var row: Int?
  }

  /// The letters around the cursor, with dashes for the time between: one for a second or more, up
  /// to five for hours.
  private func letters(columns: Int) -> [StripCell] {
    let rows = timeline.rows
    guard let cursor = view.row?.number, columns >= 3 else { return [] }
    let current = [
      StripCell(letter: "[", row: cursor),
      StripCell(letter: StripLetter(rows[cursor - 1].event).rawValue, row: cursor),
      StripCell(letter: "]", row: cursor),
    ]
    let room = columns - 3
    var before: [StripCell] = []
    var after: [StripCell] = []
    for index in stride(from: cursor - 2, through: 0, by: -1) {
      if before.count >= room { break }
      before += gap(rows[index], rows[index + 1]) + [letter(rows[index])]
    }
    for index in cursor..<max(cursor, rows.count) {
      if after.count >= room { break }
      after += gap(rows[index - 1], rows[index]) + [letter(rows[index])]
    }
    let beforeCount = min(before.count, max(room - after.count, room / 2))
    let afterCount = min(after.count, room - beforeCount)
    return before.prefix(beforeCount).reversed() + current + after.prefix(afterCount)
  }

  private func letter(_ row: Timeline.Row) -> StripCell {
    StripCell(letter: StripLetter(row.event).rawValue, row: row.number)
  }

  private func gap(_ left: Timeline.Row, _ right: Timeline.Row) -> [StripCell] {
    var gap = right.event.wall - left.event.wall
    // What the user sets the clock by is no time that passed.
    if case .clockSet(let leap) = right.event.kind { gap -= leap }
    let seconds = gap.components.seconds
    let steps: [Int64] = [1, 10, 60, 600, 3600]
    return Array(
      repeating: StripCell(letter: signs.gap), count: steps.count { seconds >= $0 })
  }
}

/// The letters of the time strip: the one table of what they stand for, by which the strip and its
/// legend go, in the order of the legend.
enum StripLetter: Character, Sendable, Hashable, CaseIterable {
  case launch = "L"
  case container = "C"
  case close = "c"
  case refresh = "r"
  case preview = "V"
  case publish = "P"
  case thaw = "F"
  case screen = "s"
  case tap = "t"
  case push = "p"
  case automatic = "a"
  case told = "u"
  case read = "g"
  case hit = "h"
  case network = "x"
  case dispatch = "d"
  case optOut = "o"
  case clock = "T"
  case kill = "k"
  case background = "b"
  case foreground = "f"
  case jump = "j"
  case device = "v"
  case installation = "i"
  case error = "!"

  /// The legend, in one sentence.
  static var legend: String {
    allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: "  ")
  }

  /// What the letter stands for.
  var meaning: String {
    switch self {
    case .launch: "launch"
    case .container: "container handed out"
    case .close: "closed"
    case .refresh: "refresh"
    case .preview: "preview link"
    case .publish: "publish"
    case .thaw: "get returned"
    case .screen: "screen"
    case .tap: "tap"
    case .push: "push"
    case .automatic: "automatic"
    case .told: "Firebase told, or a link opened"
    case .read: "read"
    case .hit: "hit of the app"
    case .network: "network or disk"
    case .dispatch: "dispatch"
    case .optOut: "opt-out"
    case .clock: "clock set"
    case .kill: "kill"
    case .background: "background"
    case .foreground: "foreground"
    case .jump: "jump"
    case .device: "device"
    case .installation: "installed anew"
    case .error: "error"
    }
  }

  /// The letter of what happened.
  init(_ event: EventRow) {
    self =
      switch event.kind {
      case .launched: .launch
      case .backgrounded, .backgroundTaskBegan, .backgroundTaskEnded: .background
      case .foregrounded: .foreground
      case .killed: .kill
      case .network, .disk: .network
      case .containerAvailable: .container
      case .refreshed(_, .failure, _), .openRefused, .link(.refused, _), .link(_, isOwn: false):
        .error
      case .refreshed, .refreshRefused: .refresh
      case .closed: .close
      case .link: .preview
      case .thawed: .thaw
      case .update where event.loop != nil: .error
      case .update(let update, let cause): Self(update, cause)
      case .screenSeen: .screen
      case .tapped: .tap
      case .dispatched(_, let result, _, _), .dispatchCompleted(let result):
        result == .error ? .error : .dispatch
      case .backgroundTaskExpired: .error
      case .optedOut: .optOut
      case .reinstalled, .upgraded: .installation
      case .hitSent: .hit
      case .universalLink, .firebaseTold: .told
      case .published, .publishedUnreadable: .publish
      case .deviceChanged: .device
      case .read: .read
      case .clockSet: .clock
      case .jumped: .jump
      }
  }

  private init(_ update: UpdateRecord, _ cause: EventRow.Cause) {
    if update.rejection != nil || update.firebase?.isDropped == true {
      self = .error
      return
    }
    switch cause {
    case .automatic: self = .automatic
    case .screen: self = .screen
    case .tap: self = .tap
    case .launch, .container, .push, .nested, .experiment, .restored: self = .push
    }
  }
}
