import OrderedCollections
import TagRuntime
import TagSimulation
import TextKit

/// W1, W1b, W1c: pushes into the data layer, through more and more layers. W1r: reading from it.
extension Workload {
  static func dataLayer(_ size: WorkloadSize) -> [Workload] {
    let screens = PushSet(
      name: "W1", words: "pushes of 83 leaves", distinct: size(1000, 20)
    ) { Pushes.screens($0) }
    let flat = PushSet(name: "W1b", words: "flat pushes", distinct: size(1000, 20)) {
      Pushes.flat($0)
    }
    let dotted = PushSet(
      name: "W1c", words: "pushes of a path of four parts", distinct: size(1000, 20)
    ) { Pushes.dotted($0) }
    return pushes(screens, merges: size(20, 2), cycles: size(20, 2))
      + pushes(flat, merges: size(500, 2), cycles: size(60, 2))
      + pushes(dotted, merges: size(500, 2), cycles: size(60, 2)) + reads(size(1_000_000, 1000))
  }

  /// Pushes that are made when needed.
  private struct PushSet: Sendable {
    var name: String
    var words: String
    var distinct: Int
    var make: @Sendable (Int) -> [DataMap]

    /// The final data layer: the same as after only the last push, because all pushes set the same
    /// paths.
    var endState: Facts {
      var merged = DataLayer()
      try? merged.merge(make(distinct).last ?? [:])
      return ["data layer": .string(merged.digest)]
    }
  }

  /// `merges` is the number of cycles for the merge alone, which is much faster than the rest.
  private static func pushes(_ set: PushSet, merges: Int, cycles: Int) -> [Workload] {
    func workload(
      _ part: String, _ words: String, _ facts: Facts, cycles: Int = cycles,
      _ prepare: @escaping @Sendable (PushCycle) throws(WorkloadFailure) -> any WorkloadRound
    ) -> Workload {
      Workload(
        set.name + "." + part, set.words + " " + words, "push", set.distinct * cycles,
        expected: set.endState.merging(facts) { $1 }
      ) { () throws(WorkloadFailure) in
        try prepare(PushCycle(pushes: set.make(set.distinct), cycles: cycles))
      }
    }
    let pushed: Facts = ["pushes": .int(Int64(set.distinct * cycles)), "tags fired": 0]
    return [
      workload("merge", "merged into the data layer", ["refused": 0], cycles: merges) {
        MergeRound(cycle: $0)
      },
      workload("runtime", "given to a runtime with an open container of one rule", pushed) {
        RuntimeRound(cycle: $0, container: .listener)
      },
      workload("simulation", "by an app in a simulation", pushed) {
        (cycle) throws(WorkloadFailure) in
        SimulationRound(cycle: cycle, world: try BenchWorld.running(.listener))
      },
      workload("history", "by an app in a simulation with its history", pushed) {
        (cycle) throws(WorkloadFailure) in
        HistoryRound(cycle: cycle, world: try BenchWorld.running(.listener))
      },
    ]
  }

  private static func reads(_ count: Int) -> [Workload] {
    let expected: Facts = ["found": .int(Int64(count)), "sum": .int(Int64(count) * 7)]
    return [
      Workload(
        "W1r.path", "a value at a dotted path of four parts", "get", count, expected: expected
      ) { ReadRound(count: count, isSplit: false) },
      Workload(
        "W1r.split", "a value at a path of four parts that is split", "get", count,
        expected: expected
      ) { ReadRound(count: count, isSplit: true) },
    ]
  }
}

/// Pushes that are repeated several times.
struct PushCycle: Sendable {
  var pushes: [DataMap]
  var cycles: Int
}

extension DataLayer {
  /// A digest that distinguishes data layers.
  var digest: String { TextDigest(JSONWriter.write(.map(model))).text }
}

// MARK: - Rounds

/// Only merges pushes.
private struct MergeRound: WorkloadRound {
  let cycle: PushCycle
  var dataLayer = DataLayer()
  var refused = 0

  mutating func run() {
    for _ in 0..<cycle.cycles {
      for push in cycle.pushes {
        do throws(PushRejection) {
          try dataLayer.merge(push)
        } catch {
          refused += 1
        }
      }
    }
  }

  var outcome: WorkloadOutcome {
    WorkloadOutcome(
      matches: ["data layer": .string(dataLayer.digest), "refused": .int(Int64(refused))],
      counters: [
        "leaf writes": .int(
          Int64(cycle.pushes.reduce(0) { $0 + Value.map($1).leafCount } * cycle.cycles))
      ])
  }
}

extension Value {
  /// The number of scalars in it, including those in lists.
  var leafCount: Int {
    switch self {
    case .list(let elements): elements.reduce(0) { $0 + $1.leafCount }
    case .map(let members): members.values.reduce(0) { $0 + $1.leafCount }
    default: 1
    }
  }
}

/// Passes pushes to a runtime whose container is open.
struct RuntimeRound: WorkloadRound {
  let cycle: PushCycle
  var runtime: Runtime
  let moment: Moment
  private let host = QuietApp()
  private var tally: EffectTally

  /// The explanations that are made for every event.
  enum Explaining: Sendable {
    case none
    /// One tag, in turn, in words.
    case one
    /// All tags, with all conditions and the values that they saw.
    case all
  }

  let explaining: Explaining

