public import TagRuntime

/// How an app opens a container.
public struct AppOpening: Sendable, Hashable {
  /// Which container the app would rather have.
  public var kind: OpenKind
  /// How long it waits, or nil for what the SDK waits by itself (2.0 s).
  public var timeout: Duration?
  /// Whether it asks a future and blocks its main thread until the container is there.
  ///
  /// Legacy name: TAGContainerOpener openContainerWithId:tagManager:openType:timeout:
  public var isBlocking: Bool

  /// Creates a way of opening.
  public init(
    kind: OpenKind = .preferNonDefault, timeout: Duration? = nil, isBlocking: Bool = false
  ) {
    self.kind = kind
    self.timeout = timeout
    self.isBlocking = isBlocking
  }
}
