extension WallTime {
  /// The date and time in UTC: "2026-03-01 09:30 UTC", with seconds where there are any.
  var utcText: String {
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
