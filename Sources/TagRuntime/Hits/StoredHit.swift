/// A hit that waits on the phone's disk.
public struct StoredHit: Sendable, Hashable {
  /// Its number on this phone, from 1, in the order of arrival; it is never used again.
  public var id: Int64
  /// The hit.
  public var hit: Hit
  /// Attempts to send it so far.
  public var tries = 0
  /// When it was first tried; nil is never.
  public var firstTried: WallTime?
  /// When it was last tried; nil is never.
  public var lastTried: WallTime?

  /// Creates one.
  public init(id: Int64, hit: Hit) {
    self.id = id
    self.hit = hit
  }
}
