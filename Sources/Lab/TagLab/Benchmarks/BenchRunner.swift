import CommandKit
import Foundation
import OrderedCollections
import Synchronization
import TagBench

/// Runs workloads and measures their time.
enum BenchRunner {
  /// Returns all workloads, including those with files, in the order in which they are shown.
  static func workloads(_ size: WorkloadSize) -> [Workload] {
    let pure = Workload.all(size)
    let place = pure.firstIndex { $0.name.hasPrefix("W4.") } ?? pure.endIndex
    return pure[..<place] + StoreWorkloads.all(size) + MemoryWorkloads.all(size) + pure[place...]
      + CommandWorkloads.all(size)
  }

  /// Measures a workload; also returns the fault if the outcome of a round is not the expected one.
  static func measure(
    _ workload: Workload, repeats: Int
  ) throws(CommandFailure) -> (measurement: WorkloadMeasurement, fault: String?) {
    var times: [WorkloadMeasurement.Time] = []
    var outcome: WorkloadOutcome?
    var fault: String?
    for _ in 0..<repeats {
      do throws(WorkloadFailure) {
        let round = try workload.prepare()
        let start = now
        let outcomeOfRound = try round()
        let end = now
        times.append(.init(cpu: end.cpu - start.cpu, elapsed: end.elapsed - start.elapsed))
        let this = outcomeOfRound()
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

/// Ctrl-C and SIGTERM during a measurement: the process ends immediately, and ends the process that
/// it has started. While it has files in a temporary folder, it first finishes the round and
/// removes them.
enum BenchInterruption {
  private static let child = Atomic<Int32>(0)
  private static let hasFiles = Atomic<Bool>(false)
  private static let asked = Atomic<Bool>(false)

  /// Whether the process should end once its files are removed.
  static var isAsked: Bool { asked.load(ordering: .relaxed) }

  /// Installs the handler of the signals.
  static func prepare() {
    // Anything that a handler uses must be initialised before it is called.
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

  /// Records the process that is running; 0 for none.
  static func runs(child id: Int32) { child.store(id, ordering: .relaxed) }

  /// Records whether there are files to remove.
  static func keepsFiles(_ keeps: Bool) { hasFiles.store(keeps, ordering: .relaxed) }
}
