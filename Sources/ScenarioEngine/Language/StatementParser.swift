import TagRuntime

/// Reads single statements, as they are typed at a prompt.
public enum StatementParser {
  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: one statement; JSON in it may span lines.
  ///   - file: what errors call the place the line comes from.
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
