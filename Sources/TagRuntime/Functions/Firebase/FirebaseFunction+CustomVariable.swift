import OrderedCollections

extension FirebaseFunction {
  /// What a class of the app gives: a text, a number or a boolean, which are all that reaches the
  /// container; anything else is undefined, after a warning. It is asked at every reference.
  static let customVariable = FirebaseFunction(
    id: "__funct", required: ["classPath"], stability: .volatile, words: "value of class",
    body: .variable { arguments, evaluator in
      let call = FunctionCallRequest(ofClass: arguments, evaluator)
      switch evaluator.ask(call, for: arguments.name) {
      case .value(let value):
        switch value {
        case .string, .int, .double, .bool: return value
        case .null, .absent, .list, .map:
          evaluator.log(.classAnswer, arguments.name, call.name, value.kindName)
          return .absent
        }
      case .unregistered:
        evaluator.log(.noClass, arguments.name, call.name)
        return .absent
      case .failed(let reason):
        evaluator.log(.classFailed, arguments.name, call.name, reason)
        return .absent
      }
    })
}

extension FunctionCallRequest {
  /// The question to a class of the app.
  init(ofClass arguments: borrowing FunctionArguments, _ evaluator: borrowing Evaluator) {
    let path = arguments.given("classPath")
    let table = JavaScriptTable(arguments.given("functionArgument"))
    self.init(
      name: path == .absent ? "" : JavaScript.text(path),
      // Nothing that is undefined can stand in a dictionary of the app.
      parameters: table.members(key: "key", value: "value").filter { $0.value != .absent },
      container: evaluator.containerID, isClass: true)
  }
}
