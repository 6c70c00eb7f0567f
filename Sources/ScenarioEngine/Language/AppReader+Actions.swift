import TagSimulation

extension AppReader {
  private enum Act: String, CaseIterable {
    case push, goes
  }

  /// `push …`, `goes "SCREEN"`, or several of them with `then` in between.
  mutating func actions(_ cursor: inout TokenCursor) throws(ScenarioError) -> [AppAction] {
    var actions: [AppAction] = []
    repeat {
      switch try cursor.choice("action", of: Act.self) {
      case .push: actions.append(.push(try cursor.pushTemplate(allowsParameters: true)))
      case .goes:
        let token = cursor.peek
        let screen = try cursor.string("the name of a screen")
        if let token { destinations.append((screen, token)) }
        actions.append(.goes(screen: screen))
      }
    } while cursor.take("then")
    return actions
  }
}
