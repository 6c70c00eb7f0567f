import TagRuntime

/// Hands out the statements of a file, collects the mistakes and takes a line back.
struct LineReader {
  var lexer: Lexer
  var errors = ScenarioErrors()
  private var returned: TokenLine?

  init(_ source: SourceText) { lexer = Lexer(source) }

  var file: String { lexer.source.file }

  /// The next line that can be cut into tokens, or nil at the end or after too many mistakes.
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

  /// Makes a line the next one again.
  mutating func putBack(_ line: TokenLine) { returned = line }

  mutating func unclosed(_ what: String, _ opening: Token) {
    errors.add(
      ScenarioError(
        file: file, position: opening.position,
        kind: .unclosedBlock(what: what, line: opening.position.line), found: opening.source,
        expected: "'end'"))
  }
}
