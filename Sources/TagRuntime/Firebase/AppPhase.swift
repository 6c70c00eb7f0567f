/// Where an app is, as the system tells it.
public enum AppPhase: String, Sendable, Hashable, CaseIterable {
  /// It is seen.
  case foreground
  /// It is not seen.
  case background
}
