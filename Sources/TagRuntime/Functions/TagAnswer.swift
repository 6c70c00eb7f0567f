/// What a function-call tag came to.
public enum TagAnswer: Sendable, Hashable {
  /// The handler ran and pushed these updates, in order.
  case ran(pushes: [Value])
  /// No handler is registered under that name.
  case unregistered
  /// The handler threw, after these pushes.
  case failed(String, pushes: [Value])
}
