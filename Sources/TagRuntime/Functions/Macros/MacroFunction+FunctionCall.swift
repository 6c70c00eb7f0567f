extension MacroFunction {
  /// What the app's handler answers. It is asked at every reference, never cached.
  ///
  /// Source: sections 3.7 and 6.6 of the behaviour notes. Doubles reach a handler as strings.
  static let functionCall = MacroFunction(
    id: "_func", required: ["function_call_macro_name"], stability: .volatile
  ) { arguments, evaluator in
    guard let call = FunctionCallRequest(arguments, "FunctionCallMacro", &evaluator) else {
      return .undefined
    }
    switch evaluator.ask(call, for: arguments.name) {
    case .value(let value): return evaluator.converted(value)
    case .unregistered:
      evaluator.log(.noHandler, arguments.name, call.name)
      return .undefined
    case .failed(let reason):
      evaluator.log(.handlerThrew, call.name, reason)
      return .undefined
    }
  }
}
