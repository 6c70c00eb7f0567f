/// Prints numbers the same way in every process, locale and optimisation level.
package enum NumberText {
  /// Largest decimal exponent (exclusive) that is written without an `e`.
  private static let plainExponentLimit = 16
  /// Smallest decimal exponent that is written without an `e`.
  private static let smallestPlainExponent = -4
  /// The magnitudes that Swift describes without an `e`, too, and so in the same way as this type.
  private static let describedRange = 1e-4..<0x1p53

  /// Writes a double as JSON and scenarios do: shortest digits that read back to the same double,
  /// always recognisable as a double (`1.0`, `19.9`, `1e+20`).
  ///
  /// Infinities and NaN, which no number text can express, become `null`.
  package static func json(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    // The description takes a sixth of the time.
    if describedRange.contains(value.magnitude) || value == 0 { return value.description }
    let text = plain(value) { shortestDigits(of: $0) }
    return text.contains { $0 == "." || $0 == "e" } ? text : text + ".0"
  }

  /// Writes a whole number with leading zeros, as clocks and dates show it: 5 is "05".
  package static func padded(
    _ number: some BinaryInteger, to width: Int = 2, radix: Int = 10, uppercase: Bool = false
  ) -> String {
    let digits = String(number.magnitude, radix: radix, uppercase: uppercase)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }

  /// Writes a number below a million with a comma before its thousands, as pages show it: "8,192".
  package static func grouped(_ number: some BinaryInteger) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3), digit != "-" { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  /// Writes a double as the SDK does: `1.0` is "1", `0.1` is "0.1", `1e20` is "1e+20", `0.1 + 0.2`
  /// is "0.3", and `9.95` is "9.949999999999999".
  ///
  /// Source: LegacySDK §13.2; `NSNumber stringValue` as used by TAGTypes objectToString, which is
  /// `descriptionWithLocale:` and by Apple's reference the format `%0.16g`.
  package static func plain(_ value: Double) -> String {
    plain(value, digits: 16)
  }

  /// Writes a double for people: the fewest digits that read back to it, `19.9` and `3`.
  package static func short(_ value: Double) -> String {
    plain(value) { shortestDigits(of: $0) }
  }

  /// Writes a double as `plain` does, but with 17 significant digits.
  static func long(_ value: Double) -> String { plain(value, digits: 17) }

  private static func plain(_ value: Double, digits count: Int) -> String {
    plain(value, below: count) { magnitude in
      wholeRange.contains(magnitude)
        ? magnitude.wholeDigits(count, exponent: shortestDigits(of: magnitude).exponent)
        : magnitude.significantDigits(count)
    }
  }

  /// The magnitudes whose digits one multiplication in 128 bits yields.
  private static let wholeRange = 1e-5..<1e15

  private static func plain(
    _ value: Double, below exponentLimit: Int = plainExponentLimit,
    _ digits: (Double) -> (digits: [UInt8], exponent: Int)
  ) -> String {
    if value.isNaN { return "nan" }
    if value.isInfinite { return value < 0 ? "-inf" : "inf" }
    if value == 0 { return value.sign == .minus ? "-0" : "0" }
    let (digits, exponent) = digits(value.magnitude)
    let sign = value < 0 ? "-" : ""
    let usesExponent = exponent < smallestPlainExponent || exponent >= exponentLimit
    return sign + (usesExponent ? scientific(digits, exponent) : positional(digits, exponent))
  }

  /// Writes a double as Java does: `1.0`, `19.9`, `1.0E7` from seven digits before the point or
  /// three zeros after it.
  ///
  /// Source: Platforms §6; the documentation of Double.toString. That the digits are the fewest
  /// that read back to the same double is inferred from today's versions.
  package static func java(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
    if value == 0 { return value.sign == .minus ? "-0.0" : "0.0" }
    let (digits, exponent) = shortestDigits(of: value.magnitude)
    let sign = value < 0 ? "-" : ""
    if (-3..<7).contains(exponent) {
      let text = positional(digits, exponent)
      return sign + (text.contains(".") ? text : text + ".0")
    }
    let rest = digits.count > 1 ? String(decoding: digits[1...], as: UTF8.self) : "0"
    return sign + String(decoding: digits[..<1], as: UTF8.self) + ".\(rest)E\(exponent)"
  }

  /// Writes a double that is neither 0 nor infinite nor NaN, as JavaScript does: an exponent
  /// appears from 21 digits before the point or six zeros after it, `1e+21`, `1e-7`.
  ///
  /// Source: Firebase §5.5; the ECMAScript specification, Number::toString.
  static func javaScript(_ value: Double) -> String {
    let (digits, exponent) = shortestDigits(of: value.magnitude)
    let sign = value < 0 ? "-" : ""
    if (-6..<21).contains(exponent) { return sign + positional(digits, exponent) }
    return sign + scientific(digits, exponent, exponentDigits: 1)
  }

  /// Returns the significant digits and the decimal exponent of the first one.
  private static func shortestDigits(of magnitude: Double) -> (digits: [UInt8], exponent: Int) {
    var digits: [UInt8] = []
    var pointAt: Int?
    var exponent = 0
    let bytes = Array(magnitude.description.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ".") {
        pointAt = digits.count
      } else if byte == UInt8(ascii: "e") {
        exponent = Int(String(decoding: bytes[(index + 1)...], as: UTF8.self)) ?? 0
        break
      } else {
        digits.append(byte)
      }
      index += 1
    }
    exponent += (pointAt ?? digits.count) - 1
    while digits.count > 1, digits.first == UInt8(ascii: "0") {
      digits.removeFirst()
      exponent -= 1
    }
    while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return (digits, exponent)
  }

  private static func scientific(
    _ digits: [UInt8], _ exponent: Int, exponentDigits: Int = 2
  ) -> String {
    var text = String(decoding: digits[..<1], as: UTF8.self)
    if digits.count > 1 { text += "." + String(decoding: digits[1...], as: UTF8.self) }
    let magnitude = exponent.magnitude
    return text + (exponent < 0 ? "e-" : "e+") + (magnitude < 10 && exponentDigits > 1 ? "0" : "")
      + String(magnitude)
  }

  private static func positional(_ digits: [UInt8], _ exponent: Int) -> String {
    if exponent < 0 {
      let zeros = String(repeating: "0", count: -exponent - 1)
      return "0." + zeros + String(decoding: digits, as: UTF8.self)
    }
    let whole = exponent + 1
    if digits.count <= whole {
      let zeros = String(repeating: "0", count: whole - digits.count)
      return String(decoding: digits, as: UTF8.self) + zeros
    }
    return String(decoding: digits[..<whole], as: UTF8.self) + "."
      + String(decoding: digits[whole...], as: UTF8.self)
  }
}

