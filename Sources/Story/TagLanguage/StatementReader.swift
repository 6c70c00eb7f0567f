import OrderedCollections
import TagRuntime

/// Creates a statement from the tokens of a line.
struct StatementReader {
  /// The words that only make a line read like a sentence.
  static let leadingWords = ["given", "when", "then", "and"]
  /// The words that open a block of statements: `setup` and `teardown` alone on their line, and
  /// `under` if nothing follows its conditions.
  static let openingWords =
    ["setup", "teardown", "repeat", "examples", "under", "branch"]

  var cursor: TokenCursor
  /// The file in the statement, if it names one.
  var path: Token?

  init(_ line: TokenLine, file: String) { cursor = TokenCursor(line, file: file) }

  mutating func statement() throws(ScenarioError) -> Statement {
    if Self.leadingWords.contains(cursor.peek?.word ?? ""), !asksWhen { cursor.index += 1 }
    var isOptional = false
    var label: String?
    while true {
      if !isOptional, cursor.take("optional") {
        isOptional = true
      } else if label == nil, cursor.take("label") {
        label = try cursor.string("a label")
      } else {
        break
      }
    }
    let command = try command()
    try cursor.end()
    let first = cursor.line.first.position
    return Statement(
      location: ScenarioLocation(file: cursor.file, line: first.line, column: first.column),
      text: cursor.line.text, label: label, isOptional: isOptional, command: command)
  }

  private mutating func command() throws(ScenarioError) -> Command {
    let token = try cursor.next("a verb")
    guard let word = token.word else { throw cursor.unexpected(token, "a verb") }
    guard case .statement(let read)? = FormTable[.verb][word]?.reading else {
      throw unknownVerb(token, word)
    }
    return try read(&self)
  }

  private func unknownVerb(_ token: Token, _ word: String) -> ScenarioError {
    let blocks = FormTable[.block]
    if blocks[word] != nil {
      let expected =
        word == "end" ? "no block is open" : "a block must be in a file and outside other blocks"
      return cursor.failure(.misplaced, token, expected: expected)
    }
    let known = FormTable[.verb].words + blocks.words
    let isElsewhere = Form.words.contains(word)
    let meant = ScreenWord.meant(by: word, among: known)
    let near = meant ?? (isElsewhere ? nil : Suggestion.nearest(to: word, among: known))
    return cursor.failure(
      .unknown(what: "verb"), token,
      expected: isElsewhere
        ? "a verb; 'tagsim help \(word)' says where this word can stand"
        : "one of those that 'tagsim help verbs' lists",
      suggestion: questionMeant(by: word) ?? near)
  }
}

extension Statement {
  /// Where the path of its file is in the bytes of its text; nil if it names no file.
  package var pathPlace: Range<Int>? {
    guard let source = try? SourceText(Array(text.utf8), file: "") else { return nil }
    var lexer = Lexer(source)
    guard let line = try? lexer.nextLine() else { return nil }
    var reader = StatementReader(line, file: "")
    _ = try? reader.statement()
    return reader.path?.range
  }
}

/// Reads single statements, as typed at a prompt.
public enum StatementParser {
  /// Reads a line as a statement.
  ///
  /// - Parameters:
  ///   - line: one statement; JSON in it may span lines.
  ///   - file: the name of the source of the line in errors.
  /// - Returns: the statement, or nil if the line is empty or a comment.
  /// - Throws: `ScenarioError` with the first mistake.
  public static func parse(
    line: String, file: String = "prompt"
  ) throws(ScenarioError) -> Statement? {
    var lexer = Lexer(try SourceText(Array(line.utf8), file: file))
    guard let tokens = try lexer.nextLine() else { return nil }
    var reader = StatementReader(tokens, file: file)
    let statement = try reader.statement()
    if let second = try lexer.nextLine() {
      throw ScenarioError(
        file: file, position: second.first.position, kind: .unexpected, found: second.first.source,
        expected: "one statement only")
    }
    return statement
  }
}
