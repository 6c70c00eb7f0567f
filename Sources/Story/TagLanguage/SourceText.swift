import TagRuntime

/// The bytes of a file that passed the checks for reading line by line.
struct SourceText: Sendable {
  /// The maximum length of a file (50 MB).
  static let fileLimit = 50_000_000
  /// The maximum length of a line (1 MB).
  static let lineLimit = 1_000_000

  let file: String
  let bytes: [UInt8]

  init(_ bytes: [UInt8], file: String) throws(ScenarioError) {
    self.file = file
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    try check()
  }

  private func check() throws(ScenarioError) {
    let start = TextPosition(offset: 0, line: 1, column: 1)
    if bytes.count > Self.fileLimit {
      throw ScenarioError(
        file: file, position: start, kind: .fileTooLong(limit: Self.fileLimit), found: "")
    }
    var lineStart = 0
    var line = 1
    var offset = 0
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "\n") {
        try checkLine(lineStart..<offset, line: line)
        lineStart = offset + 1
        line += 1
      }
      offset += 1
    }
    try checkLine(lineStart..<bytes.count, line: line)
  }

  private func checkLine(_ range: Range<Int>, line: Int) throws(ScenarioError) {
    if range.count > Self.lineLimit {
      throw ScenarioError(
        file: file, position: TextPosition(offset: range.lowerBound, line: line, column: 1),
        kind: .lineTooLong(limit: Self.lineLimit),
        found: String(decoding: bytes[range].prefix(80), as: UTF8.self))
    }
    if String(validating: bytes[range], as: UTF8.self) == nil {
      throw ScenarioError(
        file: file, position: position(ofBadScalarIn: range, line: line), kind: .notUTF8, found: "")
    }
  }

  private func position(ofBadScalarIn range: Range<Int>, line: Int) -> TextPosition {
    var parser = UTF8.ForwardParser()
    var iterator = bytes[range].makeIterator()
    var offset = range.lowerBound
    var column = 1
    while case .valid(let scalar) = parser.parseScalar(from: &iterator) {
      offset += scalar.count
      column += 1
    }
    return TextPosition(offset: offset, line: line, column: column)
  }
}

/// Returns the statements of a file one after the other, collects the mistakes and can take a line
/// back.
struct LineReader {
  var lexer: Lexer
  var errors = ScenarioErrors()
  private var returned: TokenLine?

  init(_ source: SourceText, errors: ScenarioErrors = ScenarioErrors()) {
    lexer = Lexer(source)
    self.errors = errors
  }

  var file: String { lexer.source.file }

  /// Returns the next line that can be split into tokens, or nil at the end or after too many
  /// mistakes.
  mutating func next() -> TokenLine? {
    if let line = returned {
      returned = nil
      return line
    }
    while !errors.isFull {
      do {
        return try lexer.nextLine()
      } catch {
        errors.add(error)
      }
    }
    return nil
  }

  /// Puts a line back, to be returned next.
  mutating func putBack(_ line: TokenLine) { returned = line }

  mutating func unclosed(_ what: String, _ opening: Token) {
    errors.add(
      ScenarioError(
        file: file, position: opening.position,
        kind: .unclosedBlock(what: what, line: opening.position.line), found: opening.source,
        expected: "'end'"))
  }
}