extension Double {
  /// Returns the first digits of a positive number, rounded from its exact value with halves to
  /// even, as `%g` of C does, and the decimal exponent of the first one. Trailing zeros are left
  /// out.
  ///
  /// - Complexity: O(n²) in the binary digits before or after the
  ///   point: some 50 for numbers about 1, 1,100 for those farthest from it.
  fileprivate func significantDigits(_ count: Int) -> (digits: [UInt8], exponent: Int) {
    let exact = exactDigits
    var digits = exact.digits
    var exponent = exact.point - 1
    if digits.count > count {
      let isHalf = digits[count] == 5 && digits[(count + 1)...].allSatisfy { $0 == 0 }
      let isUp = isHalf ? digits[count - 1] % 2 == 1 : digits[count] >= 5
      digits.removeLast(digits.count - count)
      if isUp {
        var place = count - 1
        while place >= 0, digits[place] == 9 {
          digits[place] = 0
          place -= 1
        }
        if place >= 0 {
          digits[place] += 1
        } else {
          digits = [1]
          exponent += 1
        }
      }
    }
    while digits.count > 1, digits.last == 0 { digits.removeLast() }
    return (digits.map { $0 + UInt8(ascii: "0") }, exponent)
  }

  /// Returns the same of a number in `wholeRange`, whose decimal exponent is known, or one too
  /// large.
  fileprivate func wholeDigits(
    _ count: Int, exponent: Int
  ) -> (digits: [UInt8], exponent: Int) {
    let shift = 1023 + 52 - Int(exponentBitPattern)
    let whole = UInt128(significandBitPattern | 1 << UInt64(Double.significandBitCount))
    var exponent = exponent
    var scaled = whole * Self.powerOfTen(count - 1 - exponent)
    if scaled < Self.powerOfTen(count - 1) << shift {
      scaled *= 10
      exponent -= 1
    }
    var number = scaled >> shift
    let rest = scaled - number << shift
    let half = shift > 0 ? UInt128(1) << (shift - 1) : 1
    if rest > half || rest == half && number % 2 == 1 { number += 1 }
    if number == Self.powerOfTen(count) {
      number /= 10
      exponent += 1
    }
    var digits = Array(String(number).utf8)
    while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return (digits, exponent)
  }

