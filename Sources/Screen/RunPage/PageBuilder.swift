import OrderedCollections
import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TagWords

/// Collects the facts of a run, moment by moment.
struct PageBuilder {
  /// The maximum number of events on a page; the rest are counted.
  static let eventLimit = RunFacts.limit

  /// What became of a tag at an event, by the number that the script knows.
  enum Mark: Int {
    case absent, fired, nothing, missed, other, blocked, never, refused
  }

  @Boxed private(set) var run: FinishedRun
  var facts = PageFacts()
  private var outcomes: OrderedDictionary<[PageFacts.Cell], Int> = [[0, "", ""]: 0]
  private var tags: OrderedDictionary<[String], [Int]> = [:]
  private var rules: OrderedSet<[PageFacts.Cell]> = []
  private var conditions: OrderedSet<[PageFacts.Cell]> = []
  private var variables: OrderedSet<[PageFacts.Cell]> = []
  private var marks: OrderedSet<[Int]> = [[]]
  /// The deeds of the tags of known containers.
  private var deeds: [ObjectIdentifier: [String]] = [:]
  /// The last uses of each tag: its rules and its blocking rules.
  private var uses: [Int: [[Int]]] = [:]
  private var hits: OrderedDictionary<Int64, Int> = [:]
  @Boxed private var moments: RunMoments
  @Boxed private var news = RunNews(tellsFirstValues: true)
  private var view: WorldView
  let memory = ExplainMemory()

  /// Returns the view of an event; each is made from the one before it.
  mutating func view(at event: Int) -> WorldView {
    view = WorldView(run.timeline, at: event, after: view)
    return view
  }
  private var chapter = (number: -1, entry: 0)
  /// The tags' nearest misses: the event with the fewest failed conditions.
  private(set) var nearest: [Int: (failed: Int, event: Int)] = [:]
  private(set) var counts: [Int: (fired: Int, nothing: Int, evaluated: Int, first: Int)] = [:]
  let failing: Set<Int>

  init(of run: FinishedRun) {
    _run = Boxed(wrappedValue: run)
    _moments = Boxed(wrappedValue: RunMoments(of: run))
    view = WorldView(run.timeline.live)
    failing = Set(run.entries.filter(\.result.isFailure).map(Self.row))
  }

  /// The event at which a check is shown.
  static func row(of entry: FinishedRun.Entry) -> Int {
    if case .failed(let failure) = entry.result.outcome, let row = failure.row { return row }
    return entry.rows.upperBound
  }

  mutating func build() {
    tellStory()
    let end = min(run.timeline.rowCount, Self.eventLimit)
    var last = 0
    while let piece = news.next(in: run.timeline, upToRow: end) {
      switch piece {
      case .line(let line): tell(line, at: last)
      case .row(let row):
        last = row.number
        tell(row)
      }
    }
    while let line = news.nextLine(in: run.timeline, upToStep: run.timeline.stepCount) {
      tell(line, at: last)
    }
    facts[.outcomes] = Array(outcomes.keys)
    facts[.rules] = Array(rules)
    facts[.conditions] = Array(conditions)
    facts[.variables] = Array(variables)
    facts[.marks] = marks.map { [.numbers($0)] }
  }

  private mutating func tell(_ line: Timeline.Line, at row: Int) {
    let record = line.line.record
    facts[.log].append(
      [.number(max(1, row)), .text(record.level.name), .text(record.text(in: .plain))])
  }

  // MARK: Story

  private mutating func tellStory() {
    var isTold = false
    for entry in run.entries {
      let statement = entry.result.statement
      let next = min(entry.rows.lowerBound + 1, run.timeline.rowCount)
      switch statement.command.words {
      case .chapter(let text)?:
        if !isTold, next > 1 { facts[.chapters].append(["Setup"]) }
        isTold = true
        facts[.chapters].append([.text(text)])
      case .caption(let text)?: facts[.story].append([.number(next), 0, .text(text), ""])
      case .question(let text, let answer)?:
        facts[.story].append([.number(next), 1, .text(text), .text(answer ?? "")])
      case .note?, nil: break
      }
    }
    if facts[.chapters].isEmpty { facts[.chapters].append(["Events"]) }
  }

