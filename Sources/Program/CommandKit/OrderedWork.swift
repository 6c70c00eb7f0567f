import ArgumentParser
import Dispatch
import Foundation
import Synchronization

/// Numbered pieces of work, done by several threads concurrently and taken in order: the results do
/// not reveal how many threads there were.
///
/// ```
/// thread 1   0 ------> 2 -> 4 ---
/// thread 2   1 -> 3 ------> 5 ->
/// taken              01   23    45
/// ```
package final class OrderedWork<Result: Sendable>: Sendable {
  private struct State {
    /// The number of the next piece of work.
    var next = 0
    /// The results of pieces whose turn has not come, by number.
    var results: [Int: Result] = [:]
  }

  /// How often `isWanted` is checked while no result arrives.
  private static var period: DispatchTimeInterval { .milliseconds(50) }

  private let count: Int
  private let state = Mutex(State())
  private let isOver = Atomic(false)
  /// Signals that a piece of work may begin.
  private let room = DispatchSemaphore(value: 0)
  /// Signals that a piece of work is done.
  private let done = DispatchSemaphore(value: 0)

  /// Prepares pieces of work with the numbers below `count`.
  ///
  /// `ahead` is how many of them may be in progress or wait for their turn.
  package init(count: Int, ahead: Int) {
    self.count = count
    for _ in 0..<ahead { room.signal() }
  }

  /// Whether the results are no longer needed, so that current work can be cancelled.
  package var isGivenUp: Bool { isOver.load(ordering: .relaxed) }

  /// Does all pieces, and takes their results in order on the caller's thread until it needs no
  /// more. All threads have ended when it returns.
  ///
  /// Each of the `threads` calls `worker` once, and uses the returned function for each of its
  /// pieces of work. `isWanted` is checked while no result arrives; it and `take` return false if
  /// the rest is not needed.
  package func run<Failure: Error>(
    threads: Int, isWanted: () -> Bool = { true },
    worker: @escaping @Sendable () -> (Int) -> Result,
    take: (Result) throws(Failure) -> Bool
  ) throws(Failure) {
    let started = (0..<threads).compactMap { _ in start(worker) }
    if started.isEmpty { return try runHere(worker(), take: take) }
    defer {
      isOver.store(true, ordering: .relaxed)
      for _ in started { room.signal() }
      for thread in started { thread.join() }
    }
    for number in 0..<count {
      guard let result = result(of: number, isWanted) else { return }
      room.signal()
      guard try take(result) else { return }
    }
  }

  /// Does the work on the caller's thread if the system has no other.
  private func runHere<Failure: Error>(
    _ work: (Int) -> Result, take: (Result) throws(Failure) -> Bool
  ) throws(Failure) {
    for number in 0..<count {
      guard try take(work(number)) else { return }
    }
  }

  private func start(_ worker: @escaping @Sendable () -> (Int) -> Result) -> JoinedThread? {
    JoinedThread(stackSize: WorkThreads.stackSize) { [self] in
      Interruption.isLeftToOtherThreads()
      let work = worker()
      while let number = begin() {
        let result = work(number)
        state.withLock { $0.results[number] = result }
        done.signal()
      }
    }
  }

  /// Returns the number of the next piece of work once there is room for it; nil if there is none.
  private func begin() -> Int? {
    room.wait()
    return state.withLock { state in
      guard state.next < count, !isGivenUp else {
        // No other thread needs to wait for it.
        room.signal()
        return nil
      }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Returns the result of a piece of work; nil if it is no longer needed before it is available.
  private func result(of number: Int, _ isWanted: () -> Bool) -> Result? {
    while true {
      if let result = state.withLock({ $0.results.removeValue(forKey: number) }) { return result }
      // Every result is announced once, after it is available.
      while done.wait(timeout: .now() + Self.period) == .timedOut {
        if !isWanted() { return nil }
      }
    }
  }
}

/// The threads on which worlds are played, one world per thread.
package enum WorkThreads {
  /// The most threads that can be requested.
  package static let limit = 256
  /// The stack size of a process's first thread.
  static let stackSize = 8 << 20
  /// The most results per thread that may wait for their turn.
  package static let aheadOfEach = 32

  /// The default number of threads: the available cores.
  package static var atHand: Int {
    min(max(1, ProcessInfo.processInfo.activeProcessorCount), limit)
  }
}
