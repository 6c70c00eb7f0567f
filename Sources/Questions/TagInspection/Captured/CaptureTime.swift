package import TagRuntime

/// The time at which a request was sent, by the clock of the machine that captured it.
package struct CaptureTime: Sendable, Hashable {
  /// The time as a moment, independent of that clock's zone.
  package var wall: WallTime
  /// The offset of that clock from UTC in seconds.
  package var offsetSeconds: Int

  /// Creates a time from a moment and the offset of the clock.
  package init(wall: WallTime, offsetSeconds: Int = 0) {
    self.wall = wall
    self.offsetSeconds = offsetSeconds
  }

  /// Reads a time such as `2014-03-01T23:58:40.120+01:00`, with any number of digits of a second;
  /// one without an offset is UTC. Nil for anything else.
  init?(_ text: String) {
    var rest = Array(text.utf8.prefix(40))[...]
    func number(_ count: Int) -> Int? {
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
      rest = rest.dropFirst(count)
      return Int(String(decoding: digits, as: UTF8.self))
    }
    func take(_ signs: String) -> Bool {
      guard let byte = rest.first, signs.utf8.contains(byte) else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard let year = number(4), take("-"), let month = number(2), take("-"),
      let day = number(2), take("T "), let hour = number(2), take(":"), let minute = number(2),
      take(":"), let second = number(2), (1...12).contains(month),
      (1...CivilDate.days(inMonth: month, of: year)).contains(day),
      hour < 24, minute < 60, second < 61
    else { return nil }
    var milliseconds = 0
    if take(".,") {
      let digits = rest.prefix(while: \.isDigit)
      rest = rest.dropFirst(digits.count)
      let three = digits.prefix(3) + repeatElement(UInt8(ascii: "0"), count: 3)
      milliseconds = Int(String(decoding: three.prefix(3), as: UTF8.self)) ?? 0
    }
    offsetSeconds = 0
    if let sign = rest.first, take("+-") {
      guard let hours = number(2) else { return nil }
      _ = take(":")
      let minutes = number(2) ?? 0
      offsetSeconds = (hours * 60 + minutes) * 60 * (sign == UInt8(ascii: "-") ? -1 : 1)
    } else {
      _ = take("Z")
    }
    guard rest.isEmpty else { return nil }
    let days = CivilDate(year: year, month: month, day: day).dayNumber
    let seconds = (hour * 60 + minute) * 60 + second - offsetSeconds
    wall = WallTime(
      milliseconds: Int64(days) * WallTime.millisecondsPerDay + Int64(seconds * 1000 + milliseconds)
    )
  }

  /// Formats a moment by this clock: "23:58:40".
  package func clockText(of moment: WallTime) -> String {
    let seconds = shifted(moment).milliseconds / 1000
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { NumberText.padded($0) }
      .joined(separator: ":")
  }

  /// Formats the day of a moment by this clock: "2014-03-01".
  package func dayText(of moment: WallTime) -> String {
    let date = CivilDate(dayNumber: shifted(moment).dayNumber)
    return NumberText.padded(date.year, to: 4) + "-"
      + [date.month, date.day].map { NumberText.padded($0) }.joined(separator: "-")
  }

  /// Formats a moment by this clock for a scenario: "2014-03-01T23:58:40+01:00".
  package func isoText(of moment: WallTime) -> String {
    let offset = abs(offsetSeconds) / 60
    let zone = [offset / 60, offset % 60].map { NumberText.padded($0) }.joined(separator: ":")
    return dayText(of: moment) + "T" + clockText(of: moment) + (offsetSeconds < 0 ? "-" : "+")
      + zone
  }

  /// Returns the end of the time in which a hit made at a moment still counts for the reports of
  /// its day, by this clock.
  func cutoff(of made: WallTime) -> WallTime {
    let next = Int64(shifted(made).dayNumber + 1) * WallTime.millisecondsPerDay
    let hour = Duration.hours(CaptureFault.reportHour).wholeMilliseconds
    return WallTime(milliseconds: next + hour - Int64(offsetSeconds) * 1000)
  }

  private func shifted(_ moment: WallTime) -> (dayNumber: Int, milliseconds: Int) {
    (moment + .seconds(offsetSeconds)).dayAndTime
  }
}
