import TagRuntime
import TagSimulation

extension AppReader {
  private enum ClassWord: String, CaseIterable {
    case logs, fails, notes, braze
  }

  /// Reads `class PATH` with what it does on the same line, or with a table of what it gives up to
  /// an `end`. The table is read even if the path is wrong, so that one mistake is one error.
  mutating func readClass(_ cursor: inout TokenCursor) throws(ScenarioError) {
    let opening = cursor.line.first
    let token = try cursor.next("the path of a class")
    let isTable = cursor.peek == nil
    var body = AppClass.Body.gives([])
    if isTable {
      body = .gives(readTable("class", opening))
    } else {
      body = .acts(try classActions(&cursor))
      try cursor.end()
    }
    guard token.word != nil || cursor.isString(token) else {
      throw cursor.unexpected(token, "the path of a class")
    }
    if app.appClass(token.name) != nil { throw cursor.failure(.duplicate(what: "class"), token) }
    app.classes.append(AppClass(path: token.name, body))
  }

  private func classActions(
    _ cursor: inout TokenCursor
  ) throws(ScenarioError) -> [AppTag.Action] {
    var actions: [AppTag.Action] = []
    repeat {
      switch try cursor.choice("class action", of: ClassWord.self) {
      case .logs: actions.append(.pushes(try loggedEvent(&cursor)))
      case .fails: actions.append(.fails(try cursor.string("a reason")))
      case .notes: break
      case .braze: actions.append(.braze(try cursor.choice("provider")))
      }
    } while cursor.take("then")
    return actions
  }

  /// `"EVENT" key=value`: the name stands under `event`, as in a push.
  private func loggedEvent(_ cursor: inout TokenCursor) throws(ScenarioError) -> PushTemplate {
    let name = try cursor.string("the name of an event")
    var template = PushTemplate(parts: [.init(path: ["event"], value: .constant(.string(name)))])
    guard let first = cursor.peek, cursor.isAtPair else { return template }
    let parameters = try cursor.pushTemplate(allowsParameters: true)
    if parameters.parts.contains(where: { $0.path.first == "event" }) {
      throw cursor.unexpected(first, "parameters other than 'event', which is the name")
    }
    template.parts += parameters.parts
    return template
  }
}
