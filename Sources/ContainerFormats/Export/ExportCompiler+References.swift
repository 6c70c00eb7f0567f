import OrderedCollections
import TagRuntime

extension ExportCompiler {
  /// Remarks on every name in `{{…}}` that no macro has, with the entities that use it.
  mutating func remarkOnUnknownReferences() {
    let names = Set(macros.compactMap(\.name))
    var users: OrderedDictionary<String, OrderedSet<String>> = [:]
    func look(at call: FunctionCall, _ user: String) {
      for expression in call.parameters.values {
        expression.forEachReference { name in
          if !names.contains(name) { users[name, default: []].append(user) }
        }
      }
    }
    for tag in tags { look(at: tag, "tag '\(tag.name ?? "")'") }
    for macro in macros { look(at: macro, "variable '\(macro.name ?? "")'") }
    for predicate in predicates { look(at: predicate, "a trigger") }
    for (name, users) in users.elements {
      remark(.missingVariable(name, users: Array(users)))
    }
  }
}

extension Expression {
  /// Calls a function with the name of each macro that is referred to, in order.
  func forEachReference(_ body: (String) -> Void) {
    switch self {
    case .constant, .functionID: break
    case .macro(let name): body(name)
    case .list(let elements), .template(let elements):
      for element in elements { element.forEachReference(body) }
    case .map(let entries):
      for entry in entries {
        entry.key.forEachReference(body)
        entry.value.forEachReference(body)
      }
    case .escaped(let inner, _): inner.forEachReference(body)
    }
  }
}
