import TagRuntime

/// The parameters that a provider reads, and the effects of its actions: those of Braze's guide, or
/// those of a provider that an app defines.
///
/// Source: BrazeSDK §2.1; those of an app's own provider are as its description has them.
public struct BrazeMapping: Sendable, Hashable {
  /// The effect of an action.
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// Logs an event; its key is that of the name, and the remaining parameters are the properties.
    case logEvent = "log-event"
    /// Sets an attribute of the user; its keys are those of the attribute's key and value.
    case customAttribute = "custom-attribute"
    /// Changes to another user; its key is that of the id.
    case changeUser = "change-user"
    /// Creates the instance of the SDK, without which calls have no effect.
    case initialize

    /// The meanings of an action's keys, in sentences.
    package var keyWords: [String] {
      switch self {
      case .logEvent: ["the key of the event's name"]
      case .customAttribute: ["the key of the attribute's key", "the key of its value"]
      case .changeUser: ["the key of the user's id"]
      case .initialize: []
      }
    }
  }

  /// A value of the action's parameter, and its effect.
  public struct Action: Sendable, Hashable {
    /// The value of the action's parameter.
    public var name: String
    /// The effect of the action.
    public var method: Method
    /// The keys of the parameters that it reads, as many as the method needs.
    public var keys: [String]

    /// Creates an action from its name, its effect and its keys.
    public init(_ name: String, _ method: Method, keys: [String] = []) {
      self.name = name
      self.method = method
      self.keys = keys
    }
  }

  /// The parameter that names the action.
  public var actionKey: String
  /// The actions that it knows.
  public var actions: [Action]

  /// Creates a mapping; the defaults are without actions.
  public init(actionKey: String = "actionType", actions: [Action] = []) {
    self.actionKey = actionKey
    self.actions = actions
  }

  /// The mapping of the guide's provider.
  public static let guide = BrazeMapping(actions: [
    Action("logEvent", .logEvent, keys: ["eventName"]),
    Action(
      "customAttribute", .customAttribute, keys: ["customAttributeKey", "customAttributeValue"]),
    Action("changeUser", .changeUser, keys: ["externalUserId"]),
  ])

  /// Returns the action of a name; nil if there is none.
  func action(named name: String) -> Action? { actions.first { $0.name == name } }

  /// Lists the names of the actions for a sentence.
  var names: String {
    actions.isEmpty ? "nothing" : actions.map(\.name).listed()
  }
}
