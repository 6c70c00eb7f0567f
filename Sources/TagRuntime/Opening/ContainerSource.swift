/// Where the container in use came from.
public enum ContainerSource: String, Sendable, Hashable, CaseIterable {
  /// Nowhere: the bundle holds no default container, and nothing better has arrived.
  case none
  /// The app's bundle.
  case `default`
  /// The copy that an earlier run saved.
  case saved
  /// The network.
  case network
  /// The network, by a preview link.
  case preview
}
