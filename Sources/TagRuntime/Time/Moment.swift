/// When an input reaches the runtime, on both clocks.
public struct Moment: Sendable, Hashable {
  /// The monotonic clock.
  public var instant: Instant
  /// The wall clock.
  public var wall: WallTime

  /// Creates a moment.
  public init(instant: Instant, wall: WallTime) {
    self.instant = instant
    self.wall = wall
  }
}
