/// The app's side of function calls: the one thing that the runtime asks while it evaluates.
public protocol FunctionHost: Sendable {
  /// The answer of the handler that the app registered for a function-call macro.
  ///
  /// Legacy name: TAGFunctionCallMacroHandler
  func answer(to macro: FunctionCallRequest) -> MacroAnswer
  /// Runs the handler that the app registered for a function-call tag.
  ///
  /// Legacy name: TAGFunctionCallTagHandler
  func run(_ tag: FunctionCallRequest) -> TagAnswer
}
