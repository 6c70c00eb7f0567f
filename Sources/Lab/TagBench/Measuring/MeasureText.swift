import OrderedCollections
import TagRuntime

/// Times and numbers as text.
package enum MeasureText {
  /// Returns a time in nanoseconds with three digits and a unit, such as "12.3 µs".
  package static func time(_ nanoseconds: Double) -> String {
    let units: [(name: String, size: Double)] = [
      ("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1000),
    ]
    // A value that would round to a thousand of a unit uses the next unit.
    let unit = units.first { nanoseconds >= $0.size * 0.9995 } ?? ("ns", 1)
    return digits(nanoseconds / unit.size) + " " + unit.name
  }

  /// Returns a number with two decimal places, such as "1.05".
  package static func ratio(_ number: Double) -> String {
    let hundredths = Int64((number * 100).rounded())
    return "\(hundredths / 100)." + NumberText.padded(hundredths % 100)
  }

  /// Returns three digits, without decimal places from a hundred on.
  private static func digits(_ number: Double) -> String {
    if number >= 99.95 { return NumberText.grouped(Int64(number.rounded())) }
    if number < 9.995 { return ratio(number) }
    let tenths = Int64((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Returns bytes in whole MB, rounded up.
  package static func megabytes(_ bytes: Int) -> Int { (bytes + (1 << 20) - 1) >> 20 }
}
