import OrderedCollections
package import TagRuntime
package import TagSimulation
import TagWords

/// An event of a run with everything that reports say about it.
package struct RunMoment: Sendable {
  /// A variable of a container as rules see it.
  package struct Variable: Sendable, Hashable {
    package let container: String
    package let name: String
    /// Its value as text; nil if it has none.
    package var value: String?
    /// The key of the data layer that it reads; nil if it reads something else.
    package var path: String?
    /// The event that pushed the key.
    package var from: Int?
  }

  @Boxed package private(set) var row: Timeline.Row
  /// The world right after it.
  @Boxed package private(set) var world: Simulation
  /// The world in which the app reads: the updates of a step belong to one push, after which the
  /// app continues.
  @Boxed package private(set) var reading: Simulation
  /// The statement that caused it, as written; nil before the scenario's first.
  package let cause: String?
  /// The traced update; nil if nothing was pushed.
  @Boxed package private(set) var update: UpdateRecord?
  /// The evaluated containers, with the conditions that the SDK did not reach.
  package let explanations: [EventExplanation]
  /// The variables that changed, or were pushed again.
  package let variables: [Variable]
  /// The values of the data layer that were pushed, changed or removed; a removed one is nil.
  package let data: [(path: String, value: Value?)]
  /// The hits that were sent or lost since the event before it.
  package let ended: [EndedHit]
  /// The lines on the phone's screen; nil if they are the same as before.
  package let phone: [String]?

  /// Whether the app may read other values from now on.
  package var mayChangeValues: Bool {
    switch row.event.kind {
    case .containerAvailable, .refreshed, .update, .closed, .killed, .launched: true
    default: false
    }
  }

  /// Whether the app did it, so that rules may run.
  package var isOfApp: Bool {
    guard case .update(let update, let cause) = row.event.kind else { return false }
    return cause != .automatic && (update.event != nil || update.firebase != nil)
  }

  /// Its name for people: "App launched", "Confirmation".
  package var shownName: String { row.event.deed ?? row.event.shortName }

  /// The containers in use, each with its version: "GTM-AB12 v8".
  package var versions: [String] {
    (world.runtime?.containerStatuses ?? []).map {
      $0.id + ($0.version.isEmpty ? "" : " v" + $0.version)
    }
  }
}

/// Makes the moments of a run, one after another.
package struct RunMoments: Sendable {
  @Boxed private var run: FinishedRun
  private var entry = 0
  private var leaves: OrderedDictionary<String, Value> = [:]
  private var variables: [String: RunMoment.Variable] = [:]
  private var ended = 0
  private var phone: [String] = []

  @Boxed private var pass: Timeline.Pass

  /// Begins at the start of a run.
  package init(of run: FinishedRun) {
    _run = Boxed(wrappedValue: run)
    _pass = Boxed(wrappedValue: Timeline.Pass(through: run.timeline))
  }

  /// Returns the moment of a row; rows must come in order.
  package mutating func moment(at row: Timeline.Row) -> RunMoment {
    let (update, world, after) = pass.moment(at: row)
    let explanations = update?.explanations.map { $0.complete() } ?? []
    while entry < run.entries.count, run.entries[entry].rows.upperBound < row.number { entry += 1 }
    let isCaused = entry < run.entries.count && run.entries[entry].rows.lowerBound < row.number
    let screen = Self.phone(in: world)
    defer { phone = screen }
    return RunMoment(
      row: row, world: world, reading: row.event.update == nil ? world : after,
      cause: isCaused ? run.entries[entry].result.statement.text : nil,
      update: update, explanations: explanations,
      variables: explanations.flatMap { changed(in: $0, row, update, world) },
      data: changedData(row, update, world), ended: newlyEnded(in: world),
      phone: screen == phone ? nil : screen)
  }

  private static func phone(in world: Simulation) -> [String] {
    guard world.isRunning, !world.isInBackground, let screen = world.screen else { return [] }
    return [screen.name] + screen.texts.flatMap { $0 } + (screen.banner.map { [$0] } ?? [])
      + screen.buttons.map { "[ \($0.title) ]" }
  }

  private mutating func newlyEnded(in world: Simulation) -> [EndedHit] {
    let ledger = world.world.ledger
    defer { ended = ledger.sent + ledger.lost }
    return Array(ledger.ended.suffix(max(0, ledger.sent + ledger.lost - ended)))
  }

  // MARK: Data

  private mutating func changedData(
    _ row: Timeline.Row, _ update: UpdateRecord?, _ world: Simulation
  ) -> [(path: String, value: Value?)] {
    var now: OrderedDictionary<String, Value> = [:]
    let pushed: Set<String>
    if let update, let firebase = update.firebase {
      now = firebase.logged.parameters
      pushed = Set(now.keys)
    } else if let update, update.rejection == nil {
      pushed = Set(DataLayer.leaves(of: update.update).map(\.path))
      for leaf in update.dataLayer?.leaves() ?? [] { now[leaf.path] = leaf.value }
    } else {
      let isSame = world.isRunning && world.runtime?.firebase == nil
      if isSame, !leaves.isEmpty { return [] }
      pushed = []
      for leaf in world.runtime?.dataLayer.leaves() ?? [] { now[leaf.path] = leaf.value }
    }
    for (name, value) in (update?.firebaseState ?? world.runtime?.firebase)?.userProperties ?? [:] {
      now["user property " + name] = .string(value)
    }
    defer { leaves = now }
    return leaves.keys.filter { now[$0] == nil }.map { ($0, nil) }
      + now.elements.filter { pushed.contains($0.key) || leaves[$0.key] != $0.value }
      .map { ($0.key, $0.value) }
  }

  // MARK: Variables

  private mutating func changed(
    in event: EventExplanation, _ row: Timeline.Row, _ update: UpdateRecord?, _ world: Simulation
  ) -> [RunMoment.Variable] {
    let id = event.containerID
    var seen: OrderedDictionary<String, RunMoment.Variable> = [:]
    func add(_ name: String, _ value: String?, _ maker: ValueMaker?) {
      var variable = RunMoment.Variable(container: id, name: name, value: value)
      variable.path = maker?.readsDataLayer == true ? maker?.subject : nil
      if let path = variable.path,
        case .row(let number) =
          run.timeline.lastWrite(of: path, upTo: row.number)
      {
        variable.from = number
      }
      seen[name] = variable
    }
    for condition in event.rules.flatMap(\.conditions) where seen[condition.subject] == nil {
      add(condition.subject, condition.seen, condition.maker)
    }
    for name in event.compiled.slots.map(\.name)
    where seen[name] == nil && !name.isEmpty && !name.hasPrefix("_") {
      let read = TypedRead(kind: .string, key: name)
      let reading =
        update?.firebase == nil
        ? world.reading(
          of: read, in: id,
          pushed: PushedEvent(name: update?.event, dataLayer: update?.dataLayer))
        : world.reading(of: read, in: id, during: update?.firebase?.logged)
      add(
        name, reading.origin == .container ? ValueConversion.text(reading.value) : nil,
        reading.maker)
    }
    return seen.values.filter { variable in
      let key = id + "/" + variable.name
      defer { variables[key] = variable }
      return variables[key] != variable
    }
  }
}

extension EventExplanation {
  /// The rules of its tags, each once, in the order in which tags use them.
  package var rules: [RuleExplanation] {
    var rules: OrderedDictionary<Int, RuleExplanation> = [:]
    for tag in tags {
      for rule in tag.rules + tag.blockingRules { rules[rule.position] = rule }
    }
    return Array(rules.values)
  }
}
