public import TagRuntime

/// A value in a push template.
public enum PushValue: Sendable, Hashable {
  /// Always this value.
  case constant(Value)
  /// The argument of this name, or the default if there is one; what is absent is not pushed.
  case parameter(name: String, default: Value?)
}
