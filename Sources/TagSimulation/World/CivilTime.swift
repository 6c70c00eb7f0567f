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

// MARK: - Text

extension CivilTime {
  private static let weekdayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  /// The name of the weekday in three letters.
  public var weekdayText: String { Self.weekdayNames[weekday] }

  /// The time as `23:58:40`.
  public var timeText: String {
    "\(Self.padded(time.hour)):\(Self.padded(time.minute)):\(Self.padded(time.second))"
  }

  /// The time as `23:57:02.400`.
  public var preciseTimeText: String { timeText + "." + Self.padded(time.millisecond, to: 3) }

  /// The weekday and time as `Sat 23:58:40`.
  public var weekdayTimeText: String { "\(weekdayText) \(timeText)" }

  /// The date as `2014-03-01`.
  public var dateText: String {
    "\(Self.padded(year, to: 4))-\(Self.padded(month))-\(Self.padded(day))"
  }

  /// The date and time as `2014-03-01 23:58:40`.
  public var dateTimeText: String { "\(dateText) \(timeText)" }

  /// The date and time as `2014-03-01T23:58:40+01:00`; milliseconds only where there are some.
  public func isoText(offsetSeconds: Int) -> String {
    let clock = time.millisecond == 0 ? timeText : preciseTimeText
    let minutes = offsetSeconds.magnitude / 60
    let sign = offsetSeconds < 0 ? "-" : "+"
    let offset = Self.padded(Int(minutes / 60)) + ":" + Self.padded(Int(minutes % 60))
    return "\(dateText)T\(clock)\(sign)\(offset)"
  }

  /// Reads `2014-03-01T23:58:40+01:00`, with milliseconds or not, with `Z` for `+00:00`.
  ///
  /// - Returns: the wall time and the offset in seconds, or nil if it is not such a text, the
  ///   date does not exist or the offset is missing.
  public static func parseISO(_ text: String) -> (wall: WallTime, offsetSeconds: Int)? {
    let bytes = Array(text.utf8.prefix(40))
    guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T"), let year = number(bytes[0..<4]),
      let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
      (1...12).contains(month), day >= 1, day <= days(inMonth: month, of: year)
    else { return nil }
    let clockEnd = bytes[19] == UInt8(ascii: ".") ? 23 : 19
    guard bytes.count > clockEnd,
      let time = LocalTime(String(decoding: bytes[11..<clockEnd], as: UTF8.self)),
      let offset = parseOffset(bytes[clockEnd...])
    else { return nil }
    let civil = CivilTime(year: year, month: month, day: day, time: time)
    return (civil.wallTime(offsetSeconds: offset), offset)
  }

  private static func parseOffset(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.elementsEqual("Z".utf8) { return 0 }
    let bytes = Array(bytes)
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
      bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
      let hours = number(bytes[1..<3]), let minutes = number(bytes[4..<6]),
      hours < 24, minutes < 60
    else { return nil }
    let seconds = (hours * 60 + minutes) * 60
    return bytes[0] == UInt8(ascii: "-") ? -seconds : seconds
  }

  /// The number that a few decimal digits are, or nil.
  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var result = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      result = result * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return result
  }

  private static func padded(_ number: Int, to width: Int = 2) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }
}

/// A time of day as a clock on the wall shows it, without a date and a zone.
public struct LocalTime: Sendable, Hashable {
  /// The hour, 0 to 23.
  public var hour: Int
  /// The minute, 0 to 59.
  public var minute: Int
  /// The second, 0 to 59.
  public var second: Int
  /// The millisecond, 0 to 999.
  public var millisecond: Int

  /// Creates a time of day.
  public init(hour: Int, minute: Int, second: Int = 0, millisecond: Int = 0) {
    self.hour = hour
    self.minute = minute
    self.second = second
    self.millisecond = millisecond
  }

  /// Reads `23:58:40` or `23:57:02.400`; nil for anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 8 || bytes.count == 12, bytes[2] == UInt8(ascii: ":"),
      bytes[5] == UInt8(ascii: ":"),
      let hour = CivilTime.number(bytes[0..<2]), let minute = CivilTime.number(bytes[3..<5]),
      let second = CivilTime.number(bytes[6..<8])
    else { return nil }
    var millisecond = 0
    if bytes.count == 12 {
      guard bytes[8] == UInt8(ascii: "."), let fraction = CivilTime.number(bytes[9..<12]) else {
        return nil
      }
      millisecond = fraction
    }
    guard hour < 24, minute < 60, second < 60 else { return nil }
    self.init(hour: hour, minute: minute, second: second, millisecond: millisecond)
  }
}
