import TagRuntime

/// Something that is due at an instant; of equal instants the one scheduled first comes first.
struct ScheduledEvent: Sendable, Comparable {
  enum Kind: Sendable {
    case timer(TimerID)
    case savedRead(container: String, opening: Int)
    case serverAnswered(ContainerRequest, NetworkCondition)
    case hitsRead(after: Int64, limit: Int)
    case collectorAnswered(StoredHit, NetworkCondition)
    case appRefreshTimer(container: String)
    case futurePolled

    /// Whether the world is not settled while it is pending.
    var isJob: Bool {
      switch self {
      case .timer, .appRefreshTimer, .futurePolled: false
      case .savedRead, .serverAnswered, .hitsRead, .collectorAnswered: true
      }
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
