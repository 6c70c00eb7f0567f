import OrderedCollections
import TagRuntime

/// Expectations for now, over time or for never.
extension Form {
  static let expectationVerbs: [Form] = [
    .verb(
      "expect ...",
      "Fails unless this is true now.", "expect tag \"GA screen view\" fired 1x"
    ) { reader throws(ScenarioError) in .expect(try reader.expectation()) },
    .verb(
      "eventually within DURATION expect ...",
      "Lets time pass until this is true; fails if it takes longer.",
      "eventually within 130s expect sent 3"
    ) { reader throws(ScenarioError) in
      .eventually(within: try reader.limit("within"), try reader.expectation())
    },
    .verb(
      "never for DURATION expect ...", "Lets time pass; fails if this becomes true.",
      "never for 60s expect sent > 0"
    ) { reader throws(ScenarioError) in
      .never(for: try reader.limit("for"), try reader.expectation())
    },
  ]
}

extension StatementReader {
  /// Reads `within 5s expect`.
  mutating func limit(_ word: String) throws(ScenarioError) -> Duration {
    try cursor.require(word)
    let limit = try cursor.duration()
    try cursor.require("expect")
    return limit
  }
}

// MARK: - Subjects

extension StatementReader {
  mutating func expectation(
    in room: Form.Room = .expectation
  ) throws(ScenarioError) -> Expectation {
    let form = try cursor.form(in: room)
    if case .room(let room) = form.reading { return try expectation(in: room) }
    guard case .expectation(let read) = form.reading else {
      throw cursor.unexpected(cursor.line.first, form.usage)
    }
    return try read(&self)
  }

  mutating func tagOutcome() throws(ScenarioError) -> Expectation.TagOutcome {
    if cursor.take("not") {
      try cursor.require("fired")
      guard cursor.take("because") else { return .notFired(because: nil) }
      return .notFired(because: try cursor.string("a part of the explanation"))
    }
    let token = try cursor.next("fired or not fired")
    guard token.word == "fired" else {
      let suggestion = Suggestion.nearest(to: token.source, among: ["fired", "not fired"])
      throw cursor.unexpected(token, "fired or not fired", suggestion: suggestion)
    }
    return .fired(times: try times())
  }

  /// Reads `2x`, or nothing for at least once.
  mutating func times() throws(ScenarioError) -> Int? {
    guard let token = cursor.peek, !cursor.isAtPair else { return nil }
    cursor.index += 1
    if let count = Self.times(token) { return count }
    let suggestion = Int(token.word ?? "").flatMap { $0 >= 0 ? "\($0)x" : nil }
    throw cursor.unexpected(token, "a number of times such as 2x", suggestion: suggestion)
  }

  mutating func valueState() throws(ScenarioError) -> Expectation.ValueState {
    let key = try cursor.name("a key")
    var state = Expectation.ValueState(key: key, comparison: try cursor.comparison())
    while let token = cursor.peek {
      if state.kind == nil, cursor.take("as") {
        state.kind = try cursor.choice("type", of: ValueKind.self)
      } else if state.source == nil, cursor.take("from") {
        state.source = try cursor.choice("source", of: ContainerSource.self)
      } else if state.id == nil, cursor.isAtPair {
        state.id = try optionalID()
      } else {
        throw cursor.unexpected(token, "'as', 'from', 'id=' or the end of the line")
      }
    }
    return state
  }

  mutating func containerState() throws(ScenarioError) -> Expectation.ContainerState {
    var state = Expectation.ContainerState()
    if cursor.take("closed") {
      state.isClosed = true
      state.id = try optionalID()
      return state
    }
    let expected = "source=…, version=…, age<… or closed"
    if let token = cursor.peek,
      let closed = Suggestion.nearest(to: token.source, among: ["closed"])
    {
      throw cursor.unexpected(token, expected, suggestion: closed)
    }
    var keys = KnownKeys(["source", "version", "age", "id"])
    repeat {
      let token = try cursor.next(expected)
      switch try keys.check(token, cursor) {
      case "source":
        try equalsSign()
        state.source = try cursor.choice("source", of: ContainerSource.self)
      case "version":
        try equalsSign()
        state.version = try cursor.name("a version")
      case "id":
        try equalsSign()
        state.id = try containerID()
      default:
        let sign = isAtEquals() ? .equal : try cursor.comparisonSign()
        state.age = Comparison(sign, try cursor.duration())
      }
    } while cursor.peek != nil
    return state
  }

