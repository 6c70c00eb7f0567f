/// The ways to open a container.
///
/// Legacy name: TAGContainerOpener
public enum OpenKind: String, Sendable, Hashable, CaseIterable {
  /// The opener is content with any saved container, however old, or else waits for the network.
  ///
  /// Legacy name: kTAGOpenTypePreferNonDefault
  case preferNonDefault = "prefer-non-default"
  /// The opener wants a saved container younger than 12 h, or else waits for the network.
  ///
  /// Legacy name: kTAGOpenTypePreferFresh
  case preferFresh = "prefer-fresh"
  /// The manager gives the container at once, as it is, and calls back about every refresh.
  ///
  /// Legacy name: TAGManager openContainerById:callback:
  case callback

  /// Whether an opener stands between the app and its container: then nobody else hears of
  /// refreshes.
  public var isOpener: Bool { self != .callback }
}
