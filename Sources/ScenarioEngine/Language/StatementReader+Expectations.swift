import TagRuntime
import TagSimulation

extension StatementReader {
  private enum Subject: String, CaseIterable {
    case tag, value, container, callback, tokens, log, queue, sent, lost, data, late, duplicates
    case requests, dispatch, completion, hit, braze
  }

  mutating func expectation() throws(ScenarioError) -> Expectation {
    switch try cursor.choice("expectation", of: Subject.self, later: LaterWords.expectations) {
    case .tag:
      let name = try cursor.string("the name of a tag")
      let outcome = try tagOutcome()
      return .tag(name: name, outcome, id: try optionalID())
    case .value: return .value(try valueState())
    case .container: return .container(try containerState())
    case .callback: return try callback()
    case .tokens:
      let comparison = try cursor.countComparison("a number of tokens")
      return .tokens(comparison, id: try optionalID())
    case .log: return try logExpectation()
    case .queue:
      try cursor.require("size")
      return .queue(size: try cursor.countComparison())
    case .sent: return .sent(try cursor.countComparison())
    case .lost:
      let count = try cursor.countComparison()
      guard cursor.take("because") else { return .lost(count) }
      return .lost(count, because: try cursor.choice("reason", of: HitLoss.Kind.self))
    case .late: return .late(try cursor.countComparison())
    case .duplicates: return .duplicates(try cursor.countComparison())
    case .requests: return .requests(try cursor.countComparison("a number of requests"))
    case .dispatch:
      try cursor.require("periodic")
      return .periodic(try cursor.isOn())
    case .completion: return .completion(try completion())
    case .hit: return try hit()
    case .braze: return .braze(try braze())
    case .data:
      let isExact = cursor.take("exactly")
      let expected = "a map in braces"
      let token = try cursor.next(expected)
      guard case .json(let value) = token.kind, value.members != nil else {
        throw cursor.unexpected(token, expected)
      }
      return .data(value, exactly: isExact)
    }
  }

  private mutating func tagOutcome() throws(ScenarioError) -> Expectation.TagOutcome {
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

  /// `2x`, or nothing for at least once.
  mutating func times() throws(ScenarioError) -> Int? {
    guard let times = cursor.peek, !cursor.isAtPair else { return nil }
    cursor.index += 1
    let word = times.word ?? ""
    if word.hasSuffix("x"), let count = Int(word.dropLast()), count >= 0 {
      return count
    }
    let suggestion = Int(word).flatMap { $0 >= 0 ? "\($0)x" : nil }
    throw cursor.unexpected(times, "a number of times such as 2x", suggestion: suggestion)
  }

  private mutating func valueState() throws(ScenarioError) -> Expectation.ValueState {
    let key = try cursor.name("a key")
    let sign = try cursor.comparisonSign()
    var state = Expectation.ValueState(key: key, comparison: Comparison(sign, try cursor.value()))
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

  private mutating func containerState() throws(ScenarioError) -> Expectation.ContainerState {
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
