import OrderedCollections
import TagRuntime
import TagSimulation

/// The statements about Firebase Analytics.
extension StatementReader {
  mutating func firebase(_ verb: Verb) throws(ScenarioError) -> Command {
    switch verb {
    case .logEvent:
      let name = try cursor.name("the name of an event")
      return .logEvent(name, try parameters())
    case .userProperty: return try userProperty()
    case .userID: return .userID(try cursor.textOrNull("the id of a user"))
    case .defaultParameters:
      if cursor.take("none") { return .defaultParameters(nil) }
      if cursor.peek == nil { _ = try cursor.next("none, key=value or a map in braces") }
      return .defaultParameters(try parameters())
    case .debugMode: return .debugMode(try cursor.isOn())
    case .collection: return .collection(try cursor.isOn())
    default: return .resetAnalyticsData
    }
  }

  private mutating func parameters() throws(ScenarioError) -> OrderedDictionary<String, Value> {
    if cursor.peek == nil { return [:] }
    let template = try cursor.parameterTemplate(allowsParameters: false)
    // Without places for arguments none can be missing.
    return (try? template.update().members) ?? [:]
  }

  /// `tier="gold"`, `tier=null`
  private mutating func userProperty() throws(ScenarioError) -> Command {
    let key = try cursor.key()
    return .userProperty(key.name, try cursor.textOrNull("a text"))
  }

  // MARK: Expectations

  /// `"played_song" dropped because 2`, `purchase passed 1x with {"value": 9.9}`
  mutating func eventState() throws(ScenarioError) -> Expectation.EventState {
    let name = try cursor.name("the name of an event")
    let isNot = cursor.take("not")
    var state = Expectation.EventState(
      name: name, fate: try cursor.choice("fate"), times: isNot ? 0 : nil)
    while let token = cursor.peek {
      if state.times == nil, let count = Self.times(token) {
        cursor.index += 1
        state.times = count
      } else if state.code == nil, cursor.take("because") {
        state.code = try cursor.count("a code of Firebase such as 2")
      } else if state.parameters == nil, cursor.take("with") {
        state.parameters = try map()
      } else {
        throw cursor.unexpected(
          token, "a number of times such as 2x, because CODE, with {…} or the end of the line",
          suggestion: Suggestion.nearest(to: token.source, among: ["because", "with"]))
      }
    }
    return state
  }

  private static func times(_ token: Token) -> Int? {
    guard let word = token.word, word.hasSuffix("x"), let count = Int(word.dropLast()), count >= 0
    else { return nil }
    return count
  }

  private mutating func map() throws(ScenarioError) -> Value {
    let expected = "a map in braces"
    let token = try cursor.next(expected)
    guard case .json(let value) = token.kind, value.members != nil else {
      throw cursor.unexpected(token, expected)
    }
    return value
  }

  /// `tier == "gold"`, `tier == null`
  mutating func userPropertyState() throws(ScenarioError) -> Expectation {
    let name = try cursor.name("the name of a user property")
    let token = cursor.peek
    let sign = try cursor.comparisonSign()
    guard sign == .equal || sign == .notEqual else {
      throw cursor.unexpected(token ?? cursor.line.first, "== or !=")
    }
    let text = try cursor.textOrNull("a text")
    return .userProperty(name, Comparison(sign, text.map { .string($0) } ?? .null))
  }

  private enum FirebaseWord: String, CaseIterable {
    case error, debug, collection, session
    case userID = "user-id"
  }

  mutating func firebaseState() throws(ScenarioError) -> Expectation.FirebaseExpectation {
    switch try cursor.choice("expectation of Firebase", of: FirebaseWord.self) {
    case .error:
      return .error(cursor.take("none") ? nil : try cursor.count("none or a code such as 2"))
    case .debug: return .debug(try cursor.isOn())
    case .collection: return .collection(try cursor.isOn())
    case .session: return .session(try cursor.countComparison("the number of a session"))
    case .userID: return .userID(try cursor.textOrNull("the id of a user"))
    }
  }

  /// `of firebase`, where it is said.
  mutating func queue() throws(ScenarioError) -> HitQueue? {
    cursor.take("of") ? try cursor.choice("queue", of: HitQueue.self) : nil
  }

  /// `3 because too-old of firebase`
  mutating func lost() throws(ScenarioError) -> Expectation {
    let count = try cursor.countComparison()
    var reason: HitLoss.Kind?
    if cursor.take("because") { reason = try cursor.choice("reason", of: HitLoss.Kind.self) }
    return .lost(count, because: reason, of: try queue())
  }
}
