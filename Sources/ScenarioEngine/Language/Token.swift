import TagRuntime

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
  /// The bytes it was read from.
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
