import TagRuntime

/// One form of the language: what can be written in a place, with its help and its reader.
///
/// Reading, suggestions, help, completion and the grammars of editors are made from these records,
/// so that a form costs one of them.
public struct Form: Sendable {
  /// The places where forms can be written, by their names in mistakes.
  public enum Room: String, Sendable, CaseIterable {
    case verb, block, expectation
    case firebase = "expectation of Firebase"
    case braze = "part of Braze"
    case setting
    case header = "header key"
    case app = "app line"
    case moment
    case screen = "screen line"
    case action
    case table = "macro function line"
    case tagFunction = "tag function"
    case classAction = "class action"
    case mapping = "mapping line"
    case population

    /// The words before its forms, the page of help that lists them, what that page lists, and the
    /// place in the words of a heading.
    package var words: (prefix: String, page: String, contents: String, title: String) {
      switch self {
      case .verb, .block: ("", "verbs", "the verbs of scenarios", "In a scenario")
      case .expectation: ("expect ", "expect", "all expectations", "After expect")
      case .firebase: ("expect firebase ", "expect", "all expectations", "After expect")
      case .braze: ("expect braze ", "expect", "all expectations", "After expect")
      case .setting: ("set ", "set", "all settings", "After set")
      case .header: ("", "header", "the keys of a header", "In a header")
      case .app: ("", "app", "the words of an app", "In an app")
      case .moment: ("on ", "app", "the words of an app", "In an app")
      case .screen: ("", "app", "the words of an app", "In a screen of an app")
      case .action: ("", "app", "the words of an app", "As an action of an app")
      case .table: ("", "app", "the words of an app", "In a macro-function or a class of an app")
      case .tagFunction: ("", "app", "the words of an app", "After tag-function NAME")
      case .classAction: ("", "app", "the words of an app", "After class PATH")
      case .mapping: ("", "app", "the words of an app", "In a mapping of a class")
      case .population: ("", "population", "the words of a population", "In a population")
      }
    }
  }

  /// How the text after the word is read.
  enum Reading: Sendable {
    case statement(@Sendable (inout StatementReader) throws(ScenarioError) -> Command)
    case expectation(@Sendable (inout StatementReader) throws(ScenarioError) -> Expectation)
    case block(@Sendable (inout ScenarioReader, TokenLine) -> Void)
    case header(@Sendable (inout ScenarioReader, HeaderLine) throws(ScenarioError) -> Void)
    case app(@Sendable (inout AppReader) throws(ScenarioError) -> Void)
    /// One of the forms of another room follows.
    case room(Room)
    /// Another form with the same word reads it, or a reader outside of the language.
    case elsewhere
  }

  /// How long a setting of the SDK holds.
  static let ofProcess = "It ends with the process; in setup, it holds at each launch."

  /// Where it can be written.
  public let room: Room
  /// The effect, in a sentence or two.
  public let meaning: String
  /// Whether a second line with it is a mistake.
  let isOnce: Bool
  let reading: Reading
  private let text: String
  private let instance: String

  /// The form: words literally, placeholders in capitals, optional parts in brackets.
  public var usage: String {
    text.split(separator: " | ").map { room.words.prefix + $0 }.joined(separator: " | ")
  }
  /// A complete line as an example, with the lines of its block.
  public var example: String { room.words.prefix + instance }
  /// The example on one line.
  package var line: String { example.replacing("\n", with: " … ") }
  /// The word that it begins with.
  public var word: String { String(words[0]) }
  /// The words that it may begin with, such as `debug` and `collection`.
  package var words: [Substring] {
    text.prefix { !" :,".contains($0) }.split(separator: "|")
  }

  /// Creates an answer of a population, which its reader reads.
  package init(population usage: String, _ meaning: String, _ example: String) {
    self.init(.population, usage, meaning, example)
  }

  init(
    _ room: Room, _ usage: String, _ meaning: String, _ example: String, isOnce: Bool = false,
    _ reading: Reading = .elsewhere
  ) {
    (self.room, self.meaning, self.isOnce, self.reading) = (room, meaning, isOnce, reading)
    (text, instance) = (usage, example)
  }

  /// Creates a verb, or a setting.
  static func verb(
    _ usage: String, _ meaning: String, _ example: String, in room: Room = .verb,
    read: @escaping @Sendable (inout StatementReader) throws(ScenarioError) -> Command
  ) -> Form {
    Form(room, usage, meaning, example, .statement(read))
  }

  /// Creates a verb that nothing follows.
  static func verb(_ word: String, _ meaning: String, _ command: Command) -> Form {
    verb(word, meaning, word) { _ in command }
  }

  /// Creates a verb, or a setting, that is on or off.
  static func isOn(
    _ word: String, _ meaning: String, example: String = "on", in room: Room = .verb,
    command: @escaping @Sendable (Bool) -> Command
  ) -> Form {
    verb(word + " on|off", meaning, word + " " + example, in: room) {
      reader throws(ScenarioError) in command(try reader.cursor.isOn())
    }
  }

