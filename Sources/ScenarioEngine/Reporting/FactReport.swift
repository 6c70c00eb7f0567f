import OrderedCollections
import TagRuntime
import TagSimulation

/// The facts of the runs, `tagsim.facts/1`: one JSON object a line, in the order in which things
/// happened.
struct FactReport: ReportForm {
  /// The name of the schema, with its version: other members give it another number.
  static let schema = "tagsim.facts/1"

  private let version: String
  private var totals = ReportTotals()

  init(version: String) { self.version = version }

  func begin() -> [ReportLine] {
    [Self.line("begin", ["schema": .string(Self.schema), "version": .string(version)])]
  }

  mutating func lines(of file: ReportedFile) -> [ReportLine] {
    totals.add(file)
    let problems = file.problems.map { problem in
      Self.line("problem", ["path": .string(file.file), "problem": problem.value])
    }
    return problems + file.runs.flatMap { $0.facts.map { ReportLine($0) } }
  }

  func end() -> [ReportLine] { [Self.line("end", ["totals": totals.value])] }

  private static func line(
    _ fact: String, _ members: OrderedDictionary<String, Value>
  ) -> ReportLine {
    ReportLine(RunFacts.line(fact, members))
  }
}

/// What happened in a run, a line of JSON each.
struct RunFacts {
  /// How many facts of a run are told.
  static let limit = 50_000
  /// How many hits are told that wait at the end.
  static let hitLimit = 2000

  private let run: FinishedRun
  private let zone: ZoneRules
  private(set) var lines: [String] = []
  private var left = 0
  /// The app's typed reads, each of a container.
  private let reads: [(container: String, read: TypedRead)]
  /// What they gave last, by their places.
  private var values: [Value?]
  /// The row of each hit, by its number.
  private var rowOfHit: [Int64: Int] = [:]
  /// The place of the next log line.
  private var nextLine = 0

  init(of run: FinishedRun) {
    self.run = run
    zone = run.timeline.live.world.zone
    reads = run.timeline.live.world.app.containers.flatMap { container in
      container.reads.map { (container: container.id, read: $0) }
    }
    values = Array(repeating: nil, count: reads.count)
    tellBeginning()
    passOverTold()
    var told = run.told.rows
    for entry in run.entries {
      told = tellRows(from: told, to: entry.rows.upperBound)
      tell(entry)
    }
    _ = tellRows(from: told, to: run.timeline.rows.count)
    tellLines(upToStep: run.timeline.stepCount)
    tellHits()
    if left > 0 { lines.append(Self.line("cut", ["left": .count(left)])) }
  }

  static func line(_ fact: String, _ members: OrderedDictionary<String, Value>) -> String {
    var object: OrderedDictionary<String, Value> = ["fact": .string(fact)]
    for (key, value) in members.elements { object[key] = value }
    return JSONWriter.write(.map(object))
  }

  private mutating func tell(_ fact: String, _ members: OrderedDictionary<String, Value>) {
    guard lines.count < Self.limit else {
      left += 1
      return
    }
    lines.append(Self.line(fact, members))
  }

  private func time(_ wall: WallTime) -> Value {
    .string(zone.civil(at: wall).isoText(offsetSeconds: zone.offset(at: wall)))
  }

  /// Passes over what was told of the story that a branch goes on from.
  private mutating func passOverTold() {
    guard run.told.steps > 0 else { return }
    for row in run.timeline.rows[..<run.told.rows] { noteHits(of: row) }
    nextLine = run.timeline.lines(upToStep: run.told.steps).count
    let world = run.timeline.simulation(afterStep: run.told.steps)
    guard world.isRunning else { return }
    values = reads.map { world.reading(of: $0.read, in: $0.container).value }
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
    switch statement.command {
    case .chapter(let text): tell("chapter", ["line": place, "text": .string(text)])
    case .caption(let text): tell("caption", ["line": place, "text": .string(text)])
    case .note(let text): tell("note", ["line": place, "text": .string(text)])
    case .ask(let question, let answer):
      tell("question", ["line": place, "text": .string(question), "answer": .text(answer)])
    case .view: break
    default:
      guard case .map(let members) = entry.result.value else { return }
      tell(entry.result.isExpectation ? "expectation" : "act", members)
    }
  }

  // MARK: Rows

  /// Tells rows by their places, each after the log lines of its step; gives where it ended.
  private mutating func tellRows(from first: Int, to end: Int) -> Int {
    for place in first..<max(first, end) {
      if lines.count >= Self.limit {
        left += 1
        continue
      }
      let row = run.timeline.rows[place]
      tellLines(upToStep: row.step - 1)
      tell(row)
    }
    return max(first, end)
  }

