import TagRuntime
import TagSimulation

extension AppReader {
  private enum MacroWord: String, CaseIterable {
    case returns, fails, echoes, end
  }

  private enum TagWord: String, CaseIterable {
    case pushes, fails, notes, braze
  }

  /// Reads from the line `macro-function NAME` to its `end`.
  mutating func readMacroFunction(_ opening: inout TokenCursor) {
    var function = AppMacro(name: "", cases: [])
    do throws(ScenarioError) {
      let token = opening.peek
      function.name = try opening.name("the name of a function")
      try opening.end()
      if let token, container.macroFunctions.contains(where: { $0.name == function.name }) {
        throw opening.failure(.duplicate(what: "macro function"), token)
      }
    } catch {
      lines.errors.add(error)
    }
    function.cases = readTable("macro function", opening.line.first)
    container.macroFunctions.append(function)
  }

  /// Reads the lines of a table up to its `end`.
  mutating func readTable(_ what: String, _ opening: Token) -> [AppMacro.Case] {
    var cases: [AppMacro.Case] = []
    readBlock(what, opening, MacroWord.self) { (reader, cursor) throws(ScenarioError) in
      try reader.readTableLine(&cursor, what, &cases)
    }
    return cases
  }

  private func readTableLine(
    _ cursor: inout TokenCursor, _ what: String, _ cases: inout [AppMacro.Case]
  ) throws(ScenarioError) -> Bool {
    switch try cursor.choice(what + " line", of: MacroWord.self) {
    case .returns:
      let value = try cursor.value()
      cases.append(
        AppMacro.Case(conditions: try conditions(&cursor), outcome: .value(value)))
    case .fails:
      let reason = try cursor.string("a reason")
      cases.append(
        AppMacro.Case(conditions: try conditions(&cursor), outcome: .fails(reason)))
    case .echoes:
      cases.append(AppMacro.Case(conditions: try conditions(&cursor), outcome: .echo))
    case .end:
      try cursor.end()
      return true
    }
    try cursor.end()
    return false
  }

  /// Reads `when name=value`, with more pairs after it; `and` in between reads better.
  private func conditions(
    _ cursor: inout TokenCursor
  ) throws(ScenarioError) -> [AppMacro.Condition] {
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

  mutating func readTagFunction(_ cursor: inout TokenCursor) throws(ScenarioError) {
    let token = cursor.peek
    var function = AppTag(name: try cursor.name("the name of a function"))
    if let token, container.tagFunctions.contains(where: { $0.name == function.name }) {
      throw cursor.failure(.duplicate(what: "tag function"), token)
    }
    repeat {
      switch try cursor.choice("tag function", of: TagWord.self) {
      case .pushes:
        function.actions.append(.pushes(try cursor.pushTemplate(allowsParameters: true)))
      case .fails: function.actions.append(.fails(try cursor.string("a reason")))
      case .notes: break
      case .braze: function.actions.append(.braze(try cursor.choice("provider")))
      }
    } while cursor.take("then")
    container.tagFunctions.append(function)
  }
}

// MARK: - Classes

extension AppReader {
  private enum ClassWord: String, CaseIterable {
    case logs, fails, notes, braze
  }

  private enum MappingWord: String, CaseIterable {
    case actionKey = "action-key"
    case action, end
  }

  /// The word after a provider with a custom mapping, in lines up to an `end`.
  static let mappingWord = "mapping"

  /// Reads `class PATH` with its actions on the same line, or with a table of its values up to an
  /// `end`. Reads the table even if the path is wrong, so that one mistake is one error.
  mutating func readClass(_ cursor: inout TokenCursor) throws(ScenarioError) {
    let opening = cursor.line.first
    let token = try cursor.next("the path of a class")
    let isTable = cursor.peek == nil
    var body = AppClass.Body.gives([])
    if isTable {
      body = .gives(readTable("class", opening))
    } else {
      let actions = try classActions(&cursor)
      let hasMapping =
        if case .braze? = actions.last { cursor.take(Self.mappingWord) } else { false }
      try cursor.end()
      body = .acts(hasMapping ? mapped(actions, readMapping(opening)) : actions)
    }
    guard token.word != nil || cursor.isString(token) else {
      throw cursor.unexpected(token, "the path of a class")
    }
    if app.appClass(token.name) != nil { throw cursor.failure(.duplicate(what: "class"), token) }
    app.classes.append(AppClass(path: token.name, body))
  }

  /// Returns the actions, with another mapping of parameters for the last one.
  private func mapped(_ actions: [AppTag.Action], _ mapping: BrazeMapping) -> [AppTag.Action] {
    guard case .braze(let provider, _)? = actions.last else { return actions }
    return actions.dropLast() + [.braze(provider, mapping)]
  }

  /// Reads the lines of a mapping up to its `end`.
  private mutating func readMapping(_ opening: Token) -> BrazeMapping {
    var mapping = BrazeMapping()
    readBlock(Self.mappingWord, opening, MappingWord.self) {
      (reader, cursor) throws(ScenarioError) in
      try reader.readMappingLine(&cursor, &mapping)
    }
    return mapping
  }

  private func readMappingLine(
    _ cursor: inout TokenCursor, _ mapping: inout BrazeMapping
  ) throws(ScenarioError) -> Bool {
    switch try cursor.choice("mapping line", of: MappingWord.self) {
    case .actionKey: mapping.actionKey = try cursor.name("the key of the action")
    case .action:
      let token = cursor.peek
      let name = try cursor.name("the name of an action")
      if let token, mapping.actions.contains(where: { $0.name == name }) {
        throw cursor.failure(.duplicate(what: "action"), token)
      }
      let method = try cursor.choice("method", of: BrazeMapping.Method.self)
      var keys: [String] = []
      for what in method.keyWords { keys.append(try cursor.name(what)) }
      mapping.actions.append(.init(name, method, keys: keys))
    case .end:
      try cursor.end()
      return true
    }
    try cursor.end()
    return false
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

  /// Reads `"EVENT" key=value`: the name is stored under `event`, as in a push.
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
