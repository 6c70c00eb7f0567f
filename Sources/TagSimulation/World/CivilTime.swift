public import TagRuntime

/// A date and time of day in the proleptic Gregorian calendar, in whatever zone it was made for.
///
/// The arithmetic is in integers and needs no tables: Howard Hinnant, "chrono-compatible
/// low-level date algorithms", `days_from_civil` and `civil_from_days`.
public struct CivilTime: Sendable, Hashable {
  /// The years the arithmetic is made for; wall times beyond them cannot be expressed.
  public static let years = -200_000_000...200_000_000

  static let millisecondsPerDay: Int64 = 86_400_000

  /// The year; 0 is 1 BC.
  public var year: Int
  /// The month, 1 to 12.
  public var month: Int
  /// The day of the month, from 1.
  public var day: Int
  /// The time of day.
  public var time: LocalTime

  /// Creates a date and time of day.
  public init(year: Int, month: Int, day: Int, time: LocalTime) {
    self.year = year
    self.month = month
    self.day = day
    self.time = time
  }

  /// The date and time that a wall time is, so many seconds east of UTC.
  public init(_ wall: WallTime, offsetSeconds: Int = 0) {
    let shift = Int64(offsetSeconds) * 1000
    let (sum, overflow) = wall.milliseconds.addingReportingOverflow(shift)
    // Only the last hours of 64 bits overflow; they stay at the end instead of wrapping around.
    let local = overflow ? (shift < 0 ? Int64.min : Int64.max) : sum
    let (days, rest) = Self.floorDivide(local, Self.millisecondsPerDay)
    let date = Self.date(ofDay: Int(days))
    let milliseconds = Int(rest)
    self.init(
      year: date.year, month: date.month, day: date.day,
      time: LocalTime(
        hour: milliseconds / 3_600_000, minute: milliseconds / 60_000 % 60,
        second: milliseconds / 1000 % 60, millisecond: milliseconds % 1000))
  }

  /// The wall time that this date and time is, so many seconds east of UTC.
  public func wallTime(offsetSeconds: Int = 0) -> WallTime {
    precondition(Self.years.contains(year), "year \(year) is not within \(Self.years)")
    let seconds = (time.hour * 60 + time.minute) * 60 + time.second - offsetSeconds
    return WallTime(
      milliseconds: Int64(dayNumber) * Self.millisecondsPerDay + Int64(seconds) * 1000
        + Int64(time.millisecond))
  }

  /// Days since 1970-01-01.
  public var dayNumber: Int { Self.dayNumber(year: year, month: month, day: day) }

  /// The day of the week, 0 for Sunday to 6 for Saturday.
  public var weekday: Int { ((dayNumber + 4) % 7 + 7) % 7 }

  /// Days since 1970-01-01 of a date.
  public static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    // Years begin in March, so that the leap day is the last day of a year.
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The date of a day since 1970-01-01.
  public static func date(ofDay dayNumber: Int) -> (year: Int, month: Int, day: Int) {
    let date = CivilDate(dayNumber: dayNumber)
    return (date.year, date.month, date.day)
  }

  /// How many days a month has.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func floorDivide(_ value: Int64, _ divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
