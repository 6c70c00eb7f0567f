import TagRuntime

/// A verb of the language, with all that is known of it: how it is used and how it is read. Help,
/// completion, suggestions and reading go by one table, of which each family stands in a file.
public struct Verb: Sendable {
  /// The word that a line begins with.
  public let word: String
  /// How it is used.
  public let help: VerbHelp
  /// Reads what follows the word.
  let read: @Sendable (inout StatementReader) throws(ScenarioError) -> Command

  init(
    _ word: String, _ usage: String, _ summary: String, _ example: String,
    read: @escaping @Sendable (inout StatementReader) throws(ScenarioError) -> Command
  ) {
    self.word = word
    help = VerbHelp(usage: usage, summary: summary, example: example)
    self.read = read
  }

  /// Every verb.
  public static let all = world + app + firebase + containers + time + hits + story + expectations

  private static let byWord = Dictionary(uniqueKeysWithValues: all.map { ($0.word, $0) })

  /// The verb of a word, or nil.
  public init?(_ word: String) {
    guard let verb = Self.byWord[word] else { return nil }
    self = verb
  }

  /// The verbs that a word may become, in the order of the table.
  package static func completions(of prefix: String) -> [Verb] {
    all.filter { $0.word.hasPrefix(prefix) }
  }
}

/// How a verb is used.
public struct VerbHelp: Sendable, Hashable {
  /// The form: words as they are, places in capitals, optional parts in brackets.
  public let usage: String
  /// What it does, in one sentence.
  public let summary: String
  /// A line that can be typed as it is.
  public let example: String
}
