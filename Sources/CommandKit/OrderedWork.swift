import Dispatch
import Foundation
import Synchronization

/// Numbered pieces of work, done by several threads at once and taken in their order: whoever takes
/// what they came to cannot tell how many threads there were.
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
    /// What came of pieces whose turn has not come, by their numbers.
    var results: [Int: Result] = [:]
  }

  /// How often it is asked whether the rest is wanted while nothing comes.
  private static var period: DispatchTimeInterval { .milliseconds(50) }

  private let count: Int
  private let state = Mutex(State())
  private let isOver = Atomic(false)
  /// A piece of work may be begun.
  private let room = DispatchSemaphore(value: 0)
  /// A piece of work is done.
  private let done = DispatchSemaphore(value: 0)

  /// Prepares pieces of work with the numbers below `count`.
  ///
  /// `ahead` is how many of them may be under way or wait for their turn.
  package init(count: Int, ahead: Int) {
    self.count = count
    for _ in 0..<ahead { room.signal() }
  }

  /// Whether nobody takes what comes of it any more, so that work under way can be given up.
  package var isGivenUp: Bool { isOver.load(ordering: .relaxed) }

  /// Does all pieces, and takes them one by one on the thread of the caller until that has enough.
  /// When it returns, all threads have ended.
  ///
  /// Each of the `threads` calls `worker` once, and what that gives for every piece of work that it
  /// does. `isWanted` is asked while nothing comes, and `take` answers the same of each result:
  /// false where the rest is not wanted.
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

  /// Does it on the thread of the caller, where the system has no other.
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

  /// The number of the next piece of work, once there is room for it; nil where there is none.
  private func begin() -> Int? {
    room.wait()
    return state.withLock { state in
      guard state.next < count, !isGivenUp else {
        // Nobody else needs to wait for it.
        room.signal()
        return nil
      }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// What came of a piece of work; nil where it is not wanted any more before it is there.
  private func result(of number: Int, _ isWanted: () -> Bool) -> Result? {
    while true {
      if let result = state.withLock({ $0.results.removeValue(forKey: number) }) { return result }
      // Every result is announced once, after it is there.
      while done.wait(timeout: .now() + Self.period) == .timedOut {
        if !isWanted() { return nil }
      }
    }
  }
}

/// The threads on which worlds are played, one world on one thread.
package enum WorkThreads {
  /// The most threads that can be asked for.
  package static let limit = 256
  /// What the first thread of a process has, too.
  static let stackSize = 8 << 20
  /// How many results for each thread may wait for their turn.
  package static let aheadOfEach = 32

  /// How many there are unless somebody says otherwise: the cores at hand.
  package static var atHand: Int {
    min(max(1, ProcessInfo.processInfo.activeProcessorCount), limit)
  }
}
