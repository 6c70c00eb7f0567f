/// A moment of the monotonic clock: milliseconds since the phone's clock began. It never goes
/// back; timers and latencies use it.
public struct Instant: Sendable, Hashable, Comparable {
  /// Milliseconds since the clock began.
  public var milliseconds: Int64

  /// Creates an instant.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Where the clock begins.
  public static let start = Instant(milliseconds: 0)

  /// Whether one instant is before another.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The instant a duration later; fractions of a millisecond are cut,
  /// and time ends with the range of the integers.
  public static func + (left: Instant, right: Duration) -> Instant {
    Instant(milliseconds: left.milliseconds.saturatingAdding(right.wholeMilliseconds))
  }

  /// The time between two instants.
  public static func - (left: Instant, right: Instant) -> Duration {
    .milliseconds(left.milliseconds - right.milliseconds)
  }
}

extension Duration {
  /// The duration in whole milliseconds; fractions are cut.
  public var wholeMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }

  /// A number of minutes.
  public static func minutes(_ count: Int64) -> Duration { .seconds(count * 60) }

  /// A number of hours.
  public static func hours(_ count: Int64) -> Duration { .seconds(count * 3600) }

  /// A number of days of 24 hours.
  public static func days(_ count: Int64) -> Duration { .seconds(count * 86400) }
}
