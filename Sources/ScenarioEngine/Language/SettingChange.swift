public import TagRuntime

/// What `set` changes.
public enum SettingChange: Sendable, Hashable {
  /// Makes the SDK do what some release did.
  case quirk(Quirk, isOn: Bool)
  /// Which release of the SDK the app is built with.
  case sdkVersion(SDKVersion)
  /// By what rules the app's hits are settled.
  case delivery(DeliveryProfile)
  /// Whether containers are loaded at all.
  case refreshMode(RefreshMode)
  /// The least serious line that the app's logger prints.
  case logLevel(LogLevel)
  /// The least serious line that the app's logger of Analytics prints.
  case analyticsLogLevel(LogLevel)
  /// Whether the app has a logger of its own.
  case logger(isCustom: Bool)
  /// In whose words log lines are shown.
  case wording(LogWording)

  /// The names that `set` takes.
  static let names =
    [
      "refresh-mode", "log-level", "logger", "wording", "sdk-version", "delivery",
      "analytics-log-level",
    ]
    + Quirk.allCases.map(\.rawValue)
}
