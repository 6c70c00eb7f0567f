import OrderedCollections

/// The conversions of JavaScript between kinds of values, in which containers of the second
/// generation are evaluated.
///
/// `undefined` is `absent` here, and a null is a null. All numbers are doubles, integers too.
///
/// Source: Firebase §5.5; the ECMAScript specification, type conversion.
enum JavaScript {
  // MARK: Texts

  /// Returns `String(value)`.
  ///
  /// - Complexity: O(n) in the size of the value.
  static func text(_ value: Value) -> String {
    switch value {
    case .absent: "undefined"
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .int(let integer): text(Double(integer))
    case .double(let double): text(double)
    case .string(let text): text
    case .list(let elements): elements.map(part).joined(separator: ",")
    case .map: "[object Object]"
    }
  }

  /// Converts an element of a list: null and undefined leave nothing between the commas.
  private static func part(_ value: Value) -> String {
    value == .null || value == .absent ? "" : text(value)
  }

  static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    return number == 0 ? "0" : NumberText.javaScript(number)
  }

  // MARK: Numbers

  /// Returns `Number(value)`; NaN if it is not a number.
  static func number(_ value: Value) -> Double {
    switch value {
    case .absent, .map: .nan
    case .null: 0
    case .bool(let flag): flag ? 1 : 0
    case .int(let integer): Double(integer)
    case .double(let double): double
    case .string(let text): number(text)
    case .list: number(text(value))
    }
  }

  /// Converts a text without its outer white space: an empty text is 0, digits may be in base 2, 8
  /// or 16 after `0b`, `0o` and `0x`, and any remaining characters make it NaN.
  static func number(_ text: String) -> Double {
    let scalars = text.unicodeScalars.drop(while: isSpace)
    var trimmed = Substring(scalars)
    while let last = trimmed.unicodeScalars.last, isSpace(last) {
      trimmed.unicodeScalars.removeLast()
    }
    if trimmed.isEmpty { return 0 }
    let bytes = Array(trimmed.utf8)
    if bytes.count > 2, bytes[0] == UInt8(ascii: "0"), let radix = radix(of: bytes[1]) {
      return number(digits: bytes[2...], radix: radix)
    }
    let sign: Double = bytes[0] == UInt8(ascii: "-") ? -1 : 1
    let isSigned = sign < 0 || bytes[0] == UInt8(ascii: "+")
    if trimmed.dropFirst(isSigned ? 1 : 0) == "Infinity" { return sign * .infinity }
    return isDecimal(bytes[(isSigned ? 1 : 0)...]) ? Double(trimmed) ?? .nan : .nan
  }

  private static func radix(of letter: UInt8) -> Double? {
    switch letter | 0x20 {
    case UInt8(ascii: "b"): 2
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "x"): 16
    default: nil
    }
  }

  private static func number(digits: ArraySlice<UInt8>, radix: Double) -> Double {
    var number = 0.0
    for byte in digits {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, Double(digit) < radix
      else { return .nan }
      number = number * radix + Double(digit)
    }
    return number
  }

  /// Whether bytes are digits with at most one point and at most one exponent; digits on one side
  /// of the point suffice.
  private static func isDecimal(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 | 0x20 == 0x65 })
    let places = parts[0].split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard places.allSatisfy({ $0.allSatisfy(\.isDigit) }), places.contains(where: { !$0.isEmpty })
    else { return false }
    guard parts.count > 1 else { return true }
    let isSigned = parts[1].first == UInt8(ascii: "+") || parts[1].first == UInt8(ascii: "-")
    let exponent = parts[1].dropFirst(isSigned ? 1 : 0)
    return !exponent.isEmpty && exponent.allSatisfy(\.isDigit)
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{FEFF}" || (scalar.properties.isWhitespace && scalar != "\u{85}")
  }

  // MARK: Truth and members

  static func isTruthy(_ value: Value) -> Bool {
    switch value {
    case .absent, .null: false
    case .bool(let flag): flag
    case .int(let integer): integer != 0
    case .double(let double): double != 0 && !double.isNaN
    case .string(let text): !text.isEmpty
    case .list, .map: true
    }
  }

  /// Returns the member of a value: of a map by its key, of a list or a text by its number, or
  /// their `length`; undefined if there is none. Null and undefined have no members, not even
  /// undefined ones.
  static func member(_ name: String, of value: Value) throws(FunctionFailure) -> Value {
    switch value {
    case .absent, .null:
      throw FunctionFailure("\(text(value)) has no member \(name)")
    case .map(let members): return members[name] ?? .absent
    case .list(let elements):
      if name == "length" { return .int(Int64(elements.count)) }
      return index(name, below: elements.count).map { elements[$0] } ?? .absent
    case .string(let text):
      let units = text.utf16
      if name == "length" { return .int(Int64(units.count)) }
      return index(name, below: units.count).map {
        .string(
          String(decoding: [units[units.index(units.startIndex, offsetBy: $0)]], as: UTF16.self))
      } ?? .absent
    case .bool, .int, .double: return .absent
    }
  }

  private static func index(_ name: String, below count: Int) -> Int? {
    guard let index = Int(name), String(index) == name, (0..<count).contains(index) else {
      return nil
    }
    return index
  }
}
