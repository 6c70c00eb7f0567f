import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// The first line: which container, how old, the network, the app, the clock, the mode.
  func statusLine(columns: Int) -> Line {
    let isWide = columns >= Layout.fourPaneColumns
    let simulation = view.simulation
    var parts = [isWide ? "SDK v3" : "v3", containerText(isWide: isWide)]
    let since = (simulation.now.wall - simulation.world.networkChanged).shortText
    let network = simulation.world.isOnline ? "online" : "OFFLINE"
    parts.append("NET \(network)" + (isWide && !simulation.world.isOnline ? " \(since)" : ""))
    parts.append("APP " + appText(isWide: isWide))
    let clock = isWide ? view.clock.weekdayTimeText : view.clock.timeText
    let mode = isPlaying ? "PLAYING" : "PAUSED"
    parts.append("\(clock) \(speed.text) \(mode)")
    return Line(" " + parts.joined(separator: " | "), .reverse)
  }

  private func containerText(isWide: Bool) -> String {
    let simulation = view.simulation
    let id = simulation.world.app.containerID
    guard let container = simulation.container else { return "\(id) not open" }
    var text = id
    if !container.version.isEmpty { text += " v\(container.version)" }
    text += " " + (container.source == .none ? "EMPTY" : container.source.rawValue.uppercased())
    if let wait = simulation.untilOpenTimeout { text += " opening, \(wait.shortText) left" }
    if let age = container.age(at: simulation.now.wall) {
      text += (isWide ? " age " : " ") + age.shortText
      if age >= Settings().refreshPeriod { text += isWide ? " STALE (>12h)" : " STALE" }
    }
    return text
  }

  private func appText(isWide: Bool) -> String {
    guard view.simulation.isRunning else { return "not running" }
    if !isWide { return view.simulation.isSuspended ? "bg" : "fg" }
    return view.simulation.isSuspended ? "background" : "foreground"
  }

  /// The second line: a letter for every event around the cursor, and where it stands.
  func stripLine(columns: Int) -> Line {
    let rows = run.timeline.rows
    let position = " \(view.row?.number ?? 0)/\(rows.count) " + (view.isLive ? "LIVE " : "BACK ")
    guard let first = rows.first, let last = rows.last else {
      return Line(cell(" no events yet", columns - position.count) + position)
    }
    let start = " " + shortTime(first) + " "
    let end = " " + shortTime(last) + " "
    let width = max(0, columns - start.count - end.count - position.count)
    let (before, current, after) = letters(rows, columns: width)
    let used = before.count + current.count + after.count
    let fill = String(repeating: ".", count: max(0, width - used))
    return Line(start, .dim) + Line(before) + Line(current, .reverse) + Line(after)
      + Line(fill, .dim) + Line(end, .dim) + Line(position, .bold)
  }

  private func shortTime(_ row: Timeline.Row) -> String {
    String(view.time(of: row.event.wall).prefix(5))
  }

  /// The letters around the cursor, with dashes for the time between: one for a second or more, up
  /// to five for hours.
  private func letters(
    _ rows: [Timeline.Row], columns: Int
  ) -> (before: String, current: String, after: String) {
    guard let cursor = view.row?.number, columns >= 3 else { return ("", "", "") }
    let current = "[\(rows[cursor - 1].event.letter)]"
    let room = columns - 3
    var before: [Character] = []
    var after: [Character] = []
    for index in stride(from: cursor - 2, through: 0, by: -1) where before.count < room {
      before += gap(rows[index], rows[index + 1]) + [rows[index].event.letter]
    }
    for index in cursor..<max(cursor, rows.count) where after.count < room {
      after += gap(rows[index - 1], rows[index]) + [rows[index].event.letter]
    }
    let half = room / 2
    let beforeCount = min(before.count, max(room - after.count, half))
    let afterCount = min(after.count, room - beforeCount)
    return (
      String(before.prefix(beforeCount).reversed()), current, String(after.prefix(afterCount))
    )
  }

  private func gap(_ left: Timeline.Row, _ right: Timeline.Row) -> [Character] {
    let seconds = (right.event.wall - left.event.wall).components.seconds
    let steps: [Int64] = [1, 10, 60, 600, 3600]
    return Array(repeating: signs.gap, count: steps.count { seconds >= $0 })
  }
}
