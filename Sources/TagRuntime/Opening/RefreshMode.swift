/// Whether containers are loaded at all.
///
/// Source: TAGManager refreshMode, kTAGRefreshModeStandard and kTAGRefreshModeDefaultContainer.
public enum RefreshMode: String, Sendable, Hashable, CaseIterable {
  /// Containers come from the disk and the network.
  case standard
  /// Only the default container of the bundle is used; meant for development.
  case defaultContainer = "default-container"
}
