import TagRuntime

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