  /// Returns the place of a row's chapter.
  private mutating func chapter(of row: Int) -> Int {
    while chapter.entry < run.entries.count, run.entries[chapter.entry].rows.lowerBound < row {
      if case .chapter? = run.entries[chapter.entry].result.statement.command.words {
        chapter.number += chapter.number < 0 && facts[.chapters][0] == ["Setup"] ? 2 : 1
      }
      chapter.entry += 1
    }
    return max(0, chapter.number)
  }

  // MARK: Moments

  private mutating func tell(_ row: Timeline.Row) {
    let moment = moments.moment(at: row)
    let number = row.number
    let tags = tell(moment.explanations, at: moment)
    for variable in moment.variables { tell(variable, number) }
    for (path, value) in moment.data {
      facts[.data].append(
        [
          .number(number), .text(path), .text(value.map(\.plain) ?? ""),
          .number(value == nil ? 0 : 1),
        ])
    }
    tellReadings(moment)
    let lost = tellHits(moment)
    if let phone = moment.phone { facts[.phone].append([.number(number), .texts(phone)]) }
    tellEvent(moment, tags, lost)
  }

  private mutating func tellEvent(
    _ moment: RunMoment, _ tags: (marks: Int, holds: String, look: [String]), _ lost: [String]
  ) {
    let (row, event) = (moment.row, moment.row.event)
    let world = moment.world
    let names = marksOf(tags.marks)
    let fired = names.count { $0 == .fired || $0 == .nothing }
    let idle = names.count { $0 == .nothing || $0 == .refused }
    var sentence = "No rules run here: this is not an event of the app."
    if !names.isEmpty {
      sentence = "\(fired) of \(Counted.text(names.count, "tag")) fired"
      sentence +=
        idle == 0 ? "." : "; \(idle == 1 ? "one of them" : "\(idle) of them") did nothing."
    } else if moment.isOfApp {
      sentence =
        event.update?.unjudgedReason.map { $0.sentenceCased + "." }
        ?? "No tags yet: no container was loaded."
    }
    if names.isEmpty, let detail = event.detail, !moment.isOfApp || event.update?.event == nil {
      sentence += " " + detail.sentenceCased + "."
    }
    let isFailure = failing.contains(row.number)
    let offline = world.world.network != .online
    let isNew = !tags.look.isEmpty || !lost.isEmpty
    facts[.events].append(
      [
        .text(world.world.zone.civil(at: event.wall).weekdayTimeText), .text(event.name),
        .number(moment.isOfApp ? 1 : 0), .text(moment.shownName), .text(moment.cause ?? ""),
        .number(chapter(of: row.number)), .text(moment.versions.joined(separator: ", ")),
        .number((offline ? 1 : 0) + (world.isRunning ? 2 : 0)),
        .numbers(event.hits.map { $0.flatMap { hits[$0] } ?? -1 }), .text(sentence),
        .number(world.world.ledger.waiting), .number(isFailure || isNew ? 1 : 0),
        .text((tags.look + lost).joined(separator: " ")), .number(tags.marks), .text(tags.holds),
        .text(event.pusher ?? ""),
      ])
  }

  private func marksOf(_ place: Int) -> [Mark] {
    marks[place].map { Mark(rawValue: number(outcomes.keys[$0][0])) ?? .absent }
      .filter { $0 != .absent }
  }

  private func number(_ cell: PageFacts.Cell) -> Int {
    if case .number(let number) = cell { number } else { 0 }
  }

  // MARK: Tags

