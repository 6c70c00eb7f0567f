import TagRuntime

/// Reads durations as the language writes them: `500ms`, `2s`, `2m`, `12h`, `3d`.
enum DurationText {
  /// The longest duration (a hundred years), so that no sum of a few of them overflows a clock.
  static let limit = Duration.days(36_525)

  /// The duration, or nil for anything else.
  static func parse(_ text: String) -> Duration? {
    let digits = text.utf8.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard !digits.isEmpty, let count = Int64(Substring(digits)),
      let unit = unit(in: text, after: digits)
    else { return nil }
    let (milliseconds, overflow) = count.multipliedReportingOverflow(by: unit)
    guard !overflow, .milliseconds(milliseconds) <= limit else { return nil }
    return .milliseconds(milliseconds)
  }

  /// Milliseconds in the unit that follows the digits.
  private static func unit(in text: String, after digits: Substring.UTF8View) -> Int64? {
    switch String(text[digits.endIndex...]) {
    case "ms": 1
    case "s": 1000
    case "m": 60_000
    case "h": 3_600_000
    case "d": 86_400_000
    default: nil
    }
  }
}
