import OrderedCollections
import TagRuntime

/// W2a, W2w, W2r: 200 tags with one rule each, and rules that cannot match.
extension Workload {
  static func evaluation(_ size: WorkloadSize) -> [Workload] {
    let count = size(1000, 40)
    return rules(.selective, "W2a", "by the event's name", count, cycles: size(10, 1))
      + rules(.worst, "W2w", "that all have to be tested", count, cycles: size(3, 1))
      + rules(.patterns, "W2r", "of 200 different patterns", count, cycles: size(3, 1))
  }

  private static func rules(
    _ kind: SampleContainer.Kind, _ name: String, _ words: String, _ count: Int, cycles: Int
  ) -> [Workload] {
    let expected = { @Sendable (count: Int, cycles: Int) -> Facts in
      let matches = SampleContainer.matches(kind, Pushes.events(count))
      return [
        "tags matched": .int(Int64(matches * cycles)),
        "tags matched by an event": .double(Double(matches) / Double(count)),
      ]
    }
    let what = "200 rules " + words
    // Explanations take long, so they cover only a fifth of the events.
    let few = count / 5
    return [
      Workload(
        name + ".evaluation", what + ", evaluated alone", "event", count * cycles,
        expected: expected(count, cycles)
      ) {
        var round = EvaluationRound(kind, events: count, cycles: cycles)
        return {
          round.run()
          return { round.outcome }
        }
      },
      Workload(
        name + ".runtime", what + ", pushes of 52 values handled by a runtime", "event",
        count * cycles, expected: expected(count, cycles)
      ) { matches(kind, events: count, cycles: cycles, explaining: .none) },
      Workload(
        name + ".one", what + ", with the explanation of one tag in words", "event", few,
        expected: expected(few, 1).merging(["tags explained": .int(Int64(few))]) { $1 }
      ) { matches(kind, events: few, cycles: 1, explaining: .one) },
      Workload(
        name + ".explained", what + ", with the explanation of all tags", "event", few,
        expected: expected(few, 1).merging(["tags explained": .int(Int64(few * 200))]) { $1 }
      ) { matches(kind, events: few, cycles: 1, explaining: .all) },
    ]
  }

  // MARK: Rules that cannot match

  static func unmatched(_ size: WorkloadSize) -> [Workload] {
    [10, 100, 1000, 10_000].flatMap { rules -> [Workload] in
      let named = size(3_000_000 / rules, 10)
      let patterned = size(400_000 / rules, 4)
      let count = size(rules, rules / 10)
      return [
        unmatched("rules.event.\(rules)", "for other events", count, named, byPattern: false),
        unmatched(
          "rules.patterns.\(rules)", "of other patterns", count, patterned, byPattern: true),
      ]
    }
  }

  private static func unmatched(
    _ name: String, _ words: String, _ rules: Int, _ count: Int, byPattern: Bool
  ) -> Workload {
    let pushes = Pushes.flat(min(count, 50))
    let cycles = max(1, count / pushes.count)
    let operations = pushes.count * cycles
    return Workload(
      name, "flat pushes, \(NumberText.grouped(rules)) rules \(words)", "push", operations,
      expected: ["pushes": .int(Int64(operations)), "tags fired": 0]
    ) {
      RuntimeRound(
        cycle: PushCycle(pushes: pushes, cycles: cycles),
        container: .unmatched(rules, byPattern: byPattern)
      ).timed { round in
        var outcome = round.outcome
        outcome.matches["data layer"] = nil
        return outcome
      }
    }
  }

  /// Pushes events to a runtime, and counts the tags that match.
  private static func matches(
    _ kind: SampleContainer.Kind, events: Int, cycles: Int, explaining: RuntimeRound.Explaining
  ) -> WorkloadRound {
    RuntimeRound(
      cycle: PushCycle(pushes: Pushes.events(events), cycles: cycles),
      container: SampleContainer(kind), explaining: explaining
    ).timed { round in
      var outcome = round.outcome
      outcome.matches = matches(round.tally.tagsFired, of: events * cycles)
      if explaining != .none {
        outcome.matches["tags explained"] = .int(Int64(round.tally.tagsExplained))
        outcome.counters.merge(LookCount(kind).facts) { $1 }
      }
      return outcome
    }
  }

  fileprivate static func matches(_ matched: Int, of events: Int) -> Facts {
    [
      "tags matched": .int(Int64(matched)),
      "tags matched by an event": .double(Double(matched) / Double(events)),
    ]
  }
}

// MARK: - Rounds

/// Evaluates events in data layers that already contain them.
struct EvaluationRound {
  let container: CompiledContainer
  let events: [(name: String?, dataLayer: DataLayer)]
  let cycles: Int
  let surroundings = Surroundings(Settings(), DeviceFacts())
  let moment = Moment(instant: .start, wall: BenchWorld.start)
  var matched = 0
  var steps = 0
  var builtBytes = 0

  init(_ kind: SampleContainer.Kind, events count: Int, cycles: Int) {
    container = SampleContainer(kind).compiled
    events = Pushes.events(count).map { ($0["event"]?.text, DataLayer($0)) }
    self.cycles = cycles
  }

  mutating func run() {
    let host = QuietApp()
    let lasting = Lasting()
    let random = RandomSource(seed: surroundings.settings.seed)
    var memo = EvaluationMemo()
    for _ in 0..<cycles {
      for event in events {
        var evaluator = Evaluator(
          container, id: SampleContainer.id, event: event.name, dataLayer: event.dataLayer,
          lasting: lasting, in: surroundings, moment: moment, random: random, host: host,
          isTracing: false, memo: memo.take())
        matched += evaluator.evaluateTags().count(where: \.didFire)
        steps += evaluator.steps
        builtBytes += evaluator.builtBytes
        memo = evaluator.memo.take()
      }
    }
  }

  var outcome: WorkloadOutcome {
    WorkloadOutcome(
      matches: Workload.matches(matched, of: events.count * cycles),
      counters: [
        "conditions tested and values resolved": .int(Int64(steps)),
        "bytes built": .int(Int64(builtBytes)),
      ])
  }
}

/// The rules and conditions of a container of W2 that the SDK tests for 20 events, one of each
/// name, according to explanations.
private struct LookCount {
  var rules = 0
  var conditions = 0

  init(_ kind: SampleContainer.Kind) {
    let cycle = PushCycle(pushes: Pushes.events(20), cycles: 1)
    var round = RuntimeRound(cycle: cycle, container: SampleContainer(kind), explaining: .all)
    for push in cycle.pushes {
      let effects = round.runtime.handle(.call(.push(push)), at: round.moment, host: QuietApp())
      for case .processed(let record) in effects {
        for tag in record.explanations.flatMap(\.tags) { add(tag) }
      }
    }
  }

  private mutating func add(_ tag: TagExplanation) {
    for rule in tag.rules {
      let reached = rule.conditions.count(where: \.wasReached)
      conditions += reached
      rules += reached > 0 ? 1 : 0
    }
  }

  var facts: Workload.Facts {
    [
      "rules looked at by 20 events": .int(Int64(rules)),
      "conditions looked at": .int(Int64(conditions)),
    ]
  }
}
