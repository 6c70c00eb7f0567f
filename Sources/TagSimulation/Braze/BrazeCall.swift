public import OrderedCollections
public import TagRuntime

/// What a provider asks of the Braze SDK.
public enum BrazeCall: Sendable, Hashable {
  /// Log a custom event.
  case logEvent(name: String, properties: OrderedDictionary<String, Value>)
  /// Set a custom attribute of the user.
  case setAttribute(key: String, BrazeValue)
  /// Go on with another user.
  case changeUser(id: String)

  /// Such as `event "played song"`; long names are cut as Braze cuts them.
  public var title: String {
    switch self {
    case .logEvent(let name, _): "event " + Self.quoted(name)
    case .setAttribute(let key, _): "attribute " + Self.quoted(key)
    case .changeUser(let id): "user " + Self.quoted(id)
    }
  }

  private static func quoted(_ text: String) -> String {
    JSONWriter.write(.string(String(text.prefix(BrazeLimits.characters))))
  }

  /// Such as `event "played song" {"genre":"pop"}`.
  public var words: String {
    switch self {
    case .logEvent(_, let properties): "\(title) \(JSONWriter.write(.map(properties)))"
    case .setAttribute(_, let value): "\(title) = \(value.words)"
    case .changeUser: title
    }
  }
}
