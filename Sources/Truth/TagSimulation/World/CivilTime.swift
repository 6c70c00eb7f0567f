public import TagRuntime

/// A date and time of day in the proleptic Gregorian calendar, in the zone that it was made for.
public struct CivilTime: Sendable, Hashable {
  /// The years that the arithmetic supports; wall times beyond them cannot be expressed.
  package static let years = -200_000_000...200_000_000

  /// The calendar day in the zone that the time was made for.
  public var date: CivilDate
  /// The time of day.
  public var time: LocalTime

  /// Creates a date and time of day.
  public init(date: CivilDate, time: LocalTime) {
    self.date = date
    self.time = time
  }

  /// Converts a wall time to a date and time, a number of seconds east of UTC.
  public init(_ wall: WallTime, offsetSeconds: Int = 0) {
    // The last hours of 64 bits stay at the end instead of wrapping around.
    let (dayNumber, milliseconds) = (wall + .seconds(offsetSeconds)).dayAndTime
    self.init(
      date: CivilDate(dayNumber: dayNumber),
      time: LocalTime(
        hour: milliseconds / 3_600_000, minute: milliseconds / 60_000 % 60,
        second: milliseconds / 1000 % 60, millisecond: milliseconds % 1000))
  }

  /// Converts this date and time to a wall time, a number of seconds east of UTC.
  public func wallTime(offsetSeconds: Int = 0) -> WallTime {
    precondition(Self.years.contains(date.year), "year \(date.year) is not within \(Self.years)")
    let seconds = (time.hour * 60 + time.minute) * 60 + time.second - offsetSeconds
    return WallTime(
      milliseconds: Int64(dayNumber) * WallTime.millisecondsPerDay + Int64(seconds) * 1000
        + Int64(time.millisecond))
  }

  /// Days since 1970-01-01.
  package var dayNumber: Int { date.dayNumber }

  // MARK: Text

  private static let weekdayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  /// The name of the weekday in three letters.
  package var weekdayText: String { Self.weekdayNames[date.weekday] }

  /// The time as `23:58:40`.
  package var timeText: String {
    "\(Self.padded(time.hour)):\(Self.padded(time.minute)):\(Self.padded(time.second))"
  }

  /// The time as `23:57:02.400`.
  package var preciseTimeText: String { timeText + "." + Self.padded(time.millisecond, to: 3) }

  /// The weekday and time as `Sat 23:58:40`.
  package var weekdayTimeText: String { "\(weekdayText) \(timeText)" }

  /// The date as `2014-03-01`.
  package var dateText: String {
    "\(Self.padded(date.year, to: 4))-\(Self.padded(date.month))-\(Self.padded(date.day))"
  }

  /// The date and time as `2014-03-01 23:58:40`.
  package var dateTimeText: String { "\(dateText) \(timeText)" }

  /// Writes the date and time as `2014-03-01T23:58:40+01:00`; milliseconds only if they are not
  /// zero.
  public func isoText(offsetSeconds: Int) -> String {
    let clock = time.millisecond == 0 ? timeText : preciseTimeText
    let minutes = offsetSeconds.magnitude / 60
    let sign = offsetSeconds < 0 ? "-" : "+"
    let offset = Self.padded(Int(minutes / 60)) + ":" + Self.padded(Int(minutes % 60))
    return "\(dateText)T\(clock)\(sign)\(offset)"
  }

  /// Reads `2014-03-01T23:58:40+01:00`, with or without milliseconds, with `Z` for `+00:00`.
  ///
  /// - Returns: the wall time and the offset in seconds, or nil if it is not such a text, the
  ///   date does not exist or the offset is missing.
  public static func parseISO(_ text: String) -> (wall: WallTime, offsetSeconds: Int)? {
    let bytes = Array(text.utf8.prefix(40))
    guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T"), let year = number(bytes[0..<4]),
      let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
      (1...12).contains(month), day >= 1, day <= CivilDate.days(inMonth: month, of: year)
    else { return nil }
    let clockEnd = bytes[19] == UInt8(ascii: ".") ? 23 : 19
    guard bytes.count > clockEnd,
      let time = LocalTime(String(decoding: bytes[11..<clockEnd], as: UTF8.self)),
      let offset = parseOffset(bytes[clockEnd...])
    else { return nil }
    let civil = CivilTime(
      date: CivilDate(year: year, month: month, day: day), time: time)
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

  /// Returns the number that a few decimal digits represent, or nil.
  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var result = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      result = result * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return result
  }

  private static func padded(_ number: Int, to width: Int = 2) -> String {
    NumberText.padded(number, to: width)
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
  package init?(_ text: String) {
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
