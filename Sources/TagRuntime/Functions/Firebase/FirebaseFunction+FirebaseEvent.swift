import OrderedCollections

extension FirebaseFunction {
  /// Logs an event to Firebase (`measure`), changes the one at hand (`filter`), or keeps it from
  /// Firebase (`block`). Any other action does nothing.
  static let firebaseEvent = FirebaseFunction(
    id: "__fm", required: ["action"], words: "Firebase event",
    body: .tag { arguments, evaluator throws(FunctionFailure) in
      switch arguments.given("action") {
      case "measure":
        let keeps = arguments.isTruthy("mergeEventParameters")
        let event = try loggedEvent(
          named: arguments.given("eventName"), keepsParameters: keeps,
          drops: keeps ? try drops(arguments) : [], arguments, &evaluator)
        guard let event else { return .ignored(reason: badName) }
        return .logged([event], suppresses: false)
      case "filter":
        let override = arguments.given("overrideEventName")
        let name = evaluator.firebase?.event.map { Value.string($0.name) } ?? .absent
        let event = try loggedEvent(
          named: JavaScript.isTruthy(override) ? override : name, keepsParameters: true,
          drops: try drops(arguments), arguments, &evaluator)
        return .logged(event.map { [$0] } ?? [], suppresses: true)
      case "block": return .logged([], suppresses: true)
      case let action: return .ignored(reason: "its action is \(JavaScript.text(action))")
      }
    })

  private static let badName = "the name of its event or of a parameter cannot be logged"

  /// Whether an event, or a parameter that a tag sets, may have a name; nothing is logged under any
  /// other.
  static func isEventName(_ name: String) -> Bool {
    name.utf8.first != UInt8(ascii: "_")
      && name.unicodeScalars.allSatisfy {
        $0 == "_" || ("0"..."9").contains($0) || ("a"..."z").contains($0)
          || ("A"..."Z").contains($0)
      }
  }

  private static func drops(
    _ arguments: borrowing FunctionArguments
  ) throws(FunctionFailure) -> OrderedSet<String> {
    var names: OrderedSet<String> = []
    for row in JavaScriptTable(arguments.given("dropParamTable")).rows {
      names.append(JavaScript.text(try JavaScript.member("dropParamKey", of: row)))
    }
    return names
  }

  /// The event that a tag logs, or nil after a warning where a name is none. What is dropped is
  /// dropped, also where the tag sets it.
  private static func loggedEvent(
    named name: Value, keepsParameters: Bool, drops: OrderedSet<String>,
    _ arguments: borrowing FunctionArguments, _ evaluator: inout Evaluator
  ) throws(FunctionFailure) -> FirebaseEvent? {
    guard case .string(let name) = name else {
      throw FunctionFailure("the name of its event is no text")
    }
    let edits = JavaScriptTable(arguments.given("editParamTable"))
      .members(key: "editParamKey", value: "editParamValue")
    guard isEventName(name) else {
      evaluator.log(.badEventName, arguments.name, name)
      return nil
    }
    if let bad = edits.keys.first(where: { !isEventName($0) }) {
      evaluator.log(.badParameterName, arguments.name, bad)
      return nil
    }
    var parameters = keepsParameters ? evaluator.firebase?.event?.parameters ?? [:] : [:]
    for (key, value) in edits.elements {
      if drops.contains(key) {
        evaluator.log(.setAndDropped, arguments.name, key)
      } else {
        parameters[key] = value
      }
    }
    parameters = parameters.filter { !drops.contains($0.key) }
    return FirebaseEvent(
      name: FirebaseNames.short(name), parameters: sent(parameters), logged: evaluator.moment.wall)
  }

  /// What Firebase is given: it has no booleans, and nothing for nothing.
  private static func sent(
    _ parameters: OrderedDictionary<String, Value>
  ) -> OrderedDictionary<String, Value> {
    parameters.filter { $0.value != .absent && $0.value != .null }.mapValues {
      if case .bool(let flag) = $0 { .int(flag ? 1 : 0) } else { $0 }
    }
  }
}
