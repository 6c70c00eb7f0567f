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
      ) { () throws(WorkloadFailure) in try prepared(events: events) }
    ]
  }

  /// A history that grows; the pushes are made beforehand. Only the second half is measured:
  /// anything that a phone always keeps, such as its last thousand requests, exists after the first
  /// half.
  private static func prepared(events: Int) throws(WorkloadFailure) -> WorkloadRound {
    let pushes = Pushes.session(events)
    var timeline = try BenchWorld.history(.session())
    return { () throws(WorkloadFailure) in
      var before = 0
      for (index, push) in pushes.enumerated() {
        if index == pushes.count / 2 { before = Resident.bytes }
        timeline.wait(until: .seconds(5) * (index + 1))
        try timeline.act(.app(.push(push)))
      }
      let taken = Resident.bytes - before
      return {
        let kept = timeline.rows(in: 1...).count { $0.event.update != nil }
        return WorkloadOutcome(
          matches: ["events kept": .int(Int64(kept))],
          counters: [
            "rows kept": .int(Int64(timeline.rowCount)),
            "bytes a push": .int(Int64(taken / max(1, pushes.count / 2))),
            "bytes counted a push": .int(Int64(timeline.heldBytes / max(1, pushes.count))),
          ])
      }
    }
  }
}
