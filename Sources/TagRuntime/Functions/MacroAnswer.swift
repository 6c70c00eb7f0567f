/// What a function-call macro came to.
public enum MacroAnswer: Sendable, Hashable {
  /// The handler's value.
  case value(Value)
  /// No handler is registered under that name.
  case unregistered
  /// The handler threw.
  case failed(String)
}
