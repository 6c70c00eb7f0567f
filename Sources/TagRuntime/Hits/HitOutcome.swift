/// What became of a hit that left the store.
public enum HitOutcome: Sendable, Hashable {
  /// The collector accepted it.
  case sent(status: Int)
  /// It is lost.
  case lost(HitLoss)
}
