import TagRuntime
import TagSimulation

extension StatementReader {
  private enum BrazeSubject: String, CaseIterable {
    case event, attribute, user, events
  }

  /// `event "played song" {"genre": "pop"} 2x`, `attribute "vip" == 1.0 as double`, `user "u7"`,
  /// `user anonymous`, `events 3`
  mutating func braze() throws(ScenarioError) -> Expectation.BrazeState {
    switch try cursor.choice("part of Braze", of: BrazeSubject.self) {
    case .event:
      let name = try cursor.string("the name of an event")
      return .event(name: name, properties: try properties(), times: try times())
    case .attribute:
      let key = try cursor.string("the key of an attribute")
      let sign = try cursor.comparisonSign()
      let comparison = Comparison(sign, try cursor.value())
      guard cursor.take("as") else { return .attribute(key: key, comparison, nil) }
      return .attribute(key: key, comparison, try cursor.choice("type"))
    case .user:
      if cursor.take("anonymous") { return .user(id: nil) }
      return .user(id: try cursor.string("anonymous or an id"))
    case .events: return .events(try cursor.countComparison("a number of events"))
    }
  }

  private mutating func properties() throws(ScenarioError) -> Value? {
    guard let token = cursor.peek, case .json(let value) = token.kind else { return nil }
    cursor.index += 1
    guard value.members != nil else { throw cursor.unexpected(token, "a map in braces") }
    return value
  }
}
