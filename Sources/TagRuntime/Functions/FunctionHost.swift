/// The app's side of function calls: the one thing that the runtime asks while it evaluates.
public protocol FunctionHost: Sendable {
  /// The answer of the handler that the app registered for a function-call macro.
  func answer(to macro: FunctionCallRequest) -> MacroAnswer
  /// Runs the handler that the app registered for a function-call tag.
  func run(_ tag: FunctionCallRequest) -> TagAnswer
}

/// What a function-call macro came to.
public enum MacroAnswer: Sendable, Hashable {
  /// The handler's value.
  case value(Value)
  /// No handler is registered under that name.
  case unregistered
  /// The handler threw.
  case failed(String)
}

/// What a function-call tag came to.
public enum TagAnswer: Sendable, Hashable {
  /// The handler ran and pushed these updates, in order.
  case ran(pushes: [Value])
  /// No handler is registered under that name.
  case unregistered
  /// The handler threw, after these pushes.
  case failed(String, pushes: [Value])
}

/// An app without handlers.
public struct NoFunctions: FunctionHost {
  /// Creates it.
  public init() {}

  /// Always `unregistered`.
  public func answer(to macro: FunctionCallRequest) -> MacroAnswer { .unregistered }

  /// Always `unregistered`.
  public func run(_ tag: FunctionCallRequest) -> TagAnswer { .unregistered }
}
