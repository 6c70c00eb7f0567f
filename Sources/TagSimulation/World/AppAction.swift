public import TagRuntime

/// One thing an app does when it is launched, a screen is seen or a button is tapped.
public enum AppAction: Sendable, Hashable {
  /// Pushes to the data layer; an app that is built with v5 has none, and does nothing.
  case push(PushTemplate)
  /// Logs an event with Firebase; an app that is built with the legacy SDK does nothing.
  case logEvent(name: PushValue, PushTemplate)
  /// Sets a user property of Firebase, under v5 only; null takes it back.
  case setUserProperty(String, PushValue)
  /// Shows another screen.
  case goes(screen: String)

  /// The generation under which it does anything; nil is any.
  public var generation: SDKGeneration? {
    switch self {
    case .push: .legacy
    case .logEvent, .setUserProperty: .firebase
    case .goes: nil
    }
  }

  /// The names and defaults of its parameters, in the order written.
  public var parameters: [(name: String, default: Value?)] {
    switch self {
    case .push(let template): template.parameters
    case .logEvent(let name, let template): name.parameters + template.parameters
    case .setUserProperty(_, let value): value.parameters
    case .goes: []
    }
  }
}
