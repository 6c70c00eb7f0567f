import TagRuntime

/// The tokens of one statement: a line, or more where JSON spans lines. Never empty.
struct TokenLine: Sendable, Hashable {
  var tokens: [Token]
  /// Where the statement ends.
  var end: TextPosition
  /// The source text on one line, without the comment.
  var text: String

  var first: Token { tokens[0] }
}
