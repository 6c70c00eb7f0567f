public import TagRuntime

/// A typed read of a container value.
public struct TypedRead: Sendable, Hashable {
  /// The getter.
  public var kind: ValueKind
  /// The key it reads.
  public var key: String

  /// Creates a typed read.
  public init(kind: ValueKind, key: String) {
    self.kind = kind
    self.key = key
  }
}
