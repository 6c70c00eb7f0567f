import TagRuntime
import TagSimulation

extension AppReader {
  private enum Act: String, CaseIterable {
    case push, goes
    case logEvent = "log-event"
    case userProperty = "user-property"
  }

  /// `push …`, `log-event …`, `user-property …`, `goes "SCREEN"`, or several of them with `then` in
  /// between.
  mutating func actions(_ cursor: inout TokenCursor) throws(ScenarioError) -> [AppAction] {
    var actions: [AppAction] = []
    repeat {
      switch try cursor.choice("action", of: Act.self) {
      case .push: actions.append(.push(try cursor.pushTemplate(allowsParameters: true)))
      case .logEvent: actions.append(try logEvent(&cursor))
      case .userProperty:
        let key = try cursor.key()
        actions.append(.setUserProperty(key.name, try cursor.textOrParameter()))
      case .goes:
        let token = cursor.peek
        let screen = try cursor.string("the name of a screen")
        if let token { destinations.append((screen, token)) }
        actions.append(.goes(screen: screen))
      }
    } while cursor.take("then")
    return actions
  }

  /// `log-event played_song genre="pop"`; the name may be an argument, too.
  private func logEvent(_ cursor: inout TokenCursor) throws(ScenarioError) -> AppAction {
    let name: PushValue
    if let token = cursor.peek, case .parameter(let word, let fallback) = token.kind {
      cursor.index += 1
      name = .parameter(name: word, default: fallback)
    } else {
      name = .constant(.string(try cursor.name("the name of an event")))
    }
    let hasParameters = cursor.peek.map { $0.word != "then" || cursor.isAtPair } ?? false
    return .logEvent(
      name: name,
      hasParameters
        ? try cursor.parameterTemplate(allowsParameters: true) : PushTemplate(parts: []))
  }
}

extension TokenCursor {
  /// A text, null, or a place for an argument.
  fileprivate mutating func textOrParameter() throws(ScenarioError) -> PushValue {
    if let token = peek, case .parameter(let name, let fallback) = token.kind {
      index += 1
      return .parameter(name: name, default: fallback)
    }
    return .constant(try textOrNull("a text").map { .string($0) } ?? .null)
  }
}
