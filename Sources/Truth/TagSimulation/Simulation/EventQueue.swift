package import TagRuntime

/// The events that are due in the future, earliest first.
///
/// The heap orders numbers; an event is in a slot until it happens. When an event is cancelled, its
/// slot is emptied, and its entry stays in the heap until it comes up.
package struct EventQueue: Sendable {
  private var heap = DueHeap()
  private var slots: [ScheduledEvent.Kind?] = []
  /// The slots without an entry.
  private var freeSlots: [Int32] = []
  /// The last slot of each timer, which another event may have taken over.
  private var timers: [TimerID: Int32] = [:]
  /// The number that the next event gets.
  private(set) var nextSequence = 0
  private(set) var jobCount = 0

  package init() {}

  /// Schedules an event; a timer replaces a running one with the same id.
  ///
  /// - Complexity: O(log n).
  package mutating func schedule(_ kind: ScheduledEvent.Kind, at due: Instant, launch: Int) {
    let slot = slot(for: kind)
    if case .timer(let id) = kind, let before = timers.updateValue(slot, forKey: id),
      before != slot
    {
      empty(before, of: id)
    }
    if kind.isJob { jobCount += 1 }
    heap.insert(
      DueHeap.Entry(due: due, sequence: nextSequence, launch: Int32(launch), slot: slot))
    nextSequence += 1
  }

  private mutating func slot(for kind: ScheduledEvent.Kind) -> Int32 {
    guard let slot = freeSlots.popLast() else {
      slots.append(kind)
      return Int32(slots.count - 1)
    }
    slots[Int(slot)] = kind
    return slot
  }

  private mutating func empty(_ slot: Int32, of timer: TimerID) {
    if isRunning(timer, in: slot) { slots[Int(slot)] = nil }
  }

  private func isRunning(_ timer: TimerID, in slot: Int32) -> Bool {
    if case .timer(timer)? = slots[Int(slot)] { true } else { false }
  }

  mutating func cancel(_ timer: TimerID) {
    if let slot = timers.removeValue(forKey: timer) { empty(slot, of: timer) }
  }

  /// The numbers of the hits in requests that have not reached the collector yet.
  ///
  /// - Complexity: O(n).
  var hitsOnTheirWay: Set<Int64> {
    var numbers: Set<Int64> = []
    for case .collectorReceived(_, let hits)? in slots { numbers.formUnion(hits.map(\.id)) }
    return numbers
  }

  /// The events that have not happened, in no order that counts.
  var pending: [(due: Instant, kind: ScheduledEvent.Kind)] {
    heap.entries.compactMap { entry in slots[Int(entry.slot)].map { (entry.due, $0) } }
  }

  /// Removes everything that happens in a process, as when it ends.
  ///
  /// - Complexity: O(n log n).
  mutating func removeAllInside() {
    removeAll { !$0.isOutside }
    timers = [:]
    jobCount = heap.entries.count
  }

  /// Removes the limits of a background task, and that of what else keeps the app awake.
  ///
  /// - Complexity: O(n log n).
  mutating func removeLimits(ofMode: Bool) {
    removeAll { kind in
      switch kind {
      case .backgroundTaskExpired, .backgroundTaskOverdue: true
      case .backgroundModeEnded: ofMode
      default: false
      }
    }
  }

  /// Removes the matching events, and the cancelled ones.
  private mutating func removeAll(where isRemoved: (ScheduledEvent.Kind) -> Bool) {
    let entries = heap.entries
    heap = DueHeap()
    for entry in entries {
      if let kind = slots[Int(entry.slot)], !isRemoved(kind) {
        heap.insert(entry)
      } else {
        slots[Int(entry.slot)] = nil
        freeSlots.append(entry.slot)
      }
    }
  }

  /// Returns when the next event is due; nil if there is none.
  ///
  /// - Complexity: O(log n) for each cancelled timer on the way.
  mutating func nextDue() -> Instant? {
    dropCancelled()
    return heap.entries.first?.due
  }

  /// Removes and returns the next event.
  ///
  /// - Complexity: O(log n).
  package mutating func popNext() -> ScheduledEvent? {
    dropCancelled()
    guard let entry = heap.entries.first, let kind = slots[Int(entry.slot)].take() else {
      return nil
    }
    heap.removeFirst()
    freeSlots.append(entry.slot)
    if kind.isJob { jobCount -= 1 }
    return ScheduledEvent(
      due: entry.due, sequence: entry.sequence, launch: Int(entry.launch), kind: kind)
  }

  /// Removes and returns the next event that is due by an instant and was scheduled before a
  /// sequence number.
  ///
  /// - Complexity: O(log n).
  mutating func popNext(due limit: Instant, scheduledBefore sequence: Int) -> ScheduledEvent? {
    dropCancelled()
    guard let next = heap.entries.first, next.due <= limit, next.sequence < sequence else {
      return nil
    }
    return popNext()
  }

  /// Returns when a timer is due; nil if it does not run.
  ///
  /// - Complexity: O(n); meant for display.
  func due(of timer: TimerID) -> Instant? {
    guard let slot = timers[timer], isRunning(timer, in: slot) else { return nil }
    return heap.entries.first { $0.slot == slot }?.due
  }

  /// Returns when the app's own timer refreshes a container; nil if it does not run.
  ///
  /// - Complexity: O(n); meant for display.
  func dueOfAppRefresh(of id: String) -> Instant? {
    heap.entries.lazy.filter {
      if case .appRefreshTimer(id)? = slots[Int($0.slot)] { true } else { false }
    }.map(\.due).min()
  }

  private mutating func dropCancelled() {
    while let entry = heap.entries.first, slots[Int(entry.slot)] == nil {
      heap.removeFirst()
      freeSlots.append(entry.slot)
    }
  }
}

/// An event that is due at an instant; among equal instants the one scheduled first comes first.
package struct ScheduledEvent: Sendable {
  package enum Kind: Sendable {
    /// A timer of the runtime.
    case timer(TimerID)
    /// The disk has read a saved container.
    case savedRead(container: String, opening: Int)
    /// The tag server's answer arrives.
    indirect case serverAnswered(ContainerRequest, NetworkCondition)
    /// The disk has read hits.
    case hitsRead(HitQueue, after: Int64, limit: Int)
    /// A request reaches the collector.
    case collectorReceived(request: Int, hits: [StoredHit])
    /// The collector's answer arrives, or it is clear that there is none.
    indirect case collectorAnswered(request: Int, HitQueue, Simulation.RequestFate)
    /// The system's time for a background task is over.
    case backgroundTaskExpired
    /// A background task that has not ended by now is ended.
    case backgroundTaskOverdue
    /// What kept the app awake in the background is over.
    case backgroundModeEnded
    /// The app's own timer for a refresh.
    case appRefreshTimer(container: String)
    /// A future checks again whether its container is there.
    case futurePolled

    /// Whether the world is not settled while it is pending.
    var isJob: Bool {
      switch self {
      case .timer, .appRefreshTimer, .futurePolled, .backgroundTaskExpired,
        .backgroundTaskOverdue, .backgroundModeEnded:
        false
      case .savedRead, .serverAnswered, .hitsRead, .collectorReceived, .collectorAnswered: true
      }
    }

    /// Whether it happens away from the phone, even after the process has ended.
    var isOutside: Bool {
      if case .collectorReceived = self { true } else { false }
    }
  }

  package let due: Instant
  let sequence: Int
  let launch: Int
  package let kind: Kind
}
