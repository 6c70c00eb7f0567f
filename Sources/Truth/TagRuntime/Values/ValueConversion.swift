import OrderedCollections

/// The conversions of the SDK between kinds of values.
///
/// Source: LegacySDK §13; TAGTypes of the legacy SDK 3.09: a boolean text is exactly `true` or
/// `false`; a number text may start with white space and must be consumed whole.
public enum ValueConversion {
  /// Converts a value to text: "" for nothing, `[a, b]` for lists, `{k=v}` for maps. Inside of
  /// those a null is an object, which describes itself as `<null>`.
  ///
  /// - Complexity: O(n) in the size of the value.
  public static func text(_ value: Value) -> String {
    switch value {
    case .null, .absent: ""
    case .bool(let flag): flag ? "true" : "false"
    case .int(let integer): String(integer)
    case .double(let double): NumberText.plain(double)
    case .string(let text): text
    case .list(let elements): "[" + elements.map(part).joined(separator: ", ") + "]"
    case .map(let members):
      "{" + members.elements.map { $0.key + "=" + part($0.value) }.joined(separator: ", ") + "}"
    }
  }

  private static func part(_ value: Value) -> String { value == .null ? "<null>" : text(value) }

  /// The numeric value of a text or value.
  public enum Number: Sendable, Hashable {
    /// An exact integer.
    case int(Int64)
    case double(Double)

    /// Compares two numbers: -1, 0 or 1 for less, the same, or greater; exact if both are integers,
    /// otherwise as doubles.
    package func order(to other: Number) -> Int {
      if case .int(let left) = self, case .int(let right) = other {
        return left == right ? 0 : (left < right ? -1 : 1)
      }
      return double == other.double ? 0 : (double < other.double ? -1 : 1)
    }

    /// The number as the nearest double; large integers lose digits.
    public var double: Double {
      switch self {
      case .int(let integer): Double(integer)
      case .double(let double): double
      }
    }
  }

  /// Converts a value to a number; nil if its text is not one.
  public static func number(_ value: Value, on platform: Platform = .ios) -> Number? {
    switch value {
    case .int(let integer): .int(integer)
    case .double(let double): .double(double)
    default: number(text(value), on: platform)
    }
  }

  /// Converts a text to a number: an integer of 64 bits first, then a decimal double. An integer
  /// beyond 64 bits is clamped, and a double on Android.
  ///
  /// Source: LegacySDK §13.3; Apple's reference of `scanLongLong:`, which gives `LLONG_MAX` or
  /// `LLONG_MIN` on overflow; Platforms §6.
  public static func number(_ text: String, on platform: Platform = .ios) -> Number? {
    let trimmed = text.drop(while: \.isWhitespace)
    if let integer = Int64(trimmed) { return .int(integer) }
    if platform == .ios, isWhole(trimmed.utf8) { return .int(trimmed.first == "-" ? .min : .max) }
    guard isDecimal(trimmed.utf8), let double = Double(trimmed) else { return nil }
    return .double(double)
  }

  /// Converts a number to an integer; a double is cut towards zero and clamped to 64 bits.
  public static func int64(_ number: Number) -> Int64 {
    switch number {
    case .int(let integer): integer
    case .double(let double):
      if double.isNaN { 0 } else { Int64(exactly: double.rounded(.towardZero)) ?? clamp(double) }
    }
  }

  /// Converts a value to a boolean; nil if its text is neither `true` nor `false`; on Android both
  /// may be written in capital letters.
  ///
  /// Source: LegacySDK §13, Platforms §6.
  public static func boolean(_ value: Value, on platform: Platform = .ios) -> Bool? {
    if case .bool(let flag) = value { return flag }
    let text = text(value)
    switch platform.rules.booleansInAnyCase ? text.lowercased() : text {
    case "true": return true
    case "false": return false
    default: return nil
    }
  }

  private static func clamp(_ double: Double) -> Int64 {
    double < 0 ? .min : .max
  }

  /// Whether bytes are only digits, with or without a sign.
  private static func isWhole(_ bytes: Substring.UTF8View) -> Bool {
    let isSigned = bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+")
    let digits = isSigned ? bytes.dropFirst() : bytes
    return !digits.isEmpty && digits.allSatisfy(\.isDigit)
  }

  /// Whether bytes are a decimal number; Swift itself would also take hexadecimal, `inf` and `nan`.
  private static func isDecimal(_ bytes: Substring.UTF8View) -> Bool {
    var digits = 0
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"),
        UInt8(ascii: "-"):
        continue
      default: return false
      }
    }
    return digits > 0
  }
}
