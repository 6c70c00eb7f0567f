import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords

/// The answer to a question that searches for a moment.
public struct MomentAnswer: Sendable, Hashable {
  /// The result of the search.
  public enum Outcome: Sendable, Hashable {
    /// A moment: the number of its row; nil is the present, after all rows.
    case found(row: Int?)
    /// There is no such moment.
    case never
    /// The question names something that does not exist.
    case mistake
  }

  /// The result of the search.
  public let outcome: Outcome
  /// The answer to show; if a row was found, it begins with its number, such as "#12".
  public let sentence: String
}

extension ScenarioRun {
  /// The maximum number of steps that a question searches.
  package static let seekLimit = 50_000

  /// Searches for a moment: in the whole run, or after one of its rows.
  ///
  /// The state at a row is that of the world after the step that made it. Expectations are checked
  /// as a statement of that time would have checked them; one becomes true where it was not before,
  /// or where another act makes it true again.
  ///
  /// - Parameters:
  ///   - question: the question that describes the moment.
  ///   - row: the number of the row after which the search begins; 0 for the whole run.
  ///   - last: the number of the last row to search.
  /// - Complexity: O(n) in the steps of the history, which are repeated, at most `seekLimit`.
  package func moment(
    of question: MomentQuestion, after row: Int = 0, upTo last: Int = .max
  ) -> MomentAnswer {
    let command = Command.view(ViewCommand(.first, question))
    if let fault = command.fault(under: timeline.live.settings.generation, of: []) {
      return MomentAnswer(outcome: .mistake, sentence: fault)
    }
    var search = MomentSearch(question, in: self, after: row, upTo: last)
    if case .holds(let expectation) = question.sought { return search.seek(expectation) }
    return search.seekChange()
  }
}

private struct MomentSearch {
  private let question: MomentQuestion
  @Boxed private var whole: ScenarioRun
  /// The number of the row after which the search begins.
  private let first: Int
  /// The number of the last row to search.
  private let last: Int
  private var walk: RunWalk
  /// The reason why the question names something that does not exist.
  private var mistake: String?
  /// Whether everything that the question names existed at some point.
  private var wasMeant = false
  /// Whether the expectation was true at any row.
  private var wasFound = false
  /// The count closest to the wanted one, with its row.
  private var nearest: (count: Int, row: Int)?

  init(_ question: MomentQuestion, in run: ScenarioRun, after first: Int, upTo last: Int) {
    self.question = question
    whole = run
    self.first = first
    self.last = min(last, run.timeline.rowCount)
    walk = RunWalk(through: run)
  }

  private mutating func next() -> Bool {
    walk.rows.upperBound < last && walk.next(upToStep: ScenarioRun.seekLimit)
  }

  // MARK: Expectations

  mutating func seek(_ expectation: Expectation) -> MomentAnswer {
    var held: Int?
    while next() {
      // A question about events needs an event.
      if expectation.isOfEvents, !hasEvent { continue }
      let act = walk.run.act(of: expectation)
      let holds = holds(expectation)
      defer { held = holds ? act : nil }
      note(expectation)
      guard holds, held != act else { continue }
      let row = row(of: expectation)
      wasFound = true
      let since = expectation.isOfEvents ? "" : " true from here on"
      if row > first { return found(row, question.text + since) }
    }
    // Time that passed since the last row may have made it true.
    let isAtEnd = walk.rows.upperBound == whole.timeline.rowCount
    if isAtEnd, held == nil, !expectation.isOfEvents, whole.check(expectation) == nil {
      return MomentAnswer(
        outcome: .found(row: nil), sentence: "\(question.text) is true now, after the last event")
    }
    return never(wasFound ? "not again" : "never", wasFound ? nil : nearestText(expectation))
  }

  private mutating func holds(_ expectation: Expectation) -> Bool {
    let failure = walk.run.check(expectation)
    if let failure, failure.isMistake {
      // The mistake in the last container knows its names.
      mistake = failure.lines.first
    } else if walk.run.timeline.live.container != nil || failure == nil {
      wasMeant = true
    }
    return failure == nil
  }

  /// Whether the app pushed, logged or read something in the step.
  private var hasEvent: Bool {
    walk.rows.contains { place in
      let event = walk.run.timeline.row(at: place + 1).event
      if case .read = event.kind { return true }
      return event.update?.event != nil
    }
  }

  /// Returns the row of the step at which the expectation became true: the row of its event,
  /// otherwise the last one, after which the state is that of the world.
  private func row(of expectation: Expectation) -> Int {
    let rows = walk.rows
    guard expectation.isOfEvents else { return rows.upperBound }
    var run = walk.run
    for place in rows where run.timeline.row(at: place + 1).event.update?.event != nil {
      run.last.eventRows = min(run.last.eventRows.lowerBound, place)..<(place + 1)
      if run.check(expectation) == nil { return place + 1 }
    }
    return rows.upperBound
  }

  // MARK: Numbers

  private mutating func note(_ expectation: Expectation) {
    guard let (wanted, actual) = walk.run.count(of: expectation) else { return }
    let distance = abs(actual - wanted.operand)
    if let nearest, abs(nearest.count - wanted.operand) <= distance { return }
    nearest = (actual, walk.rows.upperBound)
  }

