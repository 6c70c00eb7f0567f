/// One thing an app does when it is launched, a screen is seen or a button is tapped.
public enum AppAction: Sendable, Hashable {
  /// Pushes to the data layer.
  case push(PushTemplate)
  /// Shows another screen.
  case goes(screen: String)
}
