import OrderedCollections
import TagRuntime
import TextKit

/// Times and numbers as people read them.
package enum MeasureText {
  /// A number with commas between its thousands.
  package static func grouped(_ number: Int64) -> String {
    NumberText.grouped(number)
  }

  /// A time in nanoseconds with three digits and a unit: "12.3 µs".
  package static func time(_ nanoseconds: Double) -> String {
    let units: [(name: String, size: Double)] = [
      ("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1000),
    ]
    // What would be rounded to a thousand of a unit is one of the next.
    let unit = units.first { nanoseconds >= $0.size * 0.9995 } ?? ("ns", 1)
    return digits(nanoseconds / unit.size) + " " + unit.name
  }

  /// A number with two digits behind the point: "1.05".
  package static func ratio(_ number: Double) -> String {
    let hundredths = Int64((number * 100).rounded())
    return "\(hundredths / 100)." + NumberText.padded(hundredths % 100)
  }

  /// Three digits, of which none stands behind the point from a hundred on.
  private static func digits(_ number: Double) -> String {
    if number >= 99.95 { return grouped(Int64(number.rounded())) }
    if number < 9.995 { return ratio(number) }
    let tenths = Int64((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// A text with spaces before or after it, so that it takes as many columns.
  static func padded(_ text: String, to columns: Int, isNumber: Bool = false) -> String {
    TextWidth.filled(text, to: columns, alignment: isNumber ? .trailing : .leading)
  }
}