  /// Creates an expectation.
  static func expect(
    _ usage: String, _ meaning: String, _ example: String, in room: Room = .expectation,
    read: @escaping @Sendable (inout StatementReader) throws(ScenarioError) -> Expectation
  ) -> Form {
    Form(room, usage, meaning, example, .expectation(read))
  }

  // MARK: Tables

  /// Every form of scenarios and apps.
  package static let all =
    verbs + blocks + expectations + settings + keys + appLines

  /// The words that begin forms, without repetitions.
  package static let words = FormTable(all).words

  /// Every verb.
  public static let verbs =
    worldVerbs + appVerbs + firebaseVerbs + containerVerbs + timeVerbs + hitVerbs + storyVerbs
    + expectationVerbs

  /// The forms of lines with a verb: its own, or those of the room that it opens.
  package static func lines(of verb: String) -> [Form] {
    let opened = all.filter { $0.room.words.page == verb && $0.room != .verb && !$0.isOpener }
    return opened.isEmpty ? Form(verb: verb).map { [$0] } ?? [] : opened
  }

  /// Whether it only leads to another room.
  private var isOpener: Bool { meaning.isEmpty }

  /// Whether it is about a word: it begins with it, or stands after it.
  package func isNamed(_ word: String) -> Bool {
    !isOpener
      && (words.contains(word[...]) || usage.hasPrefix(word + " ")
        || room.words.prefix.hasSuffix(" \(word) "))
  }

  /// Whether it has a word in its middle, as it is written.
  package func contains(_ word: String) -> Bool {
    word.first?.isLowercase == true
      && usage.split { " |[]()".contains($0) }.contains { $0 == word }
  }

  /// The words for which a placeholder stands; empty for others, such as a text or a number.
  package static func words(for placeholder: String) -> [String] {
    switch placeholder {
    case "SOURCE": ContainerSource.allCases.map(\.rawValue)
    case "TYPE": ValueKind.allCases.map(\.rawValue)
    case "QUEUE": HitQueue.allCases.map(\.rawValue)
    case "REASON": HitLoss.Kind.allCases.map(\.rawValue)
    case "LEVEL": LogLevel.allCases.map(\.name)
    case "FIELD": HitField.all.map(\.code)
    default: []
    }
  }

  /// Finds the verb with a word, or nil.
  public init?(verb word: String) {
    guard let form = FormTable[.verb][word] else { return nil }
    self = form
  }
}

/// Words that the screen and the SDK's guides use, and the word of the language for each.
package enum ScreenWord {
  package static let all: [(word: String, room: Form.Room, meant: String)] = [
    ("handler", .app, "tag-function"), ("variable", .app, "macro-function"),
    ("macro", .app, "macro-function"), ("headline", .screen, "text"), ("click", .verb, "tap"),
    ("track", .verb, "push"), ("stop", .verb, "kill"), ("airplane", .verb, "network"),
    ("offline", .verb, "network"), ("online", .verb, "network"), ("sleep", .verb, "wait"),
    ("check", .verb, "expect"), ("assert", .verb, "expect"), ("bookmark", .verb, "mark"),
    ("permission", .verb, "consent"),
  ]

  /// Returns the word of the language that a word stands for, among those of a place.
  package static func meant(by word: String, among known: [String]) -> String? {
    all.first { $0.word == word && known.contains($0.meant) }?.meant
  }
}

/// The forms of one room by their words.
package struct FormTable: Sendable {
  package let words: [String]
  /// The words as mistakes list them.
  let listed: String
  private let byWord: [String: Form]

  private static let all = Dictionary(grouping: Form.all, by: \.room).mapValues(FormTable.init)

  package static subscript(_ room: Form.Room) -> FormTable { all[room] ?? FormTable([]) }

  package init(_ forms: [Form]) {
    var words: [String] = []
    var byWord: [String: Form] = [:]
    for form in forms {
      for word in form.words.map(String.init) where byWord[word] == nil {
        words.append(word)
        byWord[word] = form
      }
    }
    (self.words, self.byWord, listed) = (words, byWord, words.listed())
  }

  package subscript(_ word: String) -> Form? { byWord[word] }
}

extension TokenCursor {
  /// Reads the word of a form; `others` could stand there, and one word cannot.
  mutating func form(
    in room: Form.Room, _ what: String? = nil, or others: [String] = [], not hidden: String? = nil
  ) throws(ScenarioError) -> Form {
    let table = FormTable[room]
    let isWhole = others.isEmpty && hidden == nil
    let words = isWhole ? table.words : others + table.words.filter { $0 != hidden }
    let token = try next(isWhole ? table.listed : words.listed())
    if let word = token.word, let form = table[word] {
      if word != hidden { return form }
      throw unexpected(token, words.listed())
    }
    throw unknown(token, what ?? room.rawValue, among: words)
  }
}
