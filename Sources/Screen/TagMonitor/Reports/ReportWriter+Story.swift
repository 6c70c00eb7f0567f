import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// The story and the events, in order.
extension ReportWriter {
  mutating func writeStory() {
    head("The story")
    if picturesLeftOut > 0 {
      say(
        "\(Counted.text(picturesLeftOut, "more event")) could have a picture; "
          + "at most \(Self.pictureLimit) do.", .dim)
    }
    let hasChapters = run.story.contains { $0.chapter != nil }
    var place = 0
    var checks: [ReportItem] = []
    for entry in run.record {
      // Rows, checks and texts keep their order.
      if entry.rows.upperBound > place || !entry.statement.command.isExpectation {
        tell(&checks)
      }
      place = tellRows(from: place, to: entry.rows.upperBound)
      if let item = item(of: entry) { checks.append(item) }
      tell(entry, place)
    }
    tell(&checks)
    place = tellRows(from: place, to: run.timeline.rowCount)
    if place > 0 { writeValues(at: place, hasChapters ? "chapter" : "run") }
    let left = run.timeline.rowCount - told
    if left > 0 {
      say(
        "And \(Counted.text(left, "more event")) not listed here: "
          + "'tagsim export --format ndjson --what events' lists all of them.", .attention)
    }
    if explained == Self.explainedLimit {
      say(
        "Only \(explained) events are explained: 'tagsim explain --at' explains any event.",
        .attention)
    }
  }

  private mutating func tell(_ entry: RecordedStatement, _ place: Int) {
    switch entry.statement.command.words {
    case .chapter(let title)?:
      if place > 0, entry.moments > 1 { writeValues(at: place, "chapter") }
      head(title, level: 3)
    case .caption(let text)?: say(text, .caption)
    case .note(let text)?: say(text, .note)
    case .question(let question, let answer)?:
      say(question, .question)
      if let answer { say(answer, .answer) }
    case nil: break
    }
  }

  /// Returns an expectation or a failed statement with its result; nil for other statements.
  private func item(of entry: RecordedStatement) -> ReportItem? {
    let statement = entry.statement
    guard statement.command.isExpectation || entry.isFailure else { return nil }
    return ReportItem(
      text: statement.label ?? statement.text, tone: entry.isFailure ? .bad : .good,
      lines: entry.result?.reason ?? [])
  }

  private mutating func tell(_ checks: inout [ReportItem]) {
    if !checks.isEmpty { parts.append(.list(checks)) }
    checks = []
  }

  // MARK: Rows

  /// Writes rows by their places, and returns the place after the last one.
  private mutating func tellRows(from first: Int, to end: Int) -> Int {
    guard end > first else { return first }
    for place in first..<end {
      guard told < Self.eventLimit else { break }
      told += 1
      let row = run.timeline.row(at: place + 1)
      // Rows share a table as long as nothing is written between them.
      var table = ReportTable(
        caption: "Events", columns: ["event", "time", "what", "result"], numbers: [0])
      if case .table(let last)? = parts.last, last.caption == table.caption {
        table = last
        parts.removeLast()
      }
      table.rows.append(self.row(row))
      parts.append(.table(table))
      showPicture(at: row.number)
    }
    return end
  }

  private mutating func row(_ row: Timeline.Row) -> ReportTable.Row {
    let event = row.event
    let now = live.world.zone.civil(at: event.wall)
    // Write the date only if it differs from the one above.
    let time = now.dateText == date ? now.timeText : now.dateTimeText
    date = now.dateText
    var came = event.detail ?? (event.update == nil ? event.meaning : "")
    if came == event.toldName { came = "" }
    let troubled = run.timeline.troubledTags(of: row)
    let tags = tagWords(of: event, troubled)
    if !tags.isEmpty { came += (came.isEmpty ? "" : "; ") + tags }
    return ReportTable.Row(
      cells: ["\(row.number)", time, cell(event.toldName), cell(came)],
      tone: event.needsALook || troubled > 0 ? .attention : event.update == nil ? .dim : .plain,
      event: row.number, fold: fold(of: row))
  }

  /// Returns "2 of 5 tags fired, nothing ran for 1".
  private func tagWords(of event: EventRow, _ troubled: Int) -> String {
    guard let fired = event.firedCount, let update = event.update else { return "" }
    let all = update.firings.reduce(0) { $0 + $1.tagCount }
    guard all > 0 else { return "" }
    return "\(fired) of \(Counted.text(all, "tag")) fired"
      + (troubled > 0 ? ", \(troubled) of them !" : "")
  }

