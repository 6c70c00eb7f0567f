/// A moment of the wall clock: milliseconds since 1970-01-01T00:00:00Z. The user of a phone may
/// set it back; container age, hit times and cutoffs use it.
public struct WallTime: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z, negative before.
  public var milliseconds: Int64

  /// Creates a wall time.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Whether one time is before another.
  public static func < (left: WallTime, right: WallTime) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The time a duration later; fractions of a millisecond are cut,
  /// and time ends with the range of the integers.
  public static func + (left: WallTime, right: Duration) -> WallTime {
    WallTime(milliseconds: left.milliseconds.saturatingAdding(right.wholeMilliseconds))
  }

  /// The time a duration earlier; fractions of a millisecond are cut.
  public static func - (left: WallTime, right: Duration) -> WallTime {
    WallTime(milliseconds: left.milliseconds.saturatingAdding(-right.wholeMilliseconds))
  }

  /// The time between two wall times.
  public static func - (left: WallTime, right: WallTime) -> Duration {
    .milliseconds(left.milliseconds - right.milliseconds)
  }
}
