/// What a campaign of seeds came to so far.
package struct FuzzReport: Sendable {
  /// A seed that departed, made small.
  package struct Failure: Sendable {
    package var seed: UInt64
    /// The smallest world that departs so.
    package var smallest: FuzzCase
    package var departure: Departure
  }

  /// After so many seeds a pair of a fault and a state that was never reached is a failure.
  package static let seedsForMarks = 10_000
  /// How many failures are kept; a broken runtime fails at every seed.
  package static let failureLimit = 20
  /// How many seeds apart worlds are played twice.
  package static let seedsPerRepetition: UInt64 = 50

  package private(set) var seeds = 0
  package private(set) var failed = 0
  /// The first of those.
  package private(set) var failures: [Failure] = []
  package private(set) var counts = JudgedCounts()
  package private(set) var marks = FaultMarks()
  /// How much virtual time passed, in seconds.
  package private(set) var seconds: Int64 = 0
  /// A number that two campaigns share only where the same happened in both.
  package private(set) var digest: UInt64 = 0

  package init() {}

  /// Takes what came of a seed, in the order of the seeds.
  package mutating func take(_ outcome: SeedOutcome) {
    seeds += 1
    counts.add(outcome.result.counts)
    marks.add(outcome.result.marks)
    seconds += outcome.result.seconds
    digest = (digest &* 0x100_0000_01B3) ^ outcome.result.digest
    guard let failure = outcome.failure else { return }
    failed += 1
    if failures.count < Self.failureLimit { failures.append(failure) }
  }

  /// Whether so much was played that every pair of a fault and a state has to have been reached.
  package var expectsMarks = false

  package var isGood: Bool {
    failed == 0 && (!expectsMarks || marks.summary.missing.isEmpty)
  }

  /// The lines that end a campaign.
  package var lines: [String] {
    let (possible, reached, missing) = marks.summary
    var lines = [
      "seeds \(seeds), departed \(failed), digest \(String(digest, radix: 16))",
      "virtual hours \(seconds / 3600), steps \(counts.steps), events \(counts.events), "
        + "hits \(counts.hits), requests \(counts.requests), loads \(counts.loads)",
      "values read \(counts.reads), questions to the app \(counts.asked), calls of Braze "
        + "\(counts.brazeCalls), events of Firebase \(counts.firebaseEvents)",
      counts.tagLine,
      "faults in states \(reached) of \(possible) that can be",
    ]
    if expectsMarks {
      lines += missing.map { "never reached: \($0.name) (\($0.row.words)) in \($1.rawValue)" }
    }
    return lines
  }

  /// The table of marks: a row for each kind of fault, with the states where it never struck and
  /// why.
  package var table: [String] {
    FaultKind.allCases.flatMap { kind -> [String] in
      if case .elsewhere(let reason) = kind.row.reach {
        return ["\(kind.name) \(kind.row.words): not played by seed: \(reason)"]
      }
      let cells = FaultState.allCases.map { state in
        if let obstacle = state.obstacle(to: kind), marks.count(kind, state) == 0 {
          return "    \(state.rawValue): cannot: \(obstacle)"
        }
        return "    \(state.rawValue): \(marks.count(kind, state))"
      }
      return ["\(kind.name) \(kind.row.words)"] + cells
    }
  }
}

/// What came of one seed.
package struct SeedOutcome: Sendable {
  package var result: FuzzResult
  /// The smallest world that departs in the same way; nil where it does not depart.
  package var failure: FuzzReport.Failure?

  /// Plays a seed, twice now and then, and makes it small where it departs.
  package init(seed: UInt64, _ mode: RandomCase.Mode = .faults, shrinks: Bool) {
    let fuzzCase = RandomCase.make(seed: seed, mode)
    result = FuzzRun.play(fuzzCase)
    if result.departure == nil, seed.isMultiple(of: FuzzReport.seedsPerRepetition) {
      let again = FuzzRun.play(RandomCase.make(seed: seed, mode))
      if again.digest != result.digest {
        result.departure = Departure(
          kind: .determinism, step: 0, row: 0,
          sentence: "the same seed came to something else the second time")
      }
    }
    guard let departure = result.departure else { return }
    guard shrinks, departure.kind != .determinism else {
      failure = FuzzReport.Failure(seed: seed, smallest: fuzzCase, departure: departure)
      return
    }
    let small = Shrinker.shrink(fuzzCase, departure) { FuzzRun.play($0).departure }
    failure = FuzzReport.Failure(seed: seed, smallest: small.case, departure: small.departure)
  }
}
