import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// The problems, each with its explanation.
extension ReportWriter {
  /// The failed expectations, each with the row that shows it.
  private var failures: [(entry: RecordedStatement, row: Int)] {
    run.record.filter(\.isFailure).map { entry in
      if case .failed(let failure)? = entry.outcome, let row = failure.row { return (entry, row) }
      return (entry, entry.rows.upperBound)
    }
  }

  // MARK: Pictures

  /// Chooses the most informative rows for pictures: failed expectations, then the ends of
  /// chapters, then other problems.
  mutating func choosePictures() {
    let count = run.timeline.rowCount
    guard count > 0 else { return }
    var wanted: OrderedSet<Int> = []
    if let pictured = choices.pictured {
      wanted.formUnion(pictured)
    } else {
      for (entry, row) in failures where row > 0 {
        wanted.append(row)
        if let check = LitCheck(entry), shownChecks[row] == nil { shownChecks[row] = check }
      }
      for entry in run.record where entry.moments > 1 {
        if case .chapter = entry.statement.command { wanted.append(entry.rows.lowerBound) }
      }
      wanted.append(count)
      wanted.formUnion(idleTags.values.map { $0[0] })
      run.timeline.forEachRow(in: ...Self.eventLimit) { row in
        if row.event.isDropped || row.event.late > 0 { wanted.append(row.number) }
      }
    }
    let rows = wanted.filter { (1...count).contains($0) }
    pictured = Set(rows.prefix(Self.pictureLimit))
    picturesLeftOut = rows.count - pictured.count
  }

  /// Adds the screen at a row, if its picture was not added yet.
  mutating func showPicture(at row: Int) {
    guard pictured.remove(row) != nil else { return }
    monitor.look(at: row)
    if let check = shownChecks[row] { monitor.show(check) }
    guard let name = monitor.view.row.map(\.event.shortName) else { return }
    let time = monitor.view.row.map { monitor.view.time(of: $0.event.wall) } ?? ""
    parts.append(
      .picture(picture("The screen at event \(row), \(name), at \(time)")))
    monitor.focus = .events
    monitor.display.tab = .tags
  }

  /// Returns the current screen of the monitor as a picture in text.
  private func picture(_ title: String) -> ReportPicture {
    let frame = monitor.frame(size: choices.size)
    let text = frame.buffer.trimmedText.split(separator: "\n", omittingEmptySubsequences: false)
    return ReportPicture(title: title, text: text.map(String.init))
  }

  // MARK: Troubles

  mutating func writeTroubles() {
    head("What is wrong")
    let before = parts.count
    writeFailures()
    writeIdleTags()
    writeDropped()
    writeEndedHits()
    writeMarked()
    if parts.count == before {
      say("Nothing: no check failed, no hit was lost, and no tag fired without effect.", .good)
    }
  }

  private mutating func writeFailures() {
    let failures = failures
    for (entry, row) in failures.prefix(Self.troubleLimit) {
      let statement = entry.statement
      head(statement.label ?? statement.text, level: 3)
      let place = entry.isTold || entry.origin == .setup ? "\(statement.location)" : "by hand"
      parts.append(
        .list([
          ReportItem(
            text: "\(statement.text) (\(place))", tone: .bad,
            lines: entry.result?.reason ?? [])
        ]))
      guard run.timeline.hasRow(at: row) else { continue }
      monitor.look(at: row)
      let event = monitor.view.row.map { "event \(row), \($0.event.shortName)" } ?? ""
      if let subject = LitCheck(entry).flatMap({ monitor.view.subject(of: $0) }) {
        parts.append(.folded("Why, at \(event)", page(of: subject)))
      }
      showPicture(at: row)
      if let command = command(at: row) { say("See it: \(command)", .dim) }
    }
    tell(more: failures.count - Self.troubleLimit, "check")
  }

  /// The names of tags that fired without effect, with their rows.
  private var idleTags: OrderedDictionary<String, [Int]> {
    let index = run.timeline.firings
    var idle: OrderedDictionary<String, [Int]> = [:]
    for number in index.dropped..<index.count
    where index[number].kind.isTrouble {
      idle[index.name(of: index[number]), default: []].append(index[number].row)
    }
    return idle
  }

