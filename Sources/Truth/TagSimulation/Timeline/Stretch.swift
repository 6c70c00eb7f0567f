import Synchronization
import TagRuntime

/// The numbers of steps, rows and log lines at a point of a history.
struct HistoryExtent: Sendable, Hashable {
  var steps = 0
  var rows = 0
  var lines = 0
}

/// One step: the act or event from which all its results can be reproduced.
enum HistoryStep: Sendable {
  /// An act. The values of a typed one belong to the history, those of others to the scenario that
  /// was read.
  indirect case act(Act, isTyped: Bool)
  case due
  case pass(Duration)

  /// Repeats the step on the world before it.
  func redo(on simulation: inout Simulation) -> StepRecord {
    switch self {
    case .act(let act, _):
      do throws(ActError) {
        return try simulation.perform(act)
      } catch {
        preconditionFailure("an action that worked before did not work again: \(error.sentence)")
      }
    case .due:
      return simulation.step() ?? StepRecord()
    case .pass(let duration):
      simulation.pass(duration)
      return StepRecord()
    }
  }
}

/// A world that a history stores, behind one reference: the value itself is some thousand bytes.
///
/// It has only the last finished hits and requests: otherwise every hit that was ever made would be
/// stored with some world. Nothing that happens later depends on the others.
final class KeptWorld: Sendable {
  /// The numbers of ended hits, and of requests, that are stored with a world.
  static let endedHits = 4

  let simulation: Simulation
  /// The memory counted for it, beyond what it shares with the previous stored world.
  let bytes: Int

  init(_ simulation: Simulation, after last: KeptWorld? = nil) {
    var kept = simulation
    kept.forgetEnded()
    kept.process?.runtime.forgetMemos()
    self.simulation = kept
    bytes = simulation.heldBytes(after: last?.simulation)
  }
}

extension Simulation {
  /// Forgets finished hits and requests except the last ones.
  package mutating func forgetEnded() {
    world.requests.forgetEnded(butLast: KeptWorld.endedHits)
    world.ledger.forgetEnded(butLast: KeptWorld.endedHits, and: hitsOnTheirWay)
  }

  /// The numbers of hits that the collector may still receive, regardless of the store.
  fileprivate var hitsOnTheirWay: Set<Int64> {
    var numbers = events.hitsOnTheirWay
    guard let process else { return numbers }
    numbers.formUnion(process.runtime.hitsInHand)
    for case .input(.hitsRead(_, let hits)) in process.deferred {
      numbers.formUnion(hits.map(\.id))
    }
    return numbers
  }
}

/// Consecutive steps, with the world before them.
///
/// It stores the steps and not their results: rows, texts and log lines are reproduced on demand.
final class Stretch: Sendable {
  /// The extent before its first step.
  let start: HistoryExtent
  /// The extent after its last step.
  let end: HistoryExtent
  /// The world before its first step.
  let world: KeptWorld
  let steps: [HistoryStep]
  let traits: Traits
  /// The memory counted for it.
  let bytes: Int

  init(
    from start: HistoryExtent, to end: HistoryExtent, world: KeptWorld, steps: [HistoryStep],
    traits: Traits, bytes: Int
  ) {
    self.start = start
    self.end = end
    self.world = world
    self.steps = steps
    self.traits = traits
    self.bytes = bytes
  }

  /// Repeats its steps.
  func played() -> PlayedStretch { PlayedStretch(playing: self) }

  /// Returns both as one stretch, without the world in between.
  func joined(with next: Stretch) -> Stretch {
    Stretch(
      from: start, to: next.end, world: world, steps: steps + next.steps,
      traits: traits.joined(with: next.traits),
      bytes: bytes + next.bytes - next.world.bytes)
  }
}

extension Stretch {
  /// The facts about its rows and lines that are known without reproducing them, so that a search
  /// skips the stretches without a match.
  struct Traits: Sendable {
    /// The first and the last time on the clock.
    var walls: ClosedRange<WallTime>?
    /// The most serious level of a line.
    var level: LogLevel?

    mutating func note(_ row: EventRow) {
      walls =
        walls.map { min($0.lowerBound, row.wall)...max($0.upperBound, row.wall) }
        ?? row.wall...row.wall
    }

    mutating func note(_ line: StepRecord.Line) {
      level = level.map { max($0, line.record.level) } ?? line.record.level
    }

    func joined(with next: Traits) -> Traits {
      var joined = self
      if let walls = next.walls {
        joined.walls =
          joined.walls.map {
            min($0.lowerBound, walls.lowerBound)...max($0.upperBound, walls.upperBound)
          } ?? walls
      }
      if let level = next.level { joined.level = joined.level.map { max($0, level) } ?? level }
      return joined
    }
  }
}

package struct RowMarks: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let event = RowMarks(rawValue: 1)
  /// The app set data with Firebase.
  package static let told = RowMarks(rawValue: 2)
  /// A completion handler received the result of a request.
  package static let completed = RowMarks(rawValue: 4)
  package static let hits = RowMarks(rawValue: 8)
  /// Firebase logged an event by itself.
  package static let automatic = RowMarks(rawValue: 16)
  /// Something was lost, refused or dropped.
  package static let error = RowMarks(rawValue: 32)
  /// A tag fired without an effect.
  package static let idle = RowMarks(rawValue: 64)
  /// The row deserves attention.
  package static let trouble: RowMarks = [.error, .idle]

  package init(_ row: EventRow) {
    self = row.hits.isEmpty ? [] : .hits
    if row.isTrouble || row.update?.firebase?.isDropped == true { insert(.error) }
    if row.troubledTags > 0 { insert(.idle) }
    switch row.kind {
    case .update(let update, let cause):
      if update.event != nil { insert(.event) }
      if cause == .automatic { insert(.automatic) }
    case .firebaseTold: insert(.told)
    case .dispatchCompleted: insert(.completed)
    default: break
    }
  }
}

