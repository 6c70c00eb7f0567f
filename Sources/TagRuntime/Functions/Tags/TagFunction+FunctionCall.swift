extension TagFunction {
  /// Runs the app's handler; what it pushes joins the drain that is running.
  ///
  /// Without a handler the tag fires and nothing runs (Objective-C messages to nil), which only
  /// this program says aloud.
  static let functionCall = TagFunction(
    id: "_func", required: ["function_call_macro_name"]
  ) { arguments, evaluator in
    guard let call = FunctionCallRequest(arguments, "FunctionCallTag", &evaluator) else {
      return .ignored(reason: "additional_params is not a map")
    }
    switch evaluator.run(call, for: arguments.name) {
    case .ran(let pushes):
      evaluator.pushes += pushes.map { NestedPush($0, .handler(call.name)) }
      return .called(function: call.name)
    case .unregistered:
      evaluator.log(.noHandler, arguments.name, call.name)
      return .nothingRan(function: call.name)
    case .failed(let reason, let pushes):
      evaluator.pushes += pushes.map { NestedPush($0, .handler(call.name)) }
      evaluator.log(.handlerThrew, call.name, reason)
      return .threw(function: call.name, reason: reason)
    }
  }
}
