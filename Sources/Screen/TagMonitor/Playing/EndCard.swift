import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// The summary of a scenario at its end.
struct EndCard: Card {
  /// A labelled result, with the number of its chapter.
  struct Point: Sendable, Hashable {
    let chapter: Int
    /// The description of the result.
    let text: String
  }

  /// The results of the expectations, and the number of events.
  let totals: (checks: String, events: String)
  /// The account of all hits, and the number of late ones.
  let hits: (ledger: String, late: String)
  let failed: [Point]
  /// The expectations that held and have a label.
  let shown: [Point]
  /// The differences between the ways to play the scenario, after a heading; empty for a single
  /// way.
  let differences: [String]
  /// The lessons to open next.
  let lessons: [Lesson]
  let selected: Int
  /// The characters for signs.
  let borders: Borders

  func lines(columns: Int, rows: Int) -> [Line] {
    let style: Style = failed.isEmpty ? .fired : .lost
    let head = [
      Line("The end", .bold), Line(), line(totals.checks, totals.events, columns: columns, style),
      line(hits.ledger, hits.late, columns: columns),
    ]
    let foot = lessonLines(columns: columns, areAll: rows >= 20)
    let bad = failed.map { "FAILED  \($0.chapter)  \($0.text)" }
    let good = shown.map { " \($0.chapter)  \($0.text)" }
    let groups = [
      ("What failed", bad),
      (differences.first ?? "", Array(differences.dropFirst())),
      ("What it showed", good),
    ]
    var room = rows - head.count - foot.count
    var body: [Line] = []
    for (title, texts) in groups where !texts.isEmpty && room > 2 {
      var lines = texts.map { Line($0, title == "What failed" ? .lost : .plain) }
      if lines.count > room - 2 {
        let more = lines.count - (room - 3)
        lines = lines.prefix(room - 3) + [Line(" and \(more) more", .dim)]
      }
      body += [Line(), Line(title, .bold)] + lines
      room -= lines.count + 2
    }
    return head + body + foot
  }

  /// Returns the lessons to open next; in a small window only the selected one, to leave room for
  /// the results.
  private func lessonLines(columns: Int, areAll: Bool) -> [Line] {
    guard !lessons.isEmpty else { return [] }
    let seen = areAll ? lessons.indices : lessons.indices.clamped(to: selected..<(selected + 1))
    let count = seen.count < lessons.count ? " \(selected + 1) of \(lessons.count)" : ""
    let ellipsis = borders.ellipsis
    return [Line(), Line("Next", .bold) + Line(count, .dim)]
      + seen.map { index in
        let lesson = lessons[index]
        let mark = index == selected ? (borders == .utf8 ? "▌" : ">") : " "
        let room = max(1, columns - 1 - TextWidth.columns(of: lesson.name) - 2)
        let title = TextWidth.truncate(lesson.title, to: room, ellipsis: ellipsis)
        return Line(mark, .accent) + line(title, lesson.name, columns: columns - 1)
      }
  }
}

extension Monitor {
  package mutating func offer(_ lessons: [Lesson]) {
    playback.lessons = lessons
  }

  func endCard(selected: Int) -> EndCard {
    // Count the expectations of every way in which the scenario was played, and of its branches.
    let runs = toldRuns
    let story = runs.last { $0.scenario.branch == nil } ?? run
    let live = story.timeline.live
    let ledger = live.world.ledger
    let held = runs.reduce(0) { $0 + $1.ownCounts.held }
    let failed = runs.reduce(0) { $0 + $1.ownCounts.failed }
    let all = "\(Counted.text(held, "check")) passed"
    let checks = failed > 0 ? "\(Counted.text(failed, "check")) FAILED, \(all)" : all
    let events = Counted.text(story.timeline.rows.count, "event")
    let clock = Duration.milliseconds(live.now.instant.milliseconds).clockText
    return EndCard(
      totals: (checks, "\(events), \(clock) on the clock"),
      hits: (
        "\(Counted.text(ledger.queued, "hit")) = \(ledger.waiting) waiting + \(ledger.sent) sent"
          + " + \(ledger.lost) lost",
        [
          ledger.late > 0 ? "\(ledger.late) of them late" : "",
          ledger.unreported > 0 ? "\(ledger.unreported) in no report" : "",
        ].filter { !$0.isEmpty }.joined(separator: ", ")
      ),
      failed: runs.flatMap { points(of: $0) { $0.isFailed } },
      shown: runs.filter { $0.scenario.header.choices == story.scenario.header.choices }
        .flatMap { points(of: $0) { $0.state == .held && $0.statement.label != nil } },
      differences: differences, lessons: playback.lessons, selected: selected, borders: borders)
  }

