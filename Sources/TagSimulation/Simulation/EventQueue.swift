import HeapModule
package import TagRuntime

/// What is due in the future, earliest first.
///
/// A cancelled timer stays in the heap until it comes up; `timers` knows which entry of a timer is
/// the one that counts.
package struct EventQueue: Sendable {
  private var heap = Heap<ScheduledEvent>()
  private var timers: [TimerID: Int] = [:]
  /// The number that the next event gets.
  private(set) var nextSequence = 0
  private(set) var jobCount = 0

  /// Creates a queue in which nothing waits.
  package init() {}

  /// Schedules something; a timer of an id takes the place of the one that runs.
  ///
  /// - Complexity: O(log n).
  package mutating func schedule(_ kind: ScheduledEvent.Kind, at due: Instant, launch: Int) {
    if case .timer(let id) = kind { timers[id] = nextSequence }
    if kind.isJob { jobCount += 1 }
    heap.insert(ScheduledEvent(due: due, sequence: nextSequence, launch: launch, kind: kind))
    nextSequence += 1
  }

  mutating func cancel(_ timer: TimerID) { timers[timer] = nil }

  /// Forgets everything that happens in a process, as when it ends.
  ///
  /// - Complexity: O(n log n).
  mutating func removeAllInside() {
    let outside = heap.unordered.filter(\.kind.isOutside)
    heap = Heap(outside)
    timers = [:]
    jobCount = outside.count
  }

  /// Forgets the limits of a background task.
  ///
  /// - Complexity: O(n).
  mutating func removeTaskLimits() {
    let rest = heap.unordered.filter {
      switch $0.kind {
      case .backgroundTaskExpired, .backgroundTaskOverdue: false
      default: true
      }
    }
    heap = Heap(rest)
  }

  /// When the next event is due; nil when nothing is.
  ///
  /// - Complexity: O(log n) for each cancelled timer on the way.
  mutating func nextDue() -> Instant? {
    dropCancelled()
    return heap.min?.due
  }

  /// Takes the next event.
  ///
  /// - Complexity: O(log n).
  package mutating func popNext() -> ScheduledEvent? {
    dropCancelled()
    guard let event = heap.popMin() else { return nil }
    if case .timer(let id) = event.kind { timers[id] = nil }
    if event.kind.isJob { jobCount -= 1 }
    return event
  }

  /// Takes the next event that is due by an instant and was scheduled before a moment of counting.
  ///
  /// - Complexity: O(log n).
  mutating func popNext(due limit: Instant, scheduledBefore sequence: Int) -> ScheduledEvent? {
    dropCancelled()
    guard let next = heap.min, next.due <= limit, next.sequence < sequence else { return nil }
    return popNext()
  }

  /// When a timer is due; nil when it does not run.
  ///
  /// - Complexity: O(n); meant for looking at.
  func due(of timer: TimerID) -> Instant? {
    guard let sequence = timers[timer] else { return nil }
    return heap.unordered.first { $0.sequence == sequence }?.due
  }

  /// When the app's own timer refreshes a container; nil when it does not run.
  ///
  /// - Complexity: O(n); meant for looking at.
  func dueOfAppRefresh(of id: String) -> Instant? {
    heap.unordered.lazy.filter {
      if case .appRefreshTimer(id) = $0.kind { true } else { false }
    }.map(\.due).min()
  }

  private mutating func dropCancelled() {
    while let event = heap.min, case .timer(let id) = event.kind, timers[id] != event.sequence {
      heap.removeMin()
    }
  }
}

/// Something that is due at an instant; of equal instants the one scheduled first comes first.
package struct ScheduledEvent: Sendable, Comparable {
  /// What is due.
  package enum Kind: Sendable {
    /// A timer of the runtime.
    case timer(TimerID)
    /// The disk has read a saved container.
    case savedRead(container: String, opening: Int)
    /// The tag server's answer arrives.
    case serverAnswered(ContainerRequest, NetworkCondition)
    /// The disk has read hits.
    case hitsRead(HitQueue, after: Int64, limit: Int)
    /// A request reaches the collector.
    case collectorReceived(request: Int, hits: [StoredHit])
    /// The collector's answer arrives, or it is clear that none does.
    case collectorAnswered(request: Int, HitQueue, Simulation.RequestFate)
    /// The system's time for a background task is over.
    case backgroundTaskExpired
    /// A background task that has not ended by now is ended.
    case backgroundTaskOverdue
    /// The app's own timer for a refresh.
    case appRefreshTimer(container: String)
    /// A future is asked again whether its container is there.
    case futurePolled

    /// Whether the world is not settled while it is pending.
    var isJob: Bool {
      switch self {
      case .timer, .appRefreshTimer, .futurePolled, .backgroundTaskExpired,
        .backgroundTaskOverdue:
        false
      case .savedRead, .serverAnswered, .hitsRead, .collectorReceived, .collectorAnswered: true
      }
    }

    /// Whether it happens far from the phone, whatever becomes of the process.
    var isOutside: Bool {
      if case .collectorReceived = self { true } else { false }
    }
  }

  /// When.
  package let due: Instant
  let sequence: Int
  let launch: Int
  /// What.
  package let kind: Kind

  /// Whether one comes before another.
  package static func < (left: ScheduledEvent, right: ScheduledEvent) -> Bool {
    (left.due, left.sequence) < (right.due, right.sequence)
  }

  /// Whether both are one.
  package static func == (left: ScheduledEvent, right: ScheduledEvent) -> Bool {
    left.sequence == right.sequence
  }
}
