package import TagSimulation

/// Which buttons of one app scenarios pressed.
package struct AppCoverage: Sendable, Hashable {
  /// A button with the screen that it is on.
  package struct Button: Sendable, Hashable {
    /// The name of the screen.
    package let screen: String
    /// The title.
    package let title: String
  }

  /// The name people call the app by.
  package let name: String
  /// Its package or bundle name.
  package let package: String
  /// Its buttons, screen by screen.
  package let buttons: [Button]
  /// By the place of a button: whether it was pressed.
  private var isPressed: [Bool]

  /// An app none of whose buttons was pressed yet.
  package init(of app: App) {
    name = app.name
    package = app.package
    buttons = app.screens.flatMap { screen in
      screen.buttons.map { Button(screen: screen.name, title: $0.title) }
    }
    isPressed = Array(repeating: false, count: buttons.count)
  }

  /// Whether both are of one app with the same buttons.
  package func isSameApp(as other: AppCoverage) -> Bool {
    name == other.name && package == other.package && buttons == other.buttons
  }

  /// A button of a screen is pressed; another one is none of the app's.
  package mutating func press(_ title: String, on screen: String) {
    guard let place = buttons.firstIndex(of: Button(screen: screen, title: title)) else { return }
    isPressed[place] = true
  }

  /// Takes in what others pressed in the same app.
  package mutating func add(_ other: AppCoverage) {
    for place in isPressed.indices where other.isPressed[place] { isPressed[place] = true }
  }

  /// The buttons that were not pressed, in order.
  package var missing: [Button] { zip(buttons, isPressed).filter { !$0.1 }.map(\.0) }

  /// How many were pressed.
  package var tally: ContainerCoverage.Tally {
    ContainerCoverage.Tally(reached: isPressed.count(where: \.self), all: buttons.count)
  }
}