  private static func powerOfTen(_ exponent: Int) -> UInt128 {
    var power: UInt128 = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// All digits of the exact value without leading zeros, and the number of them before the point;
  /// that number is below zero if zeros follow it.
  private var exactDigits: (digits: [UInt8], point: Int) {
    // A whole number times a power of two.
    var whole = significandBitPattern | (isSubnormal ? 0 : 1 << UInt64(Double.significandBitCount))
    var power = (isSubnormal ? 1 - 1023 : Int(exponentBitPattern) - 1023) - 52
    while power < 0, whole & 1 == 0 {
      whole >>= 1
      power += 1
    }
    var number = LongNumber(whole)
    // Halving is multiplying by five, with the point one place further to the left.
    number.multiply(by: power < 0 ? 5 : 2, times: abs(power))
    let digits = number.digits
    return (digits, digits.count + min(power, 0))
  }
}

/// A whole number of any length.
private struct LongNumber {
  /// Nine digits each, the lowest first.
  private var parts: [UInt64] = []

  private static let base: UInt64 = 1_000_000_000

  init(_ number: UInt64) {
    var rest = number
    repeat {
      parts.append(rest % Self.base)
      rest /= Self.base
    } while rest > 0
  }

  /// The digits, the highest first.
  var digits: [UInt8] {
    var digits: [UInt8] = []
    for part in parts {
      var rest = part
      for _ in 0..<9 {
        digits.append(UInt8(rest % 10))
        rest /= 10
      }
    }
    while digits.count > 1, digits.last == 0 { digits.removeLast() }
    return digits.reversed()
  }

  /// Multiplies it by a power.
  ///
  /// - Complexity: O(nm) for n digits and m times.
  mutating func multiply(by factor: UInt64, times: Int) {
    var left = times
    while left > 0 {
      // As many at once as leave room for the carry.
      var step: UInt64 = 1
      while left > 0, step < Self.base {
        step *= factor
        left -= 1
      }
      multiply(by: step)
    }
  }

  private mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for place in parts.indices {
      let product = parts[place] * factor + carry
      parts[place] = product % Self.base
      carry = product / Self.base
    }
    while carry > 0 {
      parts.append(carry % Self.base)
      carry /= Self.base
    }
  }
}

/// Numbers of things: "1 hit", "2 hits".
package enum Counted {
  /// Returns a number with its noun, whose plural ends in "s".
  package static func text(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension [String] {
  /// The words as a list: "a, b or c".
  package func listed(_ word: String = "or") -> String {
    guard count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(word) " + self[count - 1]
  }

  /// The first words, and how many more there are: "a, b and 3 more".
  package func listed(upTo limit: Int) -> String {
    prefix(limit).joined(separator: ", ") + (count > limit ? " and \(count - limit) more" : "")
  }
}