/// A stretch whose steps were repeated: its rows and lines, and worlds on the way.
final class PlayedStretch: Sendable {
  /// The number of worlds stored on the way.
  private static let worldCount = 8

  let rows: [Timeline.Row]
  let lines: [Timeline.Line]
  /// The worlds at regular distances, the first one first.
  private let worlds: [Simulation]
  private let distance: Int

  /// Whether there are worlds on the way, and not only the first one.
  var hasWorlds: Bool { worlds.count > 1 || distance <= 1 }

  /// Creates a stretch that was just performed, with its rows and lines.
  init(_ stretch: Stretch, rows: [Timeline.Row], lines: [Timeline.Line]) {
    (self.rows, self.lines) = (rows, lines)
    worlds = [stretch.world.simulation]
    distance = stretch.steps.count
  }

  fileprivate init(playing stretch: Stretch) {
    var simulation = stretch.world.simulation
    var (rows, lines, worlds): ([Timeline.Row], [Timeline.Line], [Simulation]) = ([], [], [])
    distance = max(1, stretch.steps.count / Self.worldCount)
    for (index, step) in stretch.steps.enumerated() {
      if index % distance == 0 { worlds.append(simulation) }
      let extent = HistoryExtent(
        steps: stretch.start.steps + index, rows: stretch.start.rows + rows.count)
      let record = step.redo(on: &simulation)
      rows += record.rows(after: extent)
      lines += record.lines(after: extent)
    }
    (self.rows, self.lines, self.worlds) = (rows, lines, worlds)
  }

  /// Returns the world after a number of steps of the stretch.
  func world(after count: Int, of steps: [HistoryStep]) -> Simulation {
    let index = min(count / distance, worlds.count - 1)
    var simulation = worlds[index]
    for step in steps[(index * distance)..<count] { _ = step.redo(on: &simulation) }
    return simulation
  }
}

extension StepRecord {
  /// Returns its rows as they are in a history of the given extent.
  func rows(after extent: HistoryExtent) -> [Timeline.Row] {
    rows.enumerated().map { place, event in
      Timeline.Row(
        number: extent.rows + place + 1, step: extent.steps + 1, place: place, event: event)
    }
  }

  /// Returns its lines as they are in a history of the given extent.
  func lines(after extent: HistoryExtent) -> [Timeline.Line] {
    lines.map { Timeline.Line(step: extent.steps + 1, line: $0) }
  }
}

/// A moment of a history with the whole world, ended hits and requests included: cutting back to it
/// repeats nothing.
struct Waypoint: Sendable {
  let extent: HistoryExtent
  @Boxed private(set) var world: Simulation
  let firings: FiringIndex

  init(_ extent: HistoryExtent, _ world: Simulation, _ firings: FiringIndex) {
    (self.extent, self.firings) = (extent, firings)
    _world = Boxed(wrappedValue: world)
  }
}

/// The stretches that were used last, played.
///
/// A view of the past reads the same rows, lines and worlds with every key. The results do not
/// depend on its content.
final class PlayedStretches: Sendable {
  /// The maximum number of stretches, at least one.
  private static let limit = 8
  /// The maximum number of bytes counted for all worlds.
  private static let byteLimit = 32 << 20

  private struct Entry {
    let stretch: Stretch
    let played: PlayedStretch
  }

  /// The last one used is last.
  private let entries = Mutex<[Entry]>([])
  private let redone = Atomic<Int>(0)

  /// The number of steps that were repeated so far.
  var redoneSteps: Int { redone.load(ordering: .relaxed) }

  func countRedone(_ steps: Int) { redone.wrappingAdd(steps, ordering: .relaxed) }

  func played(_ stretch: Stretch) -> PlayedStretch {
    if let known = known(stretch) { return known }
    let played = stretch.played()
    countRedone(stretch.steps.count)
    keep(played, of: stretch)
    return played
  }

  /// Repeats a stretch that was just performed, with the worlds on its way.
  func replayed(_ stretch: Stretch) -> PlayedStretch {
    let played = stretch.played()
    countRedone(stretch.steps.count)
    entries.withLock { entries in entries.removeAll { $0.stretch === stretch } }
    keep(played, of: stretch)
    return played
  }

  func keep(_ played: PlayedStretch, of stretch: Stretch) {
    entries.withLock { entries in
      entries.append(Entry(stretch: stretch, played: played))
      while entries.count > 1,
        entries.count > Self.limit || Self.bytes(of: entries) > Self.byteLimit
      {
        entries.removeFirst()
      }
    }
  }

  /// Returns a stored one; nil if there is none.
  func known(_ stretch: Stretch) -> PlayedStretch? {
    entries.withLock { entries in
      guard let last = entries.last else { return nil }
      if last.stretch === stretch { return last.played }
      guard let index = entries.firstIndex(where: { $0.stretch === stretch }) else { return nil }
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry.played
    }
  }

  private static func bytes(of entries: [Entry]) -> Int {
    entries.reduce(0) { $0 + $1.stretch.world.bytes }
  }
}
