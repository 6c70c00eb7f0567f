import TagRuntime
import Testing

@testable import TagSimulation

@Suite struct EventQueueTests {
  private static let timers = (0..<5).map { TimerID.refresh(container: "GTM-\($0)") }

  /// What waits, in the simplest way.
  private struct Model {
    var waiting: [(due: Instant, sequence: Int, kind: ScheduledEvent.Kind)] = []

    func due(of timer: TimerID) -> Instant? {
      waiting.first { if case .timer(timer) = $0.kind { true } else { false } }?.due
    }

    mutating func cancel(_ timer: TimerID) {
      waiting.removeAll { if case .timer(timer) = $0.kind { true } else { false } }
    }

    mutating func removeFirst() -> Int? {
      let first = waiting.indices.min {
        (waiting[$0].due, waiting[$0].sequence) < (waiting[$1].due, waiting[$1].sequence)
      }
      return first.map { waiting.remove(at: $0).sequence }
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func whatIsDueFirstComesFirst(seed: UInt64) {
    var random = RandomSource(seed: seed)
    var queue = EventQueue()
    var model = Model()
    for _ in 0..<4000 {
      let timer = Self.timers[Int(random.integer(in: 0...4))]
      switch random.integer(in: 0...99) {
      case 0..<50:
        let kinds: [ScheduledEvent.Kind] = [
          .timer(timer), .futurePolled, .backgroundTaskExpired,
          .savedRead(container: "GTM-0", opening: 1), .collectorReceived(request: 1, hits: []),
        ]
        let kind = kinds[Int(random.integer(in: 0...4))]
        let due = Instant(milliseconds: random.integer(in: 0...50))
        if case .timer(let id) = kind { model.cancel(id) }
        model.waiting.append((due, queue.nextSequence, kind))
        queue.schedule(kind, at: due, launch: 1)
      case 50..<60:
        queue.cancel(timer)
        model.cancel(timer)
      case 98:
        queue.removeLimits(ofMode: true)
        model.waiting.removeAll { if case .backgroundTaskExpired = $0.kind { true } else { false } }
      case 99:
        queue.removeAllInside()
        model.waiting.removeAll { !$0.kind.isOutside }
      default: #expect(queue.popNext()?.sequence == model.removeFirst())
      }
      #expect(queue.nextDue() == model.waiting.map(\.due).min())
      #expect(queue.due(of: timer) == model.due(of: timer))
      #expect(queue.jobCount == model.waiting.count { $0.kind.isJob })
    }
    while let sequence = model.removeFirst() { #expect(queue.popNext()?.sequence == sequence) }
    #expect(queue.nextDue() == nil)
  }

  @Test func aCopyIsAQueueOfItsOwn() {
    var queue = EventQueue()
    for due in [3, 1, 2] as [Int64] {
      queue.schedule(.futurePolled, at: Instant(milliseconds: due), launch: 1)
    }
    var copy = queue
    copy.schedule(.futurePolled, at: .start, launch: 1)
    #expect(copy.popNext()?.due == .start)
    #expect([queue.popNext(), queue.popNext()].map { $0?.due.milliseconds } == [1, 2])
    #expect(copy.popNext()?.due == Instant(milliseconds: 1))
  }
}
