/// What is known of an open container, for those who look at the runtime.
public struct ContainerStatus: Sendable, Hashable {
  /// The public id.
  public var id: String
  /// The version, such as "7"; empty for simple JSON, plists and the empty container.
  public var version: String
  /// Where it came from.
  public var source: ContainerSource
  /// When it last came from the network; nil is never.
  public var refreshed: WallTime?
  /// Whether the opener still waits.
  public var isOpening: Bool
  /// Whether a load from the network is under way.
  public var isLoading: Bool
  /// Refreshes that were left after the last accepted one; what was earned since is added when
  /// the next one is asked for.
  public var refreshTokens: Int
  /// The display names of its tags, in container order.
  public var tagNames: [String]
  /// The names of its macros, in container order, each once.
  public var macroNames: [String]

  /// Its age by the wall clock; nil when it never came from the network.
  public func age(at now: WallTime) -> Duration? { refreshed.map { now - $0 } }
}