  /// Returns the values that an event wrote, and why its tags fired or did not.
  private mutating func fold(of row: Timeline.Row) -> ReportTable.Fold? {
    guard let update = row.event.update, explained < Self.explainedLimit else { return nil }
    monitor.go(to: row.number)
    let context = monitor.context
    guard context.view.eventRow?.number == row.number else { return nil }
    explained += 1
    var lines: [Line] = []
    if update.firebase != nil {
      lines = EventJourney(context).lines(columns: Self.columns, isWhole: true)
    } else {
      let facts = DataLayer.leaves(of: update.update).map {
        Fact("  " + $0.path, $0.value.typedText)
      }
      if !facts.isEmpty { lines.append(Line("What it wrote", .bold)) }
      lines += TagText(context).factLines(facts, columns: Self.columns)
    }
    let tags = TagGroups(context.view.tags).order.map { context.view.tags[$0] }
    if !tags.isEmpty { lines += (lines.isEmpty ? [] : [Line()]) + [Line("Its tags", .bold)] }
    let text = TagText(context)
    for tag in tags.prefix(Self.tagLimit) {
      let fate = context.view.fate(of: tag)
      lines.append(
        Line(" \(text.mark(of: fate)) \(tag.name)", fate.mark.style.strong)
          + Line("   " + fate.short, .dim))
      lines += text.reasonLines(of: tag, columns: Self.columns)
    }
    if tags.count > Self.tagLimit {
      let rest = Counted.text(tags.count - Self.tagLimit, "more tag")
      lines.append(Line(" and \(rest)", .attention))
    }
    guard !lines.isEmpty else { return nil }
    let fired = tags.filter(\.didFire).map(\.name).joined(separator: ", ")
    let title = tags.isEmpty ? "What it wrote" : fired.isEmpty ? "Why no tag fired" : fired
    return ReportTable.Fold(title: cell(title), lines: bounded(lines).map { ReportText($0) })
  }

  // MARK: Values

  /// Writes the values that the app reads at the end of a chapter, and its data layer.
  private mutating func writeValues(at row: Int, _ whole: String) {
    guard told == row else { return }
    monitor.go(to: row)
    let context = monitor.context
    let view = context.view
    var table = ReportTable(
      caption: "Values that the app reads at the end of the \(whole)",
      columns: ["key", "type", "value", "from"])
    let containers = view.isFirebase ? [] : view.simulation.runtime?.containerStatuses ?? []
    for container in containers {
      for read in view.simulation.world.app.container(container.id)?.reads ?? [] {
        let reading = view.reading(of: read, in: container.id)
        let from = reading.origin == .container ? container.shortSource : "no value: its zero"
        table.rows.append(
          ReportTable.Row(
            cells: [
              cell(read.key), read.kind.rawValue, cell(reading.shownValue), from,
            ], tone: reading.origin == .container ? .plain : .attention))
      }
    }
    let count = table.rows.count
    table.rows = Array(table.rows.prefix(Self.valueLimit))
    add(table, of: count, "value")
    if view.isFirebase { writePane(ValuesPane(context), "Values", whole) }
    writePane(DataPane(context), view.isFirebase ? "Firebase" : "The data layer", whole)
  }

  private mutating func writePane(_ pane: some PaneView, _ name: String, _ whole: String) {
    let lines = pane.items(columns: Self.columns).prefix(Self.lineLimit + 1).flatMap { $0.lines() }
    guard !lines.isEmpty else { return }
    parts.append(.folded("\(name) at the end of the \(whole)", bounded(lines)))
  }
}

extension EventRow {
  /// The name of the event for readers who do not know the list: world events have their noun.
  var toldName: String {
    switch kind {
    case .update, .dispatched: shortName
    default: String(name.drop { $0 == "<" }.prefix { $0 != ">" })
    }
  }
}

/// Every hit with its fields.
extension ReportWriter {
  /// The remembered hits, in the order of their creation.
  var stories: [HitStory] {
    live.world.hits(waiting: .max, ended: .max).sorted { ($0.id ?? .max) < ($1.id ?? .max) }
  }

  mutating func writeHits() {
    let stories = stories
    guard !stories.isEmpty else { return }
    head("Hits")
    monitor.look(at: nil)
    let context = monitor.context
    var table = ReportTable(
      caption: "The hits, as they are at the end",
      columns: ["hit", "event", "made", "kind", "what", "by", "what happened to it"],
      numbers: [0, 1])
    for story in stories.prefix(Self.hitLimit) {
      let page = HitFieldsPage(context, story).page(columns: Self.columns)
      let row = HitPage(context, story).maker?.number
      let mark = story.fate.kind.mark
      table.rows.append(
        ReportTable.Row(
          [
            story.id.map { .number(Int($0)) } ?? "none", row.map { .number($0) } ?? "",
            .moment(
              story.hit.created, in: live.world.zone, as: context.view.time(of: story.hit.created)),
            ReportCell(story.hit.typeName), ReportCell(cell(story.hit.title)),
            ReportCell(cell(story.hit.tag ?? "the app")), ReportCell("it " + story.words),
          ],
          tone: mark == .lost ? .bad : mark > .well ? .attention : .plain,
          fold: ReportTable.Fold(
            title: "Its fields",
            lines: bounded(page.lines.map(\.line)).map { ReportText($0) })))
    }
    add(table, of: live.world.ledger.queued, "hit")
  }
}
