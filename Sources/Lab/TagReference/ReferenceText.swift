import OrderedCollections
import TagRuntime

/// What values read as, in the two generations.
enum ReferenceText {
  // MARK: First generation

  /// Source: LegacySDK §13.2.
  static func legacy(_ value: Value) -> String {
    switch value {
    case .null, .absent: return ""
    case .bool(let flag): return flag ? "true" : "false"
    case .int(let number): return "\(number)"
    case .double(let number): return isExact(number) ? plain(number) : sixteenDigits(number)
    case .string(let text): return text
    case .list(let elements):
      return "[" + elements.map(legacyPart).joined(separator: ", ") + "]"
    case .map(let members):
      return "{" + members.map { "\($0)=\(legacyPart($1))" }.joined(separator: ", ") + "}"
    }
  }

  private static func legacyPart(_ value: Value) -> String {
    value == .null ? "<null>" : legacy(value)
  }

  /// Source: LegacySDK §13.3; white space in front is skipped, an integer of 64 bits is exact, all
  /// else is a decimal number.
  static func legacyNumber(_ value: Value) -> ReferenceNumber? {
    switch value {
    case .int(let number): return .whole(number)
    case .double(let number): return .broken(number)
    default: break
    }
    var text = legacy(value)
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    if let whole = Int64(text) { return .whole(whole) }
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    if !digits.isEmpty, digits.allSatisfy({ "0123456789".contains($0) }) {
      return .whole(text.first == "-" ? .min : .max)
    }
    guard text.contains(where: \.isNumber), text.allSatisfy({ "0123456789.eE+-".contains($0) })
    else { return nil }
    return Double(text).map { .broken($0) }
  }

  /// A text whose bytes are percent-encoded, but for letters, digits and some signs.
  static func percentEncoded(_ text: String, sparing signs: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      switch Unicode.Scalar(byte) {
      case "a"..."z", "A"..."Z", "0"..."9": encoded.append(byte)
      default:
        encoded +=
          signs.utf8.contains(byte)
          ? [byte] : [UInt8(ascii: "%"), digits[Int(byte) / 16], digits[Int(byte) % 16]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  // MARK: Second generation

  /// Source: Firebase §5.5; `String(value)` of JavaScript.
  static func javaScript(_ value: Value) -> String {
    switch value {
    case .absent: return "undefined"
    case .null: return "null"
    case .bool(let flag): return flag ? "true" : "false"
    case .int(let number): return plain(Double(number), digits: 21)
    case .double(let number): return plain(number, digits: 21)
    case .string(let text): return text
    case .list(let elements):
      return elements.map { $0 == .null || $0 == .absent ? "" : javaScript($0) }
        .joined(separator: ",")
    case .map: return "[object Object]"
    }
  }

  /// `Number(value)` of JavaScript; nil is NaN, and also what this reference does not know to read.
  static func javaScriptNumber(_ value: Value) -> Double? {
    switch value {
    case .absent, .map: return nil
    case .null: return 0
    case .bool(let flag): return flag ? 1 : 0
    case .int(let number): return Double(number)
    case .double(let number): return number.isNaN ? nil : number
    case .list: return javaScriptNumber(.string(javaScript(value)))
    case .string(let text):
      let trimmed = String(
        text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
      if trimmed.isEmpty { return 0 }
      let isDecimal = trimmed.allSatisfy { "0123456789.eE+-".contains($0) }
      return isDecimal ? Double(trimmed) : nil
    }
  }

  /// A number without needless zeros; one that needs an exponent is left to nobody's judgement.
  private static func plain(_ number: Double, digits: Int = 16) -> String {
    if number == 0 { return digits == 21 ? "0" : number.sign == .minus ? "-0" : "0" }
    if number == number.rounded(), abs(number) < 1e15 { return "\(Int64(number))" }
    return "\(number)"
  }

  /// Whether a number is an eighth of a whole one: its text is exact.
  private static func isExact(_ number: Double) -> Bool {
    number * 8 == (number * 8).rounded() && abs(number) < 1e9
  }

  /// The first sixteen digits of a number whose text has no exponent, by long division.
  private static func sixteenDigits(_ number: Double) -> String {
    let (whole, parts) = (UInt64(abs(number)), UInt128(1) << 62)
    // A number that is at least a thousandth has no part smaller than this.
    var rest = UInt128((abs(number) - Double(whole)) * 0x1p62)
    var text = whole > 0 ? Array("\(whole)") : []
    var fraction: [Character] = []
    while text.count + fraction.drop(while: { whole == 0 && $0 == "0" }).count < 16 {
      rest *= 10
      fraction.append(Character("\(rest / parts)"))
      rest %= parts
    }
    text += fraction
    var place = text.count - 1
    if rest * 2 > parts || rest * 2 == parts && (text[place].wholeNumberValue ?? 0) % 2 == 1 {
      while place >= 0, text[place] == "9" {
        text[place] = "0"
        place -= 1
      }
      if place < 0 {
        text.insert("1", at: 0)
      } else {
        text[place] = Character("\((text[place].wholeNumberValue ?? 0) + 1)")
      }
    }
    let shown = String(text.dropLast(fraction.count))
    let after = String(text.suffix(fraction.count).reversed().drop { $0 == "0" }.reversed())
    return (number < 0 ? "-" : "") + (shown.isEmpty ? "0" : shown)
      + (after.isEmpty ? "" : "." + after)
  }

  /// Whether all numbers inside are so plain that this reference knows their text.
  static func isPlain(_ value: Value, hasIntegers: Bool = true) -> Bool {
    switch value {
    case .double(let number):
      return number == 0 || (abs(number) >= 0.001 && abs(number) < 1e15)
    case .int(let number):
      return hasIntegers || (number > -(1 << 50) && number < (1 << 50))
    case .list(let elements): return elements.allSatisfy { isPlain($0, hasIntegers: hasIntegers) }
    case .map(let members):
      return members.values.allSatisfy { isPlain($0, hasIntegers: hasIntegers) }
    case .null, .absent, .bool, .string: return true
    }
  }
}

/// A number as conditions compare it: exact where both are whole.
enum ReferenceNumber {
  case whole(Int64)
  case broken(Double)

  var double: Double {
    switch self {
    case .whole(let number): Double(number)
    case .broken(let number): number
    }
  }

  /// Whether it is less than another, and whether it is the same.
  func compared(with other: ReferenceNumber) -> (isLess: Bool, isSame: Bool) {
    if case .whole(let left) = self, case .whole(let right) = other {
      return (left < right, left == right)
    }
    return (double < other.double, double == other.double)
  }
}
