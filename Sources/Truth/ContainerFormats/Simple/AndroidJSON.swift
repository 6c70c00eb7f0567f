import TagRuntime

/// The JSON that Android's reader takes beyond the standard: words without quotes, single quotes,
/// comments, `;` for `,`, `=` and `=>` for `:`, and anything after the last brace.
///
/// It writes the text in strict JSON, whose reader decides about everything else.
///
/// Source: Platforms §4; `org.json.JSONTokener` of Android's core library, which reads the default
/// container of a raw resource.
struct AndroidJSON {
  /// The bytes that end a word.
  private static let ends = Array("{}[]/\\:,=;# \t\u{0C}\r\n".utf8)

  private let text: ArraySlice<UInt8>
  private var index: Int
  private var strict: [UInt8] = []

  /// Returns a text in strict JSON; nil if Android's reader does not take it either.
  ///
  /// - Complexity: O(n) in the bytes.
  static func strict(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var json = AndroidJSON(text: text, index: text.startIndex)
    return json.translate() ? json.strict : nil
  }

  private mutating func next() -> UInt8? {
    defer { index += 1 }
    return index < text.endIndex ? text[index] : nil
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    let isNext = index < text.endIndex && text[index] == byte
    if isNext { index += 1 }
    return isNext
  }

  private mutating func translate() -> Bool {
    var depth = 0
    while let byte = next() {
      switch Unicode.Scalar(byte) {
      case " ", "\t", "\n", "\r": continue
      case "#", "/": guard skipComment(byte) else { return false }
      case "\"", "'": copyString(until: byte)
      case "{", "[":
        depth += 1
        strict.append(byte)
      case "}", "]":
        depth -= 1
        strict.append(byte)
        if depth <= 0 { return true }
      case ",", ";": strict.append(UInt8(ascii: ","))
      case ":", "=":
        strict.append(UInt8(ascii: ":"))
        _ = take(UInt8(ascii: ">"))
      default: guard copyWord() else { return false }
      }
    }
    return false
  }

  private mutating func skipComment(_ first: UInt8) -> Bool {
    if first == UInt8(ascii: "#") || take(first) {
      index = text[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.endIndex
      return true
    }
    guard take(UInt8(ascii: "*")) else { return false }
    while let byte = next() {
      if byte == UInt8(ascii: "*"), take(UInt8(ascii: "/")) { return true }
    }
    return false
  }

  private mutating func copyString(until quote: UInt8) {
    strict.append(UInt8(ascii: "\""))
    while let byte = next(), byte != quote {
      guard byte == UInt8(ascii: "\\"), let escaped = next() else {
        put(byte)
        continue
      }
      // Any other character after a backslash stands for itself.
      if "tbnrfu\\".utf8.contains(escaped) { strict += [byte, escaped] } else { put(escaped) }
    }
    strict.append(UInt8(ascii: "\""))
  }

  /// Puts a byte into a string; inside of one, strict JSON escapes quotes and control characters.
  private mutating func put(_ byte: UInt8) {
    guard byte < 0x20 || byte == UInt8(ascii: "\"") else { return strict.append(byte) }
    let text = String(Unicode.Scalar(byte))
    strict += JSONWriter.write(.string(text)).utf8.dropFirst().dropLast()
  }

  private mutating func copyWord() -> Bool {
    let start = index - 1
    index = text[start...].firstIndex(where: Self.ends.contains) ?? text.endIndex
    guard let word = String(validating: text[start..<index], as: UTF8.self), !word.isEmpty else {
      return false
    }
    let lower = word.lowercased()
    let known = ["null", "true", "false"].contains(lower) ? lower : Self.number(word)
    // Two words after each other stay two.
    strict += ((known ?? JSONWriter.write(.string(word))) + " ").utf8
    return true
  }

  /// Returns a number in decimal digits; nil if the word is not one.
  private static func number(_ word: String) -> String? {
    let isHex = word.lowercased().hasPrefix("0x")
    let isOctal = !isHex && word.hasPrefix("0") && word.count > 1
    let digits = word.dropFirst(isHex ? 2 : isOctal ? 1 : 0)
    if let integer = Int64(digits, radix: isHex ? 16 : isOctal ? 8 : 10) { return String(integer) }
    guard let double = Double(word), double.isFinite else { return nil }
    return "\(double)"
  }
}