  private mutating func tell(_ row: Timeline.Row) {
    let event = row.event
    noteHits(of: row)
    tell(
      "event",
      [
        "row": .count(row.number), "time": time(event.wall), "name": .string(event.name),
        "detail": .text(event.detail),
        "hits": .list(event.hits.map { $0.map { .int($0) } ?? .null }),
      ])
    if case .read(let reading) = event.kind { tell(reading, row.number) }
    if let update = event.update, update.rejection == nil {
      for leaf in DataLayer.leaves(of: update.update) where leaf.path != "event" {
        tell("data", ["row": .count(row.number), "path": .string(leaf.path)], leaf.value)
      }
      if !update.firings.isEmpty { tellTags(at: row) }
    }
    tellValues(at: row)
  }

  /// Tells something with a value, which may be of any size.
  private mutating func tell(
    _ fact: String, _ members: OrderedDictionary<String, Value>, _ value: Value
  ) {
    let strict = value.strictJSON
    let text = JSONWriter.write(strict)
    let isCut = text.utf8.count > BoundedText.lineLimit
    var members = members
    members["type"] = .string(value.kindName)
    members["value"] = isCut ? .string(BoundedText.cut(text)) : strict
    members["cut"] = .bool(isCut)
    tell(fact, members)
  }

  // MARK: Tags

  private mutating func tellTags(at row: Timeline.Row) {
    for explanation in run.timeline.traced(row: row)?.explanations ?? [] {
      let container = explanation.complete()
      var rules: OrderedDictionary<Int, RuleExplanation> = [:]
      for tag in container.tags {
        for rule in tag.rules + tag.blockingRules { rules[rule.position] = rule }
      }
      for rule in rules.values {
        tell(
          "rule",
          [
            "row": .count(row.number), "container": .string(container.containerID),
            "rule": .string(rule.name), "holds": .bool(rule.isTrue),
          ])
      }
      for tag in container.tags {
        tell(
          "tag",
          [
            "row": .count(row.number), "container": .string(container.containerID),
            "tag": .string(tag.name), "function": .string(tag.function),
            "fired": .bool(tag.didFire), "outcome": .string(BoundedText.cut(tag.outcomeText)),
            "why": .text(tag.neverReason ?? tag.nearestMiss),
          ])
      }
    }
  }

  // MARK: Values

  /// Tells what the app would read now, where it is not what it was.
  private mutating func tellValues(at row: Timeline.Row) {
    switch row.event.kind {
    case .containerAvailable, .refreshed, .update, .closed, .killed, .launched: break
    default: return
    }
    let world = run.timeline.simulation(afterStep: row.step)
    guard world.isRunning else {
      values = values.map { _ in nil }
      return
    }
    for (place, typed) in reads.enumerated() {
      let reading = world.reading(of: typed.read, in: typed.container)
      guard values[place] != reading.value else { continue }
      values[place] = reading.value
      tell(reading, row.number)
    }
  }

  private mutating func tell(_ reading: ValueReading, _ row: Int) {
    let origin =
      switch reading.origin {
      case .container: "container"
      case .noKey: "no-key"
      case .unconvertible: "unconvertible"
      }
    tell(
      "value",
      ["row": .count(row), "key": .string(reading.key), "origin": .string(origin)], reading.value)
  }

  // MARK: The log and hits

  private mutating func tellLines(upToStep step: Int) {
    let all = run.timeline.lines
    while nextLine < all.count {
      let line = all[nextLine]
      if line.step > step { return }
      nextLine += 1
      let record = line.line.record
      let source =
        switch record.source {
        case .sdk: "sdk"
        case .app: "app"
        case .tagsim: "tagsim"
        }
      tell(
        "log",
        [
          "time": time(line.line.wall), "level": .string(record.level.name),
          "source": .string(source), "text": .string(BoundedText.cut(record.text)),
          "printed": .bool(line.line.isPrinted),
        ])
    }
  }

  /// Tells the hits in the order in which they were made, as they are at the end.
  private mutating func tellHits() {
    let stories = run.timeline.live.world.hits(waiting: Self.hitLimit, ended: Self.hitLimit)
    for story in stories.sorted(by: { ($0.id ?? .max) < ($1.id ?? .max) }) {
      let row = story.id.flatMap { rowOfHit[$0] }
      tell(
        "hit",
        [
          "hit": story.id.map { .int($0) } ?? .null, "row": row.map { .count($0) } ?? .null,
          "queue": .string(story.hit.queue.rawValue), "type": .string(story.hit.typeName),
          "title": .string(BoundedText.cut(story.hit.title)), "tag": .text(story.hit.tag),
          "state": .string(story.state.rawValue), "loss": .text(story.loss?.kind.rawValue),
          "late": .bool(story.isLate), "tries": .count(story.tries),
          "made": time(story.hit.created), "received": story.received.map(time) ?? .null,
          "payload": .string(BoundedText.cut(story.hit.payload)),
        ])
    }
  }
}

extension Value {
  /// The value in what JSON has: what is absent, and a number that is none, is null.
  fileprivate var strictJSON: Value {
    switch self {
    case .absent: .null
    case .double(let number) where !number.isFinite: .null
    case .list(let elements): .list(elements.map(\.strictJSON))
    case .map(let members): .map(members.mapValues(\.strictJSON))
    case .null, .bool, .int, .double, .string: self
    }
  }
}
