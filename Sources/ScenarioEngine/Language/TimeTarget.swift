public import TagRuntime
public import TagSimulation

/// When `at` goes on.
public enum TimeTarget: Sendable, Hashable {
  /// The next time the clocks of the phone show this.
  case local(LocalTime)
  /// A moment, written with date and offset.
  case full(WallTime)
}
