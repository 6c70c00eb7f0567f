/// Whether containers are loaded at all.
///
/// Source: TAGManager, property refreshMode.
public enum RefreshMode: String, Sendable, Hashable, CaseIterable {
  /// Containers come from the disk and the network.
  ///
  /// Legacy name: kTAGRefreshModeStandard
  case standard
  /// Only the default container of the bundle is used; meant for development.
  ///
  /// Legacy name: kTAGRefreshModeDefaultContainer
  case defaultContainer = "default-container"
}
