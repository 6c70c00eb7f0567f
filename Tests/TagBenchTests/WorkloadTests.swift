import OrderedCollections
import TagRuntime
import Testing

@testable import TagBench

/// What the workloads come to, and by which names they are found.
@Suite struct WorkloadTests {
  private static let names = Workload.all(.small).map(\.name)

  private func outcome(of workload: Workload) throws -> WorkloadOutcome {
    try workload.prepare()()()
  }

  /// A workload that came to something else each time could not be checked.
  @Test(arguments: names)
  func comesToTheSameTwice(_ name: String) throws {
    let workload = try #require(Workload.all(.small).first { $0.name == name })
    let first = try outcome(of: workload)
    let second = try outcome(of: workload)
    #expect(!first.matches.isEmpty)
    #expect(first == second)
    #expect(workload.fault(of: first) == nil)
    #expect(workload.fault(of: second, after: first) == nil)
  }

  /// The counts of W2, by the evaluator: 1000 events where the event decides, fewer where all
  /// conditions are tested.
  @Test(arguments: [
    ("W2a.evaluation", 1000, 5895), ("W2w.evaluation", 100, 1000), ("W2r.evaluation", 100, 1000),
  ])
  func matchCounts(_ name: String, _ events: Int, _ expected: Int) throws {
    let kinds: [String: SampleContainer.Kind] = [
      "W2a": .selective, "W2w": .worst, "W2r": .patterns,
    ]
    let kind = try #require(kinds[String(name.prefix(3))])
    var round = EvaluationRound(kind, events: events, cycles: 1)
    round.run()
    #expect(round.outcome.matches["tags matched"] == .int(Int64(expected)))
  }

  /// What was recorded for the full size is there, for every workload.
  @Test func everyFullWorkloadIsChecked() {
    #expect(Workload.all().filter { $0.expected?.isEmpty ?? true }.map(\.name) == [])
    #expect(Workload.all().map(\.name) == Self.names)
    #expect(Set(Self.names).count == Self.names.count)
  }

  /// What a change must not make grow: conditions tested, cells drawn. Times are no matter of
  /// tests.
  @Test(arguments: [
    ("W2a.evaluation", "conditions tested and values resolved", 760),
    ("W2w.evaluation", "conditions tested and values resolved", 10_160),
    ("W2r.evaluation", "conditions tested and values resolved", 18_120),
    ("W5.same.160x50", "cells drawn", 0), ("W5.status.160x50", "cells drawn", 48),
  ])
  func cost(_ name: String, _ counter: String, _ most: Int64) throws {
    let workload = try #require(Workload.all(.small).first { $0.name == name })
    guard case .int(let count)? = try outcome(of: workload).counters[counter] else {
      Issue.record("\(name) does not count \(counter)")
      return
    }
    #expect(count <= most)
  }

  // MARK: Faults

  @Test func aWrongCountIsAFault() {
    let workload = Workload("W9.x", "nothing", "push", 1, expected: ["tags": 2]) {
      () throws(WorkloadFailure) in throw WorkloadFailure("never prepared")
    }
    #expect(workload.fault(of: WorkloadOutcome(matches: ["tags": 2])) == nil)
    for (matches, told) in [
      (["tags": 2000], "tags is 2,000, and has to be 2"), ([:], "tags is missing, and has to be 2"),
    ] as [(Workload.Facts, String)] {
      #expect(workload.fault(of: WorkloadOutcome(matches: matches))?.hasSuffix(told) == true)
    }
    let (first, second) = (
      WorkloadOutcome(matches: ["tags": 2]), WorkloadOutcome(matches: ["tags": 3])
    )
    #expect(workload.fault(of: second, after: first)?.hasSuffix("tags was 2, then 3") == true)
  }

  // MARK: Names

  private static let choices: [(words: [String], names: [String])] = [
    (["W1r"], ["W1r.path", "W1r.split"]), (["w1R.SPLIT"], ["W1r.split"]),
    (["W1"], ["W1.merge", "W1.runtime", "W1.simulation", "W1.history"]),
    (["W6.write", "W1r", "w1r.path"], ["W1r.path", "W1r.split", "W6.write"]),
    (["rules.event"], [10, 100, 1000, 10_000].map { "rules.event.\($0)" }),
    (["W2"], names.filter { $0.hasPrefix("W2") }), ([], names),
  ]

  @Test(arguments: choices)
  func chosen(_ words: [String], _ names: [String]) throws {
    #expect(try Workload.all(.small).named(words).map(\.name) == names)
  }

  @Test(arguments: [
    ("W1.merg", "there is no workload 'w1.merg': did you mean 'W1.merge'?"),
    ("rulse", "there is no workload 'rulse': did you mean 'rules'?"),
    ("latency", "there is no workload 'latency': 'tagsim-lab bench --list' names all"),
    ("", "there is no workload '': 'tagsim-lab bench --list' names all"),
  ])
  func unknown(_ word: String, _ sentence: String) {
    do throws(UnknownWorkload) {
      _ = try Workload.all(.small).named([word])
      Issue.record("'\(word)' was found")
    } catch {
      #expect(error.sentence == sentence)
    }
  }
}
