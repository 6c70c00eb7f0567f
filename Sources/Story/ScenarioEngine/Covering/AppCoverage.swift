package import TagSimulation

/// The buttons of one app that scenarios pressed.
package struct AppCoverage: Sendable, Hashable {
  /// A button with the screen that it is on.
  package struct Button: Sendable, Hashable {
    package let screen: String
    package let title: String
  }

  package let name: String
  /// The package or bundle name of the app.
  package let package: String
  /// Its buttons, screen by screen.
  package let buttons: [Button]
  /// Whether each button was pressed, in the order of the buttons.
  private var isPressed: [Bool]

  /// Creates the coverage of an app without pressed buttons.
  package init(of app: App) {
    name = app.name
    package = app.package
    buttons = app.screens.flatMap { screen in
      screen.buttons.map { Button(screen: screen.name, title: $0.title) }
    }
    isPressed = Array(repeating: false, count: buttons.count)
  }

  /// Whether both describe the same app with the same buttons.
  package func isSameApp(as other: AppCoverage) -> Bool {
    name == other.name && package == other.package && buttons == other.buttons
  }

  /// Records a pressed button; a button that the app does not have is ignored.
  package mutating func press(_ title: String, on screen: String) {
    guard let place = buttons.firstIndex(of: Button(screen: screen, title: title)) else { return }
    isPressed[place] = true
  }

  /// Adds the buttons that other runs pressed in the same app.
  package mutating func add(_ other: AppCoverage) {
    for place in isPressed.indices where other.isPressed[place] { isPressed[place] = true }
  }

  /// The buttons that nobody pressed, in order.
  package var missing: [Button] { zip(buttons, isPressed).filter { !$0.1 }.map(\.0) }

  /// The number of pressed buttons.
  package var tally: ContainerCoverage.Tally {
    ContainerCoverage.Tally(reached: isPressed.count(where: \.self), all: buttons.count)
  }
}