  /// Adds the tags of an event: their outcomes and which conditions held.
  private mutating func tell(
    _ explanations: [EventExplanation], at moment: RunMoment
  ) -> (marks: Int, holds: String, look: [String]) {
    guard !explanations.isEmpty else { return (0, "", []) }
    let row = moment.row
    var made: [Int: Int] = [:]
    var holds: [Bool] = []
    var look: [String] = []
    for event in explanations {
      var places: [Int: Int] = [:]
      for rule in event.rules {
        places[rule.position] = place(of: rule, in: event.containerID, &holds)
      }
      var seen: [String: Int] = [:]
      for tag in event.tags {
        seen[tag.name, default: 0] += 1
        let place = place(of: tag, seen[tag.name] ?? 1)
        let use = [tag.rules, tag.blockingRules].map { $0.map { places[$0.position] ?? 0 } }
        if uses[place] != use {
          uses[place] = use
          facts[.uses].append(
            [.number(row.number), .number(place), .numbers(use[0]), .numbers(use[1])])
        }
        let (mark, outcome) = outcome(of: tag, at: row.event)
        made[place] = outcome
        if count(mark, place, tag, at: row.number), mark == .nothing {
          look.append("\(title(of: place)) did nothing.")
        }
      }
    }
    let count = tags.count
    let row0 = (0..<count).map { made[$0] ?? 0 }
    return (marks.append(row0).index, Self.hexadecimal(holds), look)
  }

  private func title(of tag: Int) -> String { tags.keys[tag][0] }

  private mutating func count(
    _ mark: Mark, _ place: Int, _ tag: TagExplanation, at event: Int
  ) -> Bool {
    var count = counts[place] ?? (0, 0, 0, 0)
    count.evaluated += 1
    let isFirst = mark == .nothing && count.nothing == 0
    if mark == .fired || mark == .nothing { count.fired += 1 }
    if mark == .nothing || mark == .refused { count.nothing += 1 }
    if isFirst || mark == .refused && count.first == 0 { count.first = event }
    counts[place] = count
    if let miss = tag.nearestMiss, mark == .missed || mark == .other || mark == .never {
      // An event that it does not listen for is a worse example than any other.
      let failed = miss.failing.count + (mark == .other ? 100 : 0)
      if failed < nearest[place]?.failed ?? .max { nearest[place] = (failed, event) }
    } else if mark == .blocked || mark == .never, nearest[place] == nil {
      nearest[place] = (mark == .never ? 1000 : 0, event)
    }
    return isFirst
  }

  private mutating func place(of tag: TagExplanation, _ nth: Int) -> Int {
    let title = memory.title(ofTag: tag.name, in: tag.compiled)
    let key = [title, tag.containerID, String(nth)]
    if let known = tags.index(forKey: key) { return known }
    tags[key] = []
    let deeds = deeds(of: tag.compiled)
    let does = deeds.indices.contains(tag.position) ? deeds[tag.position] : tag.function
    facts[.tags].append([.text(title), .text(tag.containerID), .text(does)])
    return tags.count - 1
  }

  private mutating func deeds(of container: CompiledContainer) -> [String] {
    let id = ObjectIdentifier(container)
    if let known = deeds[id] { return known }
    let made = ContainerDescription(of: container.version, file: "", bytes: 0).deeds
    deeds[id] = made
    return made
  }

  private mutating func place(
    of rule: RuleExplanation, in container: String, _ holds: inout [Bool]
  ) -> Int {
    let places = rule.conditions.map { condition in
      let variable = variables.append([.text(condition.subject), .text(container)]).index
      let place = conditions.append(
        [.number(variable), .text(condition.verb), .text(condition.wanted)]
      ).index
      while holds.count <= place { holds.append(false) }
      if condition.holds { holds[place] = true }
      return place
    }
    return rules.append([.text(rule.name), .numbers(places)]).index
  }

  private static func hexadecimal(_ bits: [Bool]) -> String {
    stride(from: 0, to: bits.count, by: 4).map { start in
      let digit = (0..<4).reduce(0) { sum, bit in
        start + bit < bits.count && bits[start + bit] ? sum | 1 << bit : sum
      }
      return String(digit, radix: 16)
    }.joined()
  }

  // MARK: Outcomes