  private func points(
    of run: ScenarioRun, where isMeant: (ChapterChecks.Check) -> Bool
  ) -> [EndCard.Point] {
    let way = toldRuns.count < 2 ? "" : run.scenario.wayTitle + ": "
    // The part before a branch's mark belongs to the story.
    let first = run.scenario.branch?.position ?? 0
    return Chapter.all(of: run.scenario).flatMap { chapter in
      zip(chapter.checks, checks(of: chapter, in: run).list)
        .filter { $0 >= first && isMeant($1) }.map { _, check in
          EndCard.Point(chapter: chapter.number, text: (check.isFailed ? way : "") + check.text)
        }
    }
  }

  /// The differences between the ways in which the scenario was played, as in the report.
  private var differences: [String] {
    let runs = toldRuns.filter { $0.scenario.branch == nil }.map { FinishedRun(of: $0) }
    let lines = VariantReport.lines(of: runs).filter { !$0.isEmpty }
    // The first line is the title of all of them.
    guard let title = lines.first else { return [] }
    return [title.prefix(1).uppercased() + title.dropFirst()] + lines.dropFirst()
  }

  // MARK: Keys

  /// Handles a key on the title card: closes the card, and has its usual effect.
  mutating func handleOnTitleCard(_ key: Key) -> [MonitorEffect] {
    switch key {
    case .character("?"), .function(1): openHelp()
    case .escape: overlay = nil
    case .character("{"), .character("}"): return handleBelow(key)
    default:
      overlay = nil
      return handleBelow(key)
    }
    return []
  }

  /// Handles a key on the end card: opens another lesson, or returns to this one.
  mutating func handleOnEndCard(_ key: Key, _ selected: Int) -> [MonitorEffect] {
    let lessons = playback.lessons
    switch key {
    case .character("?"), .function(1): openHelp()
    case .escape: overlay = nil
    case .up, .character("k"): overlay = .end(max(0, selected - 1))
    case .down, .character("j"): overlay = .end(min(max(0, lessons.count - 1), selected + 1))
    case .character(" "), .enter:
      guard lessons.indices.contains(selected) else {
        overlay = nil
        return say(.hint("there is no other lesson: [ plays this one again"))
      }
      return [.open(lesson: lessons[selected].name)]
    default:
      overlay = nil
      return handleBelow(key)
    }
    return []
  }

  /// Handles a key that has its usual effect under a card.
  private mutating func handleBelow(_ key: Key) -> [MonitorEffect] {
    guard let action = KeyBinding.action(of: key) else { return [] }
    message = nil
    return perform(action)
  }

  // MARK: Drawing

  /// Draws a card as a page over the panes.
  ///
  /// - Returns: the position of the text.
  func draw(_ card: any Card, in body: Rect, on buffer: inout CellBuffer) -> Point {
    let panel = Panel(BorderText(title: ""), borders: borders, hasColors: showsColors)
    let inner = panel.draw(in: body, on: &buffer)
    let columns = max(1, min(76, inner.columns - 4))
    let lines = card.lines(columns: columns, rows: inner.rows - (inner.rows > 12 ? 1 : 0))
    let left = max(0, min(inner.columns - columns, max(2, (inner.columns - columns) / 2)))
    let top = max(0, min(inner.rows - lines.count, max(1, (inner.rows - lines.count) / 3)))
    let rect = Rect(
      column: inner.column + left, row: inner.row + top,
      columns: min(columns, inner.columns - left), rows: max(0, inner.rows - top))
    buffer.write(lines, in: rect, borders)
    return rect.origin
  }
}

extension Layout {
  /// The place of a card: over the panes and the caption above them.
  var page: Rect {
    guard caption.rows > 0, caption.row < body.row else { return body }
    return Rect(
      column: body.column, row: caption.row, columns: body.columns,
      rows: body.endRow - caption.row)
  }
}
