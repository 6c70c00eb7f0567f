/// The status of an open container, for code that inspects the runtime.
///
/// Legacy name: TAGContainer
public struct ContainerStatus: Sendable, Hashable {
  /// The public id.
  ///
  /// Legacy name: TAGContainer containerId
  public var id: String
  /// The version, such as "7"; empty for simple JSON, plists and the empty container.
  public var version: String
  /// The source of the container in use.
  public var source: ContainerSource
  /// The way in which it was opened.
  public var kind: OpenKind
  /// The time at which it last came from the network, in milliseconds since 1970; nil means never,
  /// which the SDK shows as 0.
  ///
  /// Legacy name: TAGContainer lastRefreshTime
  public var refreshed: WallTime?
  /// Whether the opener still waits.
  ///
  /// Legacy name: TAGContainerFuture isDone (its opposite)
  public var isOpening: Bool
  /// Whether a load from the network is under way.
  public var isLoading: Bool
  /// Whether a preview link loads it; the container in use may still be older.
  public var isPreviewed: Bool
  /// The display names of its tags, in container order.
  public var tagNames: [String]
  /// The names of its paused tags; only an export has them.
  public var pausedTags: [String]
  /// The names of its macros, in container order, each once.
  public var macroNames: [String]

  /// Whether it has never come from the network.
  ///
  /// Legacy name: TAGContainer isDefault
  public var isDefault: Bool { refreshed == nil }

  /// Returns its age by the wall clock; nil if it never came from the network.
  public func age(at now: WallTime) -> Duration? { refreshed.map { now - $0 } }
}

/// The source of the container in use.
public enum ContainerSource: String, Sendable, Hashable, CaseIterable {
  /// No source: the bundle holds no default container, and nothing better has arrived.
  case none
  /// The app's bundle.
  case `default`
  /// The copy that an earlier run saved.
  case saved
  case network
  /// The network, through a preview link.
  case preview
}

/// The number of refreshes that an app may request now, and the wait for the next one.
public struct RefreshAllowance: Sendable, Hashable {
  /// The refreshes in the bucket, including those earned since the last accepted one.
  public var tokens: Int
  /// The capacity of the bucket.
  public var limit: Int
  /// The time until a refresh is accepted; zero means now.
  public var wait: Duration
  /// The time until the bucket gets another one; nil if it is full. An accepted refresh before then
  /// restarts the time.
  public var nextToken: Duration?
}
