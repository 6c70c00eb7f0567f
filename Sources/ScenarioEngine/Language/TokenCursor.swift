import TagRuntime

/// Reads the tokens of one statement from left to right.
struct TokenCursor {
  let file: String
  let line: TokenLine
  var index = 0

  init(_ line: TokenLine, file: String) {
    self.line = line
    self.file = file
  }

  var peek: Token? { index < line.tokens.count ? line.tokens[index] : nil }

  /// Whether a key with `=` comes next.
  var isAtPair: Bool {
    guard index + 1 < line.tokens.count, line.tokens[index + 1].kind == .sign("=") else {
      return false
    }
    switch line.tokens[index].kind {
    case .word, .string: return true
    default: return false
    }
  }

  /// The next token.
  mutating func next(_ expected: String) throws(ScenarioError) -> Token {
    guard let token = peek else {
      throw ScenarioError(
        file: file, position: line.end, kind: .missing, found: "", expected: expected)
    }
    index += 1
    return token
  }

  /// Takes a word if it comes next and is not a key.
  mutating func take(_ word: String) -> Bool {
    guard peek?.word == word, !isAtPair else { return false }
    index += 1
    return true
  }

  /// A certain word.
  mutating func require(_ word: String) throws(ScenarioError) {
    let token = try next("'\(word)'")
    if token.word != word {
      let suggestion = Suggestion.nearest(to: token.source, among: [word])
      throw unexpected(token, "'\(word)'", suggestion: suggestion)
    }
  }

  /// The end of the statement.
  func end() throws(ScenarioError) {
    if let token = peek { throw unexpected(token, "the end of the line") }
  }

  /// One of the words of an enumeration; some words are known to come in a later version.
  mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ what: String, of type: Choice.Type = Choice.self, later: [String] = []
  ) throws(ScenarioError) -> Choice {
    let words = Choice.allCases.map(\.rawValue)
    let token = try next(Self.list(words))
    if let word = token.word, let choice = Choice(rawValue: word) { return choice }
    if let word = token.word, later.contains(word) { throw failure(.notInThisVersion, token) }
    throw unknown(token, what, among: words)
  }

  func unexpected(_ token: Token, _ expected: String, suggestion: String? = nil) -> ScenarioError {
    failure(.unexpected, token, expected: expected, suggestion: suggestion)
  }

  func unknown(_ token: Token, _ what: String, among words: [String]) -> ScenarioError {
    failure(
      .unknown(what: what), token, expected: Self.list(words),
      suggestion: Suggestion.nearest(to: token.source, among: words))
  }

  func failure(
    _ kind: ScenarioError.Kind, _ token: Token, expected: String = "", suggestion: String? = nil
  ) -> ScenarioError {
    let found: String
    switch kind {
    // A name is quoted by the sentence and needs no quotes of its own.
    case .duplicate: found = token.name
    case .unknown, .unexpected, .missing, .bareWord, .durationWithoutUnit, .notInThisVersion,
      .misplaced, .incomplete, .circular, .unclosedString, .otherQuotes, .badString,
      .controlCharacter,
      .unclosedBlock, .json, .unclosedJSON, .lineTooLong, .fileTooLong, .notUTF8:
      found = token.source
    }
    return ScenarioError(
      file: file, position: token.position, kind: kind, found: found, expected: expected,
      suggestion: suggestion)
  }

  /// Words as `a, b or c`.
  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
