extension JSONScanner {
  // MARK: Numbers

  mutating func readNumber() throws(JSONError) -> Value {
    let start = index
    let isNegative = peek == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let firstDigit = index
    var number: UInt64 = 0
    var digits = readDigits(onto: &number)
    let leadingZero = digits > 1 && text[firstDigit] == UInt8(ascii: "0")
    if digits == 0 || leadingZero { throw error(.badNumber, "a number", at: start) }
    var decimals = 0
    if peek == UInt8(ascii: ".") {
      index += 1
      decimals = try requireDigits(onto: &number, from: start)
      digits += decimals
    }
    var hasExponent = false
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      hasExponent = true
      index += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
      var exponent: UInt64 = 0
      _ = try requireDigits(onto: &exponent, from: start)
    }
    let isInteger = decimals == 0 && !hasExponent
    if isInteger, digits <= Self.exactDigits.integer {
      return .int(isNegative ? -Int64(number) : Int64(number))
    }
    if !hasExponent, digits <= Self.exactDigits.double {
      // Both are exact, so the quotient is the nearest double.
      let double = Double(number) / Self.power(ofTen: decimals)
      return .double(isNegative ? -double : double)
    }
    return try readLongNumber(from: start, isInteger: isInteger)
  }

  /// The maximum number of digits that fit into 64 bits, and into a double.
  private static var exactDigits: (integer: Int, double: Int) { (18, 15) }

  private static func power(ofTen exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  private func readLongNumber(from start: Int, isInteger: Bool) throws(JSONError) -> Value {
    let text = String(decoding: text[start..<index], as: UTF8.self)
    if isInteger, let exact = Int64(text) { return .int(exact) }
    if isInteger, extensions.contains(.longNumbers), text.utf8.count <= 38 { return .string(text) }
    guard let double = Double(text), double.isFinite else {
      throw error(.badNumber, "a number within the range of a double", at: start)
    }
    return .double(double)
  }

  /// Reads digits and appends them to those of a number; overflow is ignored.
  private mutating func readDigits(onto number: inout UInt64) -> Int {
    let start = index
    while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      number = number &* 10 &+ UInt64(byte & 15)
      index += 1
    }
    return index - start
  }

  private mutating func requireDigits(
    onto number: inout UInt64, from start: Int
  ) throws(JSONError) -> Int {
    let count = readDigits(onto: &number)
    if count == 0 { throw error(.badNumber, "a number", at: start) }
    return count
  }

  // MARK: Strings

  mutating func readString() throws(JSONError) -> String {
    index += 1
    let start = index
    skipPlainASCII()
    guard peek == UInt8(ascii: "\"") else { return try readRest(ofStringFrom: start) }
    index += 1
    return String(
      decoding: UnsafeBufferPointer(rebasing: text[start..<(index - 1)]), as: UTF8.self)
  }

  /// Skips to the next quote, backslash, control character or byte beyond ASCII.
  private mutating func skipPlainASCII() {
    while index + 8 <= text.count {
      let word = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let found = JSONBytes.special(in: UInt64(littleEndian: word))
      if found != 0 {
        index += found.trailingZeroBitCount >> 3
        return
      }
      index += 8
    }
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"),
      (0x20..<0x80).contains(byte)
    {
      index += 1
    }
  }

  /// Reads the rest of a string with an escape, characters beyond ASCII, or a mistake.
  private mutating func readRest(ofStringFrom start: Int) throws(JSONError) -> String {
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      index += 1
    }
    if peek == UInt8(ascii: "\"") {
      index += 1
      return try utf8(UnsafeBufferPointer(rebasing: text[start..<(index - 1)]), at: start)
    }
    var buffer = Array(text[start..<index])
    while let byte = peek, byte != UInt8(ascii: "\"") {
      if byte < 0x20 { throw error(.controlCharacter, "no control character in a string") }
      if byte == UInt8(ascii: "\\") {
        buffer.append(contentsOf: String(try readEscape()).utf8)
      } else {
        buffer.append(byte)
        index += 1
      }
    }
    guard peek != nil else { throw error(.unexpectedEnd, "'\"' at the end of a string") }
    index += 1
    return try utf8(buffer, at: start)
  }

  private func utf8(_ bytes: some Collection<UInt8>, at start: Int) throws(JSONError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw error(.invalidUTF8, "UTF-8 text", at: start)
    }
    return text
  }

  private mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
    let start = index
    index += 1
    guard let byte = peek else { throw error(.unexpectedEnd, "a character after '\\'") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readUnicodeEscape(from: start)
    default: throw error(.badEscape, "an escape such as \\n or \\u00e9", at: start)
    }
  }

  private mutating func readUnicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let high = try readHexUnit(from: start)
    var scalar = UInt32(high)
    if (0xD800..<0xDC00).contains(high), peek == UInt8(ascii: "\\") {
      index += 1
      try consume(UInt8(ascii: "u"), "the second half of a surrogate pair")
      let low = try readHexUnit(from: start)
      guard (0xDC00..<0xE000).contains(low) else {
        throw error(.badEscape, "the second half of a surrogate pair", at: start)
      }
      scalar = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
    }
    guard let unicode = Unicode.Scalar(scalar) else {
      throw error(.badEscape, "a whole surrogate pair", at: start)
    }
    return unicode
  }

  private mutating func readHexUnit(from start: Int) throws(JSONError) -> UInt16 {
    guard index + 4 <= text.count else { throw error(.unexpectedEnd, "four hex digits") }
    var unit: UInt16 = 0
    for byte in text[index..<(index + 4)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw error(.badEscape, "four hex digits", at: start)
      }
      unit = unit << 4 | UInt16(digit)
    }
    index += 4
    return unit
  }
}
