/// The kinds of values that the SDK refuses in a container of keys and values.
public enum RefusedKind: String, Sendable, Hashable {
  /// A list.
  case list
  /// A null.
  case null
  /// A date of a property list.
  case date
  /// Bytes of a property list.
  case data
  /// Anything else.
  case other
}
