/// The numbered lists of a binary container that its indices point into.
public enum ContainerDictionary: String, Sendable, Hashable {
  /// Names of parameters.
  case keys
  /// Values.
  case values
  /// Pairs of a key and a value.
  case properties
  /// Macros.
  case macros
  /// Tags.
  case tags
  /// Conditions.
  case predicates
}
