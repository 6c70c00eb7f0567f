extension FirebaseFunction {
  /// Runs a class of the app; what it pushes joins the drain that is running.
  static let customTag = FirebaseFunction(
    id: "__funct", required: ["classPath"], words: "class of the app",
    body: .tag { arguments, evaluator in
      let call = FunctionCallRequest(ofClass: arguments, evaluator)
      switch evaluator.run(call, for: arguments.name) {
      case .ran(let pushes):
        evaluator.pushes += pushes.map { NestedPush($0, .handler(call.name)) }
        return .called(function: call.name)
      case .unregistered:
        evaluator.log(.noClass, arguments.name, call.name)
        return .nothingRan(function: call.name)
      case .failed(let reason, let pushes):
        evaluator.pushes += pushes.map { NestedPush($0, .handler(call.name)) }
        evaluator.log(.classFailed, arguments.name, call.name, reason)
        return .threw(function: call.name, reason: reason)
      }
    })
}
