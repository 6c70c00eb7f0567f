/// What there is to say about a lint code: one row of the table of codes.
public struct LintEntry: Sendable, Hashable {
  /// The code.
  public let code: LintCode
  /// How much its findings matter.
  public let severity: LintSeverity
  /// What it is about, in a few words.
  public let title: String
  /// What is wrong with it and what to do, in lines of a page.
  public let explanation: String

  init(_ code: LintCode, _ severity: LintSeverity, _ title: String, _ explanation: String) {
    self.code = code
    self.severity = severity
    self.title = title
    self.explanation = explanation
  }

  /// All codes by topic, in the order of their numbers.
  public static let table: [(topic: LintTopic, entries: [LintEntry])] = [
    (.files, files), (.app, app), (.rules, rules), (.variables, variables), (.hits, hits),
    (.firebase, firebase), (.web, web),
  ]

  static let byCode = Dictionary(
    uniqueKeysWithValues: table.flatMap(\.entries).map { ($0.code, $0) })

  /// The page of the code: its name, how much it matters, and the explanation.
  public var page: [String] {
    ["\(code.id) (\(severity.rawValue)): \(title)", ""]
      + explanation.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The code on one line of the list of all.
  public var line: String {
    let word = severity.rawValue
    return "\(code.id)  \(word)" + String(repeating: " ", count: 9 - word.count) + title
  }
}
