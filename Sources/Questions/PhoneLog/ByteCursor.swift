import TagRuntime

/// A cursor over the bytes of a line.
struct ByteCursor {
  /// The bytes not read yet.
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var first: UInt8? { rest.first }

  mutating func skip(_ count: Int = 1) { rest = rest.dropFirst(count) }

  mutating func skipBlanks() {
    while let byte = rest.first, Self.isBlank(byte) { rest.removeFirst() }
  }

  /// Consumes a text; where the text does not follow, returns false and reads nothing.
  mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  mutating func digit() -> Int? {
    guard let byte = rest.first, byte.isDigit else { return nil }
    rest.removeFirst()
    return Int(byte - UInt8(ascii: "0"))
  }

  /// Reads a number of two digits, whatever follows.
  mutating func twoDigits() -> Int? {
    var cursor = self
    guard let tens = cursor.digit(), let ones = cursor.digit() else { return nil }
    self = cursor
    return tens * 10 + ones
  }

  /// Reads a number with this many digits and no further digit after it.
  mutating func number(_ lengths: ClosedRange<Int>) -> Int? {
    var count = 0
    var value = 0
    for byte in rest.prefix(lengths.upperBound + 1) {
      guard byte.isDigit else { break }
      count += 1
      guard count <= lengths.upperBound else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    guard count >= lengths.lowerBound else { return nil }
    rest = rest.dropFirst(count)
    return value
  }

  /// Reads the bytes up to a sign and the sign itself; nil, and nothing is read, if it is not among
  /// the next bytes.
  mutating func word(until sign: UInt8, within limit: Int) -> ArraySlice<UInt8>? {
    guard let end = rest.prefix(limit).firstIndex(of: sign) else { return nil }
    let word = rest[..<end]
    rest = rest[(end + 1)...]
    return word
  }

  /// Skips the colours of a terminal: `␛[32m`.
  mutating func skipColours() {
    while rest.first == 0x1B, rest.dropFirst().first == UInt8(ascii: "["),
      let end = rest.prefix(16).firstIndex(of: UInt8(ascii: "m"))
    {
      rest = rest[(end + 1)...]
    }
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
