/// What the lines of a menu are.
enum Choices: Sendable, Hashable {
  /// The screens of the app.
  case screens
  /// The buttons of the screen that is seen.
  case buttons
  /// States of the network.
  case network
  /// Versions that a preview link can show.
  case previews

  /// The heading of the menu.
  var title: String {
    switch self {
    case .screens: "View a screen"
    case .buttons: "Press a button"
    case .network: "How the network is from now on"
    case .previews: "Open a preview link"
    }
  }
}
