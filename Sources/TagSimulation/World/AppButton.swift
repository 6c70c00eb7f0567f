import OrderedCollections
public import TagRuntime

/// A button on a screen of an app.
public struct AppButton: Sendable, Hashable {
  /// The title, unique on its screen.
  public var title: String
  /// The key that presses it, if the app names one.
  public var key: Character?
  /// What pressing it does, in order.
  public var actions: [AppAction]

  /// Creates a button.
  public init(title: String, key: Character? = nil, actions: [AppAction] = []) {
    self.title = title
    self.key = key
    self.actions = actions
  }

  /// The names and defaults of the arguments that its actions take, in the order written.
  public var parameters: [(name: String, default: Value?)] {
    actions.flatMap(\.parameters)
  }

  /// The names of those arguments, each once.
  public var parameterNames: [String] {
    OrderedSet(parameters.map(\.name)).elements
  }
}
