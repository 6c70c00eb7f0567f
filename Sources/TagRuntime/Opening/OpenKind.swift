/// What an opener waits for.
///
/// Source: TAGContainerOpener, kTAGOpenTypePreferNonDefault and kTAGOpenTypePreferFresh.
public enum OpenKind: String, Sendable, Hashable, CaseIterable {
  /// Any saved container, however old, or else the network.
  case preferNonDefault = "prefer-non-default"
  /// A saved container younger than 12 h, or else the network.
  case preferFresh = "prefer-fresh"
}
