import TagRuntime

/// Reads durations of the language: `500ms`, `2s`, `2m`, `12h`, `3d`, and several units in
/// sequence, the largest first: `1h30m`, `2m05s`, `3d04h`.
package enum DurationText {
  package enum Reading: Hashable {
    case duration(Duration)
    /// A number without a unit.
    case withoutUnit
    /// A fraction of a unit, with valid texts to write instead, if there are any.
    case fraction(instead: [String])
    /// More than the limit.
    case tooLong
    /// Something else.
    case other
  }

  /// The longest duration (some hundred years), so that no sum of a few overflows a clock.
  static let limit = Duration.days(limitDays)
  package static let limitDays: Int64 = 36_500

  /// The units with their milliseconds, the largest first.
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// Formats a duration for the language, down to milliseconds.
  package static func text(_ duration: Duration) -> String {
    let milliseconds = duration.wholeMilliseconds
    return milliseconds == 0 ? "0s" : texts(of: milliseconds).first ?? ""
  }

  /// Reads a duration of the language; nil if a text is not one.
  package static func duration(_ text: String) -> Duration? {
    if case .duration(let duration) = read(text) { duration } else { nil }
  }

  package static func read(_ text: String) -> Reading {
    let bytes = Array(text.utf8)
    guard bytes.first.map(\.isDigit) == true else { return .other }
    if bytes.allSatisfy(\.isDigit) { return .withoutUnit }
    var offset = 0
    var left = units[...]
    var sum = Int64(0)
    var isTooLong = false
    while offset < bytes.count {
      let digits = bytes[offset...].prefix(while: \.isDigit)
      let mark = digits.endIndex
      if offset == 0, mark < bytes.count, [0x2C, 0x2E].contains(bytes[mark]) {
        return readFraction(String(decoding: digits, as: UTF8.self), bytes[(mark + 1)...])
      }
      let name = bytes[mark...].prefix { !$0.isDigit }
      let unit = String(decoding: name, as: UTF8.self)
      guard !digits.isEmpty, let index = left.firstIndex(where: { $0.name == unit }) else {
        return .other
      }
      let count = Int64(String(decoding: digits, as: UTF8.self)) ?? .max
      let (product, isProductLong) = count.multipliedReportingOverflow(by: left[index].milliseconds)
      let (total, isTotalLong) = sum.addingReportingOverflow(product)
      isTooLong = isTooLong || isProductLong || isTotalLong
      sum = isTooLong ? sum : total
      left = left[(index + 1)...]
      offset = name.endIndex
    }
    if isTooLong || .milliseconds(sum) > limit { return .tooLong }
    return .duration(.milliseconds(sum))
  }

  // MARK: Fractions

  private static func readFraction(_ whole: String, _ rest: ArraySlice<UInt8>) -> Reading {
    let digits = rest.prefix(while: \.isDigit)
    let name = String(decoding: rest[digits.endIndex...], as: UTF8.self)
    guard !digits.isEmpty, let unit = units.first(where: { $0.name == name }) else { return .other }
    // Nobody needs more digits, and these cannot overflow.
    guard whole.utf8.count <= 5, digits.count <= 5,
      let number = Int64(whole + String(decoding: digits, as: UTF8.self))
    else { return .fraction(instead: []) }
    let parts = digits.reduce(Int64(1)) { product, _ in product * 10 }
    let (milliseconds, remainder) = (number * unit.milliseconds).quotientAndRemainder(
      dividingBy: parts)
    guard remainder == 0, milliseconds > 0 else { return .fraction(instead: []) }
    return .fraction(instead: texts(of: milliseconds))
  }

  /// Returns a duration in several units, and in one unit if that differs.
  private static func texts(of milliseconds: Int64) -> [String] {
    var rest = milliseconds
    var compound = ""
    for unit in units where rest >= unit.milliseconds {
      compound += "\(rest / unit.milliseconds)\(unit.name)"
      rest %= unit.milliseconds
    }
    guard let unit = units.first(where: { milliseconds % $0.milliseconds == 0 }) else {
      return [compound]
    }
    let single = "\(milliseconds / unit.milliseconds)\(unit.name)"
    return single == compound ? [single] : [compound, single]
  }
}

// MARK: - Readable text

extension Duration {
  /// The duration in readable form: "0.5 s", "47 s", "2m05s", "13h02m", "3d04h".
  package var shortText: String {
    let milliseconds = wholeMilliseconds
    if milliseconds < 0 { return "-" + (Duration.zero - self).shortText }
    let seconds = milliseconds / 1000
    if seconds < 10, milliseconds % 1000 != 0 {
      return NumberText.short(Double(milliseconds / 100) / 10) + " s"
    }
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60)m\(NumberText.padded(seconds % 60))s" }
    if seconds < 86400 { return "\(seconds / 3600)h\(NumberText.padded(seconds / 60 % 60))m" }
    return "\(seconds / 86400)d\(NumberText.padded(seconds / 3600 % 24))h"
  }
}
