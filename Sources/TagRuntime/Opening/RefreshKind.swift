/// Where a refresh reads from.
public enum RefreshKind: String, Sendable, Hashable, CaseIterable {
  /// The copy on disk.
  case saved
  /// The network.
  case network
}
