/// The parameters that a provider reads, and what its actions do: those of Braze's guide, or those
/// of a provider that an app has of its own.
///
/// Source: BrazeSDK §2.1; those of an app's own are as its description has them.
public struct BrazeMapping: Sendable, Hashable {
  /// What an action does.
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// Logs an event; its key is that of the name, and what is left are the properties.
    case logEvent = "log-event"
    /// Sets an attribute of the user; its keys are those of the attribute's key and value.
    case customAttribute = "custom-attribute"
    /// Goes on with another user; its key is that of the id.
    case changeUser = "change-user"
    /// Makes the instance of the SDK, without which no call reaches anybody.
    case initialize

    /// What the keys of an action stand for, in sentences.
    package var keyWords: [String] {
      switch self {
      case .logEvent: ["the key of the event's name"]
      case .customAttribute: ["the key of the attribute's key", "the key of its value"]
      case .changeUser: ["the key of the user's id"]
      case .initialize: []
      }
    }
  }

  /// A value of the action's parameter, and what it causes.
  public struct Action: Sendable, Hashable {
    /// The value.
    public var name: String
    /// What it does.
    public var method: Method
    /// The keys of the parameters that it reads, as many as the method needs.
    public var keys: [String]

    /// Creates an action.
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

  /// Creates a mapping.
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

  /// The action of a name; nil where there is none.
  func action(named name: String) -> Action? { actions.first { $0.name == name } }

  /// The names of the actions, as a sentence lists them.
  var names: String {
    let names = actions.map(\.name)
    guard let last = names.last, names.count > 1 else { return names.first ?? "nothing" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}
