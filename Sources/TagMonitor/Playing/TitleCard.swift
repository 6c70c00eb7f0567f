import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// A page over the panes, such as the title of a scenario.
protocol Card: Sendable {
  /// The lines of the page.
  ///
  /// - Parameters:
  ///   - columns: how wide they may be.
  ///   - rows: how many there may be; what matters least is left out.
  func lines(columns: Int, rows: Int) -> [Line]
}

extension Card {
  /// A line with something at both its ends; what stands at the right is plain and gives way.
  func line(_ left: String, _ right: String, columns: Int, _ style: Style = .plain) -> Line {
    let used = TextWidth.columns(of: left) + TextWidth.columns(of: right)
    guard !right.isEmpty, used + 2 <= columns else { return Line(left, style) }
    return Line(left, style) + Line(String(repeating: " ", count: columns - used))
      + Line(right)
  }
}

/// What a scenario is about, before anything of it was played.
struct TitleCard: Card {
  /// What it is called.
  let title: String
  /// What it teaches; empty where it says nothing.
  let about: String
  /// Its chapters, with how much each expects.
  let chapters: [(title: String, checks: Int)]
  /// How long it takes, on the wall and on its clock.
  let length: (real: String, clock: String)
  /// The world that it starts from.
  let world: String
  /// Whether it has several ways to be played, in words.
  let ways: String?
  /// The names of its branches, which follow the story.
  var branches: [String] = []

  func lines(columns: Int, rows: Int) -> [Line] {
    var head = [Line(title, .bold)]
    if !about.isEmpty { head += [Line()] + Line.wrapped(about, columns: columns) }
    var foot = [line(length.real, length.clock, columns: columns)]
    if let ways { foot += Line.wrapped(ways, columns: columns) }
    if !branches.isEmpty {
      let names = branches.map { "\"\($0)\"" }.joined(separator: ", ")
      foot += Line.wrapped("then its branches: " + names, columns: columns)
    }
    foot += Line.wrapped(world, columns: columns)
    foot += [Line(), line("Space plays it", "] skips to a chapter", columns: columns)]
    let room = max(1, rows - head.count - foot.count - 2)
    var list = chapters.map { chapter in
      let checks = chapter.checks > 0 ? Counted.text(chapter.checks, "check") : ""
      return line(chapter.title, checks, columns: columns)
    }
    if list.count > room {
      let more = Counted.text(list.count - room + 1, "chapter")
      list = list.prefix(room - 1) + [Line("and \(more) more", .dim)]
    }
    return head + (list.isEmpty ? [] : [Line()] + list) + [Line()] + foot
  }
}

extension Monitor {
  /// Shows the title card, where nothing was played yet and there is something to play.
  package mutating func showTitleCard() {
    guard run.position == 0, !run.scenario.statements.isEmpty else { return }
    overlay = .titleCard
  }

  /// What is known of the scenario before it is played.
  var titleCard: TitleCard {
    let scenario = run.scenario
    let told = scenario.statements.lazy.compactMap { statement -> String? in
      if case .caption(let text) = statement.command { text } else { nil }
    }
    let others = playback.ways.map(\.scenario.wayTitle)
    return TitleCard(
      title: scenario.header.title ?? scenario.file,
      about: scenario.header.about ?? told.first ?? "",
      chapters: chapters.compactMap { chapter in
        chapter.title.map { (numbered($0, chapter.number), chapter.checks.count) }
      },
      length: (length, clockLength), world: worldText,
      ways: others.isEmpty
        ? nil : "played under \(scenario.wayTitle), then under " + others.joined(separator: ", "),
      branches: isOneWorld ? [] : scenario.branches.map(\.name))
  }

  private func numbered(_ title: String, _ number: Int) -> String {
    title.first?.isNumber == true ? title : "\(number) \(title)"
  }

  /// How long it takes to play, at the pace that is set.
  private var length: String {
    let time = run.scenario.playingTime(at: playback.pace) * (playback.ways.count + 1)
    let minutes = time.wholeMilliseconds / 60_000
    let pace = " at \(playback.pace.rawValue) pace"
    return minutes < 1
      ? "less than a minute" + pace : "about \(Counted.text(Int(minutes), "minute"))" + pace
  }

  /// How long it takes on its clock; empty where that shows only when it is played.
  private var clockLength: String {
    var total = Duration.zero
    for statement in run.scenario.statements {
      guard let passed = statement.command.passedTime else { continue }
      guard case .known(let duration) = passed else { return "" }
      total += duration
    }
    return total > .zero ? "\(total.clockText) on its clock" : ""
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private var worldText: String {
    let world = run.timeline.live.world
    let now = world.zone.civil(at: run.timeline.live.now.wall)
    let city = run.scenario.header.zone?.split(separator: "/").last.map {
      "a phone in " + $0.map { $0 == "_" ? " " : String($0) }.joined()
    }
    let ids = world.app.containers.map(\.id).joined(separator: " and ")
    let day = "\(now.weekdayText) \(now.date.day) \(Self.months[now.date.month - 1])"
    let time = "\(day) \(now.date.year), \(now.timeText.prefix(5))"
    let parts = [world.app.name, "SDK \(run.scenario.header.sdk.rawValue)", ids, city, time]
    return parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension Duration {
  /// The duration in hours, as stories count them: "40h17m".
  var clockText: String {
    let minutes = wholeMilliseconds / 60_000
    guard (1440..<6000).contains(minutes) else { return shortText }
    return "\(minutes / 60)h\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)m"
  }
}
