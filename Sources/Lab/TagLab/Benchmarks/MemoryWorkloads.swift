import Foundation
import OrderedCollections
import TagBench
import TagRuntime
import TagSimulation

/// W8: the memory of a history, without the pushes themselves.
enum MemoryWorkloads {
  /// Returns the workloads in the order in which they are shown.
  static func all(_ size: WorkloadSize) -> [Workload] {
    let events = size == .full ? 100_000 : 200
    return [
      Workload(
        "W8.memory", "a push every 5 s with 20 tags, and what the history of \(events) takes",
        "push", events, expected: ["events kept": .int(Int64(events))]
      ) { () throws(WorkloadFailure) in try MemoryRound(events: events) }
    ]
  }
}

/// A history that grows; the pushes are made beforehand.
private struct MemoryRound: WorkloadRound {
  private let pushes: [DataMap]
  private var timeline: Timeline
  private var taken = 0

  init(events: Int) throws(WorkloadFailure) {
    pushes = Pushes.session(events)
    timeline = try BenchWorld.history(.session())
  }

  /// Measures the second half only: anything that a phone always keeps, such as its last thousand
  /// requests, exists after the first half.
  mutating func run() throws(WorkloadFailure) {
    var before = 0
    for (index, push) in pushes.enumerated() {
      if index == pushes.count / 2 { before = Resident.bytes }
      timeline.wait(until: .seconds(5) * (index + 1))
      try timeline.act(.app(.push(push)))
    }
    taken = Resident.bytes - before
  }

  var outcome: WorkloadOutcome {
    let kept = timeline.rows.count { $0.event.update != nil }
    return WorkloadOutcome(
      matches: ["events kept": .int(Int64(kept))],
      counters: [
        "rows kept": .int(Int64(timeline.rows.count)),
        "bytes a push": .int(Int64(taken / max(1, pushes.count / 2))),
        "bytes counted a push": .int(Int64(timeline.heldBytes / max(1, pushes.count))),
      ])
  }
}
