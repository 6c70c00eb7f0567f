/// A verb of the language, with its help and its reader. Help, completion, suggestions and reading
/// share one table, with a file for each family.
public struct Verb: Sendable {
  /// The word at the beginning of a line.
  public let word: String
  /// Help about the use of the verb.
  public let help: VerbHelp
  /// Reads the text after the word.
  let read: @Sendable (inout StatementReader) throws(ScenarioError) -> Command

  init(
    _ word: String, _ usage: String, _ summary: String, _ example: String,
    read: @escaping @Sendable (inout StatementReader) throws(ScenarioError) -> Command
  ) {
    self.word = word
    help = VerbHelp(usage: usage, summary: summary, example: example)
    self.read = read
  }

  /// Every verb of the language.
  public static let all = world + app + firebase + containers + time + hits + story + expectations

  private static let byWord = Dictionary(uniqueKeysWithValues: all.map { ($0.word, $0) })

  /// Finds the verb with a word, or nil.
  public init?(_ word: String) {
    guard let verb = Self.byWord[word] else { return nil }
    self = verb
  }

  /// Returns the verbs that complete a prefix, in the order of the table.
  package static func completions(of prefix: String) -> [Verb] {
    all.filter { $0.word.hasPrefix(prefix) }
  }
}

/// Help about the use of a verb.
public struct VerbHelp: Sendable, Hashable {
  /// The form: words literally, placeholders in capitals, optional parts in brackets.
  public let usage: String
  /// The effect of the verb, in one sentence.
  public let summary: String
  /// A complete line as an example.
  public let example: String
}
