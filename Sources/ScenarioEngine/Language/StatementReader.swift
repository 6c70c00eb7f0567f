import OrderedCollections
import TagRuntime
import TagSimulation

/// Makes a statement of the tokens of a line.
struct StatementReader {
  /// The words that make a line read like a sentence and mean nothing.
  static let leadingWords = ["given", "when", "then", "and"]
  /// The words that begin a line of a file and are no verbs.
  static let blockWords = ["app", "setup", "end"]

  var cursor: TokenCursor
  /// The file that the statement names, if it names one.
  var path: Token?

  init(_ line: TokenLine, file: String) { cursor = TokenCursor(line, file: file) }

  mutating func statement() throws(ScenarioError) -> Statement {
    if Self.leadingWords.contains(cursor.peek?.word ?? "") { cursor.index += 1 }
    var isOptional = false
    var label: String?
    while true {
      if !isOptional, cursor.take("optional") {
        isOptional = true
      } else if label == nil, cursor.take("label") {
        label = try cursor.string("a label")
      } else {
        break
      }
    }
    let command = try command()
    try cursor.end()
    let first = cursor.line.first.position
    return Statement(
      location: ScenarioLocation(file: cursor.file, line: first.line, column: first.column),
      text: cursor.line.text, label: label, isOptional: isOptional, command: command)
  }

  private mutating func command() throws(ScenarioError) -> Command {
    let token = try cursor.next("a verb")
    guard let word = token.word else { throw cursor.unexpected(token, "a verb") }
    guard let verb = Verb(word) else { throw unknownVerb(token, word) }
    switch verb {
    case .container: return try container()
    case .publish: return try publish(isDraft: false)
    case .draft: return try publish(isDraft: true)
    case .open: return try open()
    case .close: return .close(id: try optionalID())
    case .register: return try register(isOn: true)
    case .unregister: return try register(isOn: false)
    case .preview: return try preview()
    case .openURL: return .openURL(try cursor.string("a link"))
    case .idfa: return .device(DeviceSettings(isAdvertisingAllowed: try cursor.isOn()))
    case .disk: return .disk(try disk())
    case .set: return .set(try set())
    case .sdk: return .sdk(try cursor.choice("sdk"))
    case .launch: return try launch()
    case .screen: return .screen(try cursor.string("the name of a screen"))
    case .tap: return try tap()
    case .push: return try push()
    case .logEvent, .userProperty, .userID, .defaultParameters, .debugMode, .collection,
      .resetAnalyticsData:
      return try firebase(verb)
    case .read: return try read()
    case .network: return .network(try network())
    case .background: return try background()
    case .foreground: return .foreground
    case .kill: return .kill
    case .wait: return .wait(try cursor.duration())
    case .jump: return .jump(try cursor.duration())
    case .at: return .at(try timeTarget())
    case .settle: return .settle(try cursor.isOn())
    case .dispatch: return .dispatch(completes: cursor.take("completion"))
    case .tracker: return try tracker()
    case .setField: return try setField()
    case .send: return try send()
    case .optOut: return .optOut(try cursor.isOn())
    case .dryRun: return .dryRun(try cursor.isOn())
    case .reachability: return .reachability(try reachability())
    case .reinstall: return .reinstall
    case .upgrade: return try upgrade()
    case .dispatchInterval: return .dispatchInterval(try dispatchInterval())
    case .queueLimit: return .queueLimit(try queueLimit())
    case .clock: return .clock(try timeTarget())
    case .refresh: return .refresh(id: try optionalID())
    case .device: return .device(try cursor.deviceSettings())
    case .chapter, .caption, .note, .ask, .mark: return try told(verb)
    case .focus, .zoom, .highlight, .speed, .layout, .theme: return .view(try view(verb))
    case .expect: return .expect(try expectation())
    case .eventually: return .eventually(within: try limit("within"), try expectation())
    case .never: return .never(for: try limit("for"), try expectation())
    }
  }

  /// `within 5s expect`
  private mutating func limit(_ word: String) throws(ScenarioError) -> Duration {
    try cursor.require(word)
    let limit = try cursor.duration()
    try cursor.require("expect")
    return limit
  }

  private mutating func told(_ verb: Verb) throws(ScenarioError) -> Command {
    switch verb {
    case .chapter: .chapter(try cursor.string("a text"))
    case .caption: .caption(try cursor.string("a text"))
    case .ask: try ask()
    case .mark: .mark(try cursor.name("a name"))
    default: .note(try cursor.string("a text"))
    }
  }

  private func unknownVerb(_ token: Token, _ word: String) -> ScenarioError {
    if Self.blockWords.contains(word) {
      let expected =
        word == "end" ? "no block is open" : "a block begins in a file, outside of other blocks"
      return cursor.failure(.misplaced, token, expected: expected)
    }
    if LaterWords.verbs.contains(word) {
      return cursor.failure(.notInThisVersion, token, expected: LaterWords.instead(of: word))
    }
    let known = Verb.allCases.map(\.rawValue) + Self.blockWords
    return cursor.failure(
      .unknown(what: "verb"), token, suggestion: Suggestion.nearest(to: word, among: known))
  }
}

/// Reads single statements, as they are typed at a prompt.
public enum StatementParser {
  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: one statement; JSON in it may span lines.
  ///   - file: what errors call the place the line comes from.
  /// - Returns: the statement, or nil if the line is empty or a comment.
  /// - Throws: `ScenarioError` with the first mistake.
  public static func parse(
    line: String, file: String = "prompt"
  ) throws(ScenarioError) -> Statement? {
    var lexer = Lexer(try SourceText(Array(line.utf8), file: file))
    guard let tokens = try lexer.nextLine() else { return nil }
    var reader = StatementReader(tokens, file: file)
    let statement = try reader.statement()
    if let second = try lexer.nextLine() {
      throw ScenarioError(
        file: file, position: second.first.position, kind: .unexpected, found: second.first.source,
        expected: "one statement only")
    }
    return statement
  }
}

/// Words of the language that this version does not know: who writes one has made no mistake in
/// spelling.
enum LaterWords {
  /// Verbs.
  static let verbs = [
    "bind", "branch", "branches", "examples", "first", "hide", "include", "pause", "press",
    "repeat", "seed", "show", "snapshot", "teardown",
  ]
  /// Verbs that open a block, which an `end` closes.
  static let blocks = ["branch", "examples", "repeat", "teardown"]
  /// What can be expected.
  static let expectations = ["screen"]

  /// Where the thing can be said instead, or an empty text.
  static func instead(of verb: String) -> String {
    switch verb {
    case "seed": "'seed: 7' in the header"
    default: ""
    }
  }
}
