/// An app without handlers.
public struct NoFunctions: FunctionHost {
  /// Creates it.
  public init() {}

  /// Always `unregistered`.
  public func answer(to macro: FunctionCallRequest) -> MacroAnswer { .unregistered }

  /// Always `unregistered`.
  public func run(_ tag: FunctionCallRequest) -> TagAnswer { .unregistered }
}
