import TagRuntime
import TagSimulation

/// A question that seeks a moment of a run, as `first` and `when` ask it.
public struct MomentQuestion: Sendable, Hashable {
  /// What is sought.
  public enum Sought: Sendable, Hashable {
    /// That something is so.
    case holds(Expectation)
    /// That a value is another one than before: one that the app reads, in a container or in the
    /// first.
    case valueChanges(key: String, id: String?)
    /// That the data layer has something else at a path.
    case dataChanges(path: String)
    /// That another container is in use, or another version of it.
    case containerChanges(id: String?)
  }

  /// What is sought.
  public var sought: Sought
  /// How it was asked, without the verb, such as "queue size > 3".
  public var text: String
  /// Whether it goes on from where one stands; else it begins with the first moment of the run.
  public var goesOn: Bool

  /// Creates a question.
  package init(_ sought: Sought, text: String, goesOn: Bool) {
    self.sought = sought
    self.text = text
    self.goesOn = goesOn
  }
}

extension MomentQuestion.Sought {
  /// The container that it names.
  var containerID: String? {
    switch self {
    // An expectation names its own.
    case .holds, .dataChanges: nil
    case .valueChanges(_, let id), .containerChanges(let id): id
    }
  }
}

// MARK: - Reading

extension StatementReader {
  /// What `when` can watch.
  private enum Watched: String, CaseIterable {
    case value, data, container, tag
  }

  /// Whether the line is a question, and not one that begins with "when" because it reads well.
  var asksWhen: Bool {
    let words = cursor.line.tokens.dropFirst(cursor.index).prefix(3).map(\.word)
    guard words.first == "when" else { return false }
    guard words.count > 1 else { return true }
    guard let subject = words[1] else { return false }
    guard let watched = Watched(rawValue: subject) else { return false }
    // "when container saved FILE" is something that is done.
    return watched != .container || Verb(subject) == nil || words.count < 3
      || !["default", "saved"].contains(words[2])
  }

  /// `first queue size > 3`
  mutating func first() throws(ScenarioError) -> Command {
    let text = textBehindVerb
    // Whoever says "expect" as well means the same.
    _ = cursor.take("expect")
    let question = MomentQuestion(.holds(try expectation()), text: text, goesOn: false)
    return .view(ViewCommand(.first, question))
  }

  /// `when value title_string changed`, `when tag "Ads" fired`
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

  /// What is asked by a line that begins with "when" and goes on as an expectation; nil for another
  /// line.
  ///
  /// - Parameter word: what stands in the place of its verb.
  func questionMeant(by word: String) -> String? {
    guard cursor.index == 2, cursor.line.first.word == "when", Subject(rawValue: word) != nil else {
      return nil
    }
    return "first " + textBehindFirstWord
  }

  /// The line without its verb.
  private var textBehindVerb: String { cursor.index == 1 ? textBehindFirstWord : cursor.line.text }

  private var textBehindFirstWord: String {
    let text = cursor.line.text
    guard let word = cursor.line.first.word, text.hasPrefix(word) else { return text }
    return String(text.dropFirst(word.count).drop { $0 == " " })
  }
}