  init(cycle: PushCycle, container: SampleContainer, explaining: Explaining = .none) {
    self.explaining = explaining
    tally = EffectTally(explaining: explaining)
    self.cycle = cycle
    moment = Moment(instant: .start, wall: BenchWorld.start)
    runtime = Runtime()
    let id = SampleContainer.id
    _ = runtime.handle(
      .call(.open(container: id, kind: .callback, timeout: nil)), at: moment, host: host)
    let file = BundledFile(name: id, content: .container(container.compiled))
    _ = runtime.handle(.defaultLoaded(container: id, [file]), at: moment, host: host)
    runtime.isTracing = explaining != .none
  }

  mutating func run() {
    for _ in 0..<cycle.cycles {
      for push in cycle.pushes {
        tally.add(runtime.handle(.call(.push(push)), at: moment, host: host))
      }
    }
  }

  var tagsFired: Int { tally.tagsFired }
  var tagsExplained: Int { tally.tagsExplained }

  var outcome: WorkloadOutcome {
    WorkloadOutcome(
      matches: [
        "data layer": .string(runtime.dataLayer.digest), "pushes": .int(Int64(tally.updates)),
        "tags fired": .int(Int64(tally.tagsFired)),
      ],
      counters: ["effects": .int(Int64(tally.effects))])
  }
}

/// Counts of tags from effects.
private struct EffectTally: Sendable {
  let explaining: RuntimeRound.Explaining
  var effects = 0
  var updates = 0
  var tagsFired = 0
  var tagsExplained = 0

  mutating func add(_ made: [Effect]) {
    effects += made.count
    for case .processed(let record) in made {
      updates += 1
      for firing in record.firings { tagsFired += firing.firedCount }
      for explanation in record.explanations { explain(explanation) }
    }
  }

  private mutating func explain(_ explanation: EventExplanation) {
    switch explaining {
    case .none: break
    case .one:
      let tag = explanation.tag(at: updates % SampleContainer.tagCount)
      if !tag.lines.isEmpty { tagsExplained += 1 }
    case .all:
      for tag in explanation.complete().tags {
        switch tag.outcome {
        case .fired, .notFired, .blocked, .refused: tagsExplained += 1
        }
      }
    }
  }
}

/// Counts of tags from rows.
struct RowTally: Sendable {
  var rows = 0
  var updates = 0
  var tagsFired = 0

  mutating func add(_ row: EventRow) {
    rows += 1
    guard let update = row.update else { return }
    updates += 1
    for firing in update.firings { tagsFired += firing.firedCount }
  }
}

/// Lets an app push in a simulation.
private struct SimulationRound: WorkloadRound {
  let cycle: PushCycle
  var world: Simulation
  var tally = RowTally()

  mutating func run() throws(WorkloadFailure) {
    for _ in 0..<cycle.cycles {
      for push in cycle.pushes {
        do throws(ActError) {
          for row in try world.perform(.app(.push(push))).rows { tally.add(row) }
        } catch {
          throw WorkloadFailure(error.sentence)
        }
      }
    }
  }

  var outcome: WorkloadOutcome {
    WorkloadOutcome(
      matches: [
        "data layer": .string(world.runtime?.dataLayer.digest ?? ""),
        "pushes": .int(Int64(tally.updates)), "tags fired": .int(Int64(tally.tagsFired)),
      ],
      counters: ["rows": .int(Int64(tally.rows))])
  }
}

/// Lets an app push in a simulation whose history is kept.
private struct HistoryRound: WorkloadRound {
  let cycle: PushCycle
  var timeline: Timeline
  let rowsBefore: Int

  init(cycle: PushCycle, world: Simulation) {
    self.cycle = cycle
    timeline = Timeline(world)
    rowsBefore = timeline.rows.count
  }

  mutating func run() throws(WorkloadFailure) {
    for _ in 0..<cycle.cycles {
      for push in cycle.pushes { try timeline.act(.app(.push(push))) }
    }
  }

  var outcome: WorkloadOutcome {
    var tally = RowTally()
    for row in timeline.rows(after: rowsBefore) { tally.add(row.event) }
    return WorkloadOutcome(
      matches: [
        "data layer": .string(timeline.live.runtime?.dataLayer.digest ?? ""),
        "pushes": .int(Int64(tally.updates)), "tags fired": .int(Int64(tally.tagsFired)),
      ],
      counters: [
        "rows kept": .int(Int64(timeline.rows.count)),
        "steps kept": .int(Int64(timeline.stepCount)),
        "log lines kept": .int(Int64(timeline.lines.count)),
      ])
  }
}

private struct ReadRound: WorkloadRound {
  let count: Int
  let isSplit: Bool
  let dataLayer: DataLayer
  var found = 0
  var sum: Int64 = 0

  init(count: Int, isSplit: Bool) {
    self.count = count
    self.isSplit = isSplit
    var dataLayer = DataLayer(Pushes.screens(1)[0])
    try? dataLayer.merge(["a.b.c.d": 7])
    self.dataLayer = dataLayer
  }

  mutating func run() {
    let path = "a.b.c.d"
    let parts = ["a", "b", "c", "d"]
    for _ in 0..<count {
      let value = isSplit ? dataLayer.get(parts: parts) : dataLayer.get(path)
      guard case .int(let number)? = value else { continue }
      found += 1
      sum += number
    }
  }

  var outcome: WorkloadOutcome {
    WorkloadOutcome(matches: ["found": .int(Int64(found)), "sum": .int(sum)])
  }
}