  private mutating func writeIdleTags() {
    let idle = idleTags
    for (name, rows) in idle.elements.prefix(Self.troubleLimit) {
      head("\(name) fired without effect", level: 3)
      monitor.look(at: rows[0])
      let tag = monitor.view.tags.first { $0.name == name }
      let reason = tag.flatMap { monitor.view.fate(of: $0).reason }
      let times = rows.count == 1 ? "Once" : "\(rows.count) times"
      say(
        "\(times), first at event \(rows[0])" + (reason.map { ": \($0)" } ?? "") + ".", .attention)
      guard let tag else { continue }
      let lines = page(of: .tag(name: name, container: tag.containerID))
      parts.append(.folded("Why, at event \(rows[0])", lines))
    }
    tell(more: idle.count - Self.troubleLimit, "tag")
  }

  /// Writes the events that Firebase dropped, and the calls that Braze ignored.
  private mutating func writeDropped() {
    let dropped = errors.filter(\.event.isDropped).map(\.number)
    for row in dropped.prefix(Self.troubleLimit) {
      monitor.look(at: row)
      let name = monitor.view.row?.event.shortName ?? ""
      head("Firebase dropped \(name)", level: 3)
      if let detail = monitor.view.row?.event.detail { say("At event \(row): \(detail)", .bad) }
      parts.append(.folded("The event's journey", page(of: .event)))
    }
    tell(more: dropped.count - Self.troubleLimit, "event")
    let missed = live.world.braze.entries.filter { $0.missedReason != nil }
    monitor.look(at: nil)
    for entry in missed.prefix(Self.troubleLimit) {
      head("Braze call \(entry.number) had no effect", level: 3)
      say("At event \(entry.row): \(entry.missedWords ?? "")", .attention)
      parts.append(.folded("The call", page(of: .brazeCall(entry.number))))
    }
    tell(more: missed.count - Self.troubleLimit, "call")
  }

  private mutating func writeEndedHits() {
    let bad = stories.filter { $0.fate.kind.mark > .well }
    monitor.look(at: nil)
    for story in bad.prefix(Self.troubleLimit) {
      let name = story.id.map { "Hit \($0)" } ?? "A hit that was never stored"
      head("\(name), \(story.hit.typeName) \(story.hit.title): it \(story.words)", level: 3)
      var page = PageText(columns: Self.columns, borders: .utf8)
      HitPage(monitor.context, story).tell(&page)
      parts.append(.folded("Its story", bounded(page.lines.map(\.line))))
    }
    tell(more: bad.count - Self.troubleLimit, "hit")
  }

  private mutating func writeMarked() {
    let marked = errors.filter { $0.event.isTrouble }
    guard !marked.isEmpty else { return }
    head("Also worth checking", level: 3)
    var table = ReportTable(
      caption: "Events at which something went wrong", columns: ["event", "time", "what", "why"],
      numbers: [0])
    for row in marked.prefix(Self.troubleLimit) {
      table.rows.append(
        ReportTable.Row(
          cells: [
            "\(row.number)", monitor.view.time(of: row.event.wall), cell(row.event.toldName),
            cell(row.event.detail ?? row.event.meaning),
          ], tone: .attention))
    }
    add(table, of: marked.count, "event")
  }
}

extension EventRow {
  fileprivate var isDropped: Bool { update?.firebase?.isDropped == true }
}

extension WorldView {
  /// Returns the subject of an expectation; nil if there is no page for it.
  fileprivate func subject(of check: LitCheck) -> Explained? {
    check.pane.kind.subject(of: check.name, in: self)
  }
}

extension Monitor {
  /// Shows the target of an expectation.
  fileprivate mutating func show(_ check: LitCheck) {
    guard check.pane != .device, check.pane.kind.absence(in: view) == nil else { return }
    move(to: check.pane)
    if check.pane == .tags, let index = view.tags.firstIndex(where: { $0.name == check.name }) {
      selection.tag = index
    }
    settle()
  }
}
