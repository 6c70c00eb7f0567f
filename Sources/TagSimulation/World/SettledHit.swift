public import TagRuntime

/// A hit that left the phone's store, or never came into it.
public struct SettledHit: Sendable, Hashable {
  /// Its number on this phone; nil where it was never stored.
  public var id: Int64?
  /// The hit.
  public var hit: Hit
  /// What became of it.
  public var outcome: HitOutcome
  /// When, by the wall clock.
  public var settled: WallTime
}
