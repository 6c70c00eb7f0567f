/// A date of the proleptic Gregorian calendar.
///
/// The arithmetic is in integers and needs no tables: Howard Hinnant, "chrono-compatible
/// low-level date algorithms", `days_from_civil` and `civil_from_days`. Years begin in March there,
/// so that the leap day is the last day of a year.
public struct CivilDate: Sendable, Hashable {
  /// The year; 0 is 1 BC.
  public var year: Int
  /// The month, 1 to 12.
  public var month: Int
  /// The day of the month, from 1.
  public var day: Int

  /// Creates a date without checking its parts.
  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Returns the date of a day, counted from 1970-01-01.
  package init(dayNumber: Int) {
    let shifted = dayNumber + Self.daysBeforeEpoch
    let era = (shifted >= 0 ? shifted : shifted - (Self.daysPerEra - 1)) / Self.daysPerEra
    let dayOfEra = shifted - era * Self.daysPerEra
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The English name of the month.
  package var monthName: String {
    [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ][month - 1]
  }

  /// Days since 1970-01-01.
  package var dayNumber: Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysPerEra + dayOfEra - Self.daysBeforeEpoch
  }

  /// The day of the week, 0 for Sunday to 6 for Saturday.
  package var weekday: Int { ((dayNumber + 4) % 7 + 7) % 7 }

  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days of 400 years, after which the calendar repeats.
  private static let daysPerEra = 146_097
  /// Days from 0000-03-01 to 1970-01-01.
  private static let daysBeforeEpoch = 719_468
}

extension WallTime {
  /// Milliseconds of a day.
  package static let millisecondsPerDay = Duration.days(1).wholeMilliseconds

  /// The day, counted from 1970-01-01 in UTC, and the milliseconds of it that have passed.
  package var dayAndTime: (dayNumber: Int, milliseconds: Int) {
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: Self.millisecondsPerDay)
    if rest >= 0 { return (Int(days), Int(rest)) }
    return (Int(days) - 1, Int(rest + Self.millisecondsPerDay))
  }

  /// The date and time in UTC: "2026-03-01 09:30 UTC", with seconds unless they are zero.
  package var utcText: String {
    let (dayNumber, milliseconds) = dayAndTime
    let date = CivilDate(dayNumber: dayNumber)
    let seconds = milliseconds / 1000
    let clock =
      [seconds / 3600, seconds / 60 % 60] + (seconds % 60 == 0 ? [] : [seconds % 60])
    return "\(date.year)-\(NumberText.padded(date.month))-\(NumberText.padded(date.day)) "
      + clock.map { NumberText.padded($0) }.joined(separator: ":") + " UTC"
  }
}
