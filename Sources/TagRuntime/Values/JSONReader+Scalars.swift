extension JSONReader {
  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func skipWhitespace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  mutating func consume(_ byte: UInt8, _ expected: String) throws(JSONError) {
    guard let found = peek else { throw error(.unexpectedEnd, expected) }
    guard found == byte else { throw error(.unexpectedCharacter, expected) }
    index += 1
  }

  func error(_ code: JSONError.Code, _ expected: String, at offset: Int? = nil) -> JSONError {
    let offset = offset ?? index
    let tail = bytes[min(offset, bytes.count)...].prefix(12)
    let word = tail.prefix { $0 > 0x20 && $0 != 0x7F }
    let shown = word.isEmpty ? tail.prefix(1) : word
    let found = "'" + String(decoding: shown, as: UTF8.self) + "'"
    return JSONError(
      code: code, position: TextPosition(offset: offset, in: bytes), found: found,
      expected: expected)
  }

  mutating func readNumber() throws(JSONError) -> Value {
    let start = index
    if peek == UInt8(ascii: "-") { index += 1 }
    let firstDigit = index
    skipDigits()
    let digits = index - firstDigit
    let leadingZero = digits > 1 && bytes[firstDigit] == UInt8(ascii: "0")
    if digits == 0 || leadingZero { throw error(.badNumber, "a number", at: start) }
    var isInteger = true
    if peek == UInt8(ascii: ".") {
      isInteger = false
      index += 1
      try requireDigits(from: start)
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      isInteger = false
      index += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
      try requireDigits(from: start)
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger, let exact = Int64(text) { return .int(exact) }
    guard let double = Double(text), double.isFinite else {
      throw error(.badNumber, "a number within the range of a double", at: start)
    }
    return .double(double)
  }

  private mutating func skipDigits() {
    while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
  }

  private mutating func requireDigits(from start: Int) throws(JSONError) {
    let before = index
    skipDigits()
    if index == before { throw error(.badNumber, "a number", at: start) }
  }

  mutating func readString() throws(JSONError) -> String {
    index += 1
    let start = index
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      index += 1
    }
    if peek == UInt8(ascii: "\"") {
      index += 1
      return try utf8(bytes[start..<(index - 1)], at: start)
    }
    var buffer = Array(bytes[start..<index])
    while let byte = peek, byte != UInt8(ascii: "\"") {
      if byte < 0x20 { throw error(.controlCharacter, "no control character in a string") }
      if byte == UInt8(ascii: "\\") {
        buffer.append(contentsOf: try readEscape())
      } else {
        buffer.append(byte)
        index += 1
      }
    }
    guard peek != nil else { throw error(.unexpectedEnd, "'\"' at the end of a string") }
    index += 1
    return try utf8(buffer[...], at: start)
  }

  private func utf8(_ slice: ArraySlice<UInt8>, at start: Int) throws(JSONError) -> String {
    guard let text = String(validating: slice, as: UTF8.self) else {
      throw error(.invalidUTF8, "UTF-8 text", at: start)
    }
    return text
  }

  private mutating func readEscape() throws(JSONError) -> String.UTF8View {
    let start = index
    index += 1
    guard let byte = peek else { throw error(.unexpectedEnd, "a character after '\\'") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""): return "\"".utf8
    case UInt8(ascii: "\\"): return "\\".utf8
    case UInt8(ascii: "/"): return "/".utf8
    case UInt8(ascii: "b"): return "\u{08}".utf8
    case UInt8(ascii: "f"): return "\u{0C}".utf8
    case UInt8(ascii: "n"): return "\n".utf8
    case UInt8(ascii: "r"): return "\r".utf8
    case UInt8(ascii: "t"): return "\t".utf8
    case UInt8(ascii: "u"): return String(try readUnicodeEscape(from: start)).utf8
    default: throw error(.badEscape, "an escape such as \\n or \\u00e9", at: start)
    }
  }

  private mutating func readUnicodeEscape(from start: Int) throws(JSONError) -> Character {
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
    return Character(unicode)
  }

  private mutating func readHexUnit(from start: Int) throws(JSONError) -> UInt16 {
    guard index + 4 <= bytes.count else { throw error(.unexpectedEnd, "four hex digits") }
    var unit: UInt16 = 0
    for byte in bytes[index..<(index + 4)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw error(.badEscape, "four hex digits", at: start)
      }
      unit = unit << 4 | UInt16(digit)
    }
    index += 4
    return unit
  }
}
