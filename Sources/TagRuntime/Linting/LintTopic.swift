/// The groups of lint codes; the codes of a group stand together.
public enum LintTopic: String, Sendable, Hashable, CaseIterable {
  /// The container as a file.
  case files
  /// The container and the app that uses it.
  case app
  /// Rules, their conditions and what they fire.
  case rules
  /// Macros, names and functions.
  case variables
  /// Hits of Universal Analytics.
  case hits
  /// Events of Firebase.
  case firebase
  /// What an export holds and no phone runs.
  case web

  /// What stands over its codes.
  public var title: String {
    switch self {
    case .files: "The container as a file"
    case .app: "The container and the app"
    case .rules: "Rules and conditions"
    case .variables: "Macros, names and functions"
    case .hits: "Hits of Universal Analytics"
    case .firebase: "Events of Firebase"
    case .web: "What the web interface has and no phone runs"
    }
  }
}
