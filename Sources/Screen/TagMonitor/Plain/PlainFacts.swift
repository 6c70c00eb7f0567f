import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation

/// Reports the news of a run, one fact per line, each once and in the order in which it happened.
struct PlainFacts: Sendable {
  /// The maximum number of events to report at once; beyond that, older ones are only counted.
  static let rowLimit = 2000
  /// The maximum number of tags that are reported for an event that did not fire them.
  static let tagLimit = 50

  /// The least serious level of reported log lines; nil reports none.
  var level: LogLevel?
  /// The facts that were reported already.
  private var told = Reported()
  /// The facts being reported.
  private var lines: [String] = []
  /// The date of the last fact; a clock alone would seem to go back.
  private var date: String?

  /// The progress of reporting a run.
  private struct Reported: Sendable {
    var news = RunNews()
    var ended = 0
    var calls = 0
  }

  // MARK: Skipping

  /// Skips the events up to a row: only later ones are new.
  ///
  /// - Parameters:
  ///   - run: the run.
  ///   - count: the number of the row; nil for all rows.
  mutating func passOver(_ run: ScenarioRun, upToRow count: Int? = nil) {
    let timeline = run.timeline
    let rows = min(count ?? timeline.rowCount, timeline.rowCount)
    let isAll = rows == timeline.rowCount
    let step = isAll ? timeline.stepCount : rows == 0 ? 0 : timeline.row(at: rows).step
    let world = timeline.simulation(afterStep: step)
    told.news.passOver(timeline, rows: rows, step: step, world: world)
    told.ended = world.world.ledger.endedCount
    told.calls = world.world.braze.entries.last?.number ?? 0
  }

  // MARK: Reporting

  /// Returns the news since the last report.
  ///
  /// - Parameters:
  ///   - run: the run.
  ///   - view: the view of its present, whose tags are known.
  /// - Returns: the lines.
  mutating func news(of run: ScenarioRun, seenIn view: WorldView) -> [String] {
    lines = []
    let timeline = run.timeline
    let world = timeline.live
    let ended = newlyEnded(in: world)
    var hits = ended[...]
    let calls = world.world.braze.entries.reversed().prefix { $0.number > told.calls }
    let last = min(timeline.rowCount, told.news.rows + Self.rowLimit)
    while let piece = told.news.next(in: timeline, upToRow: last, tellsLines: level != nil) {
      guard case .row(let row) = piece else {
        if case .line(let line) = piece { tell(line, of: run) }
        continue
      }
      while let hit = hits.first, hit.ended < row.event.wall {
        add(PlainText.story(HitStory(hit)), at: hit.ended, in: world)
        hits = hits.dropFirst()
      }
      tell(row, of: timeline, seenIn: view)
      for call in calls.reversed() where call.row == row.number {
        add(PlainText.call(call), at: call.wall, in: world)
      }
    }
    if last < timeline.rowCount {
      let more = Counted.text(timeline.rowCount - last, "more event")
      add("note and \(more): see them with look and show events", at: world.now.wall, in: world)
    }
    while let line = told.news.nextLine(
      in: timeline, upToStep: timeline.stepCount, tellsLines: level != nil)
    {
      tell(line, of: run)
    }
    for hit in hits { add(PlainText.story(HitStory(hit)), at: hit.ended, in: world) }
    tellValues(in: world)
    told.news.skip(toRow: timeline.rowCount)
    told.ended = world.world.ledger.endedCount
    told.calls = world.world.braze.entries.last?.number ?? 0
    defer { lines = [] }
    return lines
  }

  /// Returns a line about an action, with the clock before it.
  static func line(_ text: String, at wall: WallTime, in world: Simulation) -> String {
    "\(world.world.zone.civil(at: wall).timeText) \(text)"
  }

  private mutating func add(_ text: String, at wall: WallTime, in world: Simulation) {
    lines += day(at: wall, in: world) + [Self.line(text, at: wall, in: world)]
  }

  /// Returns the date if it differs from that of the last fact.
  mutating func day(at wall: WallTime, in world: Simulation) -> [String] {
    let day = world.world.zone.civil(at: wall).dateText
    defer { date = day }
    return day == date ? [] : [Self.line("date \(day)", at: wall, in: world)]
  }

  /// Returns the hits that were sent or lost since the last report, as far as they are remembered.
  private mutating func newlyEnded(in world: Simulation) -> [EndedHit] {
    let ledger = world.world.ledger
    let count = ledger.endedCount - told.ended
    guard count > 0 else { return [] }
    if count > ledger.ended.count {
      let more = Counted.text(count - ledger.ended.count, "more hit")
      add("note \(more) were sent or lost before these", at: world.now.wall, in: world)
    }
    return Array(ledger.ended.suffix(count))
  }

  private mutating func tell(
    _ row: Timeline.Row, of timeline: Timeline, seenIn view: WorldView
  ) {
    let (wall, world) = (row.event.wall, timeline.live)
    let isSeen = view.step == timeline.stepCount && view.eventRow?.number == row.number
    let tags =
      isSeen ? view.tags : timeline.traced(row: row)?.explanations.flatMap(\.tags) ?? []
    add(PlainText.event(row, tags), at: wall, in: world)
    let texts = PlainText.tags(tags, of: row, in: world)
    let fired = TagGroups(tags).all[0].places
    let missed = TagGroups(tags).all[1].places
    for place in fired + missed.prefix(Self.tagLimit) { add(texts[place], at: wall, in: world) }
    if missed.count > Self.tagLimit {
      let more = Counted.text(missed.count - Self.tagLimit, "more tag")
      add("event \(row.number) \(more) not fired: show tags", at: wall, in: world)
    }
    for case let number? in row.event.hits {
      guard let hit = world.world.hit(number) else { continue }
      add(PlainText.queued(number, hit.hit), at: wall, in: world)
    }
  }

  private mutating func tell(_ line: Timeline.Line, of run: ScenarioRun) {
    guard let level, line.line.record.level >= level else { return }
    add(PlainText.log(line.line.record, run.wording), at: line.line.wall, in: run.timeline.live)
  }

  /// Reports the values that the app would now read, if they changed.
  private mutating func tellValues(in world: Simulation) {
    let containers = world.runtime?.containerStatuses ?? []
    for new in told.news.newReadings(in: world) {
      let container = containers.first { $0.id == new.container }
      add(PlainText.value(new.reading, container), at: world.now.wall, in: world)
    }
  }
}

extension Ledger {
  /// The number of hits that were sent or lost.
  fileprivate var endedCount: Int { sent + lost }
}
