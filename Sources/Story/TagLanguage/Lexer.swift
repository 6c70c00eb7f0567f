import TagRuntime

/// Splits a source text into statements and those into tokens.
///
/// After an error, the next call continues at the next line, after the closing brace if the mistake
/// is inside a closed JSON value, or at the line that cannot belong to an open value.
struct Lexer {
  let source: SourceText
  var index = 0
  /// The last computed position; the next one is computed from here.
  private var known = TextPosition(offset: 0, line: 1, column: 1)

  init(_ source: SourceText) { self.source = source }

  var bytes: [UInt8] { source.bytes }
  var peek: UInt8? { index < source.bytes.count ? source.bytes[index] : nil }

  /// Returns the tokens of the next statement, or nil at the end of the text.
  mutating func nextLine() throws(ScenarioError) -> TokenLine? {
    while index < bytes.count {
      var tokens: [Token] = []
      do {
        while let token = try nextToken() { tokens.append(token) }
      } catch {
        recover(from: error)
        throw error
      }
      if let last = tokens.last {
        let end = position(of: last.range.upperBound)
        let text = oneLine(tokens[0].range.lowerBound..<last.range.upperBound)
        return TokenLine(tokens: tokens, end: end, text: text)
      }
    }
    return nil
  }

  /// Consumes the rest of the current physical line and returns its range.
  mutating func rawLine() -> Range<Int> {
    let start = index
    skipLine()
    let end = index > start && bytes[index - 1] == UInt8(ascii: "\n") ? index - 1 : index
    return start..<end
  }

