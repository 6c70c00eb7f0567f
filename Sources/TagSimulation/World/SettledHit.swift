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
  /// Attempts to send it.
  public var tries: Int
  /// Until when the collector had to have it for the reports of its day.
  public var cutoff: WallTime
  /// When the collector received it; nil where it did not.
  public var received: WallTime?

  /// Whether it reached the collector after its cutoff.
  public var isLate: Bool { received.map { $0 > cutoff } ?? false }
}
