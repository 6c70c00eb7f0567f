/// The kinds of values that an app can read from a container, as the SDK's getters name them.
public enum ValueKind: String, Sendable, Hashable, CaseIterable {
  /// A text, whose zero is "".
  ///
  /// Legacy name: TAGContainer stringForKey:
  case string
  /// An integer of 64 bits, whose zero is 0.
  ///
  /// Legacy name: TAGContainer int64ForKey:
  case int64
  /// A double, whose zero is 0.0.
  ///
  /// Legacy name: TAGContainer doubleForKey:
  case double
  /// A boolean, whose zero is false.
  ///
  /// Legacy name: TAGContainer booleanForKey:
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
