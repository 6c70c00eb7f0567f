import TagRuntime

/// Parses property lists of the old style, `{ key = value; }`, and files of texts, which are the
/// same without braces. All their values are texts, maps, lists and data.
///
/// Source: observed of Foundation, Formats §4.2.
struct ASCIIPropertyListParser {
  private let scalars: [Unicode.Scalar]
  private let bytes: [UInt8]
  private var index = 0
  private var budget: MemoryBudget

  private init(_ bytes: [UInt8]) throws(ReadFault) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ReadFault(notUTF8: bytes) ?? ReadFault(.empty)
    }
    scalars = Array(text.unicodeScalars)
    self.bytes = bytes
    budget = MemoryBudget(bytes: bytes.count)
  }

  /// Parses a whole file.
  ///
  /// - Complexity: O(n) in the bytes.
  static func parse(_ bytes: [UInt8]) throws(ReadFault) -> PropertyListValue {
    var parser = try ASCIIPropertyListParser(bytes)
    parser.skipBlanks()
    let hasBraces = parser.peek == "{"
    let entries =
      hasBraces ? try parser.readMap(depth: 1) : try parser.readEntries(to: nil, depth: 1)
    parser.skipBlanks()
    if parser.peek != nil { throw parser.fault("the end of the text") }
    return .map(entries)
  }

  private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    index += 1
    return true
  }

  private func fault(_ expected: String) -> ReadFault {
    let offset = scalars[..<index].reduce(0) { $0 + String($1).utf8.count }
    let position = TextPosition(offset: offset, in: bytes)
    return ReadFault(
      index < scalars.count
        ? .invalidPropertyList(position: position, expected: expected)
        : .propertyListCutOff(position: position, expected: expected))
  }

  /// Skips white space and comments.
  private mutating func skipBlanks() {
    while let scalar = peek {
      if scalar.properties.isWhitespace {
        index += 1
      } else if scalar == "/", index + 1 < scalars.count, scalars[index + 1] == "/" {
        while let next = peek, next != "\n", next != "\r" { index += 1 }
      } else if scalar == "/", index + 1 < scalars.count, scalars[index + 1] == "*" {
        index += 2
        while index < scalars.count, !(scalars[index - 1] == "*" && scalars[index] == "/") {
          index += 1
        }
        index = min(index + 1, scalars.count)
      } else {
        return
      }
    }
  }

  private mutating func readValue(depth: Int) throws(ReadFault) -> PropertyListValue {
    skipBlanks()
    guard budget.spend(MemoryBudget.map) else {
      throw ReadFault(.tooDense(place: "sign \(index)"))
    }
    if peek == "{" { return .map(try readMap(depth: depth)) }
    if take("(") { return try readList(depth: depth) }
    if take("<") {
      while let scalar = peek, scalar.properties.isASCIIHexDigit || scalar == " " { index += 1 }
      guard take(">") else { throw fault("'>' after hexadecimal digits") }
      return .data
    }
    return .scalar(.string(try readText("a value")))
  }

  private mutating func readList(depth: Int) throws(ReadFault) -> PropertyListValue {
    guard depth <= ContainerLimits.simpleDepth else {
      throw ReadFault(.tooDeep(place: "sign \(index)", limit: ContainerLimits.simpleDepth))
    }
    repeat {
      skipBlanks()
      if peek == ")" { break }
      _ = try readValue(depth: depth + 1)
      skipBlanks()
    } while take(",")
    guard take(")") else { throw fault("',' or ')'") }
    return .list
  }

  private mutating func readMap(depth: Int) throws(ReadFault) -> [PropertyListValue.Entry] {
    guard depth <= ContainerLimits.simpleDepth else {
      throw ReadFault(.tooDeep(place: "sign \(index)", limit: ContainerLimits.simpleDepth))
    }
    index += 1
    return try readEntries(to: "}", depth: depth)
  }

  /// Reads entries up to a brace, or to the end of the text. A key alone is its own value.
  private mutating func readEntries(
    to end: Unicode.Scalar?, depth: Int
  ) throws(ReadFault) -> [PropertyListValue.Entry] {
    var entries: [PropertyListValue.Entry] = []
    while true {
      skipBlanks()
      if let end, take(end) { return entries }
      if end == nil, peek == nil { return entries }
      guard entries.count < ContainerLimits.mapMembers else {
        throw ReadFault(
          .tooManyMembers(place: "sign \(index)", limit: ContainerLimits.mapMembers))
      }
      let key = try readText("a key")
      skipBlanks()
      var value = PropertyListValue.scalar(.string(key))
      if take("=") { value = try readValue(depth: depth + 1) }
      skipBlanks()
      guard take(";") else { throw fault("';'") }
      entries.append(PropertyListValue.Entry(key: key, value: value))
    }
  }

  // MARK: Texts

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      || "_$/:.-".unicodeScalars.contains(scalar)
  }

  private mutating func readText(_ expected: String) throws(ReadFault) -> String {
    var text = String.UnicodeScalarView()
    if let quote = peek, quote == "\"" || quote == "'" {
      index += 1
      while let scalar = peek, scalar != quote {
        index += 1
        text.append(scalar == "\\" ? try readEscape() : scalar)
      }
      guard take(quote) else { throw fault("'\(quote)' at the end of a text") }
    } else {
      while let scalar = peek, Self.isPlain(scalar) {
        text.append(scalar)
        index += 1
      }
      if text.isEmpty { throw fault(expected) }
    }
    guard budget.spend(MemoryBudget.text(text.count)) else {
      throw ReadFault(.tooDense(place: "sign \(index)"))
    }
    return String(text)
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "a": "\u{7}", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t", "v": "\u{B}",
  ]

  /// Reads what follows a backslash: a letter, up to three octal digits, or `U` and four
  /// hexadecimal ones.
  private mutating func readEscape() throws(ReadFault) -> Unicode.Scalar {
    guard let scalar = peek else { throw fault("a sign after '\\'") }
    if scalar == "U" || ("0"..."7").contains(scalar) {
      let (radix, length) = scalar == "U" ? (16, 4) : (8, 3)
      if scalar == "U" { index += 1 }
      let digits = scalars[index...].prefix(length).prefix {
        Int(String($0), radix: radix) != nil
      }
      index += digits.count
      // Beyond ASCII an octal number is one of another encoding, which is not read.
      guard let code = UInt32(digits.map(String.init).joined(), radix: radix),
        radix == 16 || code < 0x80, let made = Unicode.Scalar(code)
      else { throw fault("the number of a character") }
      return made
    }
    index += 1
    return Self.escapes[scalar] ?? scalar
  }
}
