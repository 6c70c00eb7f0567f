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

  @Boxed private(set) var monitor: Monitor
  let selected: Int
  /// Every way in which the scenario was played, and its branches.
  private let runs: [ScenarioRun]
  private let story: ScenarioRun

  init(_ monitor: Monitor, selected: Int) {
    (self.monitor, self.selected, runs) = (monitor, selected, monitor.toldRuns)
    story = runs.last { $0.scenario.branch == nil } ?? monitor.run
  }

  func lines(columns: Int, rows: Int) -> [Line] {
    let (totals, hits, failed) = (totals, hits, failed)
    let style: Style = failed.isEmpty ? .fired : .lost
    let head = [
      Line("The end", .bold), Line(), line(totals.checks, totals.events, columns: columns, style),
      line(hits.ledger, hits.late, columns: columns),
    ]
    let foot = lessonLines(columns: columns, areAll: rows >= 20)
    let bad = failed.map { "FAILED  \($0.chapter)  \($0.text)" }
    let good = shown.map { " \($0.chapter)  \($0.text)" }
    let differences = differences
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
    let (lessons, borders) = (monitor.telling.plan.lessons, monitor.display.borders)
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

  // MARK: Results

  /// The results of the expectations, and the number of events.
  var totals: (checks: String, events: String) {
    let held = runs.reduce(0) { $0 + $1.ownCounts.held }
    let failed = runs.reduce(0) { $0 + $1.ownCounts.failed }
    let all = "\(Counted.text(held, "check")) passed"
    let events = Counted.text(story.timeline.rowCount, "event")
    let clock = Duration.milliseconds(story.timeline.live.now.instant.milliseconds).clockText
    return (
      failed > 0 ? "\(Counted.text(failed, "check")) FAILED, \(all)" : all,
      "\(events), \(clock) on the clock"
    )
  }

  /// The account of all hits, and the number of late ones.
  private var hits: (ledger: String, late: String) {
    let ledger = story.timeline.live.world.ledger
    return (
      "\(Counted.text(ledger.queued, "hit")) = \(ledger.waiting) waiting + \(ledger.sent) sent"
        + " + \(ledger.lost) lost",
      [
        ledger.late > 0 ? "\(ledger.late) of them late" : "",
        ledger.unreported > 0 ? "\(ledger.unreported) in no report" : "",
      ].filter { !$0.isEmpty }.joined(separator: ", ")
    )
  }

  var failed: [Point] { runs.flatMap { points(of: $0) { $0.isFailed } } }

  /// The expectations that held and have a label.
  var shown: [Point] {
    runs.filter { $0.scenario.header.choices == story.scenario.header.choices }
      .flatMap { points(of: $0) { $0.state == .held && $0.statement.label != nil } }
  }

  private func points(
    of run: ScenarioRun, where isMeant: (ChapterChecks.Check) -> Bool
  ) -> [Point] {
    let way = runs.count < 2 ? "" : run.scenario.wayTitle + ": "
    // The part before a branch's mark belongs to the story.
    let first = run.scenario.branch?.position ?? 0
    return Chapter.all(of: run.scenario).flatMap { chapter in
      zip(chapter.checks, monitor.checks(of: chapter, in: run).list)
        .filter { $0 >= first && isMeant($1) }.map { _, check in
          Point(chapter: chapter.number, text: (check.isFailed ? way : "") + check.text)
        }
    }
  }

  /// The differences between the ways in which the scenario was played, as in the report, after a
  /// heading; empty for a single way.
  var differences: [String] {
    let runs = runs.filter { $0.scenario.branch == nil }.map { FinishedRun(of: $0) }
    let lines = VariantReport.lines(of: runs).filter { !$0.isEmpty }
    // The first line is the title of all of them.
    guard let title = lines.first else { return [] }
    return [title.prefix(1).uppercased() + title.dropFirst()] + lines.dropFirst()
  }
}

/// The end card over the panes, with a selected lesson.
struct ShownEnd: Overlay {
  var selected = 0

  static let place = KeyPlace.end
  static let keys =
    [
      effect([.character(" "), .enter], "open", "open the selected lesson") { card, monitor in
        let lessons = monitor.telling.plan.lessons
        if lessons.indices.contains(card.selected) {
          return [.open(lesson: lessons[card.selected].name)]
        }
        monitor.close()
        return monitor.say(.hint("there is no other lesson: [ plays this one again"))
      }
    ]
    + moving("to the lesson above", "to the lesson below", ends: nil, pages: nil) {
      $0.selected = $0.selected.moved(by: $1, upTo: max(0, $2.telling.plan.lessons.count - 1))
    } + [
      row([.escape], "close", "to the panes, to look around; any other key does the same") {
        $1.close()
      }
    ]

  var isPopup: Bool { false }
  var moment: PlayingMoment? { .end }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    monitor.close()
    return monitor.handleBelow(key)
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    monitor.draw(monitor.endCard(selected: selected), in: layout.page, on: &buffer)
  }
}

extension Monitor {
  package mutating func offer(_ lessons: [Lesson]) {
    telling.plan.lessons = lessons
  }

  func endCard(selected: Int) -> EndCard { EndCard(self, selected: selected) }

  /// Handles a key that has its usual effect under a card.
  mutating func handleBelow(_ key: Key) -> [MonitorEffect] {
    guard let action = KeyBinding.action(of: key) else { return [] }
    message = nil
    return perform(action)
  }

  // MARK: Drawing

  /// Draws a card as a page over the panes.
  ///
  /// - Returns: the position of the text.
  func draw(_ card: any Card, in body: Rect, on buffer: inout CellBuffer) -> Point {
    let panel = Panel(BorderText(title: ""), borders: display.borders, hasColors: showsColors)
    let inner = panel.draw(in: body, on: &buffer)
    let columns = max(1, min(76, inner.columns - 4))
    let lines = card.lines(columns: columns, rows: inner.rows - (inner.rows > 12 ? 1 : 0))
    let left = max(0, min(inner.columns - columns, max(2, (inner.columns - columns) / 2)))
    let top = max(0, min(inner.rows - lines.count, max(1, (inner.rows - lines.count) / 3)))
    let rect = Rect(
      column: inner.column + left, row: inner.row + top,
      columns: min(columns, inner.columns - left), rows: max(0, inner.rows - top))
    buffer.write(lines, in: rect, display.borders)
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
