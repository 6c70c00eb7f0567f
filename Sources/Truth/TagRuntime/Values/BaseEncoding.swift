/// The ways in which the macros `_enc` and `_hsh` write bytes as text, by the names that
/// containers use.
package enum BaseEncoding: String, Sendable, CaseIterable {
  /// UTF-8.
  case text
  /// Upper-case hexadecimal; lower case is read as well.
  case base16
  /// RFC 4648 with `+` and `/`.
  case base64
  /// RFC 4648 with `-` and `_`.
  case base64url

  /// Decodes a text; nil if it is not written this way. Padding is optional, but must be correct if
  /// it is there.
  ///
  /// - Complexity: O(n) in the length of the text.
  package func bytes(of text: String) -> [UInt8]? {
    switch self {
    case .text: Array(text.utf8)
    case .base16: Self.bytes(ofBase16: Array(text.utf8))
    case .base64: Self.bytes(ofBase64: Array(text.utf8), Self.base64Values)
    case .base64url: Self.bytes(ofBase64: Array(text.utf8), Self.base64urlValues)
    }
  }

  /// Decodes a text as Android's `Base64` does: it skips characters that are not digits, and
  /// nothing may follow the padding.
  ///
  /// Source: Platforms §3.
  ///
  /// - Complexity: O(n) in the length of the text.
  package func lenientBytes(of text: String) -> [UInt8]? {
    let values = self == .base64 ? Self.base64Values : Self.base64urlValues
    guard self == .base64 || self == .base64url else { return bytes(of: text) }
    let kept = text.utf8.filter { values[Int($0)] != nil || $0 == UInt8(ascii: "=") }
    let digits = kept.prefix { $0 != UInt8(ascii: "=") }
    let padding = kept.count - digits.count
    guard kept.dropFirst(digits.count).allSatisfy({ $0 == UInt8(ascii: "=") }),
      padding == 0 || (digits.count + padding).isMultiple(of: 4) && digits.count % 4 > 1
    else { return nil }
    return Self.bytes(ofBase64: Array(digits), values)
  }

  /// Encodes bytes; nil if text was requested and they are not UTF-8.
  ///
  /// - Complexity: O(n) in the number of bytes.
  package func text(of bytes: [UInt8], isPadded: Bool = true) -> String? {
    switch self {
    case .text: String(validating: bytes, as: UTF8.self)
    case .base16: Self.base16(bytes)
    case .base64: Self.base64(bytes, Self.base64Alphabet, isPadded)
    case .base64url: Self.base64(bytes, Self.base64urlAlphabet, isPadded)
    }
  }

  // MARK: Base 16

  private static let base16Alphabet = Array("0123456789ABCDEF".utf8)

  private static func base16(_ bytes: [UInt8]) -> String {
    let digits = bytes.flatMap { [base16Alphabet[Int($0 >> 4)], base16Alphabet[Int($0 & 15)]] }
    return String(decoding: digits, as: UTF8.self)
  }

  private static func bytes(ofBase16 digits: [UInt8]) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index].hexDigit, let low = digits[index + 1].hexDigit else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  // MARK: Base 64

  private static let base64Alphabet = alphabet(ending: "+/")
  private static let base64urlAlphabet = alphabet(ending: "-_")

  private static let base64Values = values(of: base64Alphabet)
  private static let base64urlValues = values(of: base64urlAlphabet)

  /// Returns the value of each digit; nil if it is not a digit.
  private static func values(of alphabet: [UInt8]) -> [Int?] {
    var values = [Int?](repeating: nil, count: 256)
    for (value, digit) in alphabet.enumerated() { values[Int(digit)] = value }
    return values
  }

  private static func alphabet(ending: String) -> [UInt8] {
    Array(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + ending).utf8)
  }

  private static func base64(_ bytes: [UInt8], _ alphabet: [UInt8], _ isPadded: Bool) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for digit in 0...group.count { text.append(alphabet[bits >> (18 - 6 * digit) & 63]) }
      if isPadded {
        text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - group.count))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func bytes(ofBase64 text: [UInt8], _ values: [Int?]) -> [UInt8]? {
    let digits = text.prefix { $0 != UInt8(ascii: "=") }
    let padding = text[digits.endIndex...]
    let isPaddingRight =
      padding.isEmpty
      || (padding.count <= 2 && padding.allSatisfy { $0 == UInt8(ascii: "=") }
        && text.count.isMultiple(of: 4))
    guard isPaddingRight, digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    var bits = 0
    var bitCount = 0
    for digit in digits {
      guard let value = values[Int(digit)] else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    return bytes
  }
}
