/// When an input reaches the runtime, on both clocks.
public struct Moment: Sendable, Hashable {
  /// The monotonic clock.
  public var instant: Instant
  /// The wall clock.
  public var wall: WallTime

  /// Creates a moment.
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

// MARK: - UTC

extension WallTime {
  /// The date and time in UTC: "2026-03-01 09:30 UTC", with seconds where there are any.
  package var utcText: String {
    let seconds = milliseconds.floored(by: 1000)
    let days = seconds.floored(by: 86_400)
    let rest = seconds - days * 86_400
    let date = CivilDate(dayNumber: Int(days))
    let clock = [rest / 3600, rest / 60 % 60] + (rest % 60 == 0 ? [] : [rest % 60])
    return "\(date.year)-\(Self.padded(Int64(date.month)))-\(Self.padded(Int64(date.day))) "
      + clock.map(Self.padded).joined(separator: ":") + " UTC"
  }

  private static func padded(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

extension Int64 {
  fileprivate func floored(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}

/// A date of the proleptic Gregorian calendar.
///
/// The arithmetic is in integers and needs no tables: Howard Hinnant, "chrono-compatible
/// low-level date algorithms", `civil_from_days`.
public struct CivilDate: Sendable, Hashable {
  /// The year; 0 is 1 BC.
  public var year: Int
  /// The month, 1 to 12.
  public var month: Int
  /// The day of the month, from 1.
  public var day: Int

  /// The date of a day, counted from 1970-01-01.
  public init(dayNumber: Int) {
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // Years begin in March, so that the leap day is the last day of a year.
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }
}

// MARK: - Saturating

extension Int64 {
  /// The sum, or the end of the range where it lies beyond.
  package func saturatingAdding(_ other: Int64) -> Int64 {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? (other < 0 ? .min : .max) : sum
  }
}