  private mutating func equalsSign() throws(ScenarioError) {
    let token = try cursor.next("'='")
    guard token.kind == .sign("=") || token.kind == .sign("==") else {
      throw cursor.unexpected(token, "'='")
    }
  }

  private mutating func isAtEquals() -> Bool {
    guard cursor.peek?.kind == .sign("=") else { return false }
    cursor.index += 1
    return true
  }
}

// MARK: - Hit expectations

extension StatementReader {
  /// Reads `last &cd == "Cart"`, `3 sent` or `last no &uid`.
  mutating func hit() throws(ScenarioError) -> Expectation {
    if cursor.take("of") {
      try cursor.require("tag")
      return .hit(.ofTag(try cursor.name("the name of a tag")), try hitState())
    }
    let expected = "last, of tag NAME, or the number of a hit"
    let token = try cursor.next(expected)
    let choice: Expectation.HitChoice
    if token.word == "last" {
      choice = .last
    } else if let number = token.word.flatMap({ Int64($0) }), number > 0 {
      choice = .number(number)
    } else {
      throw cursor.unexpected(
        token, expected, suggestion: Suggestion.nearest(to: token.source, among: ["last"]))
    }
    return .hit(choice, try hitState())
  }

  private mutating func hitState() throws(ScenarioError) -> Expectation.HitState {
    let states: KeyValuePairs<String, Expectation.HitState> = [
      "waiting": .waiting, "sent": .sent, "late": .late, "lost": .lost, "reported": .reported,
    ]
    if let state = states.first(where: { $0.key == cursor.peek?.word }) {
      cursor.index += 1
      return state.value
    }
    if cursor.take("not") {
      try cursor.require("reported")
      guard cursor.take("because") else { return .notReported(because: nil) }
      return .notReported(because: try cursor.string("a part of the reason"))
    }
    if cursor.take("no") { return .noField(try hitField()) }
    let code = try hitField()
    return .field(code, try cursor.textComparison())
  }

  /// Reads a field of an analytics hit, the address of a pixel (`url`), or a part of a Firebase
  /// event: `event`, `parameter.NAME`, `user_property.NAME`, and what consent lets through.
  private mutating func hitField() throws(ScenarioError) -> String {
    if let name = cursor.peek?.name, name == "url" || Self.isFieldOfEvent(name) {
      cursor.index += 1
      return name
    }
    return try fieldCode()
  }

  private static func isFieldOfEvent(_ name: String) -> Bool {
    name == "event" || FirebaseWire.identifiers.contains(name)
      || ["parameter.", "user_property."].contains { name.hasPrefix($0) && name != $0 }
  }
}

// MARK: - Callbacks and log

/// Expectations about the reports of the SDK: to the app by callbacks, to the developer by its log.
extension StatementReader {
  private enum CallbackWord: String, CaseIterable {
    case available
    case refreshBegin = "refresh-begin"
    case refreshSuccess = "refresh-success"
    case refreshFailure = "refresh-failure"
  }

  mutating func callback() throws(ScenarioError) -> Expectation {
    let word: CallbackWord = try cursor.choice("callback")
    let callback: Expectation.Callback
    switch word {
    case .available: callback = .available(try optionalChoice("kind of availability"))
    case .refreshBegin: callback = .refreshBegin(try optionalChoice("kind of refresh"))
    case .refreshSuccess: callback = .refreshSuccess(try optionalChoice("kind of refresh"))
    case .refreshFailure:
      let kind: RefreshKind? = try optionalChoice("kind of refresh")
      callback = .refreshFailure(kind, try optionalChoice("failure"))
    }
    let times = cursor.peek.flatMap(Self.times)
    if times != nil { cursor.index += 1 }
    return .callback(callback, times: times, id: try optionalID())
  }

