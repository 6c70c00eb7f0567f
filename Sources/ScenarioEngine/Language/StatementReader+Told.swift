import TagRuntime

/// What a scenario expects the SDK to have told: the app by callbacks, the developer by its log.
extension StatementReader {
  private enum CallbackWord: String, CaseIterable {
    case available
    case refreshBegin = "refresh-begin"
    case refreshSuccess = "refresh-success"
    case refreshFailure = "refresh-failure"
  }

  mutating func callback() throws(ScenarioError) -> Expectation {
    let word: CallbackWord = try cursor.choice("callback")
    let callback: Expectation.Callback
    switch word {
    case .available: callback = .available(try optionalChoice("way to hand out"))
    case .refreshBegin: callback = .refreshBegin(try optionalChoice("kind of refresh"))
    case .refreshSuccess: callback = .refreshSuccess(try optionalChoice("kind of refresh"))
    case .refreshFailure:
      let kind: RefreshKind? = try optionalChoice("kind of refresh")
      callback = .refreshFailure(kind, try optionalChoice("failure"))
    }
    return .callback(callback, id: try optionalID())
  }

  private mutating func optionalChoice<Choice: CaseIterable & RawRepresentable<String>>(
    _ what: String
  ) throws(ScenarioError) -> Choice? {
    if cursor.peek == nil || cursor.isAtPair { return nil }
    return try cursor.choice(what)
  }

  /// `expect log warning ~ /pattern/` for a line of the SDK, `expect log tagsim ~ /pattern/` for a
  /// hint of ours.
  mutating func logExpectation() throws(ScenarioError) -> Expectation {
    let level: LogLevel?
    if cursor.take("tagsim") {
      level = nil
    } else {
      let levels = LogLevel.allCases.filter { $0 != .none }
      let words = levels.map(\.name) + ["tagsim"]
      let token = try cursor.next(TokenCursor.list(words) + ", then ~ /a pattern/")
      guard let known = levels.first(where: { $0.name == token.word }) else {
        throw cursor.failure(
          .unknown(what: "log level"), token,
          expected: TokenCursor.list(words) + ", then ~ and a pattern such as /handler/",
          suggestion: Suggestion.nearest(to: token.source, among: words))
      }
      level = known
    }
    try cursor.require("~")
    let expected = "a pattern such as /handler/"
    let token = try cursor.next(expected)
    guard !token.name.isEmpty else { throw cursor.unexpected(token, expected) }
    var pattern = token.name
    if token.word != nil, pattern.count >= 2, pattern.hasPrefix("/"), pattern.hasSuffix("/") {
      pattern = String(pattern.dropFirst().dropLast())
    }
    do throws(PatternError) {
      _ = try Pattern(pattern, ignoreCase: false)
    } catch {
      throw cursor.unexpected(token, "a pattern that can be used (" + error.description + ")")
    }
    return .log(level, pattern: pattern)
  }
}
