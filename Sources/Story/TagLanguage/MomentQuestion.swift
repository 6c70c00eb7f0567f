/// A question that searches for a moment of a run, for `first` and `when`.
public struct MomentQuestion: Sendable, Hashable {
  /// A moment at which an expectation is true, or at which something changes.
  public enum Sought: Sendable, Hashable {
    /// The moment at which an expectation is true.
    case holds(Expectation)
    /// The moment at which a value changes that the app reads, in a container or in the first one.
    case valueChanges(key: String, id: String?)
    /// The moment at which the data layer changes at a path.
    case dataChanges(path: String)
    /// The moment at which the container in use or its version changes.
    case containerChanges(id: String?)
  }

  /// The moment that the question searches for.
  public var sought: Sought
  /// The text of the question without the verb, such as "queue size > 3".
  public var text: String
  /// Whether the search continues from the current moment; otherwise it begins with the first one
  /// of the run.
  public var goesOn: Bool

  /// Creates a question from the moment that it searches for.
  package init(_ sought: Sought, text: String, goesOn: Bool) {
    self.sought = sought
    self.text = text
    self.goesOn = goesOn
  }
}

extension MomentQuestion.Sought {
  var containerID: String? {
    switch self {
    // An expectation names its container itself.
    case .holds, .dataChanges: nil
    case .valueChanges(_, let id), .containerChanges(let id): id
    }
  }
}

// MARK: - Reading

extension StatementReader {
  /// The subjects of `when`.
  private enum Watched: String, CaseIterable {
    case value, data, container, tag
  }

  /// Whether the line is a question, and not a statement with "when" for readability.
  var asksWhen: Bool {
    let words = cursor.line.tokens.dropFirst(cursor.index).prefix(3).map(\.word)
    guard words.first == "when" else { return false }
    guard words.count > 1 else { return true }
    guard let subject = words[1] else { return false }
    guard let watched = Watched(rawValue: subject) else { return false }
    // "when container saved FILE" is a statement.
    return watched != .container || Form(verb: subject) == nil || words.count < 3
      || !["default", "saved"].contains(words[2])
  }

  /// Reads `first queue size > 3`.
  mutating func first() throws(ScenarioError) -> Command {
    let text = textBehindVerb
    // The word "expect" may be added without changing the meaning.
    _ = cursor.take("expect")
    let question = MomentQuestion(.holds(try expectation()), text: text, goesOn: false)
    return .view(ViewCommand(.first, question))
  }

  /// Reads `when value title_string changed` or `when tag "Ads" fired`.
  mutating func when() throws(ScenarioError) -> Command {
    let text = textBehindVerb
    let sought: MomentQuestion.Sought
    switch try cursor.choice("thing to watch", of: Watched.self) {
    case .value:
      let key = try cursor.name("a key")
      try cursor.require("changed")
      sought = .valueChanges(key: key, id: try optionalID())
    case .data:
      let path = try cursor.name("a path of the data layer")
      try cursor.require("changed")
      sought = .dataChanges(path: path)
    case .container:
      try cursor.require("changed")
      sought = .containerChanges(id: try optionalID())
    case .tag:
      let name = try cursor.string("the name of a tag")
      try cursor.require("fired")
      sought = .holds(.tag(name: name, .fired(times: nil), id: try optionalID()))
    }
    return .view(ViewCommand(.when, MomentQuestion(sought, text: text, goesOn: true)))
  }

  /// Returns the question in a line that begins with "when" and continues as an expectation; nil
  /// for another line.
  ///
  /// - Parameter word: the word in the place of its verb.
  func questionMeant(by word: String) -> String? {
    guard cursor.index == 2, cursor.line.first.word == "when", FormTable[.expectation][word] != nil
    else { return nil }
    return "first " + textBehindFirstWord
  }

  /// The text of the line without its verb.
  private var textBehindVerb: String { cursor.index == 1 ? textBehindFirstWord : cursor.line.text }

  private var textBehindFirstWord: String {
    let text = cursor.line.text
    guard let word = cursor.line.first.word, text.hasPrefix(word) else { return text }
    return String(text.dropFirst(word.count).drop { $0 == " " })
  }
}