  private mutating func optionalChoice<Choice: CaseIterable & RawRepresentable<String>>(
    _ what: String
  ) throws(ScenarioError) -> Choice? {
    guard let token = cursor.peek, !cursor.isAtPair, Self.times(token) == nil else { return nil }
    return try cursor.choice(what)
  }

  /// Reads `expect log warning ~ /pattern/` for a line of the SDK, `expect log app ~ /pattern/` for
  /// a line of the app's own code, `expect log tagsim ~ /pattern/` for a hint of tagsim.
  mutating func logExpectation() throws(ScenarioError) -> Expectation {
    let choice: Expectation.LogChoice
    if cursor.take("tagsim") {
      choice = .tagsim
    } else if cursor.take("app") {
      choice = .app
    } else if cursor.peek?.word == ComparisonOperator.found.rawValue {
      choice = .any
    } else {
      let levels = LogLevel.allCases.filter { $0 != .none }
      let words = levels.map(\.name) + ["app", "tagsim"]
      let token = try cursor.next(words.listed() + ", then ~ /a pattern/")
      guard let known = levels.first(where: { $0.name == token.word }) else {
        throw cursor.failure(
          .unknown(what: "log level"), token,
          expected: words.listed() + ", then ~ and a pattern such as /handler/",
          suggestion: Suggestion.nearest(to: token.source, among: words))
      }
      choice = .sdk(known)
    }
    try cursor.require("~")
    return .log(choice, pattern: try cursor.pattern())
  }

  /// Reads `addBonus {"screen": "Home"} 2x` or `addBonus not called`.
  mutating func call() throws(ScenarioError) -> Expectation.CallState {
    var state = Expectation.CallState(
      name: try cursor.name("the name of a function, or the path of a class"))
    let isNot = cursor.take("not")
    if isNot {
      try cursor.require("called")
      state.times = 0
    }
    if let token = cursor.peek, case .json = token.kind { state.arguments = try map() }
    if !isNot { state.times = try times() }
    state.id = try optionalID()
    return state
  }
}

// MARK: - Braze expectations

extension StatementReader {
  /// Reads `"vip" == 1.0 as double`.
  mutating func brazeAttribute() throws(ScenarioError) -> Expectation.BrazeState {
    let key = try cursor.string("the key of an attribute")
    let comparison = try cursor.comparison()
    guard cursor.take("as") else { return .attribute(key: key, comparison, nil) }
    return .attribute(key: key, comparison, try cursor.choice("type"))
  }

  mutating func properties() throws(ScenarioError) -> Value? {
    guard let token = cursor.peek, case .json(let value) = token.kind else { return nil }
    cursor.index += 1
    guard value.members != nil else { throw cursor.unexpected(token, "a map in braces") }
    return value
  }
}

// MARK: - Firebase

extension StatementReader {
  /// Reads `"played_song" dropped because 2` or `purchase passed 1x with {"value": 9.9}`.
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

  mutating func map() throws(ScenarioError) -> Value {
    let expected = "a map in braces"
    let token = try cursor.next(expected)
    guard case .json(let value) = token.kind, value.members != nil else {
      throw cursor.unexpected(token, expected)
    }
    return value
  }

  /// Reads `tier == "gold"` or `tier == null`.
  mutating func userPropertyState() throws(ScenarioError) -> Expectation {
    let name = try cursor.name("the name of a user property")
    let sign = try cursor.comparisonSign(among: ComparisonOperator.ofTexts)
    if sign.isPattern {
      return .userProperty(name, Comparison(sign, .string(try cursor.pattern())))
    }
    let text = try cursor.textOrNull("a text")
    return .userProperty(name, Comparison(sign, text.map { .string($0) } ?? .null))
  }

  /// Reads `of firebase`, if present.
  mutating func queue() throws(ScenarioError) -> HitQueue? {
    cursor.take("of") ? try cursor.choice("queue", of: HitQueue.self) : nil
  }

  /// Reads `3 because too-old of firebase`.
  mutating func lost() throws(ScenarioError) -> Expectation {
    let count = try cursor.countComparison()
    var reason: HitLoss.Kind?
    if cursor.take("because") { reason = try cursor.choice("reason", of: HitLoss.Kind.self) }
    return .lost(count, because: reason, of: try queue())
  }
}
