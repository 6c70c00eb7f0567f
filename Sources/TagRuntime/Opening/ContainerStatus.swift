/// What is known of an open container, for those who look at the runtime.
///
/// Legacy name: TAGContainer
public struct ContainerStatus: Sendable, Hashable {
  /// The public id.
  ///
  /// Legacy name: TAGContainer containerId
  public var id: String
  /// The version, such as "7"; empty for simple JSON, plists and the empty container.
  public var version: String
  /// Where it came from.
  public var source: ContainerSource
  /// How it was opened.
  public var kind: OpenKind
  /// When it last came from the network, in milliseconds since 1970; nil is never, which the SDK
  /// shows as 0.
  ///
  /// Legacy name: TAGContainer lastRefreshTime
  public var refreshed: WallTime?
  /// Whether the opener still waits.
  ///
  /// Legacy name: TAGContainerFuture isDone (its opposite)
  public var isOpening: Bool
  /// Whether a load from the network is under way.
  public var isLoading: Bool
  /// Whether it is loaded by a preview link; what is in use may still be older.
  public var isPreviewed: Bool
  /// The display names of its tags, in container order.
  public var tagNames: [String]
  /// The names of the tags that are paused, which an export alone has.
  public var pausedTags: [String]
  /// The names of its macros, in container order, each once.
  public var macroNames: [String]

  /// Whether it has never come from the network.
  ///
  /// Legacy name: TAGContainer isDefault
  public var isDefault: Bool { refreshed == nil }

  /// Its age by the wall clock; nil when it never came from the network.
  public func age(at now: WallTime) -> Duration? { refreshed.map { now - $0 } }
}

/// Where the container in use came from.
public enum ContainerSource: String, Sendable, Hashable, CaseIterable {
  /// Nowhere: the bundle holds no default container, and nothing better has arrived.
  case none
  /// The app's bundle.
  case `default`
  /// The copy that an earlier run saved.
  case saved
  /// The network.
  case network
  /// The network, by a preview link.
  case preview
}

/// How many refreshes an app may ask for now, and when it may again.
public struct RefreshAllowance: Sendable, Hashable {
  /// Refreshes in the bucket, with those that were earned since the last accepted one.
  public var tokens: Int
  /// How many the bucket holds at most.
  public var limit: Int
  /// How long until a refresh is accepted; zero is now.
  public var wait: Duration
  /// How long until the bucket gets another one; nil where it is full. An accepted refresh before
  /// then starts the time anew.
  public var nextToken: Duration?
}
