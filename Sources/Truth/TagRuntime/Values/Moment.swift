/// The time at which an input reaches the runtime, on both clocks.
public struct Moment: Sendable, Hashable {
  /// The monotonic clock.
  public var instant: Instant
  /// The wall clock.
  public var wall: WallTime

  /// Creates a moment from the times of both clocks.
  public init(instant: Instant, wall: WallTime) {
    self.instant = instant
    self.wall = wall
  }
}

/// A moment of the monotonic clock: milliseconds since the phone's clock began. It never goes
/// back; timers and latencies use it.
public struct Instant: Sendable, Hashable, Comparable {
  /// Milliseconds since the clock began.
  public var milliseconds: Int64

  /// Creates the instant this number of milliseconds after the clock began.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The start of the clock.
  public static let start = Instant(milliseconds: 0)

  /// Whether one instant is before another.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Returns the instant a duration later; fractions of a millisecond are cut, and the result is
  /// clamped to the range of the integers.
  public static func + (left: Instant, right: Duration) -> Instant {
    Instant(milliseconds: left.milliseconds.saturatingAdding(right.wholeMilliseconds))
  }

  /// Returns the time between two instants.
  public static func - (left: Instant, right: Instant) -> Duration {
    .milliseconds(left.milliseconds - right.milliseconds)
  }
}

extension Duration {
  /// The duration in whole milliseconds; fractions are cut.
  package var wholeMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }

  package static func minutes(_ count: Int64) -> Duration { .seconds(count * 60) }

  package static func hours(_ count: Int64) -> Duration { .seconds(count * 3600) }

  /// Returns a number of days of 24 hours.
  package static func days(_ count: Int64) -> Duration { .seconds(count * 86400) }

  /// Returns the number of times that a unit of time, such as an hour, fits into it; the rest is
  /// cut.
  package func whole(_ unit: Duration) -> Int64 { wholeMilliseconds / unit.wholeMilliseconds }
}

/// A moment of the wall clock: milliseconds since 1970-01-01T00:00:00Z. The user of a phone may
/// set it back; container age, hit times and cutoffs use it.
public struct WallTime: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z, negative before.
  public var milliseconds: Int64

  /// Creates the time this number of milliseconds after 1970-01-01T00:00:00Z.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Whether one time is before another.
  public static func < (left: WallTime, right: WallTime) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Returns the time a duration later; fractions of a millisecond are cut, and the result is
  /// clamped to the range of the integers.
  public static func + (left: WallTime, right: Duration) -> WallTime {
    WallTime(milliseconds: left.milliseconds.saturatingAdding(right.wholeMilliseconds))
  }

  /// Returns the time a duration earlier; fractions of a millisecond are cut.
  public static func - (left: WallTime, right: Duration) -> WallTime {
    WallTime(milliseconds: left.milliseconds.saturatingAdding(-right.wholeMilliseconds))
  }

  /// Returns the time between two wall times.
  public static func - (left: WallTime, right: WallTime) -> Duration {
    .milliseconds(left.milliseconds - right.milliseconds)
  }
}

extension Int64 {
  /// Returns the sum, clamped to the range of the integers.
  package func saturatingAdding(_ other: Int64) -> Int64 {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? (other < 0 ? .min : .max) : sum
  }
}
