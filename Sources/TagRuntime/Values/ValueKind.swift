/// The kinds of values that an app can read from a container, as the SDK's getters name them.
public enum ValueKind: String, Sendable, Hashable, CaseIterable {
  /// `stringForKey:`, whose zero is "".
  case string
  /// `int64ForKey:`, whose zero is 0.
  case int64
  /// `doubleForKey:`, whose zero is 0.0.
  case double
  /// `booleanForKey:`, whose zero is false.
  case boolean

  /// What the getter gives when there is no value.
  public var zero: Value {
    switch self {
    case .string: .string("")
    case .int64: .int(0)
    case .double: .double(0)
    case .boolean: .bool(false)
    }
  }
}
