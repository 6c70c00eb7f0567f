import OrderedCollections
import TagRuntime
import TagSimulation

/// W4: the hold model. A number of events wait; the earliest is removed, and replaced by one that
/// is due an exponentially distributed time later.
extension Workload {
  static func hold(_ size: WorkloadSize) -> [Workload] {
    [1000, 100_000].flatMap { count -> [Workload] in
      let waiting = size(count, count / 100)
      let holds = size(count == 1000 ? 1_000_000 : 500_000, 2000)
      return [false, true].map { isTimer in
        Workload(
          "W4.\(isTimer ? "timers" : "events").\(count)",
          "the earliest of \(NumberText.grouped(waiting)) "
            + (isTimer ? "timers fires and is started anew" : "events happens and comes again"),
          "event", holds,
          expected: size == .full
            ? ["events": .int(Int64(holds)), "order": .string(HoldRound.order(of: count))] : nil
        ) { HoldRound.prepared(waiting, holds, isTimer: isTimer) }
      }
    }
  }
}

/// The event queue of the simulation under its typical load.
private enum HoldRound {
  /// The number of delays that are drawn; they are used repeatedly. A power of two.
  private static let delayCount = 1 << 16
  /// The mean delay in milliseconds.
  private static let mean: UInt64 = 1_000_000

  static func prepared(_ waiting: Int, _ holds: Int, isTimer: Bool) -> WorkloadRound {
    var random = RandomSource(seed: 4)
    let delays = (0..<delayCount).map { _ in delay(&random) }
    var queue = EventQueue()
    for number in 0..<waiting {
      let kind: ScheduledEvent.Kind =
        isTimer ? .timer(.refresh(container: "GTM-\(number)")) : .futurePolled
      queue.schedule(kind, at: Instant(milliseconds: delay(&random)), launch: 1)
    }
    return {
      var taken = 0
      // A hash of the times of the events in order.
      var order: UInt64 = 0
      for index in 0..<holds {
        guard let event = queue.popNext() else { break }
        taken += 1
        let due = event.due.milliseconds
        order = order &* 31 &+ UInt64(bitPattern: due)
        queue.schedule(
          event.kind, at: Instant(milliseconds: due + delays[index & (delayCount - 1)]), launch: 1)
      }
      return { [taken, order] in
        WorkloadOutcome(
          matches: [
            "events": .int(Int64(taken)), "order": .string(String(order, radix: 16)),
          ])
      }
    }
  }

  /// A delay by John von Neumann's method, which needs no logarithm: among falling runs of random
  /// numbers, the first of odd length gives the fraction, and the number before it gives the whole
  /// part.
  private static func delay(_ random: inout RandomSource) -> Int64 {
    var whole: UInt64 = 0
    while true {
      let first = random.next() >> 32
      var last = first
      var length = 1
      while case let next = random.next() >> 32, next < last {
        last = next
        length += 1
      }
      if length % 2 == 1 { return Int64(whole * mean + (first * mean) >> 32) }
      whole += 1
    }
  }

  /// The expected hash at full size.
  static func order(of waiting: Int) -> String {
    waiting == 1000 ? "531f8ef5f39b2889" : "7891540f8651505d"
  }
}
