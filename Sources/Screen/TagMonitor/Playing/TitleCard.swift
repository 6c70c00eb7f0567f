import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// A page over the panes, such as the title of a scenario.
protocol Card: Sendable {
  /// Returns the lines of the page.
  ///
  /// - Parameters:
  ///   - columns: the greatest width.
  ///   - rows: the most lines; the least important parts are left out.
  func lines(columns: Int, rows: Int) -> [Line]
}

extension Card {
  /// Returns a line with texts at both ends; the right one is plain, and left out without room.
  func line(_ left: String, _ right: String, columns: Int, _ style: Style = .plain) -> Line {
    let used = TextWidth.columns(of: left) + TextWidth.columns(of: right)
    guard !right.isEmpty, used + 2 <= columns else { return Line(left, style) }
    return Line(left, style) + Line(String(repeating: " ", count: columns - used))
      + Line(right)
  }
}

/// An introduction to a scenario, before anything of it was played.
struct TitleCard: Card {
  @Boxed private(set) var monitor: Monitor

  private var scenario: Scenario { monitor.run.scenario }

  func lines(columns: Int, rows: Int) -> [Line] {
    var head = [Line(scenario.header.title ?? scenario.file, .bold)]
    if !about.isEmpty { head += [Line()] + Line.wrapped(about, columns: columns) }
    var foot = [line(length, clockLength, columns: columns)]
    let others = monitor.telling.plan.ways.map(\.scenario.wayTitle)
    if !others.isEmpty {
      let ways = "played under \(scenario.wayTitle), then under " + others.joined(separator: ", ")
      foot += Line.wrapped(ways, columns: columns)
    }
    if !monitor.comparing.isOneWorld, !scenario.branches.isEmpty {
      let names = scenario.branches.map { "\"\($0.name)\"" }.joined(separator: ", ")
      foot += Line.wrapped("then its branches: " + names, columns: columns)
    }
    foot += Line.wrapped(worldText, columns: columns)
    foot += [Line(), line("Space plays it", "] skips to a chapter", columns: columns)]
    let room = max(1, rows - head.count - foot.count - 2)
    var list = monitor.telling.chapters.compactMap { chapter in
      chapter.title.map { title in
        let checks = chapter.checks.isEmpty ? "" : Counted.text(chapter.checks.count, "check")
        return line(numbered(title, chapter.number), checks, columns: columns)
      }
    }
    if list.count > room {
      let more = Counted.text(list.count - room + 1, "chapter")
      list = list.prefix(room - 1) + [Line("and \(more) more", .dim)]
    }
    return head + (list.isEmpty ? [] : [Line()] + list) + [Line()] + foot
  }

  /// The subject of the scenario, or its first caption; empty for none.
  private var about: String {
    let told = scenario.statements.lazy.compactMap { statement -> String? in
      if case .caption(let text) = statement.command { text } else { nil }
    }
    return scenario.header.about ?? told.first ?? ""
  }

  private func numbered(_ title: String, _ number: Int) -> String {
    title.first?.isNumber == true ? title : "\(number) \(title)"
  }

  /// The time to play it at the current pace.
  private var length: String {
    let time =
      scenario.playingTime(at: monitor.telling.plan.pace) * (monitor.telling.plan.ways.count + 1)
    let minutes = time.wholeMilliseconds / 60_000
    let pace = " at \(monitor.telling.plan.pace.rawValue) pace"
    return minutes < 1
      ? "less than a minute" + pace : "about \(Counted.text(Int(minutes), "minute"))" + pace
  }

  /// The time it takes on its clock; empty if only playing shows it.
  private var clockLength: String {
    var total = Duration.zero
    for statement in scenario.statements {
      guard let passed = statement.command.passedTime else { continue }
      guard case .known(let duration) = passed else { return "" }
      total += duration
    }
    return total > .zero ? "\(total.clockText) on its clock" : ""
  }

  private var worldText: String {
    let world = monitor.run.timeline.live.world
    let now = world.zone.civil(at: monitor.run.timeline.live.now.wall)
    let city = scenario.header.zone?.split(separator: "/").last.map {
      "a phone in " + $0.map { $0 == "_" ? " " : String($0) }.joined()
    }
    let ids = world.app.containers.map(\.id).joined(separator: " and ")
    let day = "\(now.weekdayText) \(now.date.day) \(now.date.monthName)"
    let time = "\(day) \(now.date.year), \(now.timeText.prefix(5))"
    let parts = [world.app.name, "SDK \(scenario.header.sdk.rawValue)", ids, city, time]
    return parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

/// The title card over the panes.
struct ShownTitle: Overlay {
  static let place = KeyPlace.titleCard
  static let keys = [
    row(
      [.escape], "close", "to the panes, with nothing played yet; any other key does the same"
    ) { $1.close() }
  ]

  var isPopup: Bool { false }
  var moment: PlayingMoment? { .titleCard }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    monitor.close()
    return monitor.handleBelow(key)
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    monitor.draw(monitor.titleCard, in: layout.page, on: &buffer)
  }
}

extension Monitor {
  /// Shows the title card if there is something to play and nothing was played yet.
  package mutating func showTitleCard() {
    guard run.position == 0, !run.scenario.statements.isEmpty else { return }
    open(ShownTitle())
  }

  /// The facts about the scenario before it is played.
  var titleCard: TitleCard { TitleCard(monitor: self) }
}

extension Duration {
  /// The duration in hours, as stories count them: "40h17m".
  var clockText: String {
    let minutes = wholeMilliseconds / 60_000
    guard (1440..<6000).contains(minutes) else { return shortText }
    return "\(minutes / 60)h\(NumberText.padded(minutes % 60))m"
  }
}
