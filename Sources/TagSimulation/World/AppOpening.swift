public import TagRuntime

/// How an app opens its container.
public struct AppOpening: Sendable, Hashable {
  /// Which container the app would rather have.
  public var kind: OpenKind
  /// How long it waits, or nil for what the SDK waits by itself (2.0 s).
  public var timeout: Duration?

  /// Creates a way of opening.
  public init(kind: OpenKind = .preferNonDefault, timeout: Duration? = nil) {
    self.kind = kind
    self.timeout = timeout
  }
}
