import OrderedCollections
import TagRuntime
import TagSimulation

/// The facts of the runs, `tagsim.facts/1`: one JSON object per line, in the order of the events.
struct FactReport: ReportForm {
  /// The name of the schema, with its version, which changes with the members.
  static let schema = "tagsim.facts/1"

  private let version: String

  init(version: String) { self.version = version }

  func begin() -> [ReportLine] {
    [Self.line("begin", ["schema": .string(Self.schema), "version": .string(version)])]
  }

  mutating func lines(of file: ReportedFile) -> [ReportLine] {
    let problems = file.problems.map { problem in
      Self.line("problem", ["path": .string(file.file), "problem": problem.value])
    }
    return problems + file.runs.flatMap { $0.facts.map { ReportLine($0) } }
  }

  func end(_ ending: ReportEnding) -> [ReportLine] {
    let unsaved = ending.unsaved.map { phone in
      [Self.line("problem", ["path": .string(phone.file), "problem": phone.problem.value])]
    }
    return (unsaved ?? []) + [Self.line("end", ["totals": ending.totals?.value ?? .null])]
  }

  private static func line(
    _ fact: String, _ members: OrderedDictionary<String, Value>
  ) -> ReportLine {
    ReportLine(RunFacts.line(fact, members))
  }
}

/// The events of a run, one line of JSON each.
package struct RunFacts {
  /// The maximum number of events; those after it are counted.
  package static let limit = 20_000
  /// The maximum number of waiting hits reported at the end.
  static let hitLimit = 2000

  @Boxed private var run: FinishedRun
  private let words: FactWords
  private(set) var lines: [String] = []
  private var left = 0
  private var news = RunNews(tellsFirstValues: true)
  private var rowOfHit: [Int64: Int] = [:]
  @Boxed private var moments: RunMoments

  init(of run: FinishedRun) {
    _run = Boxed(wrappedValue: run)
    _moments = Boxed(wrappedValue: RunMoments(of: run))
    words = FactWords(run.timeline.live.world.zone)
    tellBeginning()
    passOverTold()
    for entry in run.entries {
      tellRows(to: entry.rows.upperBound)
      tell(entry)
    }
    tellRows(to: run.timeline.rowCount)
    while let line = news.nextLine(in: run.timeline, upToStep: run.timeline.stepCount) {
      tell(words.log(line.line))
    }
    tellHits()
    if left > 0 { lines.append(Self.line("cut", ["left": .count(left)])) }
  }

  static func line(_ fact: String, _ members: OrderedDictionary<String, Value>) -> String {
    RunFact(fact, members).line
  }

  private mutating func tell(_ fact: String, _ members: OrderedDictionary<String, Value>) {
    tell(RunFact(fact, members))
  }

  private mutating func tell(_ fact: RunFact) { lines.append(fact.line) }

  /// Skips the part of the story before a branch.
  private mutating func passOverTold() {
    guard run.told.steps > 0 else { return }
    run.timeline.forEachRow(in: ...run.told.rows) { noteHits(of: $0) }
    news.passOver(
      run.timeline, rows: run.told.rows, step: run.told.steps,
      world: run.timeline.simulation(afterStep: run.told.steps))
  }

  private mutating func noteHits(of row: Timeline.Row) {
    for case let hit? in row.event.hits { rowOfHit[hit] = row.number }
  }

  // MARK: Statements

  private mutating func tellBeginning() {
    let header = run.scenario.header
    tell(
      "run",
      [
        "file": .string(run.scenario.file), "variant": .text(run.scenario.variant),
        "title": .text(header.title), "tags": .texts(header.tags),
        "seed": .string(String(run.timeline.live.settings.seed)),
      ])
  }

  private mutating func tell(_ entry: FinishedRun.Entry) {
    let statement = entry.result.statement
    let place: Value = .count(statement.location.line)
    switch statement.command.words {
    case .chapter(let text)?: tell("chapter", ["line": place, "text": .string(text)])
    case .caption(let text)?: tell("caption", ["line": place, "text": .string(text)])
    case .note(let text)?: tell("note", ["line": place, "text": .string(text)])
    case .question(let question, let answer)?:
      tell("question", ["line": place, "text": .string(question), "answer": .text(answer)])
    case nil where statement.command.viewCommand != nil: break
    case nil:
      guard case .map(let members) = entry.result.value else { return }
      tell(entry.result.isExpectation ? "expectation" : "act", members)
    }
  }

  // MARK: Rows

  /// Reports rows up to a place, each after the log lines of its step.
  private mutating func tellRows(to end: Int) {
    while news.rows < end {
      if news.rows >= Self.limit {
        left += end - news.rows
        return news.skip(toRow: end)
      }
      switch news.next(in: run.timeline, upToRow: end) {
      case .line(let line)?: tell(words.log(line.line))
      case .row(let row)?: tell(row)
      case nil: return
      }
    }
  }

  private mutating func tell(_ row: Timeline.Row) {
    let event = row.event
    noteHits(of: row)
    let moment = moments.moment(at: row)
    tell(words.event(moment))
    for variable in moment.variables { tell(words.variable(variable, row.number)) }
    if let screen = moment.phone {
      tell("screen", ["row": .count(row.number), "lines": .texts(screen)])
    }
    for hit in moment.ended { tell(words.ended(hit, row.number)) }
    if case .read(let reading) = event.kind { tell(reading, row.number) }
    if let update = event.update, update.rejection == nil {
      for leaf in DataLayer.leaves(of: update.update) where leaf.path != "event" {
        tell(words.data(row.number, leaf.path, leaf.value))
      }
      if !update.firings.isEmpty { tellTags(at: moment) }
    }
    tellValues(at: moment)
  }

  // MARK: Tags

  private mutating func tellTags(at moment: RunMoment) {
    let row = moment.row
    for container in moment.explanations {
      for rule in container.rules {
        tell(
          "rule",
          [
            "row": .count(row.number), "container": .string(container.containerID),
            "rule": .string(rule.name), "holds": .bool(rule.isTrue),
            "conditions": .list(rule.conditions.map(words.condition)),
          ])
      }
      for tag in container.tags {
        tell(words.tag(tag, run.timeline.live.fate(of: tag, at: row.event), row.number))
      }
    }
  }

  // MARK: Values

  /// Reports the values that the app would now read differently.
  private mutating func tellValues(at moment: RunMoment) {
    guard moment.mayChangeValues else { return }
    for new in news.newReadings(in: moment.reading) { tell(new.reading, moment.row.number) }
  }

  private mutating func tell(_ reading: ValueReading, _ row: Int) {
    tell(words.value(reading, row))
  }

  // MARK: Hits

  /// Reports the hits in the order in which they were made, with their state at the end.
  private mutating func tellHits() {
    let stories = run.timeline.live.world.hits(waiting: Self.hitLimit, ended: Self.hitLimit)
    for story in stories.sorted(by: { ($0.id ?? .max) < ($1.id ?? .max) }) {
      tell(words.hit(story, story.id.flatMap { rowOfHit[$0] }))
    }
  }
}