  /// Returns the next token of the line, or consumes the end of the line and returns nil.
  mutating func nextToken() throws(ScenarioError) -> Token? {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0D { index += 1 }
    guard let byte = peek else { return nil }
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "#") {
      skipLine()
      return nil
    }
    let start = index
    let place = position(of: start)
    let kind = try readKind(from: byte, at: place)
    return Token(kind: kind, range: start..<index, position: place, source: excerpt(start..<index))
  }

  private mutating func readKind(
    from byte: UInt8, at place: TextPosition
  ) throws(ScenarioError) -> Token.Kind {
    switch byte {
    case UInt8(ascii: "\""): return try readString(at: place)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if let name = takePlaceholder() { return .placeholder(name) }
      return try readJSON()
    case UInt8(ascii: "$") where next == UInt8(ascii: "{"):
      return isWordWithParameter ? readWord() : try readParameter(at: place)
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"): return readSign()
    case UInt8(ascii: "!") where next == UInt8(ascii: "="): return readSign()
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      throw ScenarioError(
        file: source.file, position: place, kind: .unexpected, found: excerpt(index..<(index + 1)),
        expected: "a word or a value")
    case UInt8(ascii: "/"): return readPattern() ?? readWord()
    default:
      if let quote = OtherQuotes.scalar(in: bytes, at: index) {
        throw otherQuotes(quote, at: index, place)
      }
      return readWord()
    }
  }

  private var next: UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

  private mutating func readSign() -> Token.Kind {
    let start = index
    index += 1
    if peek == UInt8(ascii: "=") { index += 1 }
    return .sign(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  /// Whether a parameter here is only a part of a word, as in `${name}.json`.
  private var isWordWithParameter: Bool {
    guard let end = parameterEnd(at: index), end < bytes.count else { return false }
    return !Self.endsWord(bytes[end])
  }

  /// Returns the end of the `${name}` at an offset; nil if there is none.
  private func parameterEnd(at start: Int) -> Int? {
    guard bytes[start] == UInt8(ascii: "$"), start + 1 < bytes.count,
      bytes[start + 1] == UInt8(ascii: "{")
    else { return nil }
    let end = nameEnd(from: start + 2)
    guard end > start + 2, end < bytes.count, bytes[end] == UInt8(ascii: "}") else { return nil }
    return end + 1
  }

  private mutating func readWord() -> Token.Kind {
    let start = index
    if let end = parameterEnd(at: index) { index = end } else { index += 1 }
    while let byte = peek {
      if let end = parameterEnd(at: index) {
        index = end
        continue
      }
      if Self.endsWord(byte) { break }
      if byte == UInt8(ascii: "!"), next == UInt8(ascii: "=") { break }
      index += 1
    }
    return .word(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  /// Reads `/a pattern/`, which may contain blanks, followed by a blank or the end of the line; nil
  /// for any other text with a slash at the beginning, such as a path.
  private mutating func readPattern() -> Token.Kind? {
    var end = index + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
      let isLast = end + 1 == bytes.count || [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end + 1])
      if bytes[end] == UInt8(ascii: "/"), bytes[end - 1] != UInt8(ascii: "\\"), isLast {
        defer { index = end + 1 }
        return .word(String(decoding: bytes[index...end], as: UTF8.self))
      }
      end += 1
    }
    return nil
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "\""), UInt8(ascii: "="), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }

  mutating func skipLine() {
    while let byte = peek, byte != UInt8(ascii: "\n") { index += 1 }
    if index < bytes.count { index += 1 }
  }

  private mutating func recover(from error: ScenarioError) {
    if case .unclosedJSON = error.kind {
      // The text that ended the value is probably the next statement: read its line again.
      let end = error.position.offset
      let lineStart = bytes[..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? end
      index = error.found.isEmpty ? bytes.count : max(index, lineStart)
      return
    }
    if let byte = peek, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "["),
      let end = balancedEnd(from: index)
    {
      index = end
    }
    skipLine()
  }

  /// Returns the place where the braces that open at an offset balance, or nil if they never do.
  func balancedEnd(from start: Int) -> Int? {
    var depth = 0
    var isInString = false
    var offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      if isInString {
        if byte == UInt8(ascii: "\\") { offset += 1 }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n") { isInString = false }
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
        if depth == 0 { return offset + 1 }
      }
      offset += 1
    }
    return nil
  }

  /// Returns the position of an offset; cheap as long as offsets grow.
  mutating func position(of offset: Int) -> TextPosition {
    if offset < known.offset { known = TextPosition(offset: 0, line: 1, column: 1) }
    known.advance(to: offset, in: bytes)
    return known
  }

  /// Returns the beginning of a piece of the text, for errors.
  func excerpt(_ range: Range<Int>) -> String {
    // Four bytes a character are enough for a quotation in an error, and one more shows that it is
    // cut.
    let limit = (ScenarioError.quoteLimit + 1) * 4
    return String(decoding: bytes[range].prefix(limit), as: UTF8.self)
  }

  /// Returns a piece of the text with every line break and the following indentation as one space.
  /// Strings have no line breaks, so only layout is lost.
  func oneLine(_ range: Range<Int>) -> String {
    var lineEnd = range.lowerBound
    while lineEnd < range.upperBound, bytes[lineEnd] != UInt8(ascii: "\n") { lineEnd += 1 }
    if lineEnd == range.upperBound { return String(decoding: bytes[range], as: UTF8.self) }
    var result: [UInt8] = []
    var isAfterBreak = false
    for byte in bytes[range] {
      let isSpace = byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
      if byte == UInt8(ascii: "\n") {
        while let last = result.last, last == 0x20 || last == 0x09 || last == 0x0D {
          result.removeLast()
        }
        isAfterBreak = true
      } else if !(isAfterBreak && isSpace) {
        if isAfterBreak { result.append(0x20) }
        isAfterBreak = false
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

// MARK: - Values

extension Lexer {
  mutating func readString(at place: TextPosition) throws(ScenarioError) -> Token.Kind {
    var reader = JSONReader(bytes, from: index)
    do {
      let value = try reader.readValue()
      index = reader.offset
      return .string(value.text ?? "")
    } catch {
      throw stringError(error, openedAt: place)
    }
  }

  mutating func readJSON() throws(ScenarioError) -> Token.Kind {
    let start = index
    var reader = JSONReader(bytes, from: start, extensions: .absent)
    let value: Value
    do {
      value = try reader.readValue()
    } catch {
      throw jsonError(error, from: start)
    }
    if let key = DuplicateKey.first(in: bytes, from: start, to: reader.offset) {
      throw ScenarioError(
        file: source.file, position: TextPosition(offset: key.offset, in: bytes),
        kind: .duplicate(what: "key"), found: key.name)
    }
    index = reader.offset
    return .json(value)
  }

  /// Consumes `{name}`, which is not the beginning of a JSON map.
  mutating func takePlaceholder() -> String? {
    guard peek == UInt8(ascii: "{") else { return nil }
    let end = nameEnd(from: index + 1)
    guard end > index + 1, end < bytes.count, bytes[end] == UInt8(ascii: "}") else { return nil }
    defer { index = end + 1 }
    return String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
  }

  mutating func readParameter(at place: TextPosition) throws(ScenarioError) -> Token.Kind {
    let nameStart = index + 2
    let nameEnd = nameEnd(from: nameStart)
    guard nameEnd > nameStart else { throw badParameter(place, "a name, as in ${sku=\"S-77\"}") }
    let name = String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self)
    var end = nameEnd
    var fallback: Value?
    if end < bytes.count, bytes[end] == UInt8(ascii: "=") {
      var reader = JSONReader(bytes, from: end + 1, extensions: .absent)
      do {
        fallback = try reader.readValue()
      } catch {
        throw badParameter(place, "a value after '=', as in ${sku=\"S-77\"}")
      }
      end = reader.offset
    }
    while end < bytes.count, bytes[end] == 0x20 { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "}") else {
      throw badParameter(place, "'}' at the end of the parameter")
    }
    index = end + 1
    return .parameter(name: name, default: fallback)
  }

  private func badParameter(_ place: TextPosition, _ expected: String) -> ScenarioError {
    let line = bytes[index...].prefix { $0 != UInt8(ascii: "\n") && $0 != 0x0D }
    return ScenarioError(
      file: source.file, position: place, kind: .unexpected, found: excerpt(line.indices),
      expected: expected)
  }

  /// Whether a text is a valid name of a parameter.
  static func isName(_ text: String) -> Bool {
    guard let source = try? SourceText(Array(text.utf8), file: "") else { return false }
    return !text.isEmpty && Lexer(source).nameEnd(from: 0) == text.utf8.count
  }

  private func nameEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      guard LanguageWord.isLetter(byte) || byte.isDigit && end > start else { break }
      end += 1
    }
    return end
  }
}

/// One piece of a line.
struct Token: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// Bare characters: a verb, a number, a duration, a time, a path.
    case word(String)
    /// A string in quotes, without them.
    case string(String)
    /// A JSON map or list.
    case json(Value)
    /// `=` or a comparison.
    case sign(String)
    /// `${name}` or `${name=default}`.
    case parameter(name: String, default: Value?)
    /// `{name}`.
    case placeholder(String)
  }

  var kind: Kind
  /// The range of bytes in the source.
  var range: Range<Int>
  var position: TextPosition
  /// The beginning of the source text, for errors.
  var source: String

  /// The word, if it is one.
  var word: String? {
    if case .word(let word) = kind { word } else { nil }
  }

  /// The characters of a word or of a string; empty for anything else.
  var name: String {
    switch kind {
    case .word(let text), .string(let text): text
    default: ""
    }
  }
}

/// The tokens of one statement: a line, or more if JSON spans lines. Never empty.
struct TokenLine: Sendable, Hashable {
  var tokens: [Token]
  var end: TextPosition
  /// The source text on one line, without the comment.
  var text: String

  var first: Token { tokens[0] }
}
