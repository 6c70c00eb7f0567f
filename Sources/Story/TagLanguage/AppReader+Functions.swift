import TagRuntime
import TagSimulation

extension AppReader {
  /// Reads from the line `macro-function NAME` to its `end`.
  mutating func readMacroFunction() {
    var function = AppMacro(name: "", cases: [])
    attempt { reader throws(ScenarioError) in
      let token = reader.cursor.peek
      function.name = try reader.cursor.name("the name of a function")
      try reader.cursor.end()
      if let token, reader.container.macroFunctions.contains(where: { $0.name == function.name }) {
        throw reader.cursor.failure(.duplicate(what: "macro function"), token)
      }
    }
    function.cases = readTable("macro function")
    container.macroFunctions.append(function)
  }

  /// Reads the lines of a table up to its `end`.
  mutating func readTable(_ what: String) -> [AppMacro.Case] {
    cases = []
    readBlock(what, .table)
    return cases
  }

  mutating func readCase(_ outcome: AppMacro.Outcome) throws(ScenarioError) {
    cases.append(AppMacro.Case(conditions: try conditions(), outcome: outcome))
  }

  /// Reads `when name=value`, with more pairs after it; `and` in between reads better.
  private mutating func conditions() throws(ScenarioError) -> [AppMacro.Condition] {
    guard cursor.take("when") else { return [] }
    var conditions: [AppMacro.Condition] = []
    repeat {
      let key = try cursor.key()
      if conditions.contains(where: { $0.name == key.name }) {
        throw cursor.failure(.duplicate(what: "key"), key)
      }
      conditions.append(AppMacro.Condition(name: key.name, value: try cursor.value()))
    } while cursor.take("and") || cursor.isAtPair
    return conditions
  }

  mutating func readTagFunction() throws(ScenarioError) {
    let token = cursor.peek
    var function = AppTag(name: try cursor.name("the name of a function"))
    if let token, container.tagFunctions.contains(where: { $0.name == function.name }) {
      throw cursor.failure(.duplicate(what: "tag function"), token)
    }
    function.actions = try actions(of: .tagFunction)
    container.tagFunctions.append(function)
  }

  private mutating func actions(of room: Form.Room) throws(ScenarioError) -> [AppTag.Action] {
    handlings = []
    repeat { try read(try cursor.form(in: room)) } while cursor.take("then")
    place(
      handlings.compactMap { if case .pushes(let template) = $0 { .push(template) } else { nil } },
      isOfClass: room == .classAction)
    return handlings
  }
}

// MARK: - Classes

extension AppReader {
  /// Reads `class PATH` with its actions on the same line, or with a table of its values up to an
  /// `end`. Reads the table even if the path is wrong, so that one mistake is one error.
  mutating func readClass() throws(ScenarioError) {
    let token = try cursor.next("the path of a class")
    let isTable = cursor.peek == nil
    var body = AppClass.Body.gives([])
    if isTable {
      body = .gives(readTable("class"))
    } else {
      var actions = try actions(of: .classAction)
      if case .braze(let provider, _)? = actions.last, cursor.take("mapping") {
        try cursor.end()
        mapping = BrazeMapping()
        readBlock("mapping", .mapping)
        actions[actions.count - 1] = .braze(provider, mapping)
      }
      try cursor.end()
      body = .acts(actions)
    }
    guard token.word != nil || cursor.isString(token) else {
      throw cursor.unexpected(token, "the path of a class")
    }
    if app.appClass(token.name) != nil { throw cursor.failure(.duplicate(what: "class"), token) }
    app.classes.append(AppClass(path: token.name, body))
  }

  mutating func readMappedAction() throws(ScenarioError) {
    let token = cursor.peek
    let name = try cursor.name("the name of an action")
    if let token, mapping.actions.contains(where: { $0.name == name }) {
      throw cursor.failure(.duplicate(what: "action"), token)
    }
    let method = try cursor.choice("method", of: BrazeMapping.Method.self)
    var keys: [String] = []
    for what in method.keyWords { keys.append(try cursor.name(what)) }
    mapping.actions.append(.init(name, method, keys: keys))
  }

  /// Reads `"EVENT" key=value`: the name is stored under `event`, as in a push.
  mutating func loggedEvent() throws(ScenarioError) -> PushTemplate {
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