  private mutating func outcome(
    of tag: TagExplanation, at event: EventRow
  ) -> (mark: Mark, place: Int) {
    // What becomes of hits is said at each event.
    let fate =
      tag.madeHits ? TagFate(tag) : run.timeline.live.fate(of: tag, at: event)
    var (mark, line, sentence) = (Mark.fired, "", "")
    switch fate {
    case .hits, .logged, .wrote, .called: sentence = because(tag)
    case .idle(_, let reason), .nothingRan(_, let reason), .threw(_, let reason),
      .ignored(let reason):
      (mark, line) = (.nothing, reason)
      sentence = because(tag) + " It \(fate.action.unstopped)."
    case .refused(let reason):
      (mark, line) = (.refused, reason)
      sentence = because(tag) + " It was not run: \(reason.unstopped)."
    case .blocked(let rules):
      mark = .blocked
      line = rules.first.map { "blocked by " + $0.title } ?? "blocked"
      sentence = because(tag) + " But it was \(line)."
    case .never(let reason): (mark, line, sentence) = (.never, reason, reason.sentenceCased + ".")
    case .missed(let miss):
      let failing = miss?.failingInOrder ?? []
      mark = failing.first?.isAboutEvent == true ? .other : .missed
      line = miss.map { "needs " + $0.remedy } ?? "no \(tag.ruleWord) was true"
    }
    let key: [PageFacts.Cell] = [.number(mark.rawValue), .text(line), .text(sentence)]
    if let known = outcomes[key] { return (mark, known) }
    outcomes[key] = outcomes.count
    return (mark, outcomes.count - 1)
  }

  private func because(_ tag: TagExplanation) -> String {
    tag.rules.first(where: \.isTrue).map { "The \($0.title) was true." }
      ?? "A \(tag.ruleWord) was true."
  }

  // MARK: Values

  private mutating func tell(_ variable: RunMoment.Variable, _ event: Int) {
    let place = variables.append([.text(variable.name), .text(variable.container)]).index
    facts[.values].append(
      [
        .number(event), .number(place), .text(variable.value ?? ""), .text(variable.path ?? ""),
        .number(variable.from ?? 0),
      ])
  }

  private mutating func tellReadings(_ moment: RunMoment) {
    let row = moment.row
    guard moment.mayChangeValues else { return }
    for new in news.newReadings(in: moment.reading) {
      var reason = ""
      if new.reading.origin != .container {
        reason =
          ScreenContext(reporting: view(at: row.number), in: run.timeline, memory)
          .reason(of: new.reading, in: new.container) ?? "no value"
      }
      facts[.readings].append(
        [
          .number(row.number), .text(new.reading.key), .text(new.reading.value.plain),
          .text(reason),
        ])
    }
  }

  // MARK: Hits

  /// Adds new hits and what became of earlier ones; returns sentences on those that went wrong.
  private mutating func tellHits(_ moment: RunMoment) -> [String] {
    let number = moment.row.number
    var tagOfHit: [Int64: Int] = [:]
    for event in moment.explanations {
      var seen: [String: Int] = [:]
      for tag in event.tags {
        seen[tag.name, default: 0] += 1
        guard tag.didFire else { continue }
        let place = place(of: tag, seen[tag.name] ?? 1)
        for case let hit? in moment.row.event.hits(ofTag: tag.position, in: event.containerID) {
          tagOfHit[hit] = place
        }
      }
    }
    for case let hit? in moment.row.event.hits {
      hits[hit] = facts[.hits].count
      let made = moment.world.world.hit(hit)?.hit ?? run.timeline.live.world.hit(hit)?.hit
      let title = made.map { "\($0.typeName) \($0.title)" } ?? ""
      facts[.hits].append(
        [
          .number(Int(hit)), .number(number), .text(title), .number(tagOfHit[hit] ?? -1), 0,
        ])
    }
    var wrong: OrderedDictionary<String, Int> = [:]
    for hit in moment.ended {
      let (fate, place) = (hit.fate, hit.id.flatMap { hits[$0] } ?? -1)
      let kind = fate.kind.isLost ? 3 : fate.kind.mark > .well ? 2 : 1
      facts[.fates].append(
        [.number(number), .number(place), .number(kind), .text(kind == 1 ? "" : fate.words)])
      if place >= 0 { facts[.hits][place][4] = .number(number) }
      if kind > 1 { wrong[fate.words, default: 0] += 1 }
    }
    return wrong.elements.map { words, count in
      count == 1 ? "A hit \(words)." : "\(count) hits: each \(words)."
    }
  }
}

extension TagExplanation {
  /// Whether it made hits, or logged events.
  fileprivate var madeHits: Bool {
    switch outcome {
    case .fired(.hits), .fired(.logged): true
    case .fired, .notFired, .blocked, .refused: false
    }
  }
}
