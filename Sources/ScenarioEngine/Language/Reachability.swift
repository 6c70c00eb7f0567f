/// Whether the phone has a network.
public enum Reachability: String, Sendable, Hashable, CaseIterable {
  /// It has one.
  case online
  /// It has none.
  case offline
}