  private func nearestText(_ expectation: Expectation) -> String? {
    guard let nearest, nearest.count > 0, let (wanted, _) = walk.run.count(of: expectation) else {
      return nil
    }
    let what =
      switch wanted.sign {
      case .greater, .greaterOrEqual: "the most was \(nearest.count)"
      case .less, .lessOrEqual: "the least was \(nearest.count)"
      default: "the nearest was \(nearest.count)"
      }
    return "\(what), at #\(nearest.row)"
  }

  // MARK: Changes

  mutating func seekChange() -> MomentAnswer {
    var before = stateAtFirst
    while next() {
      guard let now = state() else { continue }
      defer { before = now }
      // A value that is read for the first time has not changed.
      guard let before, now != before, walk.rows.upperBound > first else { continue }
      return found(walk.rows.upperBound, "\(subject) \(before) -> \(now)")
    }
    return never("no change", nil)
  }

  /// The watched state before the first step.
  private var stateAtFirst: String? {
    switch question.sought {
    case .dataChanges: "nothing"
    case .containerChanges: "closed"
    case .valueChanges, .holds: nil
    }
  }

  /// Returns the watched state now; nil if no app is running that could read it.
  private mutating func state() -> String? {
    let live = walk.run.timeline.live
    guard let runtime = live.runtime else { return nil }
    switch question.sought {
    case .holds: return nil
    case .dataChanges(let path):
      return runtime.dataLayer.get(path).map { BoundedText.cut(JSONWriter.write($0)) } ?? "nothing"
    case .containerChanges(let id):
      if let failure = walk.run.checkID(id) { mistake = failure.lines.first }
      guard let container = live.container(live.containerID(id)) else { return "closed" }
      let version = container.version.isEmpty ? "" : " v\(container.version)"
      return container.source == .none ? "empty" : container.source.rawValue + version
    case .valueChanges(let key, let id):
      if let failure = walk.run.checkID(id) { mistake = failure.lines.first }
      guard let container = live.container(live.containerID(id)) else { return nil }
      let read = live.world.app.container(container.id)?.reads.first { $0.key == key }
      guard read != nil || container.macroNames.contains(key) else {
        mistake = walk.run.unknownKey(key, container)
        return nil
      }
      wasMeant = true
      let reading = live.reading(of: read ?? TypedRead(kind: .string, key: key), in: container.id)
      return BoundedText.cut(reading.shownValue)
    }
  }

  private var subject: String {
    switch question.sought {
    case .valueChanges(let key, _): key
    case .dataChanges(let path): path
    case .containerChanges(let id): whole.timeline.live.containerID(id)
    case .holds: question.text
    }
  }

  // MARK: Answers

  private func found(_ row: Int, _ what: String) -> MomentAnswer {
    let event = whole.timeline.row(at: row).event
    let words = [event.name, event.detail.flatMap { $0.count <= 24 ? $0 : nil }]
    let name = words.compactMap { $0 }.joined(separator: " ")
    return MomentAnswer(outcome: .found(row: row), sentence: "#\(row) \(name): \(what)")
  }

  private func never(_ never: String, _ nearest: String?) -> MomentAnswer {
    if let mistake, !wasMeant { return MomentAnswer(outcome: .mistake, sentence: mistake) }
    let looked = walk.rows.upperBound
    let isCut = !walk.isOver && looked < last
    let place = first > 0 ? "\(never) after #\(first)" : "\(never) so far"
    let looks =
      isCut
      ? "only the first \(Counted.text(looked, "event")) were checked, in "
        + "\(ScenarioRun.seekLimit) steps"
      : "checked \(Counted.text(looked, "event"))"
    let more = nearest.map { "; \($0)" } ?? ""
    return MomentAnswer(
      outcome: .never, sentence: "\(question.text): \(place) (\(looks)\(more))")
  }
}

extension ScenarioRun {
  /// Returns the beginning in the history of the act that an expectation refers to: another act is
  /// another moment. 0 if it refers to no act.
  fileprivate func act(of expectation: Expectation) -> Int {
    switch expectation {
    case .tag, .event, .call, .plan, .firebase(.error): last.eventRows.lowerBound
    case .callback: last.loads.lowerBound
    case .log: last.lines.lowerBound
    case .userProperty, .firebase, .value, .container, .screen, .tokens, .queue, .sent, .lost,
      .late, .unreported, .duplicates, .requests, .periodic, .completion, .hit, .braze, .data:
      0
    }
  }

  /// Returns the count that an expectation compares, with the comparison; nil if it compares none.
  fileprivate func count(of expectation: Expectation) -> (wanted: Comparison<Int>, actual: Int)? {
    let world = timeline.live.world
    return switch expectation {
    case .queue(let size, let queue): (size, waiting(in: queue))
    case .sent(let count, let queue): (count, sent(of: queue))
    case .lost(let count, let reason, let queue): (count, lost(of: queue, because: reason))
    case .late(let count): (count, world.ledger.late)
    case .unreported(let count): (count, world.ledger.unreported)
    case .duplicates(let count): (count, world.ledger.duplicates)
    case .requests(let count): (count, world.requests.count)
    default: nil
    }
  }
}

extension Expectation {
  /// Whether it refers to the events of the last act that caused any.
  fileprivate var isOfEvents: Bool {
    switch self {
    case .tag, .event, .call, .firebase(.error): true
    default: false
    }
  }
}
