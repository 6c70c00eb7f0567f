/// How long the values of a push outlast the process, as a push asks for it with
/// `gtm` → `lifetime`.
///
/// The text form of the value is matched whole: digits, white space where there is any, and a unit
/// `s`, `m`, `h` or `d`; without a unit they are milliseconds. So `1000` and `"1000"` are the same.
///
/// Source: TAGDataLayer, section 5.5 of the behaviour notes. What overflows 64 bits of
/// milliseconds is refused; the SDK leaves that open.
public struct Lifetime: Sendable, Hashable {
  /// Milliseconds, at least 1.
  public var milliseconds: Int64

  /// Reads the text form of a lifetime.
  ///
  /// - Throws: `LifetimeFault` where nothing is kept.
  /// - Complexity: O(n) in the length of the text.
  public init(_ text: String) throws(LifetimeFault) {
    let bytes = text.utf8
    let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let unit = bytes[digits.endIndex...].drop(while: Self.isSpace)
    guard !digits.isEmpty, unit.count <= 1, let factor = Self.milliseconds(of: unit.first) else {
      throw .malformed
    }
    guard let count = Int64(Substring(digits)) else { throw .tooLong }
    let (milliseconds, isOver) = count.multipliedReportingOverflow(by: factor)
    if isOver { throw .tooLong }
    if milliseconds == 0 { throw .notPositive }
    self.milliseconds = milliseconds
  }

  /// The white space of a pattern's `\s`.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }

  private static func milliseconds(of unit: UInt8?) -> Int64? {
    switch unit {
    case nil: 1
    case UInt8(ascii: "s"): 1000
    case UInt8(ascii: "m"): 60_000
    case UInt8(ascii: "h"): 3_600_000
    case UInt8(ascii: "d"): 86_400_000
    default: nil
    }
  }
}
