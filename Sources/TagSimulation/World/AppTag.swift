/// A function-call tag that an app registers. Without actions it only notes that it was called.
public struct AppTag: Sendable, Hashable {
  /// One thing a call does.
  public enum Action: Sendable, Hashable {
    /// Pushes to the data layer; the arguments are the tag's parameters.
    case pushes(PushTemplate)
    /// Answers with an error.
    case fails(String)
    /// Hands its parameters to the provider of Braze's guide.
    case braze(BrazeProvider)
  }

  /// The name it is registered under.
  public var name: String
  /// What a call does, in order.
  public var actions: [Action]

  /// Creates a tag function.
  public init(name: String, actions: [Action] = []) {
    self.name = name
    self.actions = actions
  }
}
