/// Where a refresh reads from.
public enum RefreshKind: String, Sendable, Hashable, CaseIterable {
  /// The copy on disk.
  ///
  /// Legacy name: kTAGContainerCallbackRefreshTypeSaved
  case saved
  /// The network.
  ///
  /// Legacy name: kTAGContainerCallbackRefreshTypeNetwork
  case network
}
