import OrderedCollections
public import TagRuntime

/// A value in a push template.
public enum PushValue: Sendable, Hashable {
  /// Always this value.
  case constant(Value)
  /// The argument of this name, or the default if there is one; what is absent is not pushed.
  case parameter(name: String, default: Value?)

  /// Its parameter, where it is one.
  var parameters: [(name: String, default: Value?)] {
    if case .parameter(let name, let value) = self { [(name, value)] } else { [] }
  }

  /// The value with arguments; nil for a parameter that has none, and no default.
  func value(with arguments: OrderedDictionary<String, Value>) -> Value? {
    switch self {
    case .constant(let value): value
    case .parameter(let name, let fallback): arguments[name] ?? fallback
    }
  }
}
