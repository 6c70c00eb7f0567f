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
      _ prepare: @escaping @Sendable (PushCycle) throws(WorkloadFailure) -> WorkloadRound
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
      workload("merge", "merged into the data layer", ["refused": 0], cycles: merges, merged),
      workload("runtime", "given to a runtime with an open container of one rule", pushed) {
        RuntimeRound(cycle: $0, container: .listener).timed(\.outcome)
      },
      workload("simulation", "by an app in a simulation", pushed, simulated),
      workload("history", "by an app in a simulation with its history", pushed, recorded),
    ]
  }

  private static func reads(_ count: Int) -> [Workload] {
    let expected: Facts = ["found": .int(Int64(count)), "sum": .int(Int64(count) * 7)]
    return [
      Workload(
        "W1r.path", "a value at a dotted path of four parts", "get", count, expected: expected
      ) { read(count, isSplit: false) },
      Workload(
        "W1r.split", "a value at a path of four parts that is split", "get", count,
        expected: expected
      ) { read(count, isSplit: true) },
    ]
  }
}

/// Pushes that are repeated several times.
struct PushCycle: Sendable {
  var pushes: [DataMap]
  var cycles: Int

  func forEach(_ body: (DataMap) throws(WorkloadFailure) -> Void) throws(WorkloadFailure) {
    for _ in 0..<cycles {
      for push in pushes { try body(push) }
    }
  }
}

extension DataLayer {
  /// A digest that distinguishes data layers.
  var digest: String { TextDigest(JSONWriter.write(.map(model))).text }
}

// MARK: - Rounds

extension Workload {
  private static func merged(_ cycle: PushCycle) -> WorkloadRound {
    { () throws(WorkloadFailure) in
      var dataLayer = DataLayer()
      var refused = 0
      try cycle.forEach { push in
        do throws(PushRejection) {
          try dataLayer.merge(push)
        } catch {
          refused += 1
        }
      }
      return { [dataLayer, refused] in
        let leaves = cycle.pushes.reduce(0) { $0 + Value.map($1).leafCount }
        return WorkloadOutcome(
          matches: ["data layer": .string(dataLayer.digest), "refused": .int(Int64(refused))],
          counters: ["leaf writes": .int(Int64(leaves * cycle.cycles))])
      }
    }
  }

  /// Lets an app push in a simulation.
  private static func simulated(_ cycle: PushCycle) throws(WorkloadFailure) -> WorkloadRound {
    var world = try BenchWorld.running(.listener)
    return { () throws(WorkloadFailure) in
      var tally = RowTally()
      try cycle.forEach { (push) throws(WorkloadFailure) in
        do throws(ActError) {
          for row in try world.perform(.app(.push(push))).rows { tally.add(row) }
        } catch {
          throw WorkloadFailure(error.sentence)
        }
      }
      return { [tally] in
        WorkloadOutcome(
          matches: pushed(tally.updates, tally.tagsFired, world.runtime?.dataLayer),
          counters: ["rows": .int(Int64(tally.rows))])
      }
    }
  }

  /// Lets an app push in a simulation whose history is kept.
  private static func recorded(_ cycle: PushCycle) throws(WorkloadFailure) -> WorkloadRound {
    var timeline = Timeline(try BenchWorld.running(.listener))
    let first = timeline.rowCount + 1
    return { () throws(WorkloadFailure) in
      try cycle.forEach { (push) throws(WorkloadFailure) in
        try timeline.act(.app(.push(push)))
      }
      return {
        var tally = RowTally()
        timeline.forEachRow(in: first...) { tally.add($0.event) }
        return WorkloadOutcome(
          matches: pushed(tally.updates, tally.tagsFired, timeline.live.runtime?.dataLayer),
          counters: [
            "rows kept": .int(Int64(timeline.rowCount)),
            "steps kept": .int(Int64(timeline.stepCount)),
            "log lines kept": .int(Int64(timeline.lines.count)),
          ])
      }
    }
  }

  fileprivate static func pushed(_ updates: Int, _ fired: Int, _ dataLayer: DataLayer?) -> Facts {
    [
      "data layer": .string(dataLayer?.digest ?? ""), "pushes": .int(Int64(updates)),
      "tags fired": .int(Int64(fired)),
    ]
  }

  private static func read(_ count: Int, isSplit: Bool) -> WorkloadRound {
    var dataLayer = DataLayer(Pushes.screens(1)[0])
    try? dataLayer.merge(["a.b.c.d": 7])
    return { [dataLayer] in
      let (path, parts) = ("a.b.c.d", ["a", "b", "c", "d"])
      var (found, sum) = (0, Int64(0))
      for _ in 0..<count {
        let value = isSplit ? dataLayer.get(parts: parts) : dataLayer.get(path)
        guard case .int(let number)? = value else { continue }
        found += 1
        sum += number
      }
      return { [found, sum] in
        WorkloadOutcome(matches: ["found": .int(Int64(found)), "sum": .int(sum)])
      }
    }
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
struct RuntimeRound {
  let cycle: PushCycle
  var runtime: Runtime
  let moment: Moment
  private let host = QuietApp()
  private(set) var tally: EffectTally

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

  /// The round, with what is made of it afterwards.
  func timed(_ outcome: @escaping (RuntimeRound) -> WorkloadOutcome) -> WorkloadRound {
    var round = self
    return { () throws(WorkloadFailure) in
      try round.cycle.forEach { push in
        let effects = round.runtime.handle(.call(.push(push)), at: round.moment, host: round.host)
        round.tally.add(effects)
      }
      return { outcome(round) }
    }
  }

  var outcome: WorkloadOutcome {
    WorkloadOutcome(
      matches: Workload.pushed(tally.updates, tally.tagsFired, runtime.dataLayer),
      counters: ["effects": .int(Int64(tally.effects))])
  }
}

/// Counts of tags from effects.
struct EffectTally: Sendable {
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
