public import OrderedCollections
public import TagRuntime

/// Everything that a store holds: what is on a phone's disk.
public struct StoredDevice: Sendable, Hashable {
  /// A container as it was saved.
  public struct Container: Sendable, Hashable {
    /// When it came from the network, by the wall clock.
    public var refreshed: WallTime
    /// Its file, in a format of the caller's.
    public var bytes: [UInt8]

    /// Creates one.
    public init(refreshed: WallTime, bytes: [UInt8]) {
      self.refreshed = refreshed
      self.bytes = bytes
    }
  }

  /// Hits that wait, oldest first.
  public var hits: [StoredHit] = []
  /// Saved containers by id.
  public var containers: OrderedDictionary<String, Container> = [:]
  /// Everything else that lasts.
  public var lasting = Lasting()
  /// The id by which Analytics knows this installation; empty before one was made.
  public var clientID = ""
  /// Whether the user has opted out.
  public var isOptedOut = false
  /// The id that the next hit gets.
  public var nextHitID: Int64 = 1

  /// Creates an empty one, as of a new phone.
  public init() {}
}
