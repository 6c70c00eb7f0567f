import CommandKit
import Foundation
import OrderedCollections
import Synchronization
import TagBench

/// Does workloads with a clock beside them.
enum BenchRunner {
  /// All workloads, those with files included, in the order in which they are shown.
  static func workloads(_ size: WorkloadSize) -> [Workload] {
    let pure = Workload.all(size)
    let place = pure.firstIndex { $0.name.hasPrefix("W4.") } ?? pure.endIndex
    return pure[..<place] + StoreWorkloads.all(size) + MemoryWorkloads.all(size) + pure[place...]
  }

  /// Measures a workload; tells, too, where a round came to something else than it has to.
  static func measure(
    _ workload: Workload, repeats: Int
  ) throws(CommandFailure) -> (measurement: WorkloadMeasurement, fault: String?) {
    var times: [WorkloadMeasurement.Time] = []
    var outcome: WorkloadOutcome?
    var fault: String?
    for _ in 0..<repeats {
      do throws(WorkloadFailure) {
        var round = try workload.prepare()
        let start = now
        try round.run()
        let end = now
        times.append(.init(cpu: end.cpu - start.cpu, elapsed: end.elapsed - start.elapsed))
        let this = round.outcome
        fault =
          fault ?? workload.fault(of: this)
          ?? outcome.flatMap { workload.fault(of: this, after: $0) }
        outcome = this
      } catch {
        throw CommandFailure("\(workload.name): \(error.sentence)", code: .internalError)
      }
      if BenchInterruption.isAsked { throw CommandFailure([], code: .interrupted) }
    }
    let last = outcome ?? WorkloadOutcome(matches: [:])
    return (WorkloadMeasurement(workload, rounds: times, outcome: last), fault)
  }

  private static var now: WorkloadMeasurement.Time {
    WorkloadMeasurement.Time(
      cpu: time(of: CLOCK_PROCESS_CPUTIME_ID), elapsed: time(of: CLOCK_MONOTONIC))
  }

  private static func time(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// Ctrl-C and SIGTERM while something is measured: the process ends at once, and takes along the
/// one that it has started. While it has files of its own in a temporary folder it ends after the
/// round, without them.
enum BenchInterruption {
  private static let child = Atomic<Int32>(0)
  private static let hasFiles = Atomic<Bool>(false)
  private static let asked = Atomic<Bool>(false)

  /// Whether the process is to end once its files are gone.
  static var isAsked: Bool { asked.load(ordering: .relaxed) }

  /// From here on signals end the process in this way.
  static func prepare() {
    // What a handler touches has to be there before it is called.
    runs(child: 0)
    keepsFiles(false)
    asked.store(false, ordering: .relaxed)
    Interruption.calls { _ in
      let child = BenchInterruption.child.load(ordering: .relaxed)
      if child > 0 { kill(child, SIGTERM) }
      if BenchInterruption.hasFiles.load(ordering: .relaxed) {
        BenchInterruption.asked.store(true, ordering: .relaxed)
      } else {
        _exit(2)
      }
    }
  }

  /// Notes the process that is running; 0 is none.
  static func runs(child id: Int32) { child.store(id, ordering: .relaxed) }

  /// Notes whether there are files to be removed.
  static func keepsFiles(_ keeps: Bool) { hasFiles.store(keeps, ordering: .relaxed) }
}
