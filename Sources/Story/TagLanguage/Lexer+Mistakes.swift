import TagRuntime

extension Lexer {
  /// Returns the error for a string that cannot be read.
  func stringError(_ error: JSONError, openedAt place: TextPosition) -> ScenarioError {
    let offset = error.position.offset
    switch error.code {
    case .unexpectedEnd: return unclosedString(place)
    case .controlCharacter where isLineBreak(at: offset): return unclosedString(place)
    case .controlCharacter: return controlCharacter(error)
    default:
      return ScenarioError(
        file: source.file, position: error.position, kind: .badString, found: found(error),
        expected: error.expected)
    }
  }

  /// Returns the error for a JSON value that begins at an offset and cannot be read.
  func jsonError(_ error: JSONError, from start: Int) -> ScenarioError {
    let offset = error.position.offset
    if let quote = OtherQuotes.scalar(in: bytes, at: offset) {
      return otherQuotes(quote, at: offset, error.position)
    }
    if error.code == .controlCharacter {
      if !isLineBreak(at: offset) { return controlCharacter(error) }
      return ScenarioError(
        file: source.file, position: error.position, kind: .unclosedString, found: "")
    }
    let found = error.code == .unexpectedEnd ? "the end of the file" : found(error)
    var expected = error.expected
    if case .tooDeep(let limit) = error.code { expected = "at most \(limit) levels" }
    if let open = openBrace(from: start, before: offset) {
      let line = TextPosition(offset: open, in: bytes).line
      // If the value continues in the line of its brace, the mistake is reported there.
      if error.code == .unexpectedEnd || line < error.position.line {
        return ScenarioError(
          file: source.file, position: error.position,
          kind: .unclosedJSON(brace: excerpt(open..<(open + 1)), line: line),
          found: error.code == .unexpectedEnd ? "" : found,
          expected: expected)
      }
    }
    return ScenarioError(
      file: source.file, position: error.position, kind: .json, found: found, expected: expected)
  }

  /// Returns the error for text in quotes that the language does not have.
  func otherQuotes(
    _ quote: Unicode.Scalar, at offset: Int, _ place: TextPosition
  ) -> ScenarioError {
    let line = bytes[offset...].prefix { $0 != UInt8(ascii: "\n") && $0 != 0x0D }
    let text = String(decoding: line.prefix(4 * ScenarioError.quoteLimit), as: UTF8.self)
    let (quoted, inside) = OtherQuotes.split(text, openedBy: quote)
    return ScenarioError(
      file: source.file, position: place, kind: .otherQuotes, found: quoted,
      expected: quote == "'" ? "double quotes" : "straight quotes",
      suggestion: inside.quoted)
  }

  private func unclosedString(_ place: TextPosition) -> ScenarioError {
    let line = bytes[place.offset...].prefix { $0 != UInt8(ascii: "\n") && $0 != 0x0D }
    let text = String(decoding: line.prefix(4 * ScenarioError.quoteLimit), as: UTF8.self)
    if let inside = OtherQuotes.closed(text.dropFirst()) {
      return ScenarioError(
        file: source.file, position: place, kind: .otherQuotes, found: text,
        expected: "straight quotes", suggestion: inside.quoted)
    }
    return ScenarioError(
      file: source.file, position: place, kind: .unclosedString, found: text)
  }

  private func controlCharacter(_ error: JSONError) -> ScenarioError {
    let byte = bytes[error.position.offset]
    let text = String(Unicode.Scalar(byte))
    let escape = String(text.quoted.dropFirst().dropLast())
    return ScenarioError(
      file: source.file, position: error.position, kind: .controlCharacter, found: text,
      expected: escape)
  }

  /// Returns the text that a JSON error found, without its quotes.
  private func found(_ error: JSONError) -> String { String(error.found.dropFirst().dropLast()) }

  private func isLineBreak(at offset: Int) -> Bool {
    offset < bytes.count && (bytes[offset] == 0x0A || bytes[offset] == 0x0D)
  }

  /// Returns the innermost open brace before an offset; nil if the braces of the value balance
  /// after all.
  private func openBrace(from start: Int, before end: Int) -> Int? {
    guard balancedEnd(from: start) == nil else { return nil }
    var open: [Int] = []
    var isInString = false
    var offset = start
    while offset < min(end, bytes.count) {
      switch bytes[offset] {
      case UInt8(ascii: "\\") where isInString: offset += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString:
        open.append(offset)
      case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString:
        _ = open.popLast()
      default: break
      }
      offset += 1
    }
    return open.last
  }
}

/// Quotes of word processors and other languages; the scenario language has only `"`.
enum OtherQuotes {
  private static let double: [Unicode.Scalar] = ["\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}"]
  private static let single: [Unicode.Scalar] = [
    "'", "\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}",
  ]

  /// Returns the quote at an offset of a text, or nil if there is none.
  static func scalar(in bytes: [UInt8], at offset: Int) -> Unicode.Scalar? {
    // Typographic quotes have three bytes, and the same first one.
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "'") || bytes[offset] == 0xE2 else {
      return nil
    }
    let text = String(decoding: bytes[offset...].prefix(3), as: UTF8.self)
    return text.unicodeScalars.first.flatMap { (double + single).contains($0) ? $0 : nil }
  }

  /// Returns the part of a text within such quotes, with them and without; if the second quote is
  /// missing, the first word.
  static func split(
    _ text: String, openedBy quote: Unicode.Scalar
  ) -> (quoted: String, inside: String) {
    let closing = double.contains(quote) ? double + ["\""] : single
    let scalars = Array(text.unicodeScalars)
    for index in scalars.indices.dropFirst() where closing.contains(scalars[index]) {
      // The apostrophe in "it's" does not end the text.
      let after = index + 1 < scalars.count ? scalars[index + 1] : " "
      if after.properties.isAlphabetic { continue }
      return (string(scalars[...index]), string(scalars[1..<index]))
    }
    let word = scalars.prefix { $0 != " " && $0 != "\t" && $0 != "=" }
    return (string(word), string(word.dropFirst()))
  }

  /// Returns the text before the first typographic closing quote, or nil without one.
  static func closed(_ text: Substring) -> String? {
    guard let end = text.unicodeScalars.firstIndex(where: double.contains) else { return nil }
    return String(text[..<end])
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
