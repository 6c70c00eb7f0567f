import HeapModule
import TagRuntime

/// What is due in the future, earliest first.
///
/// A cancelled timer stays in the heap until it comes up; `timers` knows which entry of a timer is
/// the one that counts.
struct EventQueue: Sendable {
  private var heap = Heap<ScheduledEvent>()
  private var timers: [TimerID: Int] = [:]
  /// The number that the next event gets.
  private(set) var nextSequence = 0
  private(set) var jobCount = 0

  mutating func schedule(_ kind: ScheduledEvent.Kind, at due: Instant, launch: Int) {
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
  mutating func popNext() -> ScheduledEvent? {
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
struct ScheduledEvent: Sendable, Comparable {
  enum Kind: Sendable {
    case timer(TimerID)
    case savedRead(container: String, opening: Int)
    case serverAnswered(ContainerRequest, NetworkCondition)
    case hitsRead(HitQueue, after: Int64, limit: Int)
    case collectorReceived(request: Int, hits: [StoredHit])
    case collectorAnswered(request: Int, HitQueue, Simulation.RequestFate)
    case backgroundTaskExpired
    case backgroundTaskOverdue
    case appRefreshTimer(container: String)
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

  let due: Instant
  let sequence: Int
  let launch: Int
  let kind: Kind

  static func < (left: ScheduledEvent, right: ScheduledEvent) -> Bool {
    (left.due, left.sequence) < (right.due, right.sequence)
  }

  static func == (left: ScheduledEvent, right: ScheduledEvent) -> Bool {
    left.sequence == right.sequence
  }
}
