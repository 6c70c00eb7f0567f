package import TagRuntime

/// The time of a line, according to the clock of a phone or a console.
///
/// Some forms omit the year, some the time zone: a missing part stays nil.
package struct PhoneTime: Sendable, Hashable {
  /// The year; nil in the forms of logcat and syslog, which omit it.
  package var year: Int?
  /// The month, 1 to 12.
  package var month: Int
  /// The day of the month, from 1.
  package var day: Int
  /// Milliseconds since midnight.
  package var milliseconds: Int
  /// The offset of the clock from UTC in seconds; nil if the line does not say it.
  package var offsetSeconds: Int?
  /// The number of digits in the fraction of a second: 0 for whole seconds.
  package var fractionDigits: Int
  /// The number of New Years since the first line of the log, for the forms that omit the year.
  package var newYears = 0

  /// The time of day as in the line: "12:18:21", with milliseconds if it has a fraction.
  package var clockText: String {
    let seconds = milliseconds / 1000
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { NumberText.padded($0) }
    return clock.joined(separator: ":")
      + (fractionDigits > 0 ? "." + NumberText.padded(milliseconds % 1000, to: 3) : "")
  }

  /// Returns the moment in a log whose first line is of a given year, for the forms that have none;
  /// a clock without a zone counts as UTC.
  package func wall(inYear first: Int) -> WallTime {
    let date = CivilDate(year: year ?? first + newYears, month: month, day: day)
    return WallTime(
      milliseconds: Int64(date.dayNumber) * WallTime.millisecondsPerDay + Int64(milliseconds)
        - Int64(offsetSeconds ?? 0) * 1000)
  }
}

extension ByteCursor {
  private static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads a date and a time: `2024-05-02 12:18:29.017+0200`, `05-02 12:18:29.017`, `Jun  8
  /// 15:26:57`. For anything else, returns nil and reads nothing.
  mutating func time() -> PhoneTime? {
    var cursor = self
    guard let date = cursor.date(), let clock = cursor.clock() else { return nil }
    let offset = cursor.offset()
    self = cursor
    return PhoneTime(
      year: date.year, month: date.month, day: date.day, milliseconds: clock.milliseconds,
      offsetSeconds: offset, fractionDigits: clock.digits)
  }

  /// Reads the seconds of logcat: `1714645109.017 ` since 1970, or `123.456 ` since the phone was
  /// switched on, which is no time. For anything else, returns false and reads nothing.
  mutating func takeSeconds(_ time: inout PhoneTime?) -> Bool {
    var cursor = self
    guard let seconds = cursor.number(1...10), cursor.take("."),
      let fraction = cursor.word(until: 0x20, within: 10), fraction.count >= 3,
      let digits = Int(String(decoding: fraction, as: UTF8.self))
    else { return false }
    cursor.skipBlanks()
    self = cursor
    // No phone has been on for a year.
    let milliseconds = (0..<fraction.count - 3).reduce(digits) { number, _ in number / 10 }
    let moment = Int64(seconds) * 1000 + Int64(milliseconds)
    time = seconds < 366 * 86_400 ? nil : PhoneTime(moment, 0)
    return true
  }

  private mutating func date() -> (year: Int?, month: Int, day: Int)? {
    // Most lines begin with neither a month nor a number.
    let isWord = first.map { !$0.isDigit } ?? true
    for (index, name) in Self.monthNames.enumerated()
    where isWord && first == name.utf8.first && take(name) {
      skipBlanks()
      guard let day = number(1...2), (1...31).contains(day), take(" ") else { return nil }
      return (nil, index + 1, day)
    }
    var whole = self
    var year: Int?
    if let number = whole.number(4...4), whole.take("-") {
      year = number
      self = whole
    }
    guard let month = number(2...2), take("-"), let day = number(2...2),
      take(" ") || take("T"), (1...12).contains(month),
      (1...CivilDate.days(inMonth: month, of: year ?? 2000)).contains(day)
    else { return nil }
    return (year, month, day)
  }

  private mutating func clock() -> (milliseconds: Int, digits: Int)? {
    skipBlanks()
    guard let hour = number(2...2), take(":"), let minute = number(2...2), take(":"),
      let second = number(2...2), hour < 24, minute < 60, second < 61
    else { return nil }
    var fraction = 0
    var digits = 0
    var rest = self
    if rest.take(".") || rest.take(",") {
      while let digit = rest.digit() {
        if digits < 3 { fraction = fraction * 10 + digit }
        digits += 1
      }
      if digits > 0 { self = rest }
    }
    for _ in min(digits, 3)..<3 { fraction *= 10 }
    return (((hour * 60 + minute) * 60 + second) * 1000 + fraction, digits)
  }

  private mutating func offset() -> Int? {
    if take("Z") { return 0 }
    var rest = self
    _ = rest.take(" ")
    guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    rest.skip()
    guard let hours = rest.twoDigits() else { return nil }
    _ = rest.take(":")
    guard let minutes = rest.twoDigits(), hours < 24, minutes < 60 else { return nil }
    self = rest
    return (hours * 60 + minutes) * 60 * (sign == UInt8(ascii: "-") ? -1 : 1)
  }
}
